// The heap behind malloc and free in device code.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "exec/launch.h"

namespace gtl::runtime {

/// Hands out pieces of one range of addresses, first fit. Not thread-safe by itself.
///
/// So that mistakes are found: there are unused bytes behind each piece, and a freed piece is not
/// handed out again before it must.
class DeviceHeap {
 public:
  struct Piece {
    uint64_t size = 0;    ///< As asked for.
    uint64_t number = 0;  ///< 1, 2, 3 … in the order of the calls.
  };

  /// The range to hand out; nothing may be allocated yet.
  void attach(uint64_t address, uint64_t bytes);
  bool is_attached() const { return !free_.empty() || !used_.empty() || !freed_.empty(); }

  /// A piece aligned to 16 bytes, or 0 when there is no room.
  uint64_t allocate(uint64_t bytes);
  /// False when `address` is not the start of a piece in use.
  bool release(uint64_t address);

  /// The piece in use that holds an address; of size 0 when none does.
  exec::HostServices::HeapPiece find(uint64_t address) const;
  /// What there is to say of an address that lies in no piece, or is not the start of one.
  std::string describe(uint64_t address) const;
  /// The pieces in use, by address.
  const std::map<uint64_t, Piece>& used() const { return used_; }

 private:
  uint64_t take(uint64_t room);
  void join(uint64_t address, uint64_t room);

  uint64_t begin_ = 0, end_ = 0, next_number_ = 1;
  std::map<uint64_t, uint64_t> free_;       ///< Address to room.
  std::map<uint64_t, Piece> used_, freed_;  ///< By address.
  std::deque<uint64_t> waiting_;            ///< Freed pieces, the oldest first.
};

}  // namespace gtl::runtime
