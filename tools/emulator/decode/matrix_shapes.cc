// Which shapes exist for which types: the tables of PTX ISA 9.7.14.2 and 9.7.15.2.
#include "decode/matrix_shapes.h"

namespace gtl::decode {

namespace {

bool is_byte(Type type) { return type == Type::S8 || type == Type::U8; }
bool is_nibble(Type type) { return type == Type::S4 || type == Type::U4; }
bool is_fp8(Type type) { return type == Type::E4M3 || type == Type::E5M2; }

/// What the elements of A and B are, where they may differ.
enum class Factors { None, F16, BF16, TF32, F64, Fp8, Bytes, Nibbles, Bits };

Factors factors_of(Type a, Type b) {
  if (is_byte(a) && is_byte(b)) return Factors::Bytes;
  if (is_nibble(a) && is_nibble(b)) return Factors::Nibbles;
  if (is_fp8(a) && is_fp8(b)) return Factors::Fp8;
  if (a != b) return Factors::None;
  switch (a) {
    case Type::F16:
      return Factors::F16;
    case Type::BF16:
      return Factors::BF16;
    case Type::TF32:
      return Factors::TF32;
    case Type::F64:
      return Factors::F64;
    case Type::B1:
      return Factors::Bits;
    default:
      return Factors::None;
  }
}

/// Whether c and d may have these types.
bool are_results(Factors factors, Type d, Type c) {
  const auto is_float = [](Type type) { return type == Type::F16 || type == Type::F32; };
  switch (factors) {
    case Factors::F16:
      return is_float(d) && is_float(c);
    case Factors::Fp8:
      return is_float(d) && d == c;
    case Factors::BF16:
    case Factors::TF32:
      return d == Type::F32 && c == Type::F32;
    case Factors::F64:
      return d == Type::F64 && c == Type::F64;
    case Factors::None:
      return false;
    default:
      return d == Type::S32 && c == Type::S32;
  }
}

struct Shape {
  Factors factors;
  uint32_t m, n, k;
};

constexpr Shape kMma[] = {
    {Factors::F16, 8, 8, 4},       {Factors::F16, 16, 8, 8},     {Factors::F16, 16, 8, 16},
    {Factors::BF16, 16, 8, 8},     {Factors::BF16, 16, 8, 16},   {Factors::TF32, 16, 8, 4},
    {Factors::TF32, 16, 8, 8},     {Factors::F64, 8, 8, 4},      {Factors::F64, 16, 8, 4},
    {Factors::F64, 16, 8, 8},      {Factors::F64, 16, 8, 16},    {Factors::Fp8, 16, 8, 16},
    {Factors::Fp8, 16, 8, 32},     {Factors::Bytes, 8, 8, 16},   {Factors::Bytes, 16, 8, 16},
    {Factors::Bytes, 16, 8, 32},   {Factors::Nibbles, 8, 8, 32}, {Factors::Nibbles, 16, 8, 32},
    {Factors::Nibbles, 16, 8, 64}, {Factors::Bits, 8, 8, 128},   {Factors::Bits, 16, 8, 128},
    {Factors::Bits, 16, 8, 256},
};

constexpr Shape kSparse[] = {
    {Factors::F16, 16, 8, 16},     {Factors::F16, 16, 8, 32},      {Factors::BF16, 16, 8, 16},
    {Factors::BF16, 16, 8, 32},    {Factors::TF32, 16, 8, 8},      {Factors::TF32, 16, 8, 16},
    {Factors::Fp8, 16, 8, 64},     {Factors::Bytes, 16, 8, 32},    {Factors::Bytes, 16, 8, 64},
    {Factors::Nibbles, 16, 8, 64}, {Factors::Nibbles, 16, 8, 128},
};

constexpr Shape kWmma[] = {
    {Factors::F16, 16, 16, 16},   {Factors::F16, 8, 32, 16},   {Factors::F16, 32, 8, 16},
    {Factors::BF16, 16, 16, 16},  {Factors::BF16, 8, 32, 16},  {Factors::BF16, 32, 8, 16},
    {Factors::Bytes, 16, 16, 16}, {Factors::Bytes, 8, 32, 16}, {Factors::Bytes, 32, 8, 16},
    {Factors::TF32, 16, 16, 8},   {Factors::F64, 8, 8, 4},     {Factors::Nibbles, 8, 8, 32},
    {Factors::Bits, 8, 8, 128},
};

template <size_t count>
bool is_listed(const Shape (&shapes)[count], Factors factors, const MatrixForm& form) {
  for (const Shape& shape : shapes) {
    if (shape.factors == factors && shape.m == form.m && shape.n == form.n && shape.k == form.k)
      return true;
  }
  return false;
}

Factors factors_of(const MatrixForm& form) {
  return factors_of(form.type(MatrixRole::A), form.type(MatrixRole::B));
}

bool has_results(const MatrixForm& form) {
  return are_results(factors_of(form), form.type(MatrixRole::D), form.type(MatrixRole::C));
}

}  // namespace

bool is_mma_shape(const MatrixForm& form) {
  const Factors factors = factors_of(form);
  return has_results(form) &&
         (form.is_sparse ? is_listed(kSparse, factors, form) : is_listed(kMma, factors, form));
}

bool is_wmma_shape(const MatrixForm& form) {
  return has_results(form) && is_listed(kWmma, factors_of(form), form);
}

bool is_wmma_fragment(const MatrixForm& form) {
  const Type type = form.type(form.role);
  if (form.role == MatrixRole::A || form.role == MatrixRole::B)
    return is_listed(kWmma, factors_of(type, type), form);
  for (const Shape& shape : kWmma) {
    if (shape.m == form.m && shape.n == form.n && shape.k == form.k &&
        are_results(shape.factors, type, type))
      return true;
  }
  return false;
}

bool is_warpgroup_shape(const MatrixForm& form) {
  if (form.m != 64 || form.n % 8 != 0 || form.n == 0 || form.n > 256) return false;
  const Factors factors = factors_of(form);
  if (!has_results(form)) return false;
  switch (factors) {
    case Factors::F16:
    case Factors::BF16:
      return form.k == 16;
    case Factors::TF32:
      return form.k == 8;
    case Factors::Fp8:
      return form.k == 32;
    case Factors::Bytes:
      // 8, 24 and multiples of 16.
      return form.k == 32 && (form.n == 8 || form.n == 24 || form.n % 16 == 0);
    case Factors::Bits:
      return form.k == 256 && form.is_and && (form.n == 8 || form.n == 24 || form.n % 16 == 0);
    default:
      return false;
  }
}

}  // namespace gtl::decode
