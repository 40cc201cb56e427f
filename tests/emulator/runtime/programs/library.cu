// A library from PTX text, its kernel by name, launched through cudaLaunchKernel and cudaLaunchKernelExC.
// out: 5 7
// out: kernels 1
// out: no such kernel cudaErrorSymbolNotFound
// out: damaged cudaSuccess, its kernel cudaErrorInvalidKernelImage
// out: unloaded cudaErrorInvalidResourceHandle
// err: 'absent'
// err: neither PTX text
#include <cstdio>

const char* kPtx = R"(
.version 9.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 seen;
.visible .entry store(.param .u64 place, .param .u32 value)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [place];
  ld.param.u32 %r1, [value];
  cvta.to.global.u64 %rd2, %rd1;
  st.global.u32 [%rd2], %r1;
  st.global.u32 [seen], %r1;
  ret;
}
)";

int main() {
  cudaLibrary_t library;
  cudaKernel_t kernel;
  cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0);
  cudaLibraryGetKernel(&kernel, library, "store");
  int *place, value = 5, first = 0, second = 0;
  cudaMalloc(&place, sizeof(int));
  void* arguments[] = {&place, &value};
  cudaLaunchKernel(reinterpret_cast<const void*>(kernel), 1, 1, arguments, 0, nullptr);
  cudaMemcpy(&first, place, sizeof(int), cudaMemcpyDeviceToHost);
  value = 7;
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = 1;
  configuration.blockDim = 1;
  cudaLaunchKernelExC(&configuration, reinterpret_cast<const void*>(kernel), arguments);
  void* seen;
  size_t bytes = 0;
  cudaLibraryGetGlobal(&seen, &bytes, library, "seen");
  cudaMemcpy(&second, seen, bytes, cudaMemcpyDeviceToHost);
  printf("%d %d\n", first, second);
  unsigned int count = 0;
  cudaLibraryGetKernelCount(&count, library);
  printf("kernels %u\n", count);
  printf("no such kernel %s\n", cudaGetErrorName(cudaLibraryGetKernel(&kernel, library, "absent")));
  cudaLibrary_t broken;
  const cudaError_t loaded =
      cudaLibraryLoadData(&broken, "this is no PTX", nullptr, nullptr, 0, nullptr, nullptr, 0);
  printf("damaged %s, its kernel %s\n", cudaGetErrorName(loaded),
         cudaGetErrorName(cudaLibraryGetKernel(&kernel, broken, "store")));
  cudaLibraryUnload(library);
  printf("unloaded %s\n", cudaGetErrorName(cudaLibraryGetKernel(&kernel, library, "store")));
}
