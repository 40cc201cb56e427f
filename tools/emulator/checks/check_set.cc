#include "checks/check_set.h"

#include <algorithm>
#include <iterator>

namespace gtl::checks {
namespace {

struct Entry {
  Check check;
  const char* name;
  bool built;
};

constexpr Entry kChecks[] = {
    {Check::Memcheck, "memcheck", true},
    {Check::Racecheck, "racecheck", true},
    {Check::Initcheck, "initcheck", true},
    {Check::Synccheck, "synccheck", false},
};

}  // namespace

CheckSet CheckSet::all() {
  CheckSet set;
  for (const Entry& entry : kChecks) {
    if (entry.built) set.insert(entry.check);
  }
  return set;
}

bool is_built(Check check) {
  return std::any_of(std::begin(kChecks), std::end(kChecks),
                     [&](const Entry& entry) { return entry.check == check && entry.built; });
}

std::string names_of_checks(bool built) {
  std::string names;
  for (const Entry& entry : kChecks) {
    if (entry.built == built) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  return names;
}

Result<CheckSet> parse_checks(std::string_view list) {
  if (list == "all") return CheckSet::all();
  if (list == "none") return CheckSet::none();
  CheckSet set;
  size_t start = 0;
  while (start <= list.size()) {
    const size_t end = std::min(list.find(',', start), list.size());
    const std::string name(list.substr(start, end - start));
    const Entry* entry = std::find_if(std::begin(kChecks), std::end(kChecks),
                                      [&](const Entry& known) { return name == known.name; });
    if (entry == std::end(kChecks)) {
      return Error{"there is no check named '" + name + "'; there are " + names_of_checks(true) +
                       ", and all or none",
                   ""};
    }
    if (!entry->built) {
      return Error{name + " is not built yet; this emulator has " + names_of_checks(true), ""};
    }
    set.insert(entry->check);
    start = end + 1;
  }
  return set;
}

}  // namespace gtl::checks
