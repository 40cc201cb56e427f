#include "checks/check_set.h"

#include <algorithm>
#include <iterator>

namespace gtl::checks {
namespace {

struct Entry {
  Check check;
  const char* name;
  bool is_in_all;
};

constexpr Entry kChecks[] = {
    {Check::Memcheck, "memcheck", true},    {Check::Racecheck, "racecheck", true},
    {Check::Initcheck, "initcheck", true},  {Check::Synccheck, "synccheck", true},
    {Check::Leakcheck, "leakcheck", false},
};

}  // namespace

CheckSet CheckSet::all() {
  CheckSet set;
  for (const Entry& entry : kChecks) {
    if (entry.is_in_all) set.insert(entry.check);
  }
  return set;
}

std::string names_of_checks() {
  std::string names;
  for (const Entry& entry : kChecks) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

Result<CheckSet> parse_checks(std::string_view list) {
  if (list == "none") return CheckSet::none();
  CheckSet set;
  size_t start = 0;
  while (start <= list.size()) {
    const size_t end = std::min(list.find(',', start), list.size());
    const std::string name(list.substr(start, end - start));
    start = end + 1;
    if (name == "none") {
      return Error{"'none' stands alone; leave it out, or leave out the others", ""};
    }
    if (name == "all") {
      set.insert(CheckSet::all());
      continue;
    }
    const Entry* entry = std::find_if(std::begin(kChecks), std::end(kChecks),
                                      [&](const Entry& known) { return name == known.name; });
    if (entry == std::end(kChecks)) {
      return Error{"there is no check named '" + name + "'; there are " + names_of_checks() +
                       ", and all (every one but leakcheck) or none",
                   ""};
    }
    set.insert(entry->check);
  }
  return set;
}

}  // namespace gtl::checks
