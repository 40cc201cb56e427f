// Sizes whose products need more than 64 bits, and limits beyond all bounds: refused.
// out: pitch: refused
// out: rows and pitch: refused
// out: volume: refused
// out: stack: refused
// out: copy from the end of its row: refused
// out: register: refused
// out: block: refused
// err: cudaMallocPitch: 18446744073709551615 bytes were asked for
// err: the block (4294967295, 4294967295, 64) has over a million threads
#include <cstdint>
#include <cstdio>

__global__ void nothing() {}

static void show(const char* what, cudaError_t error) {
  cudaGetLastError();
  std::printf("%s: %s\n", what, error == cudaSuccess ? "accepted" : "refused");
}

int main() {
  void* pointer;
  size_t pitch;
  cudaPitchedPtr volume;
  show("pitch", cudaMallocPitch(&pointer, &pitch, SIZE_MAX, 1));
  show("rows and pitch", cudaMallocPitch(&pointer, &pitch, size_t{1} << 40, size_t{1} << 40));
  const size_t side = size_t{1} << 30;
  show("volume", cudaMalloc3D(&volume, make_cudaExtent(side, side, side)));
  show("stack", cudaDeviceSetLimit(cudaLimitStackSize, SIZE_MAX));

  char host[64];
  cudaMalloc(&pointer, 64);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(static_cast<char*>(pointer) + 8, 16, 16, 2);
  copy.dstPtr = make_cudaPitchedPtr(host, 16, 16, 2);
  copy.srcPos = make_cudaPos(SIZE_MAX - 3, 0, 0);
  copy.extent = make_cudaExtent(8, 1, 1);
  copy.kind = cudaMemcpyDeviceToHost;
  show("copy from the end of its row", cudaMemcpy3D(&copy));

  show("register", cudaHostRegister(host, SIZE_MAX, cudaHostRegisterDefault));
  nothing<<<1, dim3(UINT32_MAX, UINT32_MAX, 64)>>>();
  show("block", cudaGetLastError());
}
