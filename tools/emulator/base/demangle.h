// C++ names as their author wrote them.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <string>

namespace gtl {

/// "add(float*, int)" for "_Z3addPfi"; a name that is not mangled stays as it is.
inline std::string demangle(const std::string& mangled) {
  // Without the prefix it is a C name; the demangler would take "f" for the type float.
  if (!mangled.starts_with("_Z")) return mangled;
  int status = 0;
  char* text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  const std::string name = status == 0 && text != nullptr ? text : mangled;
  std::free(text);
  return name;
}

}  // namespace gtl
