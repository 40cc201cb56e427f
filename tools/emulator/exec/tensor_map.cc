#include "exec/tensor_map.h"

namespace gtl::exec {

using decode::Type;

const TensorTypeInfo& info(TensorType type) {
  static constexpr TensorTypeInfo kInfos[] = {
      {Type::U8, 1, false},  {Type::U16, 2, false}, {Type::U32, 4, false}, {Type::S32, 4, false},
      {Type::U64, 8, false}, {Type::S64, 8, false}, {Type::F16, 2, true},  {Type::F32, 4, true},
      {Type::F64, 8, true},  {Type::BF16, 2, true}, {Type::F32, 4, true},  {Type::F32, 4, true},
      {Type::F32, 4, true},
  };
  return kInfos[static_cast<int>(type)];
}

uint64_t swizzled(Swizzle swizzle, uint64_t offset) {
  const uint64_t row = offset >> 7;
  switch (swizzle) {
    case Swizzle::None:
      return offset;
    case Swizzle::Span32:
      return offset ^ (row & 1) << 4;
    case Swizzle::Span64:
      return offset ^ (row & 3) << 4;
    case Swizzle::Span128:
      break;
  }
  return offset ^ (row & 7) << 4;
}

}  // namespace gtl::exec
