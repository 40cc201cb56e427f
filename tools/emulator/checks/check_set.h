// The checks by name, as `emulate --check` and the environment variable GTL_CHECK take them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gtl::checks {

enum class Check : uint8_t { Memcheck, Racecheck, Initcheck, Synccheck };

class CheckSet {
 public:
  static CheckSet none() { return {}; }
  /// Every check that this build has.
  static CheckSet all();

  bool has(Check check) const { return (bits_ >> static_cast<unsigned>(check) & 1) != 0; }
  void insert(Check check) { bits_ |= uint8_t(1u << static_cast<unsigned>(check)); }
  friend bool operator==(const CheckSet&, const CheckSet&) = default;

 private:
  uint8_t bits_ = 0;
};

/// Whether this build has the check, rather than only its name.
bool is_built(Check check);
/// "memcheck, racecheck": the names of the checks that are built, or those that are not.
std::string names_of_checks(bool built);

/// `all`, `none`, or names separated by commas. An unknown name, or one of a check that is not
/// built yet, is an error that says which there are.
Result<CheckSet> parse_checks(std::string_view list);

}  // namespace gtl::checks
