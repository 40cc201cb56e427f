#include "runtime/cluster_occupancy.h"

#include <algorithm>

namespace gtl::runtime {
namespace {

/// Sizes of groups and their number: 132 multiprocessors. Fitted to what an H200 answered to
/// cudaOccupancyMaxActiveClusters, for clusters of 1 to 16 blocks of 1, 2, 3 and 8 a
/// multiprocessor: these sizes give all of the recorded answers (launch_codes_h200.txt).
struct Groups {
  uint32_t multiprocessors, count;
};
constexpr Groups kGroups[] = {{18, 2}, {16, 5}, {8, 1}, {2, 4}};

/// Clusters are not packed more densely than this, however small their blocks are: blocks of 32 to
/// 256 threads get one answer.
constexpr uint32_t kMostBlocks = 8;

}  // namespace

uint64_t max_active_clusters(uint32_t cluster_size, uint32_t blocks_per_multiprocessor) {
  const uint32_t blocks = std::min(blocks_per_multiprocessor, kMostBlocks);
  uint64_t clusters = 0;
  for (const Groups& group : kGroups) {
    // Each block has to find a multiprocessor of its own.
    if (cluster_size > group.multiprocessors) continue;
    clusters += uint64_t{group.count} * (group.multiprocessors * blocks / cluster_size);
  }
  return clusters;
}

}  // namespace gtl::runtime
