// Copies under way, and their arrival.
#pragma once

#include "exec/async_addresses.h"

namespace gtl::exec {

/// The copies that the current warp has started.
WarpCopies& copies_of(Context& context);

/// Lets the cp.async of `lanes` arrive that belong to all but the last `groups` committed groups.
void land_small_groups(Context& context, uint32_t lanes, uint32_t groups);
/// Lets the cp.async of `lanes` of a warp arrive that were started before `sequence`.
void land_small_before(Context& context, uint32_t warp, uint32_t lanes, uint64_t sequence);

/// A copy's bytes from shared memory are read now.
void read_sources(BulkCopy& copy);
/// A copy arrives.
void land(Context& context, BulkCopy& copy);
/// The block ends: what it has written to global memory arrives, waited for or not.
void land_at_end(Context& context);

/// Something will happen to an mbarrier of `block` when somebody waits for it.
void add_completion(Context& block, PendingCompletion completion);

/// Lets arrive what the mbarrier at `offset` waits for, as far as it ends its phase. Not empty:
/// what is wrong with it.
std::string land_completions(Context& block, uint32_t offset);

/// A copy that `lane` of the current warp starts with the current instruction.
BulkCopy new_bulk_copy(Context& context, uint32_t lane);
void report_global_read(Context& context, const BulkCopy& copy, uint64_t address, uint32_t bytes);
/// Keeps the copy until its bulk group or its mbarrier is waited for. `multicast`: to which blocks
/// of the cluster it goes. False: a fault is set.
constexpr uint32_t kNoMulticast = 0xFFFF'FFFF;
bool complete_later(Context& context, const decode::AsyncForm& form, uint32_t lane, BulkCopy copy,
                    uint32_t multicast);

/// Appends to the last run where the bytes follow it.
void append_run(std::vector<Run>& runs, uint64_t place, uint32_t bytes);

}  // namespace gtl::exec
