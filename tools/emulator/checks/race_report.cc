#include "checks/racecheck.h"
#include "checks/report_text.h"

namespace gtl::checks {
namespace {

const char* hazard(const RaceKey& key) {
  if (key.first_writes && key.second_writes) return "write after write";
  return key.first_writes ? "read after write" : "write after read";
}

std::string access(const exec::Launch& launch, bool writes, uint32_t function, uint32_t instruction,
                   uint32_t thread) {
  return std::string(writes ? "write at " : "read at ") +
         place(*launch.program, function, instruction) + ", by thread " +
         parenthesised(thread_index(launch, thread));
}

}  // namespace

std::string race_report(const exec::Launch& launch, const Races& races) {
  std::string all;
  for (const auto& [key, race] : races) {
    ReportText text;
    text.line("Race on __shared__ memory: " + std::string(hazard(key)) + ", " +
              count(race.times, "time"));
    text.indented(access(launch, key.first_writes, key.first_function, key.first_instruction,
                         race.first_thread));
    text.indented(access(launch, key.second_writes, key.second_function, key.second_instruction,
                         race.second_thread));
    text.indented("in block " + parenthesised(block_index(launch, race.block)) + ", at offset " +
                  std::to_string(race.offset) + " of its shared memory");
    const bool is_one_warp = race.first_thread / 32 == race.second_thread / 32;
    text.indented(std::string("What to do: put ") +
                  (is_one_warp ? "__syncwarp() or __syncthreads()" : "__syncthreads()") +
                  " between the two, or make both atomic: without it, either may come first.");
    all += text.take();
  }
  return all;
}

}  // namespace gtl::checks
