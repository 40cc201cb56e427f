// tex, tld4 and txq (PTX ISA 9.7.10): registers to sample points and back, one lane after another.
#include "decode/image_words.h"
#include "exec/half.h"
#include "exec/handlers.h"
#include "exec/image_lookup.h"
#include "exec/level_of_detail.h"
#include "exec/sampler.h"

namespace gtl::exec::GTL_LANES {

namespace {

using decode::Geometry;
using decode::Opcode;

/// The inputs of a texture instruction, as bind_texture lays them out.
class Inputs {
 public:
  Inputs(Context& context, const Instruction& instruction)
      : context_(context),
        next_(context.function->vector_operands.data() + instruction.target),
        axes_(decode::axis_count(instruction.geometry)) {
    if (decode::has_layers(instruction.geometry)) layer_ = take<uint32_t>();
    for (uint32_t axis = 0; axis < axes_; ++axis) coordinates_[axis] = take<uint32_t>();
    if (instruction.opcode == Opcode::TextureLevel) level_ = take<uint32_t>();
    if (instruction.opcode == Opcode::TextureGradient) {
      for (uint32_t k = 0; k < 2 * axes_; ++k) gradients_[k] = take<float>();
    }
    for (uint32_t axis = 0; axis < axes_; ++axis) offsets_[axis] = take<int32_t>();
  }

  uint32_t axes() const { return axes_; }
  uint32_t layer(uint32_t lane) const { return layer_ ? layer_[lane] : 0; }
  uint32_t level(uint32_t lane) const { return level_ ? level_[lane] : 0; }

  std::array<int32_t, 3> texel(uint32_t lane) const {
    std::array<int32_t, 3> at{};
    for (uint32_t axis = 0; axis < axes_; ++axis)
      at[axis] = int32_t(coordinates_[axis][lane]) + offsets_[axis][lane];
    return at;
  }

  SamplePoint point(uint32_t lane) const {
    SamplePoint point;
    point.layer = layer(lane);
    for (uint32_t axis = 0; axis < axes_; ++axis) {
      point.at[axis] = std::bit_cast<float>(coordinates_[axis][lane]);
      point.offset[axis] = offsets_[axis][lane];
    }
    return point;
  }

  float level_of_gradients(const memory::Texture& texture, uint32_t lane) const {
    float gradients[6];
    for (uint32_t k = 0; k < 2 * axes_; ++k) gradients[k] = gradients_[k][lane];
    return exec::level_of_gradients(texture, axes_, gradients, gradients + axes_);
  }

 private:
  template <class T>
  const T* take() {
    return lanes_of<T>(context_, *next_++);
  }

  Context& context_;
  const decode::Operand* next_;
  uint32_t axes_;
  const uint32_t* layer_ = nullptr;
  const uint32_t* level_ = nullptr;
  const uint32_t* coordinates_[3] = {};
  const float* gradients_[6] = {};
  const int32_t* offsets_[3] = {};
};

void write_words(Context& context, const Instruction& instruction, uint32_t lane, Words words) {
  const decode::Operand* destinations =
      context.function->vector_operands.data() + instruction.extra;
  if (instruction.type == Type::F16x2) {
    uint32_t halves[4];
    for (size_t k = 0; k < 4; ++k) halves[k] = F16Format::narrow(std::bit_cast<float>(words[k]));
    words = {halves[0] | halves[1] << 16, halves[2] | halves[3] << 16, 0, 0};
  }
  for (uint32_t k = 0; k < instruction.vector && k < 4; ++k) {
    if (destinations[k].present()) lanes_of<uint32_t>(context, destinations[k])[lane] = words[k];
  }
}

/// Runs `sample_lane(texture, inputs, lane)` for every lane, after finding its texture.
template <class SampleLane>
Flow each_lane(Context& context, const Instruction& instruction, uint32_t mask,
               SampleLane sample_lane) {
  mask &= context.alive;
  const uint64_t* handles = operand<uint64_t>(context, instruction, 0);
  const Inputs inputs(context, instruction);
  TextureLookup lookup(context);
  const TextureAccess access =
      instruction.source_type == Type::S32 ? TextureAccess::Index : TextureAccess::Coordinates;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t lane = uint32_t(__builtin_ctz(rest));
    const memory::Texture* texture =
        lookup.find(handles[lane], instruction.geometry, access, same_handle(handles, lane, rest));
    if (!texture) return Flow::Fault;
    if (texture->is_anisotropic && instruction.opcode == Opcode::TextureGradient) {
      return context.fail(FaultKind::InvalidImage,
                          "The emulator has no anisotropic filtering (maxAnisotropy above 1) for "
                          "sampling with gradients",
                          1u << lane);
    }
    write_words(context, instruction, lane, sample_lane(*texture, inputs, lane));
  }
  if (instruction.operands[1].present()) write_predicate(context, instruction, 1, mask, kAllLanes);
  return Flow::Next;
}

Flow sample_lanes(Context& context, const Instruction& instruction, uint32_t mask) {
  const Opcode opcode = instruction.opcode;
  return each_lane(context, instruction, mask,
                   [opcode](const memory::Texture& texture, const Inputs& inputs, uint32_t lane) {
                     float level = texture.lowest_level;
                     if (opcode == Opcode::TextureLevel)
                       level = std::bit_cast<float>(inputs.level(lane));
                     if (opcode == Opcode::TextureGradient)
                       level = inputs.level_of_gradients(texture, lane);
                     return sample(texture, inputs.point(lane), level);
                   });
}

Flow fetch_lanes(Context& context, const Instruction& instruction, uint32_t mask) {
  return each_lane(context, instruction, mask,
                   [](const memory::Texture& texture, const Inputs& inputs, uint32_t lane) {
                     return fetch(texture, inputs.texel(lane), inputs.layer(lane),
                                  int32_t(inputs.level(lane)));
                   });
}

Flow gather_lanes(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t component = uint32_t(instruction.immediate);
  return each_lane(context, instruction, mask,
                   [=](const memory::Texture& texture, const Inputs& inputs, uint32_t lane) {
                     return gather(texture, inputs.point(lane), component);
                   });
}

Flow query_lanes(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint64_t* handles = operand<uint64_t>(context, instruction, 1);
  uint32_t* results = operand<uint32_t>(context, instruction, 0);
  TextureLookup lookup(context);
  mask &= context.alive;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t lane = uint32_t(__builtin_ctz(rest));
    const memory::Texture* texture = lookup.find(
        handles[lane], Geometry::None, TextureAccess::Query, same_handle(handles, lane, rest));
    if (!texture) return Flow::Fault;
    results[lane] = query(*texture, decode::ImageQuery(instruction.immediate));
  }
  return Flow::Next;
}

}  // namespace

Handler bind_Texture(const Instruction& instruction) {
  return instruction.source_type == Type::S32 ? fetch_lanes : sample_lanes;
}
Handler bind_TextureLevel(const Instruction& instruction) { return bind_Texture(instruction); }
Handler bind_TextureGradient(const Instruction&) { return sample_lanes; }
Handler bind_TextureGather(const Instruction&) { return gather_lanes; }
Handler bind_TextureQuery(const Instruction&) { return query_lanes; }

}  // namespace gtl::exec::GTL_LANES
