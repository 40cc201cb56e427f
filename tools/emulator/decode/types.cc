// Properties of the data types.
#include "decode/instruction.h"

namespace gtl::decode {

namespace {
struct TypeProperties {
  uint8_t bytes;
  bool is_signed, is_float;
  const char* name;
};
// In the order of enum Type.
constexpr TypeProperties kTypes[] = {
    {0, false, false, "none"},  {0, false, false, "pred"},   {1, false, false, "b8"},
    {2, false, false, "b16"},   {4, false, false, "b32"},    {8, false, false, "b64"},
    {16, false, false, "b128"}, {1, false, false, "u8"},     {2, false, false, "u16"},
    {4, false, false, "u32"},   {8, false, false, "u64"},    {1, true, false, "s8"},
    {2, true, false, "s16"},    {4, true, false, "s32"},     {8, true, false, "s64"},
    {2, true, true, "f16"},     {4, true, true, "f16x2"},    {2, true, true, "bf16"},
    {4, true, true, "bf16x2"},  {4, true, true, "f32"},      {8, true, true, "f64"},
    {4, true, true, "tf32"},    {1, true, true, "e4m3"},     {1, true, true, "e5m2"},
    {2, true, true, "e4m3x2"},  {2, true, true, "e5m2x2"},   {8, true, true, "f32x2"},
    {4, false, false, "u16x2"}, {4, true, false, "s16x2"},   {1, false, false, "u2"},
    {1, true, false, "s2"},     {1, false, false, "u4"},     {1, true, false, "s4"},
    {1, false, false, "b1"},    {2, true, true, "e2m3x2"},   {2, true, true, "e3m2x2"},
    {1, true, true, "e2m1x2"},  {2, false, true, "ue8m0x2"},
};
static_assert(sizeof(kTypes) / sizeof(kTypes[0]) == size_t(Type::UE8M0x2) + 1);
}  // namespace

uint32_t bytes_of(Type type) { return kTypes[size_t(type)].bytes; }
bool is_signed(Type type) { return kTypes[size_t(type)].is_signed; }
bool is_float(Type type) { return kTypes[size_t(type)].is_float; }
const char* name_of(Type type) { return kTypes[size_t(type)].name; }

}  // namespace gtl::decode
