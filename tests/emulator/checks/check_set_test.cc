#include "checks/check_set.h"

#include "doctest/doctest.h"

using namespace gtl::checks;

TEST_CASE("all_means_the_checks_that_are_built") {
  CheckSet built;
  for (const Check check :
       {Check::Memcheck, Check::Racecheck, Check::Initcheck, Check::Synccheck}) {
    if (is_built(check)) built.insert(check);
  }
  CHECK(parse_checks("all").value() == built);
  CHECK(CheckSet::all().has(Check::Memcheck));
}

TEST_CASE("none_is_empty") { CHECK(parse_checks("none").value() == CheckSet::none()); }

TEST_CASE("names_are_separated_by_commas") {
  const auto set = parse_checks("memcheck,memcheck");
  REQUIRE(set.ok());
  CHECK(set.value().has(Check::Memcheck));
}

TEST_CASE("an_unknown_or_empty_name_is_an_error_that_lists_those_there_are") {
  for (const char* list : {"", "memcheck,", "memcheck,bogus", "all,memcheck"}) {
    CAPTURE(list);
    const auto set = parse_checks(list);
    REQUIRE_FALSE(set.ok());
    CHECK(set.error().what.find("memcheck") != std::string::npos);
  }
}

TEST_CASE("a_check_that_is_not_built_is_refused_by_name") {
  for (const auto& [check, name] : {std::pair{Check::Racecheck, "racecheck"},
                                    {Check::Initcheck, "initcheck"},
                                    {Check::Synccheck, "synccheck"}}) {
    if (is_built(check)) continue;
    const auto set = parse_checks(name);
    REQUIRE_FALSE(set.ok());
    CHECK(set.error().what.find(std::string(name) + " is not built yet") == 0);
  }
}
