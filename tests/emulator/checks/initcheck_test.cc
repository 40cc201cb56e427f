#include "checks/initcheck.h"

#include "doctest/doctest.h"
#include "kernel_launch.h"

using namespace gtl;
using checks::Initcheck;
using checks::InitShadow;
using exec::AccessKind;

namespace {

constexpr uint32_t kAll = ~0u;

/// One block of 32 threads with 256 bytes of shared memory, and one allocation of 1024 bytes.
struct Scene : test::KernelLaunch {
  Scene() : KernelLaunch({32, 1, 1}) {
    program.functions[0].static_shared_bytes = 256;
    data = memory.allocate(1024, 256, memory::Kind::Device).value();
    shadow.track(data, 1024);
    initcheck = std::make_unique<Initcheck>(launch, shadow);
    initcheck->block_begins(0);
  }

  void access(memory::Space space, AccessKind kind, uint64_t first, uint32_t stride,
              uint32_t bytes = 4, uint32_t mask = kAll, uint32_t line = 5) {
    for (uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = first + uint64_t{lane} * stride;
    exec::MemoryEvent event{};
    event.space = space;
    event.kind = kind;
    event.bytes = event.element_bytes = bytes;
    event.mask = mask;
    event.address = addresses;
    event.instruction = line;
    initcheck->memory(event);
  }
  void global(AccessKind kind, uint64_t offset, uint32_t stride, uint32_t bytes = 4,
              uint32_t mask = kAll, uint32_t line = 5) {
    access(memory::Space::Global, kind, data + offset, stride, bytes, mask, line);
  }
  void shared(AccessKind kind, uint64_t offset, uint32_t stride, uint32_t mask = kAll) {
    access(memory::Space::Shared, kind, offset, stride, 4, mask);
  }
  uint64_t times() const {
    uint64_t sum = 0;
    for (const auto& [key, read] : initcheck->reads()) sum += read.times;
    return sum;
  }

  std::string report() const {
    return test::text_of(unwritten_findings(launch, initcheck->reads()));
  }

  uint64_t addresses[32] = {};
  InitShadow shadow;
  uint64_t data = 0;
  std::unique_ptr<Initcheck> initcheck;
};

}  // namespace

TEST_CASE("fresh_memory_is_unwritten") {
  Scene scene;
  scene.global(AccessKind::Load, 0, 4);
  CHECK(scene.times() == 32);
  const std::string report = scene.report();
  CHECK(report.starts_with(
      "========= Uninitialized __global__ memory read of size 4 bytes, 32 times\n"));
  CHECK(report.find("at kernel in kernel.cu:5") != std::string::npos);
  CHECK(report.find("thread (0,0,0) in block (0,0,0)") != std::string::npos);
  CHECK(report.find("byte 0 of allocation #1 (cudaMalloc), 1024 bytes") != std::string::npos);
}

TEST_CASE("what_the_host_or_a_kernel_wrote_may_be_read") {
  Scene scene;
  scene.shadow.host_writes(scene.data, 64);
  scene.global(AccessKind::Store, 64, 4, 4, 0xFFFF);  // Bytes 64 to 127.
  scene.global(AccessKind::Load, 0, 4);               // Bytes 0 to 127.
  CHECK(scene.times() == 0);
  scene.global(AccessKind::Load, 4, 4);  // Its last lane reads bytes 128 to 131.
  CHECK(scene.times() == 1);
}

TEST_CASE("a_half_written_word_is_unwritten") {
  Scene scene;
  scene.global(AccessKind::Store, 0, 4, 2);
  scene.global(AccessKind::Load, 0, 4, 4, 1);
  CHECK(scene.times() == 1);
}

TEST_CASE("bytes_that_nobody_looks_at_may_be_unwritten") {
  Scene scene;
  scene.program.functions[0].used_bytes[5] = 0xF1;       // struct { char a; int b; }
  scene.global(AccessKind::Store, 0, 8, 1);              // a
  scene.global(AccessKind::Store, 4, 8, 4, 0x7FFFFFFF);  // b, but for the last one's
  scene.global(AccessKind::Load, 0, 8, 8);
  CHECK(scene.times() == 1);
  scene.shared(AccessKind::Load, 0, 4);  // Its bytes 1 to 3 do not matter, byte 0 does.
  CHECK(scene.times() == 33);
}

TEST_CASE("a_word_that_nobody_looks_at_may_be_unwritten_in_part") {
  Scene scene;
  decode::Instruction& load = scene.program.functions[0].instructions[5];
  load.opcode = decode::Opcode::Load;
  load.type = decode::Type::U64;
  load.operands[0] = decode::Operand::at(decode::Operand::Frame, 256);  // Nothing reads it.
  scene.program.functions[0].vector_operands = {load.operands[0]};
  scene.global(AccessKind::Store, 0, 8, 1);
  scene.global(AccessKind::Load, 0, 8, 8);
  CHECK(scene.times() == 0);
  scene.global(AccessKind::Load, 256, 8, 8);  // Nothing of these was written.
  CHECK(scene.times() == 32);
}

TEST_CASE("an_atomic_reads_too_and_leaves_the_memory_written") {
  Scene scene;
  scene.global(AccessKind::Atomic, 0, 0, 4, 1);
  CHECK(scene.times() == 1);
  scene.global(AccessKind::Load, 0, 0, 4, 1);
  CHECK(scene.times() == 1);
}

TEST_CASE("a_copy_carries_over_what_is_known") {
  Scene scene;
  const uint64_t other = scene.memory.allocate(128, 256, memory::Kind::Device).value();
  scene.shadow.track(other, 128);
  scene.shadow.host_writes(other, 64);
  scene.shadow.host_copies(scene.data, other, 128);
  scene.global(AccessKind::Load, 0, 4);
  CHECK(scene.times() == 16);
}

TEST_CASE("memory_that_is_not_tracked_counts_as_written") {
  Scene scene;
  scene.shadow.forget(scene.data);
  scene.global(AccessKind::Load, 0, 4);
  CHECK(scene.times() == 0);
}

TEST_CASE("shared_memory_starts_unwritten_in_every_block") {
  Scene scene;
  scene.shared(AccessKind::Store, 0, 4);
  scene.shared(AccessKind::Load, 0, 4);
  CHECK(scene.times() == 0);
  scene.shared(AccessKind::Load, 128, 0, 1);
  CHECK(scene.times() == 1);
  scene.initcheck->block_ends(0);
  scene.initcheck->block_begins(0);
  scene.shared(AccessKind::Load, 0, 4);
  CHECK(scene.times() == 33);
  CHECK(scene.report().find("offset 128 of shared memory") != std::string::npos);
}

TEST_CASE("what_cub_reads_of_its_own_shared_memory_is_its_own_business") {
  Scene scene;
  scene.program.files = {"", "/usr/local/cuda/include/cub/block/block_merge_sort.cuh", "kernel.cu"};
  scene.program.lines = {{1, 90, 0, "", -1}, {2, 5, 0, "", -1}};
  scene.program.functions[0].inline_stacks.assign(10, 0);
  scene.shared(AccessKind::Load, 0, 0, 1);
  CHECK(scene.report().empty());
  scene.program.functions[0].inline_stacks.assign(10, 1);
  CHECK_FALSE(scene.report().empty());
  scene.program.lines[1].inlined_at = 0;  // The program's own comparison, called by CUB.
  CHECK(scene.report().empty());
  scene.program.functions[0].inline_stacks.assign(10, 0);
  scene.program.functions[0].inline_stacks.assign(10, -1);  // Without -lineinfo, the kernel's name.
  CHECK_FALSE(scene.report().empty());
  scene.program.functions[0].name = "_ZN3cub17CUB_300001_SM_9006detail10merge_sort";
  CHECK(scene.report().empty());
  scene.global(AccessKind::Load, 0, 0, 4, 1);  // What it reads of global memory is the program's.
  CHECK(scene.report().find("__global__") != std::string::npos);
}

TEST_CASE("a_line_that_the_compiler_unrolled_is_told_once") {
  Scene scene;
  auto& function = scene.program.functions[0];
  function.locations[6] = function.locations[5];
  scene.global(AccessKind::Load, 0, 4);
  scene.global(AccessKind::Load, 128, 4, 4, kAll, 6);
  const auto findings = unwritten_findings(scene.launch, scene.initcheck->reads());
  CHECK(findings.size() == 1);
  CHECK(scene.report().find("64 times") != std::string::npos);
  scene.shared(AccessKind::Load, 0, 4);  // Another mistake in the same line.
  CHECK(unwritten_findings(scene.launch, scene.initcheck->reads()).size() == 2);
}

TEST_CASE("of_what_the_host_copies_gaps_are_told_but_no_padding") {
  auto look = [](InitShadow& shadow, uint64_t size) {
    checks::Unwritten unwritten;
    shadow.look_at(0x1000, size, unwritten);
    return unwritten;
  };
  InitShadow shadow;
  shadow.track(0x1000, 2048);
  CHECK(look(shadow, 2048).is_all());
  for (uint64_t at = 0; at < 2048; at += 16) shadow.host_writes(0x1000 + at, 12);
  const checks::Unwritten padded = look(shadow, 2048);  // 128 structs with 4 bytes of padding
  CHECK(padded.bytes == 512);
  CHECK(!padded.is_telling());

  InitShadow array;
  array.track(0x1000, 2048);
  array.host_writes(0x1000, 1020);
  const checks::Unwritten last_missing = look(array, 1024);
  CHECK(last_missing.is_telling());
  CHECK(!last_missing.is_all());
  CHECK(last_missing.first == 0x1000 + 1020);
  // From byte 1008 on: one short gap in 16 bytes may be padding.
  checks::Unwritten short_copy;
  array.look_at(0x1000 + 1008, 16, short_copy);
  CHECK(short_copy.bytes == 4);
  CHECK(!short_copy.is_telling());
  const checks::Unwritten half = look(array, 2048);
  CHECK(half.is_telling());
  CHECK(half.bytes == 1028);
  CHECK(half.long_gaps == 1);
}
