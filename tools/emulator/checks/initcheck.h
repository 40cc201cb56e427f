// initcheck: finds reads of global and shared memory that nobody has written. Managed and pinned
// memory and module variables count as written: the host may have.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "checks/handed_on.h"
#include "checks/init_shadow.h"
#include "checks/report_text.h"
#include "decode/program.h"
#include "exec/launch.h"
#include "exec/observer.h"

namespace gtl::checks {

struct UnwrittenReadKey {
  uint32_t function, instruction;
  memory::Space space;
  friend auto operator<=>(const UnwrittenReadKey&, const UnwrittenReadKey&) = default;
};

/// How many lanes read so, and the first: the lowest block's, whichever worker ran it.
struct UnwrittenRead {
  uint64_t times = 0;
  uint64_t block = 0;
  uint32_t thread = 0;
  uint64_t address = 0;  ///< Shared: the offset.
  uint32_t bytes = 0;

  void add(const UnwrittenRead& other);
};

using UnwrittenReads = std::map<UnwrittenReadKey, UnwrittenRead>;

/// Adds what another worker found.
void merge(UnwrittenReads& reads, const UnwrittenReads& others);

class Initcheck final : public exec::Observer {
 public:
  /// Both must outlive it.
  Initcheck(const exec::Launch& launch, InitShadow& shadow);

  void block_begins(uint64_t block) override;
  void block_ends(uint64_t block) override;
  void memory(const exec::MemoryEvent& event) override;

  const UnwrittenReads& reads() const { return reads_; }

 private:
  void global(const exec::MemoryEvent& event);
  void shared(const exec::MemoryEvent& event);
  void access(const exec::MemoryEvent& event, uint32_t lane, WrittenBytes& written,
              uint64_t offset);
  /// Whether a lane reads bytes that nobody has written, other than padding that a wide load takes
  /// along.
  bool reads_unwritten(const WrittenBytes& written, uint64_t offset, const exec::MemoryEvent& event,
                       uint32_t lane);
  bool may_be_padding(const exec::MemoryEvent& event, uint32_t lane, uint32_t missing,
                      uint32_t used) const;
  void hand_on(const exec::MemoryEvent& store);

  const decode::Program& program_;
  uint64_t shared_bytes_;
  InitShadow& shadow_;
  InitShadow::Place last_;
  UnwrittenReads reads_;
  /// By function, load and bytes that are missing: decode::looks_at.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> looked_at_;
  HandedOn handed_on_;
  std::unordered_map<uint64_t, std::unique_ptr<WrittenBytes>> blocks_;
  std::vector<std::unique_ptr<WrittenBytes>> spare_;
  /// Whose shared memory was accessed last, and what is known of it.
  uint64_t last_block_ = ~uint64_t{0};
  WrittenBytes* last_shared_ = nullptr;
};

/// A call copies memory to the host of which some was never written. `caller`: who called; may be
/// empty.
Finding copy_finding(const memory::Memory& memory, const std::string& call,
                     const std::string& caller, const Unwritten& unwritten);

/// What the reader is told of all such reads of a launch.
std::vector<Finding> unwritten_findings(const exec::Launch& launch, const UnwrittenReads& reads);

}  // namespace gtl::checks
