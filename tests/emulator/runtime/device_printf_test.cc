#include "runtime/device_printf.h"

#include <cstring>
#include <string>
#include <vector>

#include "doctest/doctest.h"

using gtl::memory::Kind;
using gtl::memory::Memory;
using gtl::runtime::format_printf;

namespace {

/// Packs arguments as the device's compiler does: each at its natural alignment.
class Packed {
 public:
  template <class T>
  Packed& add(T value) {
    const size_t start = (bytes_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    bytes_.resize(start + sizeof(T));
    std::memcpy(bytes_.data() + start, &value, sizeof(T));
    return *this;
  }
  std::string print(const char* format) const { return printed(format).text; }
  int32_t taken(const char* format) const { return printed(format).arguments; }

  Memory memory;

 private:
  gtl::runtime::Printed printed(const char* format) const {
    return format_printf(format, bytes_, [this](uint64_t address) -> std::optional<std::string> {
      const gtl::memory::Allocation* found = memory.find(address);
      if (found == nullptr) return std::nullopt;
      const auto* text = reinterpret_cast<const char*>(found->data + (address - found->address));
      return std::string(text, strnlen(text, found->address + found->size - address));
    });
  }
  std::vector<std::byte> bytes_;
};

}  // namespace

TEST_CASE("integers_of_four_and_eight_bytes_lie_at_their_alignment") {
  Packed packed;
  packed.add(int32_t{-7})
      .add(int64_t{-5'000'000'000})
      .add(uint32_t{0xFFFFFFFF})
      .add(uint64_t{1} << 63);
  CHECK(packed.print("%d %lld %u %llu") == "-7 -5000000000 4294967295 9223372036854775808");
  CHECK(packed.taken("%d %lld %u %llu") == 4);
  CHECK(packed.print("%i %ld") == "-7 -5000000000");
}

TEST_CASE("short_integers_are_cut_to_their_width") {
  Packed packed;
  packed.add(int32_t{0x1FFFF}).add(int32_t{0x1FF}).add(uint32_t{0x1FF});
  CHECK(packed.print("%hd %hhd %hhu") == "-1 -1 255");
}

TEST_CASE("floating_point_is_double") {
  Packed packed;
  packed.add(3.14159).add(1e-9).add(0.5);
  CHECK(packed.print("%.2f %e %g") == "3.14 1.000000e-09 0.5");
}

TEST_CASE("width_flags_and_stars") {
  Packed packed;
  packed.add(int32_t{7}).add(int32_t{255}).add(int32_t{6}).add(int32_t{42});
  CHECK(packed.print("[%-4d] [%#06x] [%*d]") == "[7   ] [0x00ff] [    42]");
}

TEST_CASE("characters_percent_signs_and_pointers") {
  Packed packed;
  packed.add(int32_t{'c'}).add(uint64_t{0x200000000});
  CHECK(packed.print("%c 100%% %p") == "c 100% 0x200000000");
}

TEST_CASE("strings_come_from_device_memory") {
  Packed packed;
  const uint64_t address = packed.memory.allocate(6, 1, Kind::ModuleConstant).value();
  std::memcpy(packed.memory.host_bytes(address, 6), "hello", 6);
  packed.add(address).add(uint64_t{0}).add(uint64_t{0x123456});
  CHECK(packed.print("%s %s %s") == "hello (null) (string outside device memory)");
}

TEST_CASE("a_string_without_an_end_stops_with_its_allocation") {
  Packed packed;
  const uint64_t address = packed.memory.allocate(3, 1, Kind::Device).value();
  std::memcpy(packed.memory.host_bytes(address, 3), "abc", 3);
  packed.add(address);
  CHECK(packed.print("%s|") == "abc|");
}

TEST_CASE("missing_arguments_and_unknown_conversions_show_in_the_text") {
  Packed packed;
  packed.add(int32_t{1});
  CHECK(packed.print("%d %d") == "1 (missing argument)");
  CHECK(packed.print("%y") == "(%y is no conversion)");
  CHECK(packed.print("%") == "(% is no conversion)");
}
