// The 128 bytes of a tensor map: cuTensorMapEncodeTiled writes them, tensor copies read them. To
// programs they are opaque, so the layout is the emulator's own.
#pragma once

#include <cstdint>

#include "decode/instruction.h"

namespace gtl::exec {

/// CUtensorMapDataType, in its order.
enum class TensorType : uint8_t {
  U8,
  U16,
  U32,
  S32,
  U64,
  S64,
  F16,
  F32,
  F64,
  BF16,
  F32Flushed,
  TF32,
  TF32Flushed,
  Count,
};

struct TensorTypeInfo {
  decode::Type type;  ///< As the type of an instruction.
  uint32_t bytes;     ///< Of an element.
  bool is_float;
};
const TensorTypeInfo& info(TensorType type);

/// CUtensorMapSwizzle.
enum class Swizzle : uint8_t { None, Span32, Span64, Span128 };

struct TensorMap {
  static constexpr uint64_t kMagic = 0x70616D20'6C746700;  ///< No other bytes are taken for a map.
  static constexpr uint32_t kBytes = 128, kAlignment = 64;
  static constexpr uint32_t kMaximalRank = 5;

  uint64_t magic = kMagic;
  uint64_t address = 0;                  ///< Of element (0, 0, …).
  uint64_t strides[kMaximalRank - 1]{};  ///< In bytes, of dimensions 1, 2 …
  uint32_t last[kMaximalRank]{};         ///< Elements less one, by dimension.
  uint16_t box[kMaximalRank]{};          ///< Elements that a tile reaches over.
  uint8_t element_strides[kMaximalRank]{};
  TensorType type = TensorType::U8;
  uint8_t rank = 1;
  Swizzle swizzle = Swizzle::None;
  bool fills_with_nan = false;
  uint8_t reserved[41]{};

  /// Elements of a tile along a dimension: every element_strides-th of the box.
  uint32_t tile(uint32_t dimension) const {
    const uint32_t step = dimension == 0 ? 1 : element_strides[dimension];
    return (box[dimension] + step - 1) / step;
  }
};
static_assert(sizeof(TensorMap) == TensorMap::kBytes);

/// Where the 16 bytes at an offset in shared memory lie when a tile is swizzled: the bits that
/// number the 16-byte chunks in a span are combined with those that number the 128-byte rows.
uint64_t swizzled(Swizzle swizzle, uint64_t offset);
/// The bytes in which chunks change places: rows of a swizzled tile lie as far apart.
constexpr uint32_t span_of(Swizzle swizzle) { return 16u << static_cast<uint32_t>(swizzle); }

}  // namespace gtl::exec
