// Handlers of asynchronous copies that work a thread at a time, and need no copy for each
// instruction set.
#pragma once

#include "exec/context.h"

namespace gtl::exec {

Flow bulk_copy(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow bulk_prefetch(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow bulk_commit(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow bulk_wait(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow store_async(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow store_bulk(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow tensor_copy(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow tensor_map_replace(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow tensor_map_copy(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow tensor_prefetch(Context& context, const decode::Instruction& instruction, uint32_t mask);

/// How an operation combines elements of a type. Null when there is no such reduction.
Reducer reducer_for(decode::Variant operation, decode::Type type, bool in_shared);

}  // namespace gtl::exec
