#include "exec/texel_filter.h"

#include <algorithm>
#include <cmath>

#include "exec/image_space.h"

namespace gtl::exec {

using memory::ChannelKind;
using memory::TexelFormat;

namespace {

constexpr uint32_t kOne = kWeightSteps;

/// How the filter unit keeps floats.
struct Precision {
  int fraction_bits;  ///< Of the result, behind the point.
  int texel_bits;     ///< A texel loses what lies this far below the slice's largest exponent.
  int least_exponent;
  double carry;  ///< A texel whose significand is at least this counts as the next exponent.
};
constexpr Precision kSingle{23, 27, -126, 2}, kHalf{10, 14, -14, 2}, kSrgb{10, 7, -14, 1.875};

/// The sums of slices lose what lies this far below the last bit of the result.
constexpr int kSumGuardBits = 13;

int exponent_of(float value, const Precision& precision) {
  const int exponent = std::ilogb(value);
  const bool carries = std::fabs(value) >= std::ldexp(precision.carry, exponent);
  return std::max(exponent + (carries ? 1 : 0), precision.least_exponent);
}

double rounded_half_away(double value, Precision precision) {
  if (value == 0) return 0;
  const int shift = precision.fraction_bits - std::max(std::ilogb(value), precision.least_exponent);
  const double scaled = std::ldexp(value, shift);
  return std::ldexp(std::copysign(std::floor(std::fabs(scaled) + 0.5), scaled), -shift);
}

/// Denormal numbers of single precision count as zero.
double flushed(float value) { return std::fabs(value) < 0x1p-126f ? 0 : double(value); }

constexpr int kNothing = -10000;

/// Aligned to the largest texel that counts, then summed exactly.
double slice_sum(const Slice& slice, uint32_t channel, Precision precision, int& exponent) {
  const std::array<float, 4>& values = slice.value[channel];
  exponent = kNothing;
  for (size_t k = 0; k < 4; ++k) {
    if (slice.weight[k] != 0 && flushed(values[k]) != 0)
      exponent = std::max(exponent, exponent_of(values[k], precision));
  }
  if (exponent == kNothing) return 0;
  const int last_bit = exponent - precision.texel_bits;
  double sum = 0;
  for (size_t k = 0; k < 4; ++k) {
    if (slice.weight[k] != 0)
      sum += slice.weight[k] * std::trunc(std::ldexp(flushed(values[k]), -last_bit));
  }
  return std::ldexp(sum / kOne, last_bit);
}

float mix_floats(std::span<const Slice> slices, uint32_t channel, Precision precision) {
  // What is not finite has no place on a common scale.
  double plain = 0;
  for (const Slice& slice : slices) {
    for (size_t k = 0; k < 4; ++k) {
      if (slice.weight[k] != 0) plain += slice.weight[k] * double(slice.value[channel][k]);
    }
  }
  if (!std::isfinite(plain)) return float(plain);
  double sums[4] = {};
  int exponent = kNothing;
  for (size_t z = 0; z < slices.size(); ++z) {
    int own;
    sums[z] = slice_sum(slices[z], channel, precision, own);
    exponent = std::max(exponent, own);
  }
  if (exponent == kNothing) return 0;
  if (slices.size() == 1) return float(rounded_half_away(sums[0], precision));
  const int last_bit = exponent - precision.fraction_bits - kSumGuardBits;
  double sum = 0;
  for (const double each : sums) sum += std::floor(std::ldexp(each, -last_bit));
  return float(rounded_half_away(std::ldexp(sum, last_bit), precision));
}

/// Integer channels are mixed as integers of 16 bits; 8 bits are widened first.
int64_t widened(const TexelFormat& format, float value) {
  const bool is_signed = format.kind == ChannelKind::Signed;
  if (format.bits == 16) return std::lrint(double(value) * (is_signed ? 32767 : 65535));
  if (!is_signed) return std::lrint(double(value) * 255) * 257;
  const int64_t narrow = std::lrint(double(value) * 127);
  return 258 * narrow + (narrow >= 64 ? 1 : 0) - (narrow <= -65 ? 1 : 0);
}

float mix_integers(const TexelFormat& format, std::span<const Slice> slices, uint32_t channel) {
  int64_t sum = kOne / 2;
  for (const Slice& slice : slices) {
    for (size_t k = 0; k < 4; ++k) {
      if (slice.weight[k] != 0)
        sum += int64_t{slice.weight[k]} * widened(format, slice.value[channel][k]);
    }
  }
  const int64_t mean = std::max<int64_t>(sum >> 8, -32767);
  return float(mean) / (format.kind == ChannelKind::Signed ? 32767.0f : 65535.0f);
}

}  // namespace

uint32_t rounded_share(uint32_t weight, uint32_t share) {
  return (weight * share + kOne / 2) / kOne;
}

std::array<uint32_t, 4> corner_weights(uint32_t slice_weight, uint32_t x, uint32_t y) {
  const uint32_t far = rounded_share(slice_weight, x), near = slice_weight - far;
  const uint32_t far_far = rounded_share(far, y), near_near = rounded_share(near, kOne - y);
  return {near_near, far - far_far, near - near_near, far_far};
}

float mix(const TexelFormat& format, bool is_srgb, std::span<const Slice> slices,
          uint32_t channel) {
  if (format.kind == ChannelKind::Float)
    return mix_floats(slices, channel, format.bits == 16 ? kHalf : kSingle);
  return is_srgb && channel < 3 ? mix_floats(slices, channel, kSrgb)
                                : mix_integers(format, slices, channel);
}

}  // namespace gtl::exec
