// The 64 bits of an mbarrier object in shared memory, and of the state that an arrival returns
// (PTX ISA 9.7.13.15: both are opaque, so the layout is the emulator's own).
//
//   bits 0–19   pending arrivals of the current phase
//   bits 20–39  arrivals that each phase expects
//   bits 40–61  tx-count: bytes that are still to come, in two's complement
//   bit 63      parity of the current phase
#pragma once

#include <cstdint>
#include <string>

namespace gtl::exec {

class Mbarrier {
 public:
  /// Of arrivals, and of bytes to come or come too early.
  static constexpr uint32_t kMaximalCount = (1u << 20) - 1;

  explicit Mbarrier(uint64_t bits) : bits_(bits) {}
  static Mbarrier expecting(uint32_t count) { return Mbarrier(uint64_t{count} << 20 | count); }

  uint64_t bits() const { return bits_; }
  uint32_t pending() const { return uint32_t(bits_ & kMaximalCount); }
  uint32_t expected() const { return uint32_t(bits_ >> 20 & kMaximalCount); }
  int32_t transactions() const { return int32_t(int64_t(bits_ << 2) >> 42); }
  uint32_t parity() const { return uint32_t(bits_ >> 63); }

  void set_pending(uint32_t count) { bits_ = (bits_ & ~uint64_t{kMaximalCount}) | count; }
  void set_expected(uint32_t count) {
    bits_ = (bits_ & ~(uint64_t{kMaximalCount} << 20)) | uint64_t{count} << 20;
  }
  void set_transactions(int32_t bytes) {
    constexpr uint64_t kMask = (uint64_t{1} << 22) - 1;
    bits_ = (bits_ & ~(kMask << 40)) | (uint64_t(int64_t{bytes}) & kMask) << 40;
  }
  /// The phase ends when all have arrived and all bytes have come. True: the next one begins.
  bool end_phase() {
    if (pending() != 0 || transactions() != 0) return false;
    bits_ ^= uint64_t{1} << 63;
    set_pending(expected());
    return true;
  }

 private:
  uint64_t bits_;
};

}  // namespace gtl::exec
