// suld, sust, sured and suq (PTX ISA 9.7.11).
#include <algorithm>
#include <type_traits>

#include "exec/handlers.h"
#include "exec/image_lookup.h"
#include "exec/surface_access.h"

namespace gtl::exec::GTL_LANES {

namespace {

using decode::Boundary;
using decode::Geometry;

class Points {
 public:
  Points(Context& context, const Instruction& instruction)
      : has_layers_(decode::has_layers(instruction.geometry)),
        axes_(decode::axis_count(instruction.geometry)) {
    const decode::Operand* next = context.function->vector_operands.data() + instruction.target;
    if (has_layers_) layer_ = lanes_of<uint32_t>(context, *next++);
    for (uint32_t axis = 0; axis < axes_; ++axis)
      coordinates_[axis] = lanes_of<int32_t>(context, *next++);
  }

  SurfacePoint operator[](uint32_t lane) const {
    SurfacePoint point;
    point.x = coordinates_[0][lane];
    if (axes_ > 1) point.y = coordinates_[1][lane];
    if (axes_ > 2) point.z = coordinates_[2][lane];
    if (has_layers_) point.layer = layer_[lane];
    return point;
  }

 private:
  bool has_layers_;
  uint32_t axes_;
  const uint32_t* layer_ = nullptr;
  const int32_t* coordinates_[3] = {};
};

std::string shown(const SurfacePoint& point, Geometry geometry) {
  std::string text = "x = " + std::to_string(point.x) + " (in bytes)";
  if (decode::axis_count(geometry) > 1) text += ", y = " + std::to_string(point.y);
  if (decode::axis_count(geometry) > 2) text += ", z = " + std::to_string(point.z);
  if (decode::has_layers(geometry)) text += ", layer " + std::to_string(int32_t(point.layer));
  return text;
}

Flow fail_access(Context& context, const Instruction& instruction, const memory::Surface& surface,
                 const SurfacePoint& point, SurfaceProblem problem, uint32_t bytes, uint32_t lane) {
  const memory::ImageLevel& level = surface.level;
  std::string detail =
      "Access of " + std::to_string(bytes) + " bytes to " + shown(point, instruction.geometry) +
      "\nof a surface of " + std::to_string(level.width) + " x " + std::to_string(level.height) +
      " x " + std::to_string(level.depth) + " texels of " + std::to_string(surface.format.bytes()) +
      " bytes, CUDA array #" + std::to_string(surface.array_id);
  const bool is_outside = problem == SurfaceProblem::Outside;
  return context.fail(is_outside ? FaultKind::SurfaceOutOfBounds : FaultKind::MisalignedSurface,
                      std::move(detail), 1u << lane);
}

/// Lanes that the hardware serves in one pass.
uint32_t lanes_of_pass(uint32_t bytes) { return bytes >= 16 ? 8 : bytes == 8 ? 16 : kWarpSize; }

/// Runs `access(bytes or null, lane)` for every lane, once all have their place on a surface. Of
/// several writes to one place, that of the lowest lane in the last pass stays, as on an H200.
template <class LaneAccess>
Flow each_lane(Context& context, const Instruction& instruction, uint32_t mask, LaneAccess access) {
  mask &= context.alive;
  const uint64_t* handles = operand<uint64_t>(context, instruction, 0);
  const Points points(context, instruction);
  SurfaceLookup lookup(context);
  const uint32_t bytes = decode::bytes_of(instruction.type) * instruction.vector;
  std::byte* places[kWarpSize];
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t lane = uint32_t(__builtin_ctz(rest));
    const memory::Surface* surface =
        lookup.find(handles[lane], instruction.geometry, same_handle(handles, lane, rest));
    if (!surface) return Flow::Fault;
    const SurfacePlace place = surface_place(*surface, points[lane], bytes, instruction.boundary);
    if (place.problem != SurfaceProblem::None) {
      return fail_access(context, instruction, *surface, points[lane], place.problem, bytes, lane);
    }
    places[lane] = place.bytes;
  }
  const uint32_t pass = lanes_of_pass(bytes);
  for (uint32_t begin = 0; begin < kWarpSize; begin += pass) {
    for (uint32_t lane = begin + pass; lane-- > begin;) {
      if (mask >> lane & 1) access(places[lane], lane);
    }
  }
  return Flow::Next;
}

/// One element of a data vector: where lane `lane`'s register lies.
std::byte* element(Context& context, const Instruction& instruction, uint32_t index,
                   uint32_t lane) {
  const decode::Operand operand = context.function->vector_operands[instruction.extra + index];
  return lanes_of<std::byte>(context, operand) + lane * instruction.register_bytes;
}

Flow load(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t bytes = decode::bytes_of(instruction.type);
  return each_lane(context, instruction, mask, [&](const std::byte* from, uint32_t lane) {
    for (uint32_t k = 0; k < instruction.vector; ++k) {
      uint64_t value = 0;
      if (from) std::memcpy(&value, from + k * bytes, bytes);
      const uint32_t index = instruction.extra + k;
      if (!context.function->vector_operands[index].present()) continue;
      std::memcpy(element(context, instruction, k, lane), &value, instruction.register_bytes);
    }
  });
}

Flow store(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t bytes = decode::bytes_of(instruction.type);
  return each_lane(context, instruction, mask, [&](std::byte* to, uint32_t lane) {
    for (uint32_t k = 0; to && k < instruction.vector; ++k)
      std::memcpy(to + k * bytes, element(context, instruction, k, lane), bytes);
  });
}

template <class T>
T combined(Variant operation, T old, T value) {
  switch (operation) {
    case Variant::Add:
      return T(std::make_unsigned_t<T>(old) + std::make_unsigned_t<T>(value));
    case Variant::Min:
      return std::min(old, value);
    case Variant::Max:
      return std::max(old, value);
    case Variant::And:
      return T(old & value);
    default:
      return T(old | value);
  }
}

template <class T>
Flow reduce(Context& context, const Instruction& instruction, uint32_t mask) {
  return each_lane(context, instruction, mask, [&](std::byte* to, uint32_t lane) {
    if (!to) return;
    T value;
    std::memcpy(&value, element(context, instruction, 0, lane), sizeof value);
    T* const cell = reinterpret_cast<T*>(to);
    T old = __atomic_load_n(cell, __ATOMIC_RELAXED);
    for (;;) {
      T next = combined(instruction.variant, old, value);
      if (__atomic_compare_exchange_n(cell, &old, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return;
    }
  });
}

Flow query_lanes(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint64_t* handles = operand<uint64_t>(context, instruction, 1);
  uint32_t* results = operand<uint32_t>(context, instruction, 0);
  SurfaceLookup lookup(context);
  for (uint32_t rest = mask & context.alive; rest != 0; rest &= rest - 1) {
    const uint32_t lane = uint32_t(__builtin_ctz(rest));
    const memory::Surface* surface =
        lookup.find(handles[lane], Geometry::None, same_handle(handles, lane, rest));
    if (!surface) return Flow::Fault;
    results[lane] = query(*surface, decode::ImageQuery(instruction.immediate));
  }
  return Flow::Next;
}

}  // namespace

Handler bind_SurfaceLoad(const Instruction&) { return load; }
Handler bind_SurfaceStore(const Instruction&) { return store; }
Handler bind_SurfaceReduction(const Instruction& instruction) {
  switch (instruction.type) {
    case Type::S32:
      return reduce<int32_t>;
    case Type::U64:
      return reduce<uint64_t>;
    case Type::S64:
      return reduce<int64_t>;
    default:
      return reduce<uint32_t>;
  }
}
Handler bind_SurfaceQuery(const Instruction&) { return query_lanes; }

}  // namespace gtl::exec::GTL_LANES
