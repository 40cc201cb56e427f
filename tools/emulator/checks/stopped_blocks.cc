#include "checks/stopped_blocks.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "checks/report_text.h"
#include "decode/program.h"

namespace gtl::checks {
namespace {

/// Lines of a block's groups that are shown, and places of other blocks.
constexpr size_t kMostLines = 8, kMostPlaces = 4;

std::string first_lines(const std::string& text) {
  size_t end = 0, lines = 0;
  while (lines < kMostLines && end < text.size()) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
    ++lines;
  }
  const auto more = static_cast<uint64_t>(
      std::count(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), '\n'));
  return text.substr(0, end) +
         (more == 0 ? "" : "and " + count(more, "more group") + " of lanes\n");
}

}  // namespace

std::optional<exec::Fault> fault_of_stopped(const exec::Launch& launch,
                                            std::vector<StoppedCluster> stopped) {
  if (stopped.empty()) return std::nullopt;
  std::sort(stopped.begin(), stopped.end(),
            [](const auto& a, const auto& b) { return a.cluster < b.cluster; });
  exec::Fault fault = stopped.front().fault;
  fault.detail = first_lines(fault.detail);

  const std::string unit = launch.cluster.count() == 1 ? "block" : "cluster";
  std::map<std::string, uint64_t> places;
  for (size_t i = 1; i < stopped.size(); ++i) {
    const exec::Fault& other = stopped[i].fault;
    ++places[place(*launch.program, other.function, other.instruction)];
  }
  std::vector<std::pair<uint64_t, std::string>> others;
  for (const auto& [where, clusters] : places) {
    others.emplace_back(clusters, count(clusters, "more " + unit) +
                                      (clusters == 1 ? " is" : " are") + " at " + where);
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (size_t i = 0; i < std::min(others.size(), kMostPlaces); ++i)
    fault.detail += others[i].second + "\n";
  if (others.size() > kMostPlaces) {
    fault.detail += "and others at " + count(others.size() - kMostPlaces, "more place") + "\n";
  }
  return fault;
}

}  // namespace gtl::checks
