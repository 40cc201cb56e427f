// Managed and pinned memory: one pointer on both sides, bounds still known.
// status: 1
// out: 0 10 20 30
// out: types 3 1 2 0
// out: an illegal memory access was encountered
// err: 1 byte after the nearest allocation:
// err: (cudaMallocManaged), 16 bytes
#include <cstdio>

__global__ void times_ten(int* data, int n) {
  if (threadIdx.x < n) data[threadIdx.x] *= 10;
}

int type_of(const void* pointer) {
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, pointer);
  return attributes.type;
}

int main() {
  int *managed, *pinned, *device, local = 0;
  cudaMallocManaged(&managed, 4 * sizeof(int));
  cudaMallocHost(&pinned, 4 * sizeof(int));
  cudaMalloc(&device, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) managed[i] = pinned[i] = i;
  times_ten<<<1, 32>>>(managed, 4);
  times_ten<<<1, 32>>>(pinned, 4);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", managed[0], pinned[1], managed[2], pinned[3]);
  printf("types %d %d %d %d\n", type_of(managed), type_of(pinned), type_of(device), type_of(&local));
  times_ten<<<1, 32>>>(managed, 5);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
