// Driver functions, fetched by name as libraries do: a module from PTX, a launch, fills, errors.
// out: context 1, device 0, count 1, warp 32
// out: launched 7, filled 01010101 00000105
// out: range 64 bytes, type 2
// out: threads 1024
// out: too many threads: CUDA_ERROR_INVALID_VALUE, invalid argument
// out: the runtime's last error: cudaSuccess
// out: no such function: cudaSuccess, found 0
// err: a block has at most 1024
#include <cstdint>
#include <cstdio>

const char* kPtx = R"(
.version 7.8
.target sm_90
.address_size 64
.visible .entry store(.param .u64 place, .param .u32 value)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [place];
  ld.param.u32 %r1, [value];
  cvta.to.global.u64 %rd2, %rd1;
  st.global.u32 [%rd2], %r1;
  ret;
}
)";

template <class Function>
Function get(const char* name) {
  void* address = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion(name, &address, 12000, cudaEnableDefault, &found);
  return reinterpret_cast<Function>(address);
}

int main() {
  void* context = nullptr;
  int device = -1, count = 0, warp = 0;
  get<int (*)(void**)>("cuCtxGetCurrent")(&context);
  get<int (*)(int*)>("cuCtxGetDevice")(&device);
  get<int (*)(int*)>("cuDeviceGetCount")(&count);
  get<int (*)(int*, int, int)>("cuDeviceGetAttribute")(&warp, 10, 0);
  printf("context %d, device %d, count %d, warp %d\n", context != nullptr, device, count, warp);

  void *module, *kernel;
  uint64_t place = 0;
  unsigned value = 7, out[3] = {};
  get<int (*)(uint64_t*, size_t)>("cuMemAlloc")(&place, 64);
  get<int (*)(void**, const void*)>("cuModuleLoadData")(&module, kPtx);
  get<int (*)(void**, void*, const char*)>("cuModuleGetFunction")(&kernel, module, "store");
  using Launch = int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                         void**);
  const auto launch = get<Launch>("cuLaunchKernel");
  void* arguments[] = {&place, &value};
  launch(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
  get<int (*)(uint64_t, unsigned char, size_t, void*)>("cuMemsetD8Async")(place + 4, 1, 4, nullptr);
  get<int (*)(uint64_t, unsigned, size_t, void*)>("cuMemsetD32Async")(place + 8, 0x105, 1, nullptr);
  cudaMemcpy(out, reinterpret_cast<void*>(place), sizeof out, cudaMemcpyDeviceToHost);
  printf("launched %u, filled %08x %08x\n", out[0], out[1], out[2]);

  size_t bytes = 0;
  unsigned type = 0;
  const auto attribute = get<int (*)(void*, int, uint64_t)>("cuPointerGetAttribute");
  attribute(&bytes, 12, place + 5);
  attribute(&type, 2, place);
  printf("range %zu bytes, type %u\n", bytes, type);
  int threads = 0;
  get<int (*)(int*, int, void*)>("cuFuncGetAttribute")(&threads, 0, kernel);
  printf("threads %d\n", threads);
  const int error = launch(kernel, 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr);
  const char *name, *text;
  get<int (*)(int, const char**)>("cuGetErrorName")(error, &name);
  get<int (*)(int, const char**)>("cuGetErrorString")(error, &text);
  printf("too many threads: %s, %s\n", name, text);
  printf("the runtime's last error: %s\n", cudaGetErrorName(cudaGetLastError()));
  void* address = &device;
  cudaDriverEntryPointQueryResult found;
  const cudaError_t asked =
      cudaGetDriverEntryPointByVersion("cuNoSuchThing", &address, 12000, cudaEnableDefault, &found);
  printf("no such function: %s, found %d\n", cudaGetErrorName(asked), found == cudaDriverEntryPointSuccess);
  get<int (*)(void*)>("cuModuleUnload")(module);
}
