// Result<T>: a value, or the reason why there is none. Exceptions are not used below runtime/,
// because the same sources build for WebAssembly.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace gtl {

/// Why something could not be done, in the words its reader needs.
struct Error {
  std::string what;   ///< What is wrong, and what to do about it.
  std::string where;  ///< `file:line`, or empty when there is no place to point at.
};

/// Either a T or an Error. Ask `ok()` before taking the value.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  T& value() {
    assert(ok());
    return std::get<0>(state_);
  }
  const T& value() const {
    assert(ok());
    return std::get<0>(state_);
  }
  const Error& error() const {
    assert(!ok());
    return std::get<1>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace gtl
