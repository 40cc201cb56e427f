#include "decode/async_forms.h"

#include <algorithm>

#include "decode/function_decoder.h"

namespace gtl::decode {

namespace {

bool has_word(const ptx::Instruction& source, std::string_view word) {
  return std::find(source.modifiers.begin(), source.modifiers.end(), word) !=
         source.modifiers.end();
}

const char* bulk_form(const ptx::Instruction& source) {
  const bool is_tensor = has_word(source, "tensor");
  if (has_word(source, "reduce"))
    return is_tensor ? "reduce.async.bulk.tensor" : "reduce.async.bulk";
  if (has_word(source, "prefetch"))
    return is_tensor ? "async.bulk.prefetch.tensor" : "async.bulk.prefetch";
  if (is_tensor) return "async.bulk.tensor";
  if (has_word(source, "commit_group")) return "async.bulk.commit_group";
  if (has_word(source, "wait_group"))
    return has_word(source, "read") ? "async.bulk.wait_group.read" : "async.bulk.wait_group";
  return "async.bulk";
}

const char* copy_form(const ptx::Instruction& source) {
  if (has_word(source, "bulk")) return bulk_form(source);
  if (has_word(source, "mbarrier")) return "async.mbarrier.arrive";
  for (const char* form : {"commit_group", "wait_group", "wait_all"}) {
    if (!has_word(source, form)) continue;
    return form[0] == 'c' ? "async.commit_group"
                          : (form[5] == 'g' ? "async.wait_group" : "async.wait_all");
  }
  return "async";
}

const char* mbarrier_form(const ptx::Instruction& source) {
  static constexpr const char* kForms[][2] = {
      {"arrive.expect_tx", "expect_tx"},
      {"arrive.noComplete", "noComplete"},
      {"arrive_drop.expect_tx", "expect_tx"},
      {"arrive_drop.noComplete", "noComplete"},
      {"test_wait.parity", "parity"},
      {"try_wait.parity", "parity"},
      {"arrive", ""},
      {"arrive_drop", ""},
      {"test_wait", ""},
      {"try_wait", ""},
      {"init", ""},
      {"inval", ""},
      {"expect_tx", ""},
      {"complete_tx", ""},
      {"pending_count", ""},
  };
  const std::string_view first =
      source.modifiers.empty() ? std::string_view() : std::string_view(source.modifiers.front());
  for (const auto& [form, second] : kForms) {
    const std::string_view name = form;
    if (name.substr(0, name.find('.')) != first) continue;
    if (*second == '\0' || has_word(source, second)) return form;
  }
  return "";
}

struct FieldName {
  const char* word;
  TensorField field;
  bool has_dimension;
};
constexpr FieldName kFields[] = {
    {"global_address", TensorField::Address, false},
    {"rank", TensorField::Rank, false},
    {"box_dim", TensorField::Box, true},
    {"global_dim", TensorField::Size, true},
    {"global_stride", TensorField::Stride, true},
    {"element_stride", TensorField::ElementStride, true},
    {"elemtype", TensorField::Type, false},
    {"interleave_layout", TensorField::Interleave, false},
    {"swizzle_mode", TensorField::Swizzle, false},
    {"fill_mode", TensorField::Fill, false},
};

bool is_field(std::string_view word) {
  return std::any_of(std::begin(kFields), std::end(kFields),
                     [=](const FieldName& each) { return word == each.word; });
}

/// The spaces that the text names, in its order: of the destination, of the source.
std::vector<Space> named_spaces(const ptx::Instruction& source) {
  std::vector<Space> spaces;
  for (const std::string& word : source.modifiers) {
    if (word == "global") spaces.push_back(Space::Global);
    if (word == "shared" || word == "shared::cta") spaces.push_back(Space::Shared);
    if (word == "shared::cluster") spaces.push_back(Space::SharedCluster);
  }
  return spaces;
}

}  // namespace

const char* asynchronous_form(const ptx::Instruction& source) {
  const std::string& opcode = source.opcode;
  if (opcode == "cp") return copy_form(source);
  if (opcode == "mbarrier") return mbarrier_form(source);
  if ((opcode == "st" || opcode == "red") && has_word(source, "async")) return "async";
  if (opcode == "st" && has_word(source, "bulk")) return "bulk";
  if (opcode == "fence" && !source.operands.empty()) return "tensormap";
  return "";
}

bool is_asynchronous_word(std::string_view opcode, std::string_view word) {
  static constexpr std::string_view kOfCopies[] = {"async",
                                                   "bulk",
                                                   "tensor",
                                                   "reduce",
                                                   "prefetch",
                                                   "commit_group",
                                                   "wait_group",
                                                   "wait_all",
                                                   "read",
                                                   "mbarrier",
                                                   "arrive",
                                                   "tile",
                                                   "bulk_group",
                                                   "mbarrier::complete_tx::bytes",
                                                   "multicast::cluster",
                                                   "cp_mask",
                                                   "1d",
                                                   "2d",
                                                   "3d",
                                                   "4d",
                                                   "5d"};
  static constexpr std::string_view kOfMbarriers[] = {
      "init",      "inval",    "arrive", "arrive_drop", "expect_tx",    "complete_tx",
      "test_wait", "try_wait", "parity", "noComplete",  "pending_count"};
  static constexpr std::string_view kOfFences[] = {"alias",
                                                   "tensormap::generic",
                                                   "async::generic",
                                                   "mbarrier_init",
                                                   "sync_restrict::shared::cluster",
                                                   "sync_restrict::shared::cta"};
  const auto contains = [&](const auto& words) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
  };
  if (opcode == "cp") return contains(kOfCopies);
  if (opcode == "mbarrier") return contains(kOfMbarriers);
  if (opcode == "fence") return contains(kOfFences);
  if (opcode == "tensormap") {
    return word == "replace" || word == "cp_fenceproxy" || word == "tile" || word == "b1024" ||
           word == "tensormap::generic" || is_field(word);
  }
  if (opcode == "st" || opcode == "red")
    return word == "bulk" || word == "mbarrier::complete_tx::bytes";
  if (opcode == "createpolicy") return word == "range" || word == "fractional" || word == "cvt";
  return opcode == "prefetch" && word == "tensormap";
}

int cache_policy_operand(const ptx::Instruction& source) {
  if (!has_word(source, "L2::cache_hint")) return -1;
  // The last, but for the mask of bytes.
  return int(source.operands.size()) - (has_word(source, "cp_mask") ? 2 : 1);
}

void set_default_semantics(Instruction& instruction) {
  if (instruction.has(kRelaxed)) return;
  switch (instruction.opcode) {
    case Opcode::MbarrierArrive:
    case Opcode::MbarrierArriveExpect:
    case Opcode::MbarrierArriveNoComplete:
    case Opcode::MbarrierDrop:
    case Opcode::MbarrierDropExpect:
    case Opcode::MbarrierDropNoComplete:
      instruction.flags |= kRelease;
      return;
    case Opcode::MbarrierTest:
    case Opcode::MbarrierTestParity:
    case Opcode::MbarrierTry:
    case Opcode::MbarrierTryParity:
      instruction.flags |= kAcquire;
      return;
    default:
      return;
  }
}

bool FunctionDecoder::is_predicate(const ptx::Operand& operand) const {
  auto* name = std::get_if<ptx::Register>(&operand.value);
  const Name* found = name ? scope_->find(name->name) : nullptr;
  return found && found->kind == Name::Kind::Register && found->bytes == 0;
}

/// One of the addresses, with the coordinates of a tensor where there are some.
bool FunctionDecoder::bind_async_address(const ptx::Operand& operand, Space space, AsyncForm& form,
                                         Instruction& part) {
  ptx::Operand bare = operand;
  auto* address = std::get_if<ptx::Address>(&bare.value);
  if (address && form.is_tensor && !address->coordinates.empty()) {
    if (address->coordinates.size() != form.dimensions) {
      return fail("'" + spelling(*current_) + "' needs " + std::to_string(form.dimensions) +
                  " coordinates");
    }
    for (size_t i = 0; i < form.dimensions; ++i) {
      if (!bind_value(address->coordinates[i], 4, Type::S32, false, form.coordinates[i]))
        return false;
    }
    address->coordinates.clear();
    space = Space::Generic;  // of the tensor map itself
  }
  const auto* symbol = address ? std::get_if<ptx::Symbol>(&address->base) : nullptr;
  const Name* found = symbol ? scope_->find(symbol->name) : nullptr;
  const bool is_parameter = found && found->kind == Name::Kind::EntryParameter;
  part.space = is_parameter ? Space::ParamEntry : space;
  return bind_address(bare, 0, part);
}

/// `cp.async [a], [b], size {, bytes to read or predicate}`
bool FunctionDecoder::bind_small_copy(const ptx::Instruction& source, AsyncForm& form) {
  const auto& operands = source.operands;
  auto* size =
      operands.size() >= 3 ? std::get_if<ptx::IntegerImmediate>(&operands[2].value) : nullptr;
  if (!size || (size->value != 4 && size->value != 8 && size->value != 16) || operands.size() > 4)
    return fail("'" + spelling(source) + "' copies 4, 8 or 16 bytes");
  form.bytes = uint32_t(size->value);
  form.destination.flags |= kLandsLater;
  if (has_word(source, "cg")) form.source.flags |= kBypassesL1;
  if (operands.size() == 3) return true;
  if (is_predicate(operands[3]))
    return bind_predicate(operands[3], form.ignore_source, form.ignore_source_is_negated);
  return bind_value(operands[3], 4, Type::U32, false, form.size);
}

/// `tensormap.replace [a], {dimension,} value` and `tensormap.cp_fenceproxy [a], [b], 128`
bool FunctionDecoder::bind_tensor_map_edit(const ptx::Instruction& source,
                                           Instruction& instruction) {
  const auto& operands = source.operands;
  std::vector<Space> spaces = named_spaces(source);
  spaces.resize(2, Space::Generic);
  AsyncForm form;
  const auto too_few = [&] { return fail("'" + spelling(source) + "' has too few operands"); };
  if (operands.size() < 2) return too_few();
  if (!bind_async_address(operands[0], spaces[0], form, form.destination)) return false;
  instruction.extra = uint32_t(function_.async_forms.size());
  if (instruction.opcode == Opcode::TensorMapCopy) {
    if (!bind_async_address(operands[1], spaces[1], form, form.source)) return false;
    function_.async_forms.push_back(form);
    return true;
  }
  bool has_dimension = false;
  for (const FieldName& each : kFields) {
    if (!has_word(source, each.word)) continue;
    form.field = each.field;
    has_dimension = each.has_dimension;
  }
  if (form.field == TensorField::None)
    return fail("'" + spelling(source) + "' names no field of a tensor map");
  if (operands.size() != (has_dimension ? 3u : 2u)) return too_few();
  if (has_dimension) {
    auto* number = std::get_if<ptx::IntegerImmediate>(&operands[1].value);
    if (!number || number->value < 0 || number->value > 4)
      return fail("'" + spelling(source) + "' needs a dimension from 0 to 4");
    form.dimensions = uint8_t(number->value);
  }
  if (!bind_value(operands.back(), bytes_of(instruction.type), instruction.type, false, form.size))
    return false;
  function_.async_forms.push_back(form);
  return true;
}

bool FunctionDecoder::bind_async(const ptx::Instruction& source, Instruction& instruction) {
  const auto& operands = source.operands;
  AsyncForm form;
  form.is_multicast = has_word(source, "multicast::cluster");
  form.has_byte_mask = has_word(source, "cp_mask");
  form.completes_on_barrier = has_word(source, "mbarrier::complete_tx::bytes");
  form.is_tensor = has_word(source, "tensor");
  for (const std::string& word : source.modifiers) {
    if (word.size() == 2 && word[1] == 'd') form.dimensions = uint8_t(word[0] - '0');
  }
  for (Instruction* part : {&form.destination, &form.source, &form.barrier}) {
    part->opcode = instruction.opcode;
    part->type = instruction.type;
  }
  std::vector<Space> spaces = named_spaces(source);
  const bool is_prefetch =
      instruction.opcode == Opcode::BulkPrefetch || instruction.opcode == Opcode::TensorPrefetch;
  if (is_prefetch) spaces.insert(spaces.begin(), Space::None);
  spaces.resize(2, Space::Generic);

  size_t next = 0;
  const auto missing = [&] { return next >= operands.size(); };
  const auto too_few = [&] { return fail("'" + spelling(source) + "' has too few operands"); };
  if (!is_prefetch) {
    if (missing()) return too_few();
    if (!bind_async_address(operands[next++], spaces[0], form, form.destination)) return false;
  }
  const bool has_values =
      instruction.opcode == Opcode::StoreAsync || instruction.opcode == Opcode::ReductionAsync;
  if (has_values) {
    if (missing()) return too_few();
    if (!bind_elements(operands[next++], bytes_of(instruction.type), instruction)) return false;
    form.elements = instruction.extra;
    form.bytes = bytes_of(instruction.type) * instruction.vector;
    if (!form.completes_on_barrier)
      return fail("'" + spelling(source) + "' without an mbarrier is not built");
  } else if (instruction.opcode != Opcode::StoreBulk) {
    if (missing()) return too_few();
    if (!bind_async_address(operands[next++], spaces[1], form, form.source)) return false;
  }
  if (instruction.opcode == Opcode::CopyAsync) {
    if (!bind_small_copy(source, form)) return false;
    next = operands.size();
  } else if (!form.is_tensor && !has_values) {
    if (missing()) return too_few();
    const ptx::Operand& size = operands[next++];
    const bool is_wide = instruction.opcode == Opcode::StoreBulk;
    if (!bind_value(size, is_wide ? 8 : 4, Type::U32, false, form.size)) return false;
    if (is_wide && !missing()) ++next;  // the value, which can only be 0
  }
  if (form.completes_on_barrier) {
    if (missing()) return too_few();
    if (!bind_async_address(operands[next++], Space::SharedCluster, form, form.barrier))
      return false;
  }
  if (form.is_multicast || form.has_byte_mask) {
    if (missing()) return too_few();
    if (!bind_value(operands[next++], 2, Type::U16, false, form.mask)) return false;
  }
  if (next != operands.size()) return fail("'" + spelling(source) + "' has too many operands");
  instruction.extra = uint32_t(function_.async_forms.size());
  instruction.flags |= kAccessesMemory;
  function_.async_forms.push_back(form);
  return true;
}

}  // namespace gtl::decode
