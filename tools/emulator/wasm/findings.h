// What the checks and a fault report, with the place in fields of its own.
#pragma once

#include <string>

#include "checks/initcheck.h"
#include "checks/racecheck.h"
#include "checks/synccheck.h"
#include "exec/launch.h"

namespace gtl::wasm {

/// JSON: `[{"check":"racecheck","places":[{"file":"…","line":12},…],"text":"========= …"},…]`.
/// A null pointer stands for a check that did not run, or for a launch without a fault; `accesses`
/// is what racecheck noted of global memory.
std::string findings_json(const exec::Launch& launch, const exec::Fault* fault,
                          const checks::Racecheck* racecheck, const checks::GlobalShadow& accesses,
                          const checks::Initcheck* initcheck, const checks::Synccheck* synccheck);

}  // namespace gtl::wasm
