#include "checks/fault_report.h"

#include "decode/program.h"
#include "doctest/doctest.h"

using namespace gtl;
using checks::fault_report;
using exec::Fault;
using exec::FaultKind;
using memory::Kind;

namespace {

/// A launch of add(float*, int), whose only instruction is at add.cu:12: 8x4 threads, 3x2 blocks.
struct Scene {
  Scene() {
    decode::Function function;
    function.name = "_Z3addPfi";
    function.is_kernel = true;
    function.instructions.resize(2);
    function.locations = {{"add.cu", 12}, {}};
    function.inline_stacks.resize(2);
    program.functions.push_back(function);
    launch.program = &program;
    launch.memory = &memory;
    launch.grid = {3, 2, 1};
    launch.block = {8, 4, 1};
    fault.bytes = 4;
    fault.lanes = 1;
    fault.kind = FaultKind::OutOfBounds;
  }

  uint64_t allocate(uint64_t bytes, Kind kind = Kind::Device, const char* label = "") {
    return memory.allocate(bytes, 256, kind, label).value();
  }
  std::string report(uint64_t address) {
    for (uint64_t& lane : fault.address) lane = address;
    return fault_report({launch, fault, [](uint64_t at) { return at == 0x7000'0000'0000; }});
  }

  memory::Memory memory;
  decode::Program program;
  exec::Launch launch;
  Fault fault;
};

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the_headline_says_space_access_and_size") {
  Scene scene;
  CHECK(scene.report(0).starts_with("========= Invalid __global__ read of size 4 bytes\n"));
  scene.fault.access = exec::AccessKind::Store;
  scene.fault.bytes = 1;
  CHECK(mentions(scene.report(0), "Invalid __global__ write of size 1 byte\n"));
  scene.fault.access = exec::AccessKind::Atomic;
  scene.fault.space = memory::Space::Shared;
  CHECK(mentions(scene.report(0), "Invalid __shared__ atomic of size 1 byte\n"));
}

TEST_CASE("place_thread_and_block_are_named") {
  Scene scene;
  scene.fault.block = 4;                 // (1,1,0) of 3x2 blocks
  scene.fault.lanes = 0b1100'0000'0000;  // Lane 10 is thread (2,1,0) of 8x4.
  const std::string text = scene.report(0);
  CHECK(mentions(text, "at add(float*, int) in add.cu:12\n"));
  CHECK(mentions(text, "by thread (2,1,0) in block (1,1,0)\n"));
  CHECK(mentions(text, "and by 1 more thread of its warp, at the same line\n"));
}

TEST_CASE("a_line_that_is_not_known_says_how_to_get_it") {
  Scene scene;
  scene.fault.instruction = 1;
  CHECK(mentions(scene.report(0), "add(float*, int) (compile with -lineinfo to see the line)"));
}

TEST_CASE("calls_are_listed_outwards") {
  Scene scene;
  scene.fault.call_stack = {{0, 0}};
  CHECK(mentions(scene.report(0), "called from add(float*, int) in add.cu:12\n"));
}

TEST_CASE("a_deep_recursion_shows_its_first_calls_and_its_last") {
  Scene scene;
  scene.fault.call_stack.assign(500, {0, 1});
  scene.fault.call_stack.back() = {0, 0};
  const std::string text = scene.report(0);
  CHECK(mentions(text, "… and 495 more calls …"));
  size_t calls = 0;
  for (size_t at = text.find("called from"); at != std::string::npos;
       at = text.find("called from", at + 1)) {
    ++calls;
  }
  CHECK(calls == 5);
  CHECK(text.rfind("called from add(float*, int) in add.cu:12") == text.rfind("called from"));
}

TEST_CASE("inlined_calls_are_listed_outwards") {
  Scene scene;
  decode::Function& function = scene.program.functions[0];
  scene.program.files = {"", "add.cu", "/usr/local/cuda/include/math.h"};
  // math.h:7 in sqrt, inlined at add.cu:12 in length, inlined at add.cu:30.
  scene.program.lines = {{1, 30, 0, "", -1}, {1, 12, 0, "_Z6lengthf", 0}, {2, 7, 0, "sqrt", 1}};
  function.inline_stacks[0] = 2;
  const std::string text = scene.report(0);
  CHECK(mentions(text,
                 "at add(float*, int) in add.cu:12\n"
                 "=========     in length(float), inlined at add.cu:30\n"));
  CHECK_FALSE(mentions(text, "sqrt"));
}

TEST_CASE("what_the_heap_tells_takes_the_place_of_the_allocation") {
  Scene scene;
  scene.fault.detail = "the address is 1 byte after a piece of 40 bytes";
  const std::string text = scene.report(0x2000);
  CHECK(mentions(text, "is 1 byte after a piece of 40 bytes"));
  CHECK_FALSE(mentions(text, "no allocation at all"));
}

TEST_CASE("the_distance_counts_as_compute_sanitizer_does") {
  Scene scene;
  const uint64_t address = scene.allocate(100);
  CHECK(mentions(scene.report(address + 100), "is 1 byte after the nearest allocation:"));
  CHECK(mentions(scene.report(address + 103), "is 4 bytes after the nearest allocation:"));
  CHECK(mentions(scene.report(address - 8), "is 8 bytes before the nearest allocation:"));
  CHECK(mentions(scene.report(address - 8), "index below zero"));
  CHECK(mentions(scene.report(address + 100), "allocation #1 (cudaMalloc), 100 bytes at 0x"));
}

TEST_CASE("an_address_belongs_to_what_it_is_behind_unless_it_is_far_nearer_to_the_next") {
  Scene scene;
  const uint64_t address = scene.allocate(4);
  const uint64_t variable = scene.allocate(4, Kind::ModuleVariable, "_ZZ4statPiE5calls");
  const uint64_t gap = variable - address - 4;
  // 608 bytes before the one, and at most eight times as far behind the other.
  const std::string past = scene.report(variable - 608);
  CHECK(mentions(past, "is " + std::to_string(gap - 608 + 1) + " bytes after the allocation"));
  CHECK(mentions(past, "allocation #1 (cudaMalloc), 4 bytes"));
  const std::string before = scene.report(variable - 4);
  CHECK(mentions(before, "is 4 bytes before the nearest allocation:"));
  CHECK(mentions(before, "variable stat(int*)::calls, 4 bytes"));
}

TEST_CASE("the_compilers_own_texts_are_nobodys_neighbours") {
  Scene scene;
  scene.allocate(64, Kind::ModuleConstant, "$str");
  const uint64_t address = scene.allocate(64);
  const uint64_t text = scene.allocate(64, Kind::ModuleConstant, "__unnamed_1");
  CHECK(mentions(scene.report(text - 4), "allocation #2 (cudaMalloc)"));
  CHECK(mentions(scene.report(address - 4), "4 bytes before the nearest allocation:"));
}

TEST_CASE("an_access_across_the_end_says_by_how_much") {
  Scene scene;
  const uint64_t address = scene.allocate(100);
  scene.fault.bytes = 16;
  const std::string text = scene.report(address + 96);
  CHECK(mentions(text, "begins inside allocation #1"));
  CHECK(mentions(text, "ends 12 bytes past its end"));
}

TEST_CASE("freed_null_and_host_addresses_are_told_apart") {
  Scene scene;
  const uint64_t address = scene.allocate(64, Kind::Device);
  scene.allocate(64);
  REQUIRE(scene.memory.release(address).ok());
  CHECK(mentions(scene.report(address + 60), "lies in memory that was freed:"));
  CHECK(mentions(scene.report(8), "the pointer is null"));
  CHECK(mentions(scene.report(0x7000'0000'0000), "this address belongs to the host"));
}

TEST_CASE("past_the_end_of_managed_memory_is_not_a_host_pointer") {
  Scene scene;
  const uint64_t address = scene.allocate(64, Kind::Managed);
  for (uint64_t& lane : scene.fault.address) lane = address + 64;
  const std::string text = fault_report({scene.launch, scene.fault, [](uint64_t) { return true; }});
  CHECK(mentions(text, "is 1 byte after the nearest allocation:"));
  CHECK(mentions(text, "allocation #1 (cudaMallocManaged), 64 bytes"));
}

TEST_CASE("a_variable_goes_by_its_name") {
  Scene scene;
  const uint64_t address = scene.allocate(16, Kind::ModuleVariable, "table");
  CHECK(mentions(scene.report(address + 16), "variable table, 16 bytes"));
}

TEST_CASE("shared_memory_is_told_by_offset_and_size") {
  Scene scene;
  scene.fault.space = memory::Space::Shared;
  scene.fault.space_size = 1024;
  CHECK(mentions(scene.report(1024),
                 "offset 1024 of shared memory, of which the block has 1024 bytes"));
  const std::string below = scene.report(0xFFFF'FFFC);  // s[-1]
  CHECK(mentions(below, "Access to offset -4 of shared memory"));
  CHECK(mentions(below, "look for an index below zero"));
}

TEST_CASE("misalignment_says_by_how_much_and_what_would_be_right") {
  Scene scene;
  scene.fault.kind = FaultKind::Misaligned;
  scene.fault.bytes = 16;
  const uint64_t address = scene.allocate(64);
  const std::string text = scene.report(address + 4);
  CHECK(mentions(text, "Misaligned __global__ read of size 16 bytes"));
  CHECK(mentions(text, "is 4 bytes past a multiple of 16"));
  CHECK(mentions(text, "multiple of 16; start vector accesses"));
}

TEST_CASE("a_failed_assert_is_cudas_own_text") {
  Scene scene;
  scene.fault.kind = FaultKind::Assert;
  scene.fault.detail = "a.cu:3: f(): block: [0,0,0], thread: [0,0,0] Assertion `x` failed.\n";
  CHECK(scene.report(0) == scene.fault.detail);
}

TEST_CASE("each_line_of_a_fault_s_detail_is_a_line_of_the_report") {
  Scene scene;
  scene.fault.kind = FaultKind::Deadlock;
  scene.fault.detail = "warp 0 waits\nwarp 1 waits\n";
  CHECK(mentions(scene.report(0),
                 "\n=========     warp 0 waits\n=========     warp 1 waits\n=========     What"));
}

TEST_CASE("a_deadlock_at_a_shuffle_is_about_masks") {
  Scene scene;
  scene.fault.kind = FaultKind::Deadlock;
  scene.fault.detail = "warp 0, lanes 0-15 wait at add.cu:12 for lanes 16-31\n";
  CHECK(mentions(scene.report(0), "the mask of the lanes that come to this line"));
  scene.fault.detail = "warp 0, lanes 0-15 wait at add.cu:12 for barrier 0\n";
  CHECK(mentions(scene.report(0), "must reach the same __syncthreads()"));
}

TEST_CASE("parameters_that_are_not_passed_are_no_text_to_print") {
  Scene scene;
  scene.fault.kind = FaultKind::MissingParameters;
  scene.fault.bytes = 0;
  CHECK(scene.report(0).starts_with("========= Missing kernel parameters\n"));
}
