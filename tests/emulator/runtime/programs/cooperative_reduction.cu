// A grid that meets several times: a sum in one launch, by grid.sync(), and a ring of 100 rounds. The
// numbers are exact: the sum of 1 … n is n (n + 1) / 2.
// out: 264 blocks of 256: sum 5000050000
// out: by attribute: sum 5000050000
// out: 100 rounds, 7x3 blocks: 100 everywhere
// out: one block more than fit: cudaErrorCooperativeLaunchTooLarge
// out: last error: cudaErrorCooperativeLaunchTooLarge
// err: of the 1057 blocks the device holds 1056
// out: in an ordinary launch the grid is valid, too: 4 blocks meet
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum(const unsigned* values, unsigned count, unsigned long long* partial,
                    unsigned long long* result) {
  __shared__ unsigned long long block_sum;
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  unsigned long long mine = 0;
  for (unsigned i = grid.thread_rank(); i < count; i += grid.size()) mine += values[i];
  atomicAdd(&block_sum, mine);
  __syncthreads();
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
  grid.sync();
  // Now one block reads what all have left.
  if (blockIdx.x != 0) return;
  unsigned long long total = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) total += partial[i];
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  atomicAdd(&block_sum, total);
  __syncthreads();
  if (threadIdx.x == 0) *result = block_sum;
}

/// In each round every block takes its neighbour's number of the round before and adds one.
__global__ void rounds(unsigned* numbers, int count) {
  cg::grid_group grid = cg::this_grid();
  const unsigned blocks = gridDim.x * gridDim.y;
  const unsigned block = grid.block_rank();
  for (int round = 0; round < count; ++round) {
    const unsigned* from = numbers + round % 2 * blocks;
    unsigned* to = numbers + (round + 1) % 2 * blocks;
    if (cg::this_thread_block().thread_rank() == 0) to[block] = from[(block + 1) % blocks] + 1;
    cg::grid_group::arrival_token token = grid.barrier_arrive();
    grid.barrier_wait(std::move(token));
  }
}

/// The blocks of an ordinary launch may meet as well, if they happen to be resident.
__global__ void ask(bool* answer, unsigned* met) {
  cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == 0) *answer = grid.is_valid();
  atomicAdd(met, 1);
  grid.sync();
  if (*met != gridDim.x * blockDim.x) *answer = false;
}

int main() {
  constexpr unsigned kCount = 100'000;
  unsigned* values;
  unsigned long long *partial, *result;
  bool* answer;
  cudaMallocManaged(&values, kCount * sizeof(unsigned));
  cudaMallocManaged(&partial, 10'000 * sizeof(unsigned long long));
  cudaMallocManaged(&result, sizeof(unsigned long long));
  cudaMallocManaged(&answer, sizeof(bool));
  for (unsigned i = 0; i < kCount; ++i) values[i] = i + 1;
  unsigned count = kCount;
  void* arguments[] = {&values, &count, &partial, &result};
  cudaLaunchCooperativeKernel(sum, dim3(264), dim3(256), arguments);
  cudaDeviceSynchronize();
  std::printf("264 blocks of 256: sum %llu\n", *result);

  *result = 0;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = 132;
  configuration.blockDim = 1024;
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  cudaLaunchKernelEx(&configuration, sum, static_cast<const unsigned*>(values), kCount, partial,
                     result);
  cudaDeviceSynchronize();
  std::printf("by attribute: sum %llu\n", *result);

  for (unsigned i = 0; i < 42; ++i) values[i] = 0;
  int times = 100;
  void* round_arguments[] = {&values, &times};
  cudaLaunchCooperativeKernel(rounds, dim3(7, 3), dim3(8, 4, 3), round_arguments);
  cudaDeviceSynchronize();
  bool all = true;
  for (unsigned i = 0; i < 21; ++i) all = all && values[i] == 100;
  std::printf("100 rounds, 7x3 blocks: %s\n", all ? "100 everywhere" : "wrong");

  int multiprocessors = 0, blocks = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum, 256, 0);
  const cudaError_t error = cudaLaunchCooperativeKernel(
      sum, dim3(static_cast<unsigned>(blocks * multiprocessors + 1)), dim3(256), arguments);
  std::printf("one block more than fit: %s\n", cudaGetErrorName(error));
  std::printf("last error: %s\n", cudaGetErrorName(cudaGetLastError()));

  values[0] = 0;
  ask<<<4, 64>>>(answer, values);
  cudaDeviceSynchronize();
  std::printf("in an ordinary launch the grid is %s, too: %u blocks meet\n",
              *answer ? "valid" : "not valid", values[0] / 64);
}
