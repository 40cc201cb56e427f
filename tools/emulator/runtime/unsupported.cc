#include "runtime/unsupported.h"

#include <set>
#include <string>

#include "runtime/api_call.h"

namespace gtl::runtime {

int unsupported(const char* function) {
  static std::set<std::string> named;
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  if (named.insert(function).second) {
    explain(std::string(function) + " is not supported by the emulator (cudaErrorNotSupported)");
  }
  return static_cast<int>(remember(CudaError::NotSupported));
}

}  // namespace gtl::runtime
