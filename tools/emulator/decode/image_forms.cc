// Operands of texture and surface instructions (PTX ISA 9.7.10 and 9.7.11).
//
// Textures: operands[0] is the handle, operands[1] the predicate of `d|p`; `extra` points at the
// destinations, `target` at what goes in, each one element of Function::vector_operands:
//   coordinates (a layer first), then the level, or the two gradients, then offsets in texels.
// Surfaces: operands[0] is the handle; `extra` the data, `target` the coordinates; cubes count
// their faces as layers. Queries: operands[0] is the destination, operands[1] the handle;
// `immediate` an ImageQuery.
#include "decode/function_decoder.h"
#include "decode/image_words.h"

namespace gtl::decode {

namespace {

/// tld4.r … tld4.a: 0 … 3.
int64_t component_of(const ptx::Instruction& source) {
  for (const std::string& word : source.modifiers) {
    const size_t component = word.size() == 1 ? std::string_view("rgba").find(word[0]) : 4;
    if (component < 4) return int64_t(component);
  }
  return 0;
}

}  // namespace

bool FunctionDecoder::append_elements(const std::vector<ptx::Operand>& elements, size_t count,
                                      uint32_t bytes, Type type, const char* what) {
  if (elements.size() < count) {
    return fail("'" + spelling(*current_) + "' needs " + std::to_string(count) + " " + what);
  }
  for (size_t i = 0; i < count; ++i) {
    Operand bound;
    if (!bind_value(elements[i], bytes, type, false, bound)) return false;
    function_.vector_operands.push_back(bound);
  }
  return true;
}

bool FunctionDecoder::append_offsets(const ptx::Operand* offsets, size_t count) {
  if (offsets) return append_elements(elements_of(*offsets), count, 4, Type::S32, "offsets");
  function_.vector_operands.insert(function_.vector_operands.end(), count, constant(0, 4));
  return true;
}

bool FunctionDecoder::bind_image_handle(const ptx::Address& address, Instruction& instruction) {
  const size_t index =
      instruction.opcode == Opcode::TextureQuery || instruction.opcode == Opcode::SurfaceQuery ? 1
                                                                                               : 0;
  auto* handle = std::get_if<ptx::Register>(&address.base);
  if (!handle) {
    return fail(
        "'" + spelling(*current_) +
        "' names a texture or surface reference, which CUDA 12 removed: create an object "
        "with cudaCreateTextureObject or cudaCreateSurfaceObject and pass it to the kernel");
  }
  ptx::Operand operand;
  operand.value = *handle;
  return bind_value(operand, 8, Type::B64, false, instruction.operands[index]);
}

bool FunctionDecoder::bind_image(const ptx::Instruction& source, Instruction& instruction) {
  for (const std::string& word : source.modifiers) {
    if (const Geometry geometry = geometry_named(word); geometry != Geometry::None)
      instruction.geometry = geometry;
    if (const Boundary boundary = boundary_named(word); boundary != Boundary::None)
      instruction.boundary = boundary;
    if (word == "p")
      return fail("the emulator does not know formatted surface access ('" + spelling(source) +
                  "')");
  }
  const auto& operands = source.operands;
  const bool is_destination_second =
      instruction.opcode == Opcode::SurfaceStore || instruction.opcode == Opcode::SurfaceReduction;
  const size_t address_index = is_destination_second ? 0 : 1;
  if (operands.size() < 2) return fail("'" + spelling(source) + "' has too few operands");
  auto* address = std::get_if<ptx::Address>(&operands[address_index].value);
  if (!address) return fail("'" + spelling(source) + "' needs a texture or surface in brackets");
  if (!bind_image_handle(*address, instruction)) return false;
  if (instruction.opcode == Opcode::TextureQuery || instruction.opcode == Opcode::SurfaceQuery) {
    for (const std::string& word : source.modifiers) {
      if (const ImageQuery query = query_named(word); query != ImageQuery::None)
        instruction.immediate = int64_t(query);
    }
    if (operands.size() != 2) return fail("the emulator does not know txq of one level");
    return bind_value(operands[0], 4, Type::B32, false, instruction.operands[0]);
  }
  if (instruction.geometry == Geometry::None)
    return fail("'" + spelling(source) + "' has no geometry that the emulator knows");
  return address_index == 0 || instruction.opcode == Opcode::SurfaceLoad
             ? bind_surface(*address, operands[1 - address_index], instruction)
             : bind_texture(source, *address, instruction);
}

bool FunctionDecoder::bind_texture(const ptx::Instruction& source, const ptx::Address& address,
                                   Instruction& instruction) {
  const auto& operands = source.operands;
  const bool is_gather = instruction.opcode == Opcode::TextureGather;
  if (is_gather) instruction.immediate = component_of(source);
  const std::vector<ptx::Operand> destinations = elements_of(operands[0]);
  instruction.extra = uint32_t(function_.vector_operands.size());
  instruction.vector = uint8_t(destinations.size());
  if (!append_elements(destinations, instruction.vector, bytes_of(instruction.type),
                       instruction.type, "destinations")) {
    return false;
  }
  if (const std::string& name = operands[0].second_dest; !name.empty() && name != "_") {
    ptx::Operand second;
    second.value = ptx::Register{name};
    bool negated = false;
    if (!bind_predicate(second, instruction.operands[1], negated)) return false;
  }
  instruction.target = uint32_t(function_.vector_operands.size());
  const Type coordinate_type = instruction.source_type;
  if (coordinate_type != Type::F32 && coordinate_type != Type::S32)
    return fail("'" + spelling(source) + "' needs coordinates of type .f32 or .s32");
  if (!append_elements(address.coordinates, coordinate_count(instruction.geometry), 4,
                       coordinate_type, "coordinates")) {
    return false;
  }
  size_t next = 2;
  const size_t axes = axis_count(instruction.geometry);
  const bool has_level = instruction.opcode == Opcode::TextureLevel;
  const bool has_gradients = instruction.opcode == Opcode::TextureGradient;
  const bool is_cube =
      instruction.geometry == Geometry::Cube || instruction.geometry == Geometry::Cubes;
  if (has_gradients && is_cube)
    return fail("the emulator does not know gradients on cube maps ('" + spelling(source) + "')");
  for (int i = 0; i < (has_level ? 1 : has_gradients ? 2 : 0); ++i, ++next) {
    if (next >= operands.size()) return fail("'" + spelling(source) + "' has too few operands");
    if (!append_elements(elements_of(operands[next]), has_level ? 1 : axes, 4,
                         has_level ? coordinate_type : Type::F32, "gradients")) {
      return false;
    }
  }
  const ptx::Operand* offsets = next < operands.size() ? &operands[next++] : nullptr;
  if (next != operands.size())
    return fail("the emulator does not know '" + spelling(source) + "' with a depth comparison");
  return append_offsets(offsets, axes);
}

bool FunctionDecoder::bind_surface(const ptx::Address& address, const ptx::Operand& data,
                                   Instruction& instruction) {
  if (instruction.boundary == Boundary::None)
    return fail("'" + spelling(*current_) + "' has no boundary mode (.trap, .clamp, .zero)");
  if (!bind_elements(data, bytes_of(instruction.type), instruction)) return false;
  instruction.target = uint32_t(function_.vector_operands.size());
  return append_elements(address.coordinates, coordinate_count(instruction.geometry), 4, Type::B32,
                         "coordinates");
}

}  // namespace gtl::decode
