// Observing, adding up and writing out.
#include "counters/counters.h"

#include "counters/json_lines.h"
#include "doctest/doctest.h"
#include "warp.h"

using gtl::counters::CounterObserver;
using gtl::counters::json_line;
using gtl::counters::LaunchCounters;
using gtl::exec::AccessKind;
using gtl::exec::AtomicKind;
using gtl::exec::MemoryEvent;
using gtl::memory::Space;
using gtl::tests::kAllLanes;
using gtl::tests::warp;
using gtl::tests::WarpAddresses;

namespace {

/// A kernel of four instructions, on lines 10, 11, 11 and nowhere.
gtl::decode::Program program() {
  gtl::decode::Function kernel;
  kernel.name = "_Z4copyPf";
  kernel.is_kernel = true;
  kernel.instructions.resize(4);
  kernel.locations = {{"copy.cu", 10}, {"copy.cu", 11}, {"copy.cu", 11}, {"", 0}};
  gtl::decode::Program result;
  result.functions = {gtl::decode::Function{}, kernel};
  return result;
}

MemoryEvent access(uint32_t instruction, Space space, AccessKind kind, const WarpAddresses& address,
                   uint32_t mask = kAllLanes) {
  MemoryEvent event{};
  event.space = space;
  event.kind = kind;
  event.bytes = event.element_bytes = 4;
  event.mask = mask;
  event.warp_mask = kAllLanes;
  event.address = address.data();
  event.function = 1;
  event.instruction = instruction;
  return event;
}

const WarpAddresses kRow = warp([](uint64_t lane) { return 1024 + 4 * lane; });
const WarpAddresses kColumn = warp([](uint64_t lane) { return 128 * lane; });

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("accesses_are_charged_to_their_instruction") {
  const gtl::decode::Program copy = program();
  CounterObserver observer(copy);
  observer.memory(access(0, Space::Global, AccessKind::Load, kRow));
  observer.memory(access(0, Space::Global, AccessKind::Load, kColumn));
  observer.memory(access(1, Space::Shared, AccessKind::Store, kColumn));
  CHECK(observer.accesses().at(1, 0).global_requests == 2);
  CHECK(observer.accesses().at(1, 0).global_sectors == 4 + 32);
  CHECK(observer.accesses().at(1, 0).global_bytes_used == 256);
  CHECK(observer.accesses().at(1, 1).shared_instructions == 1);
  CHECK(observer.accesses().at(1, 1).shared_wavefronts == 32);
  CHECK(observer.accesses().at(1, 1).shared_conflicts == 31);
  CHECK_FALSE(observer.accesses().at(1, 2).any());
}

TEST_CASE("accesses_to_another_blocks_shared_memory_cost_what_an_h200_counts") {
  // One warp, words in a row and in a column: the same for both.
  const gtl::decode::Program copy = program();
  auto wavefronts = [&](AccessKind kind, AtomicKind atomic, const WarpAddresses& address) {
    CounterObserver observer(copy);
    MemoryEvent event = access(0, Space::Shared, kind, address);
    event.atomic = atomic;
    event.shared_block = event.block + 1;
    observer.memory(event);
    CHECK(observer.accesses().at(1, 0).shared_instructions == 0);
    CHECK(observer.accesses().at(1, 0).shared_conflicts == 0);
    return observer.accesses().at(1, 0).shared_wavefronts;
  };
  for (const WarpAddresses& address : {kRow, kColumn}) {
    CHECK(wavefronts(AccessKind::Load, AtomicKind::None, address) == 0);
    CHECK(wavefronts(AccessKind::Store, AtomicKind::None, address) == 0);
    CHECK(wavefronts(AccessKind::Atomic, AtomicKind::Integer, address) == 1);
    CHECK(wavefronts(AccessKind::Reduction, AtomicKind::Integer, address) == 1);
    CHECK(wavefronts(AccessKind::Atomic, AtomicKind::CompareAndSwap, address) == 2);
  }
}

TEST_CASE(
    "an_instruction_without_active_lanes_makes_no_global_request_but_counts_as_a_shared_"
    "instruction") {
  const gtl::decode::Program copy = program();
  CounterObserver observer(copy);
  observer.memory(access(0, Space::Global, AccessKind::Load, kRow, 0));
  observer.memory(access(1, Space::Shared, AccessKind::Load, kRow, 0));
  CHECK(observer.accesses().at(1, 0).global_requests == 0);
  CHECK(observer.accesses().at(1, 1).shared_instructions == 1);
  CHECK(observer.accesses().at(1, 1).shared_wavefronts == 0);
}

TEST_CASE("reductions_in_shared_memory_count_as_atomics_and_loops_with_their_rounds") {
  const gtl::decode::Program copy = program();
  CounterObserver observer(copy);
  MemoryEvent integer = access(0, Space::Shared, AccessKind::Reduction, kColumn);
  integer.atomic = gtl::exec::AtomicKind::Integer;
  MemoryEvent real = access(1, Space::Shared, AccessKind::Atomic, kRow);
  real.atomic = gtl::exec::AtomicKind::FloatingPoint;
  real.is_addition = true;
  MemoryEvent maximum = access(2, Space::Shared, AccessKind::Atomic, kRow);
  maximum.atomic = gtl::exec::AtomicKind::FloatingPoint;
  observer.memory(integer);
  observer.memory(real);
  observer.memory(maximum);
  LaunchCounters sum(copy);
  sum.add(observer);
  const std::string line = json_line({0, "f", "f", {}, {}}, sum);
  CHECK(contains(line, R"("smsp__inst_executed_op_shared_atom.sum":2,)"));
  CHECK(contains(line, R"("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum":34,)"));
  CHECK(contains(line, R"("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum":1,)"));
  CHECK(contains(line, R"("emulator__inst_executed_op_shared_atom_as_loop.sum":2,)"));
  CHECK(contains(line, R"("emulator__inst_executed_op_atom_uncounted.sum":1,)"));
}

TEST_CASE("workers_add_up_and_the_line_is_written_with_the_names_of_nsight_compute") {
  const gtl::decode::Program copy = program();
  CounterObserver first(copy), second(copy);
  first.memory(access(0, Space::Global, AccessKind::Load, kRow));
  second.memory(access(0, Space::Global, AccessKind::Load, kRow));
  second.memory(access(2, Space::Global, AccessKind::Store, kColumn, 0xF));
  LaunchCounters sum(copy);
  sum.add(first);
  sum.add(second);
  sum.add({{}, {{2, 64}, {0, 0}, {1, 4}, {3, 96}}});

  const std::string line = json_line({7, "copy(float*)", "_Z4copyPf", {2, 1, 1}, {32, 1, 1}}, sum);
  CHECK(contains(
      line,
      R"j({"launch":7,"kernel":"copy(float*)","mangled":"_Z4copyPf","grid":[2,1,1],"block":[32,1,1],"metrics":{)j"));
  const size_t lines = line.find(R"("lines":[)");
  REQUIRE(lines != std::string::npos);
  const std::string kernel = line.substr(0, lines);
  CHECK(contains(kernel, R"("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":2,)"));
  CHECK(contains(kernel, R"("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":8,)"));
  CHECK(contains(kernel, R"("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum":4,)"));
  CHECK(contains(kernel, R"("l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum":0,)"));
  CHECK(contains(kernel, R"("emulator__bytes_used_global_op_ld.sum":256,)"));
  CHECK(contains(kernel, R"("emulator__inst_executed.sum":6,)"));
  CHECK(contains(kernel, R"("emulator__thread_inst_executed.sum":164,)"));
  CHECK(contains(kernel, R"("emulator__thread_inst_executed_per_inst_executed.ratio":27.3333)"));
  CHECK(
      line.substr(lines) ==
      R"("lines":[{"file":"copy.cu","line":10,"metrics":{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":2,)"
      R"("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":8,"emulator__bytes_used_global_op_ld.sum":256,)"
      R"("emulator__inst_executed.sum":2,"emulator__thread_inst_executed.sum":64,)"
      R"("emulator__thread_inst_executed_per_inst_executed.ratio":32}},)"
      R"({"file":"copy.cu","line":11,"metrics":{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum":1,)"
      R"("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum":4,"emulator__bytes_used_global_op_st.sum":16,)"
      R"("emulator__inst_executed.sum":1,"emulator__thread_inst_executed.sum":4,)"
      R"("emulator__thread_inst_executed_per_inst_executed.ratio":4}}]})");
}

TEST_CASE("names_are_escaped_as_json_demands") {
  const gtl::decode::Program copy = program();
  const std::string line = json_line({0, "say<\"a\\b\">(\n)", "x", {}, {}}, LaunchCounters(copy));
  CHECK(contains(line, R"j("kernel":"say<\"a\\b\">(\u000a)")j"));
}

TEST_CASE("one_word_of_local_memory_is_four_sectors_a_warp") {
  const gtl::decode::Program copy = program();
  CounterObserver observer(copy);
  const WarpAddresses same_offset = warp([](uint64_t) { return 8; });
  observer.memory(access(0, Space::Local, AccessKind::Load, same_offset));
  LaunchCounters sum(copy);
  sum.add(observer);
  const std::string line = json_line({0, "f", "f", {}, {}}, sum);
  CHECK(contains(line, R"("l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum":1,)"));
  CHECK(contains(line, R"("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum":4,)"));
}
