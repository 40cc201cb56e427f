#include "checks/initcheck.h"

#include <algorithm>
#include <bit>

#include "checks/lane_mask.h"
#include "checks/report_text.h"
#include "checks/same_line.h"
#include "decode/looked_at.h"

namespace gtl::checks {
namespace {

bool is_read(exec::AccessKind kind) { return kind != exec::AccessKind::Store; }
bool stores(exec::AccessKind kind) { return kind != exec::AccessKind::Load; }

/// Takes an access in one step when there is nothing to report; false: look at the lanes one by
/// one. The memory that `written` is of starts at `start`.
bool is_well(const exec::MemoryEvent& event, WrittenBytes& written, uint64_t start) {
  uint64_t low = ~uint64_t{0}, high = 0;  // Of the lanes' first bytes.
  if (event.is_contiguous) {
    low = event.address[0];
    high = event.address[31];
  } else {
    for_each_lane(event.mask, [&](uint32_t lane) {
      low = std::min(low, event.address[lane]);
      high = std::max(high, event.address[lane]);
    });
  }
  const uint64_t offset = low - start, size = high - low + event.bytes;
  if (low < start || offset > written.size() || size > written.size() - offset) return false;
  // Over a wider range the lanes are quicker looked at than all that lies between them.
  constexpr uint64_t kMostBytes = 32 * 64;
  if (written.is_whole() || (size <= kMostBytes && written.all(offset, size))) return true;
  if (!event.is_contiguous || is_read(event.kind)) return false;
  written.mark(offset, size);
  return true;
}

bool is_in_library(const std::string& path) {
  return path.find("/include/") != std::string::npos &&
         (path.find("/cub/") != std::string::npos || path.find("/thrust/") != std::string::npos);
}

/// Whether CUB or Thrust reads, or what they call: a comparison. CUB's merge loads an element ahead
/// from its own shared memory, whose value it does not use when there is none left.
bool is_library_s_own(const exec::Launch& launch, const UnwrittenReadKey& key) {
  const decode::Program& program = *launch.program;
  const decode::Function& function = program.functions[key.function];
  int32_t line = key.instruction < function.inline_stacks.size()
                     ? function.inline_stacks[key.instruction]
                     : -1;
  if (line < 0)  // Without -lineinfo, the kernel tells.
    return function.name.starts_with("_ZN3cub") || function.name.starts_with("_ZN6thrust");
  for (; line >= 0 && size_t(line) < program.lines.size();
       line = program.lines[size_t(line)].inlined_at) {
    const uint32_t file = program.lines[size_t(line)].file;
    if (file < program.files.size() && is_in_library(program.files[file])) return true;
  }
  return false;
}

/// What one line reads of one allocation is told once, however often the compiler wrote it down.
std::vector<std::pair<UnwrittenReadKey, UnwrittenRead>> by_line(const exec::Launch& launch,
                                                                const UnwrittenReads& reads) {
  SameLine same(*launch.program);
  std::vector<std::pair<UnwrittenReadKey, UnwrittenRead>> result;
  std::map<std::pair<UnwrittenReadKey, uint64_t>, size_t> known;
  for (const auto& [key, read] : reads) {
    UnwrittenReadKey line = key;
    line.instruction = same.first(key.function, key.instruction);
    const memory::Allocation* allocation =
        key.space == memory::Space::Shared ? nullptr : launch.memory->find(read.address);
    const uint64_t start = allocation == nullptr ? 0 : allocation->address;
    const auto [found, is_new] = known.try_emplace({line, start}, result.size());
    if (is_new) result.emplace_back(line, UnwrittenRead{});
    result[found->second].second.add(read);
  }
  return result;
}

std::string where(const exec::Launch& launch, const UnwrittenReadKey& key,
                  const UnwrittenRead& read) {
  if (key.space == memory::Space::Shared)
    return "offset " + std::to_string(read.address) + " of shared memory";
  const memory::Allocation* allocation = launch.memory->find(read.address);
  if (allocation == nullptr) return hex(read.address);
  return "byte " + std::to_string(read.address - allocation->address) + " of " +
         described(*allocation);
}

}  // namespace

Initcheck::Initcheck(const exec::Launch& launch, InitShadow& shadow)
    : program_(*launch.program),
      shared_bytes_(uint64_t{launch.program->functions[launch.kernel].static_shared_bytes} +
                    launch.dynamic_shared_bytes),
      shadow_(shadow),
      handed_on_(program_) {}

void Initcheck::block_begins(uint64_t block) {
  std::unique_ptr<WrittenBytes> written;
  if (spare_.empty()) {
    written = std::make_unique<WrittenBytes>(shared_bytes_);
  } else {
    written = std::move(spare_.back());
    spare_.pop_back();
    written->clear();
  }
  blocks_[block] = std::move(written);
}

void Initcheck::block_ends(uint64_t block) {
  auto found = blocks_.find(block);
  spare_.push_back(std::move(found->second));
  blocks_.erase(found);
  last_block_ = ~uint64_t{0};
  handed_on_.block_ends(block);
}

void Initcheck::memory(const exec::MemoryEvent& event) {
  if (event.mask == 0 || event.origin == exec::AccessOrigin::CopyIssue) return;
  const bool hands_on = !handed_on_.is_empty() && event.origin == exec::AccessOrigin::Instruction;
  if (hands_on && event.kind == exec::AccessKind::Load) handed_on_.begin_load(event);
  if (event.space == memory::Space::Global) global(event);
  if (event.space == memory::Space::Shared) shared(event);
  if (hands_on && event.kind == exec::AccessKind::Store) hand_on(event);
}

/// What a copy stores of bytes that nobody has written stays so.
void Initcheck::hand_on(const exec::MemoryEvent& store) {
  const bool is_shared = store.space == memory::Space::Shared;
  if (!is_shared && store.space != memory::Space::Global) return;
  for_each_lane(store.mask, [&](uint32_t lane) {
    const uint32_t unwritten = handed_on_.unwritten(store, lane);
    if (unwritten == 0) return;
    const uint64_t address = store.address[lane];
    InitShadow::Place place{0, nullptr};
    if (is_shared) place.bytes = blocks_.at(store.shared_block).get();
    if (!is_shared) place = shadow_.find(address);
    if (!place.contains(address) || store.bytes > place.bytes->size() - (address - place.address))
      return;
    for (uint32_t byte = 0; byte < store.bytes; ++byte) {
      if ((unwritten >> byte & 1) != 0) place.bytes->unmark(address - place.address + byte, 1);
    }
  });
}

void Initcheck::global(const exec::MemoryEvent& event) {
  const uint64_t first = event.address[std::countr_zero(event.mask)];
  if (!last_.contains(first)) last_ = shadow_.find(first);
  if (last_.bytes == nullptr ? event.is_contiguous : is_well(event, *last_.bytes, last_.address))
    return;
  for_each_lane(event.mask, [&](uint32_t lane) {
    const uint64_t address = event.address[lane];
    if (!last_.contains(address)) last_ = shadow_.find(address);
    if (last_.bytes != nullptr) access(event, lane, *last_.bytes, address - last_.address);
  });
}

void Initcheck::shared(const exec::MemoryEvent& event) {
  if (event.shared_block != last_block_) {
    last_shared_ = blocks_.at(event.shared_block).get();
    last_block_ = event.shared_block;
  }
  WrittenBytes& written = *last_shared_;
  if (is_well(event, written, 0)) return;
  for_each_lane(event.mask, [&](uint32_t lane) {
    const uint64_t offset = event.address[lane];
    if (offset < written.size()) access(event, lane, written, offset);
  });
}

/// Whether the bytes that are missing lie where a compiler reads padding: in a part of an element;
/// in elements of one or two bytes, which are what it copies the end of a struct with; in the last
/// elements of a vector. And an access of which all is missing may go on where padding was read.
/// `used` are the bytes that may be other than padding.
bool Initcheck::may_be_padding(const exec::MemoryEvent& event, uint32_t lane, uint32_t missing,
                               uint32_t used) const {
  const uint32_t size = event.element_bytes, element = size >= 32 ? ~0u : (1u << size) - 1;
  if (event.bytes > size && size <= 2) return true;
  bool is_end = true;
  for (uint32_t at = event.bytes; at != 0; at -= size) {
    const uint32_t asked = used & element << (at - size);
    if (asked == 0) continue;
    const bool is_missing = (asked & ~missing) == 0;
    if (is_missing && !is_end) return false;
    is_end = is_missing;
  }
  return !is_end || handed_on_.continues_padding(event, lane);
}

bool Initcheck::reads_unwritten(const WrittenBytes& written, uint64_t offset,
                                const exec::MemoryEvent& event, uint32_t lane) {
  if (written.all(offset, event.bytes)) return false;
  if (event.kind != exec::AccessKind::Load || event.origin != exec::AccessOrigin::Instruction)
    return true;
  uint32_t missing = 0;
  for (uint32_t byte = 0; byte < event.bytes; ++byte)
    missing |= uint32_t{!written.all(offset + byte, 1)} << byte;
  const decode::Function& function = program_.functions[event.function];
  // The compiler says which bytes between members are padding, but for loads in inline assembly, as
  // CUB's are. It does not say so of those behind the last member.
  const auto marked = function.used_bytes.find(event.instruction);
  const uint32_t used = marked != function.used_bytes.end() ? marked->second : ~0u;
  if ((missing & used) != 0) {
    if (!may_be_padding(event, lane, missing, used)) return true;
    const auto [known, is_new] =
        looked_at_.try_emplace({event.function, event.instruction, missing & used});
    if (is_new) known->second = decode::looks_at(function, event.instruction, missing & used);
    if (known->second) return true;
  }
  handed_on_.load_unwritten(event, lane, missing);
  return false;
}

void Initcheck::access(const exec::MemoryEvent& event, uint32_t lane, WrittenBytes& written,
                       uint64_t offset) {
  if (event.bytes > written.size() - offset) return;
  if (is_read(event.kind) && reads_unwritten(written, offset, event, lane)) {
    reads_[{event.function, event.instruction, event.space}].add(
        {1, event.block, event.warp * 32 + lane, event.address[lane], event.bytes});
  }
  if (stores(event.kind)) written.mark(offset, event.bytes);
}

void UnwrittenRead::add(const UnwrittenRead& other) {
  const uint64_t sum = times + other.times;
  if (times == 0 || other.block < block) *this = other;
  times = sum;
}

void merge(UnwrittenReads& reads, const UnwrittenReads& others) {
  for (const auto& [key, other] : others) reads[key].add(other);
}

Finding copy_finding(const memory::Memory& memory, const std::string& call,
                     const std::string& caller, const Unwritten& unwritten) {
  const memory::Allocation* allocation = memory.find(unwritten.first);
  const std::string what = "Uninitialized __global__ memory copied to the host by " + call;
  ReportText text;
  text.line(what + ": " + std::to_string(unwritten.bytes) + " of " +
            count(unwritten.looked_at, "byte"));
  if (!caller.empty()) text.indented("called by " + caller);
  if (allocation != nullptr) {
    text.indented("from byte " + std::to_string(unwritten.first - allocation->address) + " of " +
                  described(*allocation) + " on");
  }
  text.indented(
      unwritten.is_all()
          ? "What to do: let a kernel, cudaMemcpy or cudaMemset write the memory before it is "
            "copied."
          : "What to do: see whether the grid reaches every element, or copy only what was "
            "written; a warning, since the host may leave the rest alone.");
  return {"initcheck",
          what + (caller.empty() ? "" : " in " + caller.substr(0, caller.find(" ("))),
          text.take(),
          {},
          !unwritten.is_all(),
          true};
}

std::vector<Finding> unwritten_findings(const exec::Launch& launch, const UnwrittenReads& reads) {
  std::vector<Finding> findings;
  for (const auto& [key, read] : by_line(launch, reads)) {
    const bool is_shared = key.space == memory::Space::Shared;
    if (is_shared && is_library_s_own(launch, key)) continue;
    const std::string at = place(*launch.program, key.function, key.instruction);
    ReportText text;
    text.line(std::string("Uninitialized ") + (is_shared ? "__shared__" : "__global__") +
              " memory read of size " + count(read.bytes, "byte") + ", " +
              count(read.times, "time"));
    text.indented("at " + at);
    text.inlined(*launch.program, key.function, key.instruction);
    text.indented("first by thread " + parenthesised(thread_index(launch, read.thread)) +
                  " in block " + parenthesised(block_index(launch, read.block)));
    text.indented("of " + where(launch, key, read));
    text.indented(is_shared ? "What to do: write every element of the __shared__ array before it "
                              "is read; it starts with whatever the last block left."
                            : "What to do: set the memory before the launch, with cudaMemcpy, "
                              "cudaMemset or another kernel; cudaMalloc leaves what was there.");
    findings.push_back({"initcheck",
                        "Uninitialized read at " + at,
                        text.take(),
                        {{key.function, key.instruction}}});
  }
  return findings;
}

}  // namespace gtl::checks
