// Copies with a CUDA array at one end or both.
#pragma once

#include "runtime/copy.h"

namespace gtl::runtime {

/// Copies between arrays and pitched memory as cudaMemcpy3D describes it: offsets and the extent
/// count texels where an array takes part.
CudaError copy_with_arrays(Context& context, const char* call, const Copy3D& copy);

}  // namespace gtl::runtime
