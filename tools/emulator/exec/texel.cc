#include "exec/texel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "exec/half.h"

namespace gtl::exec {

using memory::ChannelKind;
using memory::TexelFormat;

namespace {

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

uint32_t read_channel(const TexelFormat& format, const std::byte* channel) {
  const bool is_signed = format.kind == ChannelKind::Signed;
  switch (format.bits) {
    case 8:
      return is_signed ? uint32_t(int32_t{load<int8_t>(channel)}) : load<uint8_t>(channel);
    case 16:
      return is_signed ? uint32_t(int32_t{load<int16_t>(channel)}) : load<uint16_t>(channel);
    default:
      return load<uint32_t>(channel);
  }
}

float normalized(const TexelFormat& format, uint32_t value) {
  if (format.kind == ChannelKind::Unsigned)
    return float(value) / float((uint64_t{1} << format.bits) - 1);
  return float(int32_t(value)) / float((uint64_t{1} << (format.bits - 1)) - 1);
}

/// Linear value of each sRGB byte: upper halves of floats. The hardware's own table (read off an
/// NVIDIA H200): IEC 61966-2-1 rounded to 8 bits or a few less.
constexpr uint16_t kLinearOfSrgb[256] = {
    0x0000, 0x39A0, 0x3A20, 0x3A70, 0x3AA0, 0x3AC8, 0x3AF0, 0x3B0C, 0x3B20, 0x3B34, 0x3B48, 0x3B5C,
    0x3B70, 0x3B84, 0x3B90, 0x3B9C, 0x3BAA, 0x3BB8, 0x3BC6, 0x3BD6, 0x3BE6, 0x3BF6, 0x3C03, 0x3C0C,
    0x3C16, 0x3C1F, 0x3C29, 0x3C34, 0x3C3E, 0x3C49, 0x3C55, 0x3C60, 0x3C6C, 0x3C7A, 0x3C83, 0x3C8A,
    0x3C91, 0x3C98, 0x3C9F, 0x3CA6, 0x3CAE, 0x3CB6, 0x3CBE, 0x3CC6, 0x3CCE, 0x3CD7, 0x3CE0, 0x3CE9,
    0x3CF2, 0x3CFC, 0x3D03, 0x3D08, 0x3D0D, 0x3D12, 0x3D17, 0x3D1C, 0x3D22, 0x3D28, 0x3D2D, 0x3D33,
    0x3D39, 0x3D3F, 0x3D45, 0x3D4C, 0x3D52, 0x3D58, 0x3D60, 0x3D66, 0x3D6C, 0x3D74, 0x3D7A, 0x3D81,
    0x3D85, 0x3D88, 0x3D8C, 0x3D90, 0x3D94, 0x3D98, 0x3D9C, 0x3DA0, 0x3DA4, 0x3DA9, 0x3DAD, 0x3DB1,
    0x3DB6, 0x3DBA, 0x3DBF, 0x3DC3, 0x3DC8, 0x3DCD, 0x3DD1, 0x3DD6, 0x3DDB, 0x3DE0, 0x3DE5, 0x3DEA,
    0x3DF0, 0x3DF4, 0x3DFA, 0x3E00, 0x3E02, 0x3E05, 0x3E08, 0x3E0B, 0x3E0E, 0x3E11, 0x3E14, 0x3E17,
    0x3E1A, 0x3E1D, 0x3E20, 0x3E23, 0x3E26, 0x3E29, 0x3E2C, 0x3E30, 0x3E33, 0x3E36, 0x3E3A, 0x3E3D,
    0x3E40, 0x3E44, 0x3E47, 0x3E4B, 0x3E4E, 0x3E52, 0x3E56, 0x3E59, 0x3E5D, 0x3E61, 0x3E65, 0x3E68,
    0x3E6C, 0x3E70, 0x3E74, 0x3E78, 0x3E7C, 0x3E80, 0x3E82, 0x3E84, 0x3E86, 0x3E88, 0x3E8A, 0x3E8D,
    0x3E8F, 0x3E91, 0x3E93, 0x3E95, 0x3E98, 0x3E9A, 0x3E9C, 0x3E9E, 0x3EA1, 0x3EA3, 0x3EA5, 0x3EA8,
    0x3EAA, 0x3EAD, 0x3EAF, 0x3EB2, 0x3EB4, 0x3EB6, 0x3EB9, 0x3EBC, 0x3EBE, 0x3EC1, 0x3EC3, 0x3EC6,
    0x3EC8, 0x3ECB, 0x3ECE, 0x3ED1, 0x3ED3, 0x3ED6, 0x3ED9, 0x3EDB, 0x3EDE, 0x3EE1, 0x3EE4, 0x3EE7,
    0x3EEA, 0x3EED, 0x3EF0, 0x3EF2, 0x3EF6, 0x3EF8, 0x3EFC, 0x3EFE, 0x3F01, 0x3F02, 0x3F04, 0x3F05,
    0x3F07, 0x3F09, 0x3F0A, 0x3F0C, 0x3F0D, 0x3F0F, 0x3F11, 0x3F12, 0x3F14, 0x3F16, 0x3F17, 0x3F19,
    0x3F1B, 0x3F1C, 0x3F1E, 0x3F20, 0x3F21, 0x3F23, 0x3F25, 0x3F27, 0x3F29, 0x3F2A, 0x3F2C, 0x3F2E,
    0x3F30, 0x3F32, 0x3F33, 0x3F35, 0x3F37, 0x3F39, 0x3F3B, 0x3F3D, 0x3F3F, 0x3F41, 0x3F43, 0x3F45,
    0x3F47, 0x3F49, 0x3F4B, 0x3F4D, 0x3F4F, 0x3F51, 0x3F53, 0x3F55, 0x3F57, 0x3F59, 0x3F5B, 0x3F5D,
    0x3F5F, 0x3F61, 0x3F63, 0x3F65, 0x3F68, 0x3F6A, 0x3F6C, 0x3F6E, 0x3F70, 0x3F72, 0x3F74, 0x3F76,
    0x3F7A, 0x3F7C, 0x3F7E, 0x3F80,
};

float linear_of_srgb(uint32_t encoded) {
  return std::bit_cast<float>(uint32_t{kLinearOfSrgb[encoded]} << 16);
}

}  // namespace

Words read_integers(const TexelFormat& format, const std::byte* texel) {
  Words words{};
  for (uint32_t k = 0; k < format.channels; ++k)
    words[k] = read_channel(format, texel + k * (format.bits / 8));
  return words;
}

Color read_color(const TexelFormat& format, bool is_srgb, const std::byte* texel) {
  Color color{};
  for (uint32_t k = 0; k < format.channels; ++k) {
    const uint32_t value = read_channel(format, texel + k * (format.bits / 8));
    if (format.kind != ChannelKind::Float) {
      color[k] = is_srgb && k < 3 ? linear_of_srgb(value) : normalized(format, value);
    } else if (format.bits == 16) {
      color[k] = portable::F16Format::widen(uint16_t(value));
    } else {
      color[k] = std::bit_cast<float>(value);
    }
  }
  return color;
}

Color clamped(const TexelFormat& format, Color color) {
  if (format.kind != ChannelKind::Signed) return color;
  for (float& channel : color) channel = std::max(channel, -1.0f);
  return color;
}

Color border_color(const TexelFormat& format, const Color& border) {
  Color color{};
  const bool is_signed = format.kind == ChannelKind::Signed;
  const float largest = float((uint64_t{1} << (format.bits - (is_signed ? 1 : 0))) - 1);
  for (uint32_t k = 0; k < format.channels; ++k) {
    color[k] = border[k];
    if (format.kind == ChannelKind::Float) continue;
    const float scaled = std::clamp(border[k], is_signed ? -1.0f : 0.0f, 1.0f) * largest;
    // Half way between two values, the one nearer to zero.
    color[k] = std::copysign(std::ceil(std::fabs(scaled) - 0.5f), scaled) / largest;
  }
  return color;
}

Words border_integers(const TexelFormat& format, const Color& border) {
  std::byte texel[16] = {};
  for (uint32_t k = 0; k < format.channels; ++k) {
    const uint32_t bits = std::bit_cast<uint32_t>(border[k]);
    std::memcpy(texel + k * (format.bits / 8), &bits, format.bits / 8);  // Little-endian
  }
  return read_integers(format, texel);
}

}  // namespace gtl::exec
