// The checks by name, as `emulate --check` and the environment variable GTL_CHECK take them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gtl::checks {

enum class Check : uint8_t { Memcheck, Racecheck, Initcheck, Synccheck, Leakcheck };

class CheckSet {
 public:
  static CheckSet none() { return {}; }
  /// Every check but leakcheck, which is for programs that mean to free everything.
  static CheckSet all();

  bool has(Check check) const { return (bits_ >> static_cast<unsigned>(check) & 1) != 0; }
  void insert(Check check) { bits_ |= uint8_t(1u << static_cast<unsigned>(check)); }
  void insert(CheckSet others) { bits_ |= others.bits_; }
  friend bool operator==(const CheckSet&, const CheckSet&) = default;

 private:
  uint8_t bits_ = 0;
};

/// "memcheck, racecheck, …"
std::string names_of_checks();

/// `none`, or names separated by commas; `all` stands for all but leakcheck. An unknown name is an
/// error that says which there are.
Result<CheckSet> parse_checks(std::string_view list);

}  // namespace gtl::checks
