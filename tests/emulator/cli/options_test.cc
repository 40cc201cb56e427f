#include "cli/options.h"

#include <vector>

#include "doctest/doctest.h"

using gtl::cli::Options;
using gtl::cli::parse_options;

namespace {

Options parsed(std::vector<const char*> arguments) {
  auto options = parse_options(arguments);
  REQUIRE(options.ok());
  return options.value();
}

std::string problem(std::vector<const char*> arguments) {
  auto options = parse_options(arguments);
  return options.ok() ? "" : options.error().what;
}

bool mentions(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("options_end_where_the_program_begins") {
  const Options options = parsed({"--threads", "2", "./a.out", "--threads", "9"});
  CHECK(options.threads == "2");
  CHECK(options.command == std::vector<std::string>{"./a.out", "--threads", "9"});
}

TEST_CASE("a_value_may_follow_an_equals_sign") {
  const Options options =
      parsed({"--counters=out.json", "--seed=7", "--devices=2", "--limit=9", "p"});
  CHECK(options.counters_file == "out.json");
  CHECK(options.seed == "7");
  CHECK(options.devices == "2");
  CHECK(options.limit == "9");
}

TEST_CASE("two_dashes_end_the_options") {
  CHECK(parsed({"--", "--help"}).command == std::vector<std::string>{"--help"});
}

TEST_CASE("help_needs_no_program") {
  CHECK(parsed({"--help"}).wants_help);
  CHECK(parsed({"-h"}).wants_help);
}

TEST_CASE("a_missing_program_an_unknown_option_and_a_missing_value_are_named") {
  CHECK(mentions(problem({}), "which program"));
  CHECK(mentions(problem({"--count", "x", "p"}), "--count"));
  CHECK(mentions(problem({"--counters"}), "--counters needs a value"));
}

TEST_CASE("numbers_must_be_numbers") {
  CHECK(mentions(problem({"--threads", "two", "p"}), "'two'"));
  CHECK(mentions(problem({"--threads", "0", "p"}), "at least 1"));
  CHECK(mentions(problem({"--seed", "-1", "p"}), "'-1'"));
  CHECK(mentions(problem({"--devices", "0", "p"}), "at least 1"));
}

TEST_CASE("an_unknown_check_is_named_with_those_there_are") {
  const std::string text = problem({"--check", "memcheck,bogus", "p"});
  CHECK(mentions(text, "'bogus'"));
  CHECK(mentions(text, "memcheck"));
  CHECK(problem({"--check", "all", "p"}).empty());
  CHECK(problem({"--check", "none", "p"}).empty());
}

TEST_CASE("help_names_every_option") {
  const std::string help = gtl::cli::help_text();
  for (const char* option : {"--counters", "--check", "--threads", "--seed", "--devices", "--limit",
                             "--help", "Exit status"}) {
    CHECK(mentions(help, option));
  }
}
