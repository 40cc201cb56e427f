// How many clusters an H200 holds at once.
#pragma once

#include <cstdint>

namespace gtl::runtime {

/// `blocks_per_multiprocessor` is what threads and shared memory allow. A cluster lies within one
/// group of multiprocessors (GPC), and the groups of a real device differ in size.
uint64_t max_active_clusters(uint32_t cluster_size, uint32_t blocks_per_multiprocessor);

}  // namespace gtl::runtime
