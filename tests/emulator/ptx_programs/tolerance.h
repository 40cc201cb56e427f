// Whether a result is as close to the GPU's as the PTX ISA promises.
#pragma once

#include <cstdint>
#include <string>

#include "form.h"

namespace ptx_programs {

/// `type` is the output's: "f32", "f16" …; a NaN equals a NaN unless the form is exact. The GPU's
/// own result may be off by the bound too, so two results may differ by twice the bound.
bool is_within(const Tolerance& tolerance, const std::string& type, uint64_t expected,
               uint64_t got);

}  // namespace ptx_programs
