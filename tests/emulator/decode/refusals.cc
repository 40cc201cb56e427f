// Which instructions of PTX files the emulator refuses, in any function:
//
//   decode_refusals FILE.ptx…          a line for each; exit status 1 when there is one
//   decode_refusals --time FILE.ptx…   and how long reading took
//   decode_refusals --spell FILE.ptx…  a module with each of their distinct instructions that is
//   not refused
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "decode/bodies.h"
#include "exec/bind.h"
#include "ptx/parser.h"
#include "spellings.h"

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The number of refusals in the file, each printed.
int check(const char* path, bool shows_time) {
  const std::string text = text_of(path);
  auto start = Clock::now();
  auto module = gtl::ptx::parse(text);
  if (!module.ok()) {
    std::printf("%s: %s: %s\n", path, module.error().where.c_str(), module.error().what.c_str());
    return 1;
  }
  const double parsing = milliseconds_since(start);
  start = Clock::now();
  auto program = gtl::decode::declare(std::move(module.value()));
  if (!program.ok()) {
    std::printf("%s: %s\n", path, program.error().what.c_str());
    return 1;
  }
  const double declaring = milliseconds_since(start);
  start = Clock::now();
  int refusals = 0;
  size_t instructions = 0;
  auto& functions = program.value().functions;
  for (uint32_t i = 0; i < functions.size(); ++i) {
    gtl::decode::decode_body(program.value(), i);
    instructions += functions[i].instructions.size();
    std::vector<gtl::Error> found = functions[i].refusals;
    if (found.empty() && functions[i].has_body) {
      if (const auto form = gtl::exec::unsupported_form(program.value(), i)) found.push_back(*form);
    }
    for (const auto& refusal : found) {
      std::printf("%s: %s: %s\n", path, refusal.where.c_str(), refusal.what.c_str());
      ++refusals;
    }
  }
  if (shows_time) {
    std::printf(
        "%s: %zu functions, %zu instructions; parsed in %.0f ms, declared in %.0f ms, all "
        "decoded in %.0f ms\n",
        path, functions.size(), instructions, parsing, declaring, milliseconds_since(start));
  }
  return refusals;
}

bool is_refused(const std::string& spelling) {
  auto module = gtl::ptx::parse(gtl::test::module_of({spelling}));
  if (!module.ok()) return true;
  auto program = gtl::decode::decode(std::move(module.value()));
  return !program.ok() || gtl::exec::unsupported_form(program.value(), 0).has_value();
}

int spell(int count, char** arguments) {
  std::set<std::string> spellings;
  for (int i = 2; i < count; ++i) {
    const std::string text = text_of(arguments[i]);
    const auto module = gtl::ptx::parse(text);
    if (module.ok()) gtl::test::collect_spellings(module.value(), spellings);
  }
  for (auto next = spellings.begin(); next != spellings.end();) {
    const auto current = next++;
    if (!is_refused(*current)) continue;
    std::fprintf(stderr, "refused: %s\n", current->c_str());
    spellings.erase(current);
  }
  std::fputs(gtl::test::module_of(spellings).c_str(), stdout);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::string(arguments[1]) == "--spell") return spell(count, arguments);
  const bool shows_time = count > 1 && std::string(arguments[1]) == "--time";
  int refusals = 0;
  for (int i = shows_time ? 2 : 1; i < count; ++i) refusals += check(arguments[i], shows_time);
  return refusals == 0 ? 0 : 1;
}
