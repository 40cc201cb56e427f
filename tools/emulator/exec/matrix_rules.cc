// What ptxas makes of each instruction on sm_90, and how the tensor cores of an H200 add: the
// records of tests/emulator/ptx_programs/matrix agree with all of it, bit by bit.
#include "exec/matrix_rules.h"

#include <bit>

#include "exec/float_value.h"
#include "exec/half.h"

namespace gtl::exec::GTL_LANES {

namespace {

bool is_fp8(Type type) { return type == Type::E4M3 || type == Type::E5M2; }

/// Warps have no tensor core for 8-bit formats: they convert to f16 first.
uint32_t half_of_fp8(Type type, uint32_t pattern) {
  if (type == Type::E5M2) return (pattern & 0x7F) > 0x7C ? kHalfNaN : pattern << 8;
  const uint32_t sign = (pattern & 0x80) << 8, magnitude = pattern & 0x7F;
  if (magnitude == 0x7F) return kHalfNaN;
  // As a subnormal or small f16, 2^8 too small: the multiplication is exact.
  const float value = F16Format::widen(uint16_t(magnitude << 7)) * 256.0f;
  return sign | F16Format::narrow(value);
}

float single(uint32_t pattern) { return std::bit_cast<float>(pattern); }
uint32_t bits(float value) { return std::bit_cast<uint32_t>(canonical(value)); }

uint32_t sum_of_halves(uint32_t a, uint32_t b) {
  return F16Format::narrow(F16Format::widen(uint16_t(a)) + F16Format::widen(uint16_t(b)));
}

/// mma with 8-bit factors: two products in f16, of the lower and the upper halves of the registers,
/// one after the other from zero; then c is added as by an ordinary addition.
void multiply_fp8(const MatrixForm& form, const MatrixSize& size, const uint32_t* a,
                  const uint32_t* b, uint32_t* d, const uint8_t* absent) {
  constexpr uint32_t kRows = 16, kColumns = 8, kHalfDepth = 32;
  FloatRules rules;
  rules.accumulator = form.type(MatrixRole::D);
  const MatrixSize half{size.rows, size.columns, size.depth / 2};
  rules.group = half.depth;
  // A register of a sparse A has the elements of two groups of four.
  const uint32_t run = form.is_sparse ? 4 : 2;
  alignas(64) uint32_t sums[kRows * kColumns] = {};
  for (uint32_t part = 0; part < 2; ++part) {
    alignas(64) uint32_t x[kRows * kHalfDepth], y[kHalfDepth * kColumns];
    uint8_t none[kRows * kHalfDepth];
    for (uint32_t k = 0; k < half.depth; ++k) {
      const uint32_t from = (2 * (k / run) + part) * run + k % run;
      for (uint32_t row = 0; row < size.rows; ++row) {
        x[row * half.depth + k] = half_of_fp8(form.type(MatrixRole::A), a[row * size.depth + from]);
        none[row * half.depth + k] = absent ? absent[row * size.depth + from] : 0;
      }
      for (uint32_t n = 0; n < size.columns; ++n)
        y[k * size.columns + n] = half_of_fp8(form.type(MatrixRole::B), b[from * size.columns + n]);
    }
    multiply_floats(rules, half, x, y, sums, none);
  }
  const bool is_half = rules.accumulator == Type::F16;
  for (uint32_t i = 0; i < size.rows * size.columns; ++i)
    d[i] = is_half ? sum_of_halves(d[i], sums[i]) : bits(single(d[i]) + single(sums[i]));
}

/// m8n8k4, of Volta: multiplications and additions in single precision.
void multiply_quads(const MatrixForm& form, const MatrixSize& size, const uint32_t* a,
                    const uint32_t* b, uint32_t* d) {
  const auto widened = [](uint32_t pattern) { return F16Format::widen(uint16_t(pattern)); };
  const bool c_is_half = form.type(MatrixRole::C) == Type::F16;
  const bool d_is_half = form.type(MatrixRole::D) == Type::F16;
  for (uint32_t quad = 0; quad < 4; ++quad, a += 32, b += 32) {
    for (uint32_t row = 0; row < size.rows; ++row) {
      for (uint32_t n = 0; n < size.columns; ++n, ++d) {
        float x[4], y[4];
        for (uint32_t k = 0; k < 4; ++k) {
          x[k] = widened(a[row * 4 + k]);
          y[k] = widened(b[k * size.columns + n]);
        }
        const float c = c_is_half ? widened(*d) : single(*d);
        if (d_is_half) {
          const float first = fused(x[1], y[1], x[0] * y[0]);
          *d = F16Format::narrow((c + first) + fused(x[3], y[3], x[2] * y[2]));
        } else {
          float sum = fused(x[0], y[0], 0.0f);
          for (uint32_t k = 1; k < 4; ++k) sum = fused(x[k], y[k], sum);
          *d = bits(c + sum);
        }
      }
    }
  }
}

}  // namespace

FloatRules float_rules(const MatrixForm& form) {
  FloatRules rules;
  rules.a = form.type(MatrixRole::A);
  rules.b = form.type(MatrixRole::B);
  const bool is_half =
      form.type(MatrixRole::C) == Type::F16 && form.type(MatrixRole::D) == Type::F16;
  rules.accumulator = is_half ? Type::F16 : Type::F32;
  rules.negates_a = form.negates_a;
  rules.negates_b = form.negates_b;
  rules.group = form.k;
  const bool is_warpgroup = form.m == 64;
  if (rules.a == Type::TF32 && form.n == 16 && !is_warpgroup) rules.group = 4;  // wmma: two k4
  if (is_fp8(rules.a) && is_warpgroup) {
    rules.fraction_bits = 13;
    rules.result_fraction_bits = 13;
  }
  return rules;
}

void multiply_float_matrices(const MatrixForm& form, const MatrixSize& size, const uint32_t* a,
                             const uint32_t* b, uint32_t* d, const uint8_t* absent) {
  if (form.fragment(MatrixRole::A).kind == Fragment::Kind::QuadA)
    return multiply_quads(form, size, a, b, d);
  if (is_fp8(form.type(MatrixRole::A)) && form.m != 64)
    return multiply_fp8(form, size, a, b, d, absent);
  const FloatRules rules = float_rules(form);
  const uint32_t count = size.rows * size.columns;
  const bool is_single = rules.accumulator == Type::F32;
  if (is_single && form.type(MatrixRole::C) == Type::F16) {
    for (uint32_t i = 0; i < count; ++i)
      d[i] = std::bit_cast<uint32_t>(F16Format::widen(uint16_t(d[i])));
  }
  multiply_floats(rules, size, a, b, d, absent);
  if (is_single && form.type(MatrixRole::D) == Type::F16) {
    for (uint32_t i = 0; i < count; ++i) d[i] = F16Format::narrow(single(d[i]));
  }
}

/// Two of four elements are stored (of s4 and u4: two pairs of four), of tf32 one of two. Four bits
/// say which. The words come from one, two or four of the four lanes that hold a row and the row
/// eight further on. That row has the upper halves of the words, or with 8- and 4-bit types words
/// of its own.
uint32_t dense_column(const MatrixForm& form, const uint32_t* metadata, uint32_t row,
                      uint32_t column) {
  const Type type = form.type(MatrixRole::A);
  const bool is_pair = type == Type::S4 || type == Type::U4;
  const uint32_t unit = is_pair ? 2 : 1;
  const uint32_t kept = type == Type::TF32 ? 1 : 2;  // units of a group
  const uint32_t group = column / (kept * unit), groups = form.k / (2 * kept * unit);
  const uint32_t quad = row % 8 * 4, upper = row / 8;
  uint32_t lane = 0, nibble = group;
  if (groups == 4) {
    lane = quad + form.selector;
    nibble += 4 * upper;
  } else if (groups == 8 && form.fragment(MatrixRole::A).bits >= 16) {
    lane = quad + 2 * form.selector + group / 4;
    nibble = group % 4 + 4 * upper;
  } else if (groups == 8) {
    lane = quad + 2 * form.selector + upper;
  } else {
    lane = quad + upper + 2 * (group / 8);
    nibble = group % 8;
  }
  const uint32_t which = metadata[lane] >> (4 * nibble) & 15;
  if (type == Type::TF32) return group * 2 + (which & 3) / 2;
  const uint32_t place = column / unit % 2;
  return group * 4 * unit + (which >> (2 * place) & 3) * unit + column % unit;
}

}  // namespace gtl::exec::GTL_LANES
