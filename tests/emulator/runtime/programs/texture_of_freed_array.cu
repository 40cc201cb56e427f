// A texture outlives its array.
// status: 1
// out: an illegal memory access was encountered
// err: ========= Invalid texture or surface object
// err: texture_of_freed_array.cu:10
// err: reads CUDA array #1, which was freed
// err: free the array after the last kernel
#include <cstdio>

__global__ void read(float* out, cudaTextureObject_t texture) { *out = tex2D<float>(texture, 0, 0); }

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 16, 4);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  cudaFreeArray(array);
  float* out;
  cudaMalloc(&out, 4);
  read<<<1, 1>>>(out, texture);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
