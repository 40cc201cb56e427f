#include "checks/check_set.h"

#include "doctest/doctest.h"

using namespace gtl::checks;

TEST_CASE("all_means_every_check_but_leakcheck") {
  const CheckSet all = parse_checks("all").value();
  CHECK(all == CheckSet::all());
  for (const Check check :
       {Check::Memcheck, Check::Racecheck, Check::Initcheck, Check::Synccheck}) {
    CHECK(all.has(check));
  }
  CHECK_FALSE(all.has(Check::Leakcheck));
}

TEST_CASE("leakcheck_joins_all_by_name") {
  CHECK(parse_checks("all,leakcheck").value().has(Check::Leakcheck));
  CHECK(parse_checks("all,leakcheck").value().has(Check::Synccheck));
}

TEST_CASE("none_is_empty") { CHECK(parse_checks("none").value() == CheckSet::none()); }

TEST_CASE("names_are_separated_by_commas") {
  const auto set = parse_checks("memcheck,synccheck");
  REQUIRE(set.ok());
  CHECK(set.value().has(Check::Memcheck));
  CHECK(set.value().has(Check::Synccheck));
  CHECK_FALSE(set.value().has(Check::Racecheck));
}

TEST_CASE("an_unknown_or_empty_name_is_an_error_that_lists_those_there_are") {
  for (const char* list : {"", "memcheck,", "memcheck,bogus"}) {
    CAPTURE(list);
    const auto set = parse_checks(list);
    REQUIRE_FALSE(set.ok());
    CHECK(set.error().what.find("memcheck, racecheck, initcheck, synccheck, leakcheck") !=
          std::string::npos);
  }
}

TEST_CASE("none_stands_alone") {
  for (const char* list : {"none,all", "memcheck,none"}) {
    const auto set = parse_checks(list);
    REQUIRE_FALSE(set.ok());
    CHECK(set.error().what == "'none' stands alone; leave it out, or leave out the others");
  }
}
