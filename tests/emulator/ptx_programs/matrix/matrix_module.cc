#include <cstdio>

#include "matrix_form.h"

namespace matrix_programs {
namespace {

std::string text_of(uint64_t value) { return std::to_string(value); }

std::string width_of(const std::string& kind) { return bytes_of(kind) == 8 ? "b64" : "b32"; }

/// `{a0, a1}`
std::string list(const Values& values) {
  std::string text = "{";
  for (uint32_t i = 0; i < values.count; ++i) text += (i ? ", " : "") + values.name + text_of(i);
  return text + "}";
}

/// `$a` in a body stands for the list of a's registers.
std::string expanded(const Form& form, std::string line) {
  for (const auto* operands : {&form.outputs, &form.inputs}) {
    for (const Values& values : *operands) {
      const std::string mark = "$" + values.name;
      for (size_t at = line.find(mark); at != std::string::npos; at = line.find(mark))
        line.replace(at, 2, list(values));
    }
  }
  return "  " + line + "\n";
}

/// x = the descriptor of the matrix at `offset` in the block's shared memory.
std::string descriptor_text(const char* name, const Descriptor& d) {
  char fields[32];
  const uint64_t constant = uint64_t{d.leading / 16} << 16 | uint64_t{d.stride / 16} << 32 |
                            uint64_t{d.base_offset} << 49 | uint64_t{d.swizzle} << 62;
  std::snprintf(fields, sizeof fields, "0x%llx", static_cast<unsigned long long>(constant));
  return std::string("  add.u32 t0, all_shared, ") + text_of(d.offset) +
         ";\n  shr.u32 t0, t0, 4;\n  cvt.u64.u32 " + name + ", t0;\n  or.b64 " + name + ", " +
         name + ", " + fields + ";\n";
}

std::string wgmma_body(const Form& form) {
  std::string text;
  const Values& d = form.outputs.front();
  for (uint32_t i = 0; i < d.count; ++i)
    text += "  mov.b32 d" + text_of(i) + ", c" + text_of(i) + ";\n";
  if (form.a.present) text += descriptor_text("x0", form.a);
  text += descriptor_text("x1", form.b);
  text += "  wgmma.fence.sync.aligned;\n  " + form.name.substr(0, form.name.find(' ')) + " " +
          list(d) + ", " + (form.a.present ? "x0" : list(form.inputs.front())) + ", x1, " +
          form.tail + ";\n";
  return text + "  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;\n";
}

/// `mma… {d}, {a}, {b}, {c};`
std::string default_body(const Form& form) {
  std::string text =
      "  " + form.name.substr(0, form.name.find(' ')) + " " + list(form.outputs.front());
  for (const Values& values : form.inputs) text += ", " + list(values);
  return text + ";\n";
}

std::string body_text(const Form& form) {
  if (form.name.rfind("wgmma", 0) == 0) return wgmma_body(form);
  if (form.body.empty()) return default_body(form);
  std::string text;
  for (const std::string& line : form.body) text += expanded(form, line);
  return text;
}

std::string copy_in(uint32_t words) {
  return "  ld.param.u64 x2, [shared_values];\n  mul.lo.u32 t2, case, " + text_of(words * 4) +
         ";\n  cvt.u64.u32 x3, t2;\n  add.u64 x2, x2, x3;\n"
         "  mov.u32 t0, thread;\nfill:\n  mad.wide.u32 x3, t0, 4, x2;\n  ld.global.b32 t1, [x3];\n"
         "  mad.lo.u32 t2, t0, 4, all_shared;\n  st.shared.b32 [t2], t1;\n  add.u32 t0, t0, "
         "threads;\n"
         "  setp.lt.u32 y0, t0, " +
         text_of(words) + ";\n  @y0 bra fill;\n";
}

}  // namespace

std::string module_text(const Form& form) {
  const uint32_t words = words_of(form.shared);
  uint32_t shared_bytes = words * 4;
  if (shared_bytes < form.shared_results * form.threads * 4)
    shared_bytes = form.shared_results * form.threads * 4;
  if (shared_bytes < 1024) shared_bytes = 1024;
  std::string text = ".version 9.0\n.target sm_90a\n.address_size 64\n// " + form.name +
                     "\n.visible .entry form(.param .u64 inputs, .param .u64 outputs, "
                     ".param .u64 memory, .param .u64 shared_values)\n{\n"
                     "  .shared .align 1024 .b8 shared_bytes[" +
                     text_of(shared_bytes) +
                     "];\n  .reg .b32 lane, thread, threads, case, all_shared, t<8>;\n"
                     "  .reg .b64 in, out, pool, x<8>;\n  .reg .pred y<2>;\n";
  for (const auto* operands : {&form.outputs, &form.inputs}) {
    for (const Values& values : *operands)
      text += "  .reg ." + width_of(values.kind) + " " + values.name + "<" + text_of(values.count) +
              ">;\n";
  }
  text +=
      "  mov.u32 lane, %laneid;\n  mov.u32 thread, %tid.x;\n  mov.u32 threads, %ntid.x;\n"
      "  mov.u32 case, %ctaid.x;\n  mov.u32 all_shared, shared_bytes;\n"
      "  mad.lo.u32 t0, case, threads, thread;\n  ld.param.u64 in, [inputs];\n"
      "  mad.wide.u32 in, t0, 8, in;\n  ld.param.u64 out, [outputs];\n"
      "  mad.wide.u32 out, t0, 8, out;\n  ld.param.u64 pool, [memory];\n  mul.lo.u32 t0, case, " +
      text_of(words_of(form.memory) * 4) + ";\n  cvt.u64.u32 x0, t0;\n  add.u64 pool, pool, x0;\n";
  const uint64_t step = uint64_t{form.cases} * form.threads * 8;
  uint64_t slot = 0;
  for (const Values& values : form.inputs) {
    for (uint32_t i = 0; i < values.count; ++i, ++slot)
      text += "  ld.global." + width_of(values.kind) + " " + values.name + text_of(i) + ", [in+" +
              text_of(slot * step) + "];\n";
  }
  if (words != 0) text += copy_in(words);
  text += "  bar.sync 0;\n";
  if (form.name.rfind("wgmma", 0) == 0) text += "  fence.proxy.async;\n  bar.sync 0;\n";
  text += "  // The form:\n" + body_text(form) + "  // Its results:\n";
  slot = 0;
  for (const Values& values : form.outputs) {
    for (uint32_t i = 0; i < values.count; ++i, ++slot)
      text += "  st.global." + width_of(values.kind) + " [out+" + text_of(slot * step) + "], " +
              values.name + text_of(i) + ";\n";
  }
  if (form.shared_results != 0) text += "  bar.sync 0;\n  mad.lo.u32 t0, thread, 4, all_shared;\n";
  for (uint32_t i = 0; i < form.shared_results; ++i, ++slot)
    text += "  ld.shared.b32 t1, [t0+" + text_of(uint64_t{i} * form.threads * 4) +
            "];\n  st.global.b32 [out+" + text_of(slot * step) + "], t1;\n";
  return text + "  ret;\n}\n";
}

}  // namespace matrix_programs
