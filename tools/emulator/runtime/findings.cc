#include "runtime/findings.h"

#include <set>

#include "runtime/explain.h"

namespace gtl::runtime {
namespace {

/// Launches for which the same mistake is told, and mistakes that are told of one launch.
constexpr uint64_t kMostLaunches = 3;
constexpr size_t kMostOfLaunch = 20;

}  // namespace

void Findings::show(const std::vector<checks::Finding>& findings) {
  if (findings.empty()) return;
  std::string text;
  size_t shown = 0;
  std::set<std::string> counted;  // One launch may have several of one key: by different calls.
  for (const checks::Finding& finding : findings) {
    any_error_ = any_error_ || !finding.is_warning;
    if (shown == kMostOfLaunch) {
      ++beyond_;
      continue;
    }
    Known& known = known_[finding.key];
    known.is_of_call = finding.is_of_call;
    if (counted.insert(finding.key).second) ++known.launches;
    if (known.launches > kMostLaunches) continue;
    text += finding.text;
    ++shown;
  }
  write_lines(text);
}

void Findings::show_rest() {
  std::string text;
  for (const auto& [key, known] : known_) {
    if (known.launches <= kMostLaunches) continue;
    const uint64_t more = known.launches - kMostLaunches;
    text += "========= " + key + ": found again, in " +
            (known.is_of_call ? checks::count(more, "more call")
                              : checks::count(more, "more launch", "more launches")) +
            "\n";
  }
  if (beyond_ != 0) {
    text += "========= " + checks::count(beyond_, "more finding") + " of launches with more than " +
            std::to_string(kMostOfLaunch) + "\n";
  }
  write_lines(text);
}

}  // namespace gtl::runtime
