// What the checks have told so far: shown at once, but not over and over.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "checks/report_text.h"

namespace gtl::runtime {

class Findings {
 public:
  /// Shows what the checks found in one launch, or in one call. The same mistake at the same place
  /// is shown for the first launches; of many mistakes in one launch, the first ones.
  void show(const std::vector<checks::Finding>& findings);
  /// At the end of the program: how much was not shown.
  void show_rest();
  /// Whether there was any, warnings aside.
  bool any_error() const { return any_error_; }

 private:
  struct Known {
    uint64_t launches = 0;  ///< Or calls: in how many it was found.
    bool is_of_call = false;
  };
  std::map<std::string, Known> known_;  ///< By key.
  uint64_t beyond_ = 0;                 ///< Findings that were too many for their launch.
  bool any_error_ = false;
};

}  // namespace gtl::runtime
