// The game of life on two surfaces: cells outside of the world are dead (cudaBoundaryModeZero). A
// glider moves one cell down and right in four generations.
// out: generation 0: 5 cells, first at (1, 0)
// out: generation 40: 5 cells, first at (11, 10)
// out: as on the host: 0 cells differ
#include <cstdio>
#include <vector>

constexpr int kSize = 32;

__global__ void step(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      neighbours += surf2Dread<unsigned char>(from, x + dx, y + dy, cudaBoundaryModeZero);
    }
  }
  const unsigned char is_alive = surf2Dread<unsigned char>(from, x, y);
  surf2Dwrite<unsigned char>(neighbours == 3 || (is_alive && neighbours == 2), to, x, y);
}

std::vector<unsigned char> step_on_host(const std::vector<unsigned char>& world) {
  std::vector<unsigned char> next(world.size());
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      int neighbours = 0;
      for (int k = y - 1; k <= y + 1; ++k) {
        for (int i = x - 1; i <= x + 1; ++i) {
          const bool is_inside = i >= 0 && i < kSize && k >= 0 && k < kSize;
          if (is_inside && (i != x || k != y)) neighbours += world[k * kSize + i];
        }
      }
      next[y * kSize + x] = neighbours == 3 || (world[y * kSize + x] && neighbours == 2);
    }
  }
  return next;
}

void show(int generation, const std::vector<unsigned char>& world) {
  int cells = 0, first = -1;
  for (int i = 0; i < kSize * kSize; ++i) {
    cells += world[i];
    if (world[i] && first < 0) first = i;
  }
  std::printf("generation %d: %d cells, first at (%d, %d)\n", generation, cells, first % kSize,
              first / kSize);
}

int main() {
  std::vector<unsigned char> world(kSize * kSize);
  for (const int cell : {1, kSize + 2, 2 * kSize, 2 * kSize + 1, 2 * kSize + 2}) world[cell] = 1;
  show(0, world);
  cudaArray_t arrays[2];
  cudaSurfaceObject_t surfaces[2];
  for (int i = 0; i < 2; ++i) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    cudaMallocArray(&arrays[i], &format, kSize, kSize, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = arrays[i];
    cudaCreateSurfaceObject(&surfaces[i], &resource);
  }
  cudaMemcpy2DToArray(arrays[0], 0, 0, world.data(), kSize, kSize, kSize, cudaMemcpyHostToDevice);
  std::vector<unsigned char> expected = world;
  for (int generation = 0; generation < 40; ++generation) {
    step<<<dim3(4, 4), dim3(8, 8)>>>(surfaces[generation % 2], surfaces[(generation + 1) % 2]);
    expected = step_on_host(expected);
  }
  cudaMemcpy2DFromArray(world.data(), kSize, arrays[0], 0, 0, kSize, kSize, cudaMemcpyDeviceToHost);
  show(40, world);
  int different = 0;
  for (size_t i = 0; i < world.size(); ++i) different += world[i] != expected[i];
  std::printf("as on the host: %d cells differ\n", different);
  return 0;
}
