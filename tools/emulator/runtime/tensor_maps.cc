// cuTensorMapEncodeTiled and cuTensorMapReplaceAddress: what an H200 accepts, and the emulator's
// own tensor map.
#include <cstdint>
#include <cstring>
#include <string>

#include "exec/tensor_map.h"
#include "runtime/driver_functions.h"
#include "runtime/explain.h"

namespace gtl::runtime {
namespace {

using exec::TensorMap;
using exec::TensorType;

/// CUresult
constexpr int kSuccess = 0, kInvalidValue = 1, kNotSupported = 801;

constexpr uint32_t kMaximalBox = 256, kMaximalElementStride = 8;
/// An H200 takes a tile of 228 KB, all that a multiprocessor has, and not one of 255.
constexpr uint64_t kMaximalTile = 228 * 1024;
constexpr uint64_t kStrideUnit = 16, kStrideLimit = uint64_t{1} << 40;

int refuse_map(int code, const std::string& why) {
  explain("cuTensorMapEncodeTiled: " + why);
  return code;
}

/// What is wrong with one dimension, or nothing.
std::string fault_of(uint32_t dimension, uint64_t size, uint32_t box, uint32_t step) {
  const std::string of = " of dimension " + std::to_string(dimension);
  if (size == 0 || size > uint64_t{1} << 32)
    return "the size" + of + " is " + std::to_string(size) + ", and must be 1 to 2^32";
  if (box == 0 || box > kMaximalBox)
    return "the box" + of + " has " + std::to_string(box) + " elements, and must have 1 to 256";
  if (step == 0 || step > kMaximalElementStride)
    return "the element stride" + of + " is " + std::to_string(step) + ", and must be 1 to 8";
  return "";
}

}  // namespace
}  // namespace gtl::runtime

using namespace gtl::runtime;

extern "C" int gtl_cuTensorMapEncodeTiled(void* tensor_map, int type, unsigned int rank,
                                          void* address, const unsigned long long* sizes,
                                          const unsigned long long* strides,
                                          const unsigned int* box,
                                          const unsigned int* element_strides, int interleave,
                                          int swizzle, int l2_promotion, int fill) {
  const auto refuse = [](const std::string& why) { return refuse_map(kInvalidValue, why); };
  if (tensor_map == nullptr) return refuse("there is no CUtensorMap to write to");
  if (rank < 1 || rank > TensorMap::kMaximalRank)
    return refuse("the rank is " + std::to_string(rank) + ", and must be 1 to 5");
  if (sizes == nullptr || box == nullptr || element_strides == nullptr ||
      (strides == nullptr && rank > 1)) {
    return refuse("sizes, strides, box and element strides must not be null");
  }
  constexpr int kPackedTypes = 3;  // 16U4_ALIGN8B and the other two
  if (type < 0 || type >= static_cast<int>(TensorType::Count) + kPackedTypes)
    return refuse("there is no data type " + std::to_string(type));
  if (interleave < 0 || interleave > 2 || swizzle < 0 || swizzle > 6 || l2_promotion < 0 ||
      l2_promotion > 3 || fill < 0 || fill > 1) {
    return refuse("interleave, swizzle, L2 promotion or fill is no value of its enumeration");
  }
  if (type >= static_cast<int>(TensorType::Count))
    return refuse("an H200 has no packed 4- and 6-bit data types");
  if (interleave != 0 && rank < 3) return refuse("interleaved layouts have 3 dimensions or more");
  if (interleave != 0) return refuse_map(kNotSupported, "the emulator has no interleaved layouts");
  if (swizzle > 3) return refuse("an H200 has no swizzling in units of more than 16 bytes");
  const auto element = gtl::exec::info(static_cast<TensorType>(type));
  if (reinterpret_cast<uintptr_t>(address) % kStrideUnit != 0)
    return refuse("the tensor must lie at a multiple of 16 bytes");
  if (fill == 1 && !element.is_float)
    return refuse("only elements of a floating-point type can be filled with NaN");

  TensorMap map;
  map.address = reinterpret_cast<uintptr_t>(address);
  map.type = static_cast<TensorType>(type);
  map.rank = static_cast<uint8_t>(rank);
  map.swizzle = static_cast<gtl::exec::Swizzle>(swizzle);
  map.fills_with_nan = fill == 1;
  for (uint32_t i = 0; i < rank; ++i) {
    const std::string wrong = fault_of(i, sizes[i], box[i], element_strides[i]);
    if (!wrong.empty()) return refuse(wrong);
    map.last[i] = static_cast<uint32_t>(sizes[i] - 1);
    map.box[i] = static_cast<uint16_t>(box[i]);
    map.element_strides[i] = static_cast<uint8_t>(element_strides[i]);
  }
  for (uint32_t i = 0; i + 1 < rank; ++i) {
    if (strides[i] % kStrideUnit != 0 || strides[i] >= kStrideLimit) {
      return refuse("the stride of dimension " + std::to_string(i + 1) + " is " +
                    std::to_string(strides[i]) + " bytes, and must be a multiple of 16 below 2^40");
    }
    map.strides[i] = strides[i];
  }
  const uint32_t row_bytes = box[0] * element.bytes;
  if (row_bytes % kStrideUnit != 0)
    return refuse("a row of the box has " + std::to_string(row_bytes) +
                  " bytes, and must have a multiple of 16");
  uint64_t tile_bytes = element.bytes;
  for (uint32_t i = 0; i < rank; ++i) tile_bytes *= map.tile(i);
  if (tile_bytes > kMaximalTile)
    return refuse("a tile has " + std::to_string(tile_bytes) + " bytes, and can have " +
                  std::to_string(kMaximalTile));
  const uint32_t span = swizzle == 0 ? row_bytes : gtl::exec::span_of(map.swizzle);
  if (row_bytes > span)
    return refuse("a row of the box has " + std::to_string(row_bytes) +
                  " bytes, more than the swizzle's " + std::to_string(span));
  std::memcpy(tensor_map, &map, sizeof map);
  return kSuccess;
}

extern "C" int gtl_cuTensorMapReplaceAddress(void* tensor_map, void* address) {
  if (tensor_map == nullptr ||
      reinterpret_cast<uintptr_t>(tensor_map) % TensorMap::kAlignment != 0 ||
      reinterpret_cast<uintptr_t>(address) % kStrideUnit != 0) {
    return kInvalidValue;
  }
  TensorMap map;
  std::memcpy(static_cast<void*>(&map), tensor_map, sizeof map);
  if (map.magic != TensorMap::kMagic) return kInvalidValue;
  map.address = reinterpret_cast<uintptr_t>(address);
  std::memcpy(tensor_map, &map, sizeof map);
  return kSuccess;
}
