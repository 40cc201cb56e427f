// Million thread instructions a second on one core, of kernels that are typical for lessons.
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "counters/counters.h"
#include "device.h"

using gtl::test::Device;
using gtl::test::kHead;

namespace {

const std::string kKernels = kHead + R"(
.visible .entry copy(.param .u64 p0, .param .u64 p1)
{
  .reg .b32 %r<6>; .reg .b64 %rd<6>; .reg .f32 %f<2>;
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.s32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.f32 %f1, [%rd4];
  add.s64 %rd5, %rd2, %rd3;
  st.global.f32 [%rd5], %f1;
  ret;
}
.visible .entry saxpy(.param .u64 p0, .param .u64 p1)
{
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .b64 %rd<6>; .reg .f32 %f<4>;
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p1, %r4, 1048576;
  @%p1 bra done;
  mul.wide.s32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.f32 %f1, [%rd4];
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd5];
  fma.rn.f32 %f3, %f1, 0f40000000, %f2;
  st.global.f32 [%rd5], %f3;
done:
  ret;
}
.visible .entry transpose(.param .u64 p0, .param .u64 p1)
{
  .reg .b32 %r<20>; .reg .b64 %rd<10>; .reg .f32 %f<3>;
  .shared .align 4 .b8 tile[4224];
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %tid.y;
  mov.u32 %r12, %ctaid.x;
  shl.b32 %r12, %r12, 10;
  shl.b32 %r3, %r2, 5;
  add.s32 %r4, %r3, %r1;
  add.s32 %r4, %r4, %r12;
  mul.wide.u32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.f32 %f1, [%rd4];
  mov.u32 %r5, tile;
  mad.lo.s32 %r6, %r2, 132, %r5;
  shl.b32 %r7, %r1, 2;
  add.s32 %r8, %r6, %r7;
  st.shared.f32 [%r8], %f1;
  bar.sync 0;
  mad.lo.s32 %r9, %r1, 132, %r5;
  shl.b32 %r10, %r2, 2;
  add.s32 %r11, %r9, %r10;
  ld.shared.f32 %f2, [%r11];
  add.s64 %rd5, %rd2, %rd3;
  st.global.f32 [%rd5], %f2;
  ret;
}
.visible .entry shared_fma(.param .u64 p0, .param .u64 p1)
{
  .reg .pred %p<2>; .reg .b32 %r<20>; .reg .b64 %rd<10>; .reg .f32 %f<12>;
  .shared .align 16 .b8 tile[4096];
  ld.param.u64 %rd1, [p0];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, tile;
  add.s32 %r4, %r3, %r2;
  st.shared.f32 [%r4], 0f3F800000;
  bar.sync 0;
  mov.f32 %f1, 0f00000000;
  mov.u32 %r5, 0;
loop:
  ld.shared.f32 %f2, [%r4];
  ld.shared.f32 %f3, [%r3];
  fma.rn.f32 %f1, %f2, %f3, %f1;
  ld.shared.f32 %f4, [%r3+4];
  fma.rn.f32 %f1, %f2, %f4, %f1;
  ld.shared.f32 %f5, [%r3+8];
  fma.rn.f32 %f1, %f2, %f5, %f1;
  ld.shared.f32 %f6, [%r3+12];
  fma.rn.f32 %f1, %f2, %f6, %f1;
  add.s32 %r5, %r5, 1;
  setp.lt.s32 %p1, %r5, 64;
  @%p1 bra loop;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  st.global.f32 [%rd4], %f1;
  ret;
}
)";

/// Seconds of processor time of the fastest of five launches.
double best_time(Device& device, const char* kernel, const Device::Options& options, uint64_t a,
                 uint64_t b) {
  double best = 1e9;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const std::clock_t start = std::clock();  // other work on the machine does not count
    device.launch(kernel, options, a, b);
    best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

void measure(Device& device, const char* kernel, gtl::exec::Dim3 grid, gtl::exec::Dim3 block) {
  const uint64_t a = device.upload(std::vector<float>(1 << 20, 1.0f));
  const uint64_t b = device.upload(std::vector<float>(1 << 20, 2.0f));
  Device::Options options;
  options.grid = grid;
  options.block = block;
  const double plain = best_time(device, kernel, options, a, b);
  gtl::counters::CounterObserver counters(device.program());
  options.observer = &counters;
  const double counted = best_time(device, kernel, options, a, b);
  const double lanes = double(device.lanes()) / 1e6;
  std::printf("%-12s %8.0f %15.0f %15.1f\n", kernel, lanes / plain, lanes / counted,
              plain / double(device.executed()) * 1e9);
}

}  // namespace

int main() {
  Device device(kKernels);
  if (!device.decode_error().empty()) {
    std::printf("%s\n", device.decode_error().c_str());
    return 1;
  }
  std::printf("M thread instructions/s of one core, memory checked\n");
  std::printf("kernel          plain   with counters   ns a warp instruction, plain\n");
  measure(device, "copy", {4096, 1, 1}, {256, 1, 1});
  measure(device, "saxpy", {4096, 1, 1}, {256, 1, 1});
  measure(device, "transpose", {1024, 1, 1}, {32, 32, 1});
  measure(device, "shared_fma", {256, 1, 1}, {256, 1, 1});
}
