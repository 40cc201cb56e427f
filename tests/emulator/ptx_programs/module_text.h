// The PTX module that runs one form: what every form needs around its body.
#pragma once

#include <string>

#include "form.h"

namespace ptx_programs {

constexpr uint32_t kThreadsPerBlock = 128;
/// Bytes of global memory: 64 for each thread (`cell`), then 256 for each warp (`pool`).
constexpr uint64_t kCellBytes = 64, kPoolBytes = 256;

/// Entry `form(inputs, outputs, memory)`. Operand k of thread i is the 8 bytes at (k * kVectors +
/// i) * 8. A body may use, besides its operands:
///   lane   %laneid                     index    the thread's number in the grid
///   cell   .b64, its 64 global bytes   pool     .b64, its warp's 256 global bytes; both zero at
///   first shared .b32, its 64 shared bytes   all_shared  .b32, the block's 8192 shared bytes
///   table_const, table_global          variables of 64 bytes: 0x01020304, 0x05060708 …
///   t0…t3 .b32, x0…x3 .b64, h0…h3 .b16, y0, y1 .pred   for whatever it likes
std::string module_text(const Form& form);

}  // namespace ptx_programs
