// An instruction that the emulator does not know refuses the kernels that reach it, at their launch: the others run.
// status: 1
// out: works: cudaSuccess, 5
// out: refused: cudaErrorNotSupported
// out: refused through a function: cudaErrorNotSupported
// out: works: cudaSuccess, 6
// out: by pointer: cudaErrorIllegalInstruction
// err: launch of refused: reader.cu:12: the emulator does not know the instruction 'frobnicate.b32'
// err: in function 'refused' (and 1 more of its instructions)
// err: launch of through: reader.cu:15: the emulator does not know the instruction 'twiddle.u32', in function 'helper'
// err: the emulator does not know the instruction 'twiddle.u32', in function 'helper' at reader.cu:15
#include <cstdio>

const char* kPtx = R"(
.version 9.0
.target sm_90
.address_size 64
.file 1 "reader.cu"
.func helper(.param .b32 a)
{
  .reg .b32 %r<3>;
  .loc 1 15 1
  twiddle.u32 %r1, %r2;
  ret;
}
.visible .entry works(.param .u64 place, .param .u32 value)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [place];
  ld.param.u32 %r1, [value];
  st.global.u32 [%rd1], %r1;
  ret;
}
.visible .entry refused(.param .u64 place, .param .u32 value)
{
  .reg .b32 %r<2>;
  .loc 1 12 1
  frobnicate.b32 %r1, %r1;
  frobnicate.b32 %r1, %r1;
  frobnicate.b64 %r1, %r1;
  ret;
}
.visible .entry through(.param .u64 place, .param .u32 value)
{
  .param .b32 a;
  call helper, (a);
  ret;
}
.visible .entry pointer(.param .u64 place, .param .u32 value)
{
  .reg .b64 %rd<2>;
  .param .b32 a;
  mov.u64 %rd1, helper;
  shape: .callprototype _ (.param .b32 _);
  call %rd1, (a), shape;
  ret;
}
)";

cudaLibrary_t library;
int* place;

cudaError_t launch(const char* name, int value) {
  cudaKernel_t kernel;
  cudaLibraryGetKernel(&kernel, library, name);
  void* arguments[] = {&place, &value};
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), 1, 1, arguments, 0, nullptr);
}

void works(int value) {
  const cudaError_t status = launch("works", value);
  int result = 0;
  cudaMemcpy(&result, place, sizeof(int), cudaMemcpyDeviceToHost);
  printf("works: %s, %d\n", cudaGetErrorName(status), result);
}

int main() {
  cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0);
  cudaMalloc(&place, sizeof(int));
  works(5);
  printf("refused: %s\n", cudaGetErrorName(launch("refused", 0)));
  printf("refused through a function: %s\n", cudaGetErrorName(launch("through", 0)));
  works(6);
  launch("pointer", 0);
  printf("by pointer: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
