// A surface write behind the end of a row: x counts bytes, and this kernel counts texels twice.
// status: 1
// out: an illegal memory access was encountered
// err: ========= Surface access out of bounds
// err: surface_out_of_bounds.cu:12
// err: by thread (16,0,0) in block (0,0,0)
// err: Access of 4 bytes to x = 64 (in bytes), y = 0
// err: x counts bytes
#include <cstdio>

__global__ void fill(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, int(threadIdx.x * sizeof(float)), 0);
}

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 16, 4, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  fill<<<1, 32>>>(surface);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
