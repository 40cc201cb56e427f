// Products of matrices of integers and single bits, and in double precision.
#include <bit>

#include "exec/float_value.h"
#include "exec/matrix_arithmetic.h"
#include "exec/soft_float.h"

namespace gtl::exec::GTL_LANES {

void extend_integers(Type type, uint32_t count, const uint32_t* patterns, int32_t* numbers) {
  const uint32_t bits = type == Type::S4 || type == Type::U4 ? 4 : 8;
  const uint32_t sign = decode::is_signed(type) ? 1u << (bits - 1) : 0;
#pragma omp simd
  for (uint32_t i = 0; i < count; ++i) numbers[i] = int32_t((patterns[i] ^ sign) - sign);
}

void multiply_integers(const MatrixSize& size, const int32_t* a, const int32_t* b, bool saturates,
                       uint32_t* accumulators) {
  constexpr uint32_t kWide = 8;
  for (uint32_t row = 0; row < size.rows; ++row) {
    for (uint32_t column = 0; column < size.columns; column += kWide) {
      uint32_t* const d = accumulators + size_t{row} * size.columns + column;
      // At most 2^16 times the depth: no overflow before the addend.
      alignas(32) int32_t sums[kWide] = {};
      for (uint32_t k = 0; k < size.depth; ++k) {
        const int32_t factor = a[size_t{row} * size.depth + k];
        const int32_t* others = b + size_t{k} * size.columns + column;
#pragma omp simd
        for (uint32_t n = 0; n < kWide; ++n) sums[n] += factor * others[n];
      }
      for (uint32_t n = 0; n < kWide; ++n) {
        int64_t sum = int64_t{int32_t(d[n])} + sums[n];
        if (saturates) sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
        d[n] = uint32_t(sum);
      }
    }
  }
}

void multiply_bits(const MatrixSize& size, const uint32_t* a, const uint32_t* b, bool is_and,
                   uint32_t* accumulators) {
  for (uint32_t row = 0; row < size.rows; ++row) {
    for (uint32_t column = 0; column < size.columns; ++column) {
      uint32_t ones = 0;
      for (uint32_t k = 0; k < size.depth; ++k) {
        const uint32_t x = a[size_t{row} * size.depth + k],
                       y = b[size_t{k} * size.columns + column];
        ones += uint32_t(std::popcount(is_and ? x & y : x ^ y));
      }
      accumulators[size_t{row} * size.columns + column] += ones;
    }
  }
}

namespace {

double fused(double a, double b, double c, decode::Rounding rounding) {
  const soft::Number product = soft::multiply(soft::unpack(soft::kF64, std::bit_cast<uint64_t>(a)),
                                              soft::unpack(soft::kF64, std::bit_cast<uint64_t>(b)));
  const soft::Number sum =
      soft::add(product, soft::unpack(soft::kF64, std::bit_cast<uint64_t>(c)), rounding);
  return with_nan(std::bit_cast<double>(soft::pack(soft::kF64, sum, rounding)), a, b, c);
}

}  // namespace

void multiply_doubles(const MatrixSize& size, const double* a, const double* b,
                      decode::Rounding rounding, double* accumulators) {
  for (uint32_t row = 0; row < size.rows; ++row) {
    double* const d = accumulators + size_t{row} * size.columns;
    for (uint32_t k = 0; k < size.depth; ++k) {
      const double x = a[size_t{row} * size.depth + k];
      const double* y = b + size_t{k} * size.columns;
      for (uint32_t n = 0; n < size.columns; ++n) {
        d[n] = rounding == decode::Rounding::Nearest
                   ? with_nan(__builtin_fma(x, y[n], d[n]), x, y[n], d[n])
                   : fused(x, y[n], d[n], rounding);
      }
    }
  }
}

}  // namespace gtl::exec::GTL_LANES
