#include "exec/bind.h"

namespace gtl::exec {

namespace portable {
Handler bind(const decode::Instruction& instruction);
}
#ifdef GTL_HAS_AVX2_LANES
namespace avx2 {
Handler bind(const decode::Instruction& instruction);
}
#endif

Handler bind(const decode::Instruction& instruction) {
#ifdef GTL_HAS_AVX2_LANES
  static const bool kHasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (kHasAvx2) return avx2::bind(instruction);
#endif
  return portable::bind(instruction);
}

}  // namespace gtl::exec
