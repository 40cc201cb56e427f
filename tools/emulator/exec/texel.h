// Texels: from their bytes to the values a kernel sees, and back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "memory/image.h"

namespace gtl::exec {

using Color = std::array<float, 4>;
/// Four 32-bit registers: floats or integers, as the texture's format and read mode say.
using Words = std::array<uint32_t, 4>;

/// Integer channels as they are, sign- or zero-extended. Channels that the format lacks are 0.
Words read_integers(const memory::TexelFormat& format, const std::byte* texel);

/// Float channels, or integer ones as numbers in [0, 1] or [-1, 1]; `is_srgb` undoes the sRGB
/// encoding of the first three. The most negative integer lies below -1: so the filter takes it,
/// and otherwise `clamped` makes it -1.
Color read_color(const memory::TexelFormat& format, bool is_srgb, const std::byte* texel);

Color clamped(const memory::TexelFormat& format, Color color);

/// What the border's color is in a texture of this format: channels that the format lacks are 0,
/// and the others as exact as the format can be.
Color border_color(const memory::TexelFormat& format, const Color& border);
/// As integers: the low bits of each float.
Words border_integers(const memory::TexelFormat& format, const Color& border);

}  // namespace gtl::exec
