// One report for many blocks that were stopped together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exec/launch.h"

namespace gtl::checks {

struct StoppedCluster {
  uint64_t cluster = 0;
  exec::Fault fault;  ///< Where it stands.
};

/// The fault of the lowest cluster, with a line for each place where others were. Nothing when
/// there is none: the launch had ended before it could be stopped.
std::optional<exec::Fault> fault_of_stopped(const exec::Launch& launch,
                                            std::vector<StoppedCluster> stopped);

}  // namespace gtl::checks
