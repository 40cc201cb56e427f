#include "module_text.h"

#include "inputs.h"

namespace ptx_programs {
namespace {

std::string slot(size_t operand) { return std::to_string(uint64_t{operand} * kVectors * 8); }

std::string register_type(uint32_t width) {
  return width == 1 || width == 8 ? "pred" : "b" + std::to_string(width);
}

std::string declarations(const Form& form) {
  std::string text;
  for (size_t i = 0; i < form.inputs.size(); ++i) {
    text +=
        "  .reg ." + register_type(find_class(form.inputs[i])->width) + " " + input_name(i) + ";\n";
  }
  for (size_t i = 0; i < form.outputs.size(); ++i) {
    text += "  .reg ." + register_type(width_of_output(form.outputs[i])) + " " +
            output_name(form, i) + ";\n";
  }
  return text;
}

std::string loads(const Form& form) {
  std::string text;
  for (size_t i = 0; i < form.inputs.size(); ++i) {
    const uint32_t width = find_class(form.inputs[i])->width;
    if (width == 1) {
      text += "  ld.global.b32 t0, [in+" + slot(i) + "];\n  setp.ne.s32 " + input_name(i) +
              ", t0, 0;\n";
    } else {
      text += "  ld.global.b" + std::to_string(width) + " " + input_name(i) + ", [in+" + slot(i) +
              "];\n";
    }
  }
  return text;
}

std::string stores(const Form& form) {
  std::string text;
  for (size_t i = 0; i < form.outputs.size(); ++i) {
    const uint32_t width = width_of_output(form.outputs[i]);
    const std::string name = output_name(form, i);
    if (width == 8) {
      text += "  selp.b32 t0, 1, 0, " + name + ";\n  st.global.b8 [out+" + slot(i) + "], t0;\n";
    } else {
      text += "  st.global.b" + std::to_string(width) + " [out+" + slot(i) + "], " + name + ";\n";
    }
  }
  return text;
}

}  // namespace

std::string module_text(const Form& form) {
  std::string body;
  for (const std::string& line : form.body) body += "  " + line + "\n";
  const std::string cells = std::to_string(kVectors * kCellBytes);
  return ".version 8.5\n.target sm_90\n.address_size 64\n"
         ".const .align 16 .b32 table_const[16] = {0x01020304, 0x05060708, 0x090A0B0C, "
         "0x8D8E8F90};\n"
         ".global .align 16 .b32 table_global[16] = {0x01020304, 0x05060708, 0x090A0B0C, "
         "0x8D8E8F90};\n"
         "// " +
         form.name +
         "\n"
         ".visible .entry form(.param .u64 inputs, .param .u64 outputs, .param .u64 memory)\n{\n"
         "  .shared .align 16 .b8 shared_bytes[8192];\n"
         "  .reg .b32 lane, index, shared, all_shared, t<4>;\n"
         "  .reg .b64 in, out, cell, pool, x<4>;\n"
         "  .reg .b16 h<4>;\n  .reg .pred y<2>;\n" +
         declarations(form) +
         "  mov.u32 lane, %laneid;\n"
         "  mov.u32 t0, %ctaid.x;\n  mov.u32 t1, %tid.x;\n"
         "  mad.lo.s32 index, t0, " +
         std::to_string(kThreadsPerBlock) +
         ", t1;\n"
         "  mov.u32 all_shared, shared_bytes;\n  mad.lo.s32 shared, t1, 64, all_shared;\n"
         "  ld.param.u64 cell, [memory];\n  shr.u32 t1, index, 5;\n"
         "  mad.wide.u32 pool, t1, " +
         std::to_string(kPoolBytes) + ", cell;\n  add.s64 pool, pool, " + cells +
         ";\n"
         "  mad.wide.u32 cell, index, " +
         std::to_string(kCellBytes) +
         ", cell;\n"
         "  ld.param.u64 in, [inputs];\n  mad.wide.u32 in, index, 8, in;\n"
         "  ld.param.u64 out, [outputs];\n  mad.wide.u32 out, index, 8, out;\n" +
         loads(form) + "  // The form:\n" + body + "  // Its results:\n" + stores(form) +
         "  ret;\n}\n";
}

}  // namespace ptx_programs
