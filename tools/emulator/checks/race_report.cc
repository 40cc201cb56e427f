#include "checks/racecheck.h"
#include "checks/report_text.h"
#include "checks/same_line.h"

namespace gtl::checks {
namespace {

const char* hazard(const RaceKey& key) {
  if (key.is_between_blocks) {
    if (key.first_writes && key.second_writes) return "write against write";
    return "write against read";
  }
  if (key.first_writes && key.second_writes) return "write after write";
  return key.first_writes ? "read after write" : "write after read";
}

/// The same two instructions in the other order.
RaceKey mirror_of(const RaceKey& key) {
  if (key.is_between_blocks) return key;  // There is no order.
  return {key.is_global,     false,           key.second_place, key.first_place,
          key.second_writes, key.first_writes};
}

const char* kind_of(const decode::Instruction& instruction, bool writes) {
  const bool is_atomic = instruction.opcode == decode::Opcode::Atomic ||
                         instruction.opcode == decode::Opcode::Reduction;
  return is_atomic ? "atomic" : writes ? "write" : "read";
}

struct Side {
  const exec::Launch& launch;
  const Places& places;
  uint32_t place, thread;
  uint64_t block;
  bool writes;

  const decode::Instruction& instruction() const {
    const auto [function, index] = places.at(place);
    return launch.program->functions[function].instructions[index];
  }
  void tell(ReportText& text, bool with_block) const {
    const auto [function, index] = places.at(place);
    text.indented(std::string(kind_of(instruction(), writes)) + " at " +
                  checks::place(*launch.program, function, index) + ", by thread " +
                  parenthesised(thread_index(launch, thread)) +
                  (with_block ? " in block " + parenthesised(block_index(launch, block)) : ""));
    text.inlined(*launch.program, function, index);
  }
  bool is_at_line_of(const Side& other) const {
    const auto [function, index] = places.at(place);
    const auto [other_function, other_index] = places.at(other.place);
    const auto& here = launch.program->functions[function].locations[index];
    const auto& there = launch.program->functions[other_function].locations[other_index];
    return here.known() && here.file == there.file && here.line == there.line;
  }
  bool is_atomic() const { return std::string_view(kind_of(instruction(), writes)) == "atomic"; }
};

std::string global_place(const exec::Launch& launch, uint64_t address) {
  if ((address & kSharedOfClusters) != 0) {
    const uint64_t offset = address & ((uint64_t{1} << kSharedBits) - 1);
    const uint64_t block = (address & ~kSharedOfClusters) >> kSharedBits;
    return "at offset " + std::to_string(offset) + " of the shared memory of block " +
           parenthesised(block_index(launch, block));
  }
  const memory::Allocation* allocation = launch.memory->find(address);
  if (allocation == nullptr) return "at " + hex(address);
  return "at byte " + std::to_string(address - allocation->address) + " of " +
         described(*allocation);
}

std::string advice(const RaceKey& key, const Race& race, const Side& first, const Side& second) {
  if (key.is_between_blocks && (race.address & kSharedOfClusters) != 0)
    return "let the blocks of the cluster meet between the two, with cluster.sync().";
  if (key.is_between_blocks) {
    if (first.is_atomic() && second.is_atomic()) {
      return "an atomic of its block only (atomicAdd_block) does not exclude other blocks: use the "
             "one of the whole device (atomicAdd).";
    }
    return "blocks run in any order. Let each element be written by one block, use atomics "
           "(atomicAdd), or start a second kernel where all must be done with the first part; "
           "where "
           "a flag, a lock or a counter tells other blocks that the data is there, call "
           "__threadfence() before it is set.";
  }
  if (key.is_global && (first.is_atomic() || second.is_atomic()))
    return "make both atomic, or put __syncthreads() between the two.";
  const std::string barrier =
      race.is_in_one_warp() ? "__syncwarp() or __syncthreads()" : "__syncthreads()";
  if (!first.is_at_line_of(second)) {
    return "put " + barrier +
           " between the two, or make both atomic: without it, either may come first.";
  }
  if (first.writes && second.writes) {
    return "let one thread write each element, or use an atomic; in a loop, put " + barrier +
           " at the end of each turn.";
  }
  return "read into a variable, call " + barrier +
         ", and write in a statement of its own, or make both atomic; in a loop, put the same "
         "barrier at the end of each turn.";
}

/// Two lines that race are told once, however often the compiler wrote them down.
Races by_line(const decode::Program& program, const Places& places, const Races& races) {
  SameLine same(program);
  auto line_of = [&](uint32_t place) {
    const auto [function, instruction] = places.at(place);
    return places.number(function, same.first(function, instruction));
  };
  Races result;
  for (const auto& [key, race] : races) {
    RaceKey line = key;
    line.first_place = line_of(key.first_place);
    line.second_place = line_of(key.second_place);
    result[line].add(race);
  }
  return result;
}

}  // namespace

std::vector<Finding> shadow_findings(const GlobalShadow& shadow) {
  std::string what;
  if (shadow.is_full()) what = "the kernel accesses more global memory than can be watched";
  if (shadow.has_more_races()) what = "the kernel races at more locations than are counted";
  if (what.empty()) return {};
  ReportText text;
  text.line("Racecheck is incomplete: " + what);
  text.indented("What to do: run the program with less data to be sure.");
  return {{"racecheck", "Racecheck is incomplete", text.take(), {}, true}};
}

std::vector<Finding> race_findings(const exec::Launch& launch, const Races& races_of_instructions) {
  const Places places(*launch.program);
  const Races races = by_line(*launch.program, places, races_of_instructions);
  std::vector<Finding> findings;
  for (const auto& [key, race] : races) {
    // Two lines that race in both orders are told once.
    const auto mirrored = races.find(mirror_of(key));
    const bool is_mirrored = mirrored != races.end() && mirrored->first != key;
    if (is_mirrored && mirrored->first < key) continue;
    const Side first{launch,     places,          key.first_place, race.first_thread,
                     race.block, key.first_writes};
    const Side second{
        launch, places, key.second_place, race.second_thread, race.second_block, key.second_writes};
    ReportText text;
    const bool is_shared = !key.is_global || (race.address & kSharedOfClusters) != 0;
    text.line(std::string("Race on ") + (is_shared ? "__shared__" : "__global__") + " memory: " +
              hazard(key) + ", " + count(race.times, key.is_global ? "location" : "time") +
              (is_mirrored ? std::string("; ") + hazard(mirrored->first) + ", " +
                                 count(mirrored->second.times, key.is_global ? "location" : "time")
                           : ""));
    first.tell(text, key.is_between_blocks);
    second.tell(text, key.is_between_blocks);
    const std::string in_block = "in block " + parenthesised(block_index(launch, race.block));
    if (key.is_between_blocks) {
      text.indented("in different blocks, " + global_place(launch, race.address));
    } else if (key.is_global) {
      text.indented(in_block + ", " + global_place(launch, race.address));
    } else {
      text.indented(in_block + ", at offset " + std::to_string(race.address) +
                    " of its shared memory");
    }
    text.indented("What to do: " + advice(key, race, first, second));
    const auto [function, index] = places.at(key.first_place);
    const auto [other_function, other_index] = places.at(key.second_place);
    findings.push_back({"racecheck",
                        "Race between " + place(*launch.program, function, index) + " and " +
                            place(*launch.program, other_function, other_index),
                        text.take(),
                        {{function, index}, {other_function, other_index}}});
  }
  return findings;
}

}  // namespace gtl::checks
