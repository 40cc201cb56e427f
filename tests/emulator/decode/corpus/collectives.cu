// CUB's algorithms of a block and a warp.
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

template <class T>
__device__ void algorithms(T* data, int* count) {
  constexpr int kThreads = 128, kItems = 4;
  using Load = cub::BlockLoad<T, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<T, kThreads, kItems, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Reduce = cub::BlockReduce<T, kThreads>;
  using Raking = cub::BlockReduce<T, kThreads, cub::BLOCK_REDUCE_RAKING>;
  using Scan = cub::BlockScan<T, kThreads>;
  using RakingScan = cub::BlockScan<T, kThreads, cub::BLOCK_SCAN_RAKING>;
  using Sort = cub::BlockRadixSort<T, kThreads, kItems, int>;
  using Merge = cub::BlockMergeSort<T, kThreads, kItems>;
  using Exchange = cub::BlockExchange<T, kThreads, kItems>;
  using Heads = cub::BlockDiscontinuity<T, kThreads>;
  using Difference = cub::BlockAdjacentDifference<T, kThreads>;
  using Histogram = cub::BlockHistogram<unsigned char, kThreads, kItems, 256>;
  using Shuffle = cub::BlockShuffle<T, kThreads>;
  using WarpReduce = cub::WarpReduce<T>;
  using WarpScan = cub::WarpScan<T, 16>;
  using WarpMerge = cub::WarpMergeSort<T, kItems>;
  using WarpExchange = cub::WarpExchange<T, kItems>;
  __shared__ union {
    typename Load::TempStorage load; typename Store::TempStorage store; typename Reduce::TempStorage reduce;
    typename Raking::TempStorage raking; typename Scan::TempStorage scan; typename RakingScan::TempStorage raking_scan;
    typename Sort::TempStorage sort; typename Merge::TempStorage merge; typename Exchange::TempStorage exchange;
    typename Heads::TempStorage heads; typename Difference::TempStorage difference; typename Histogram::TempStorage histogram;
    typename Shuffle::TempStorage shuffle; typename WarpReduce::TempStorage warp_reduce[4]; typename WarpScan::TempStorage warp_scan[8];
    typename WarpMerge::TempStorage warp_merge[4]; typename WarpExchange::TempStorage warp_exchange[4];
  } s;
  T items[kItems]; int values[kItems] = {1, 2, 3, 4}; int flags[kItems];
  const int warp = threadIdx.x / 32;
  Load(s.load).Load(data, items, 500, T{}); __syncthreads();
  T sum = Reduce(s.reduce).Sum(items); __syncthreads();
  sum += Raking(s.raking).Reduce(items, ::cuda::maximum<>{}); __syncthreads();
  Scan(s.scan).ExclusiveSum(items, items); __syncthreads();
  RakingScan(s.raking_scan).InclusiveScan(items, items, ::cuda::minimum<>{}); __syncthreads();
  Sort(s.sort).SortBlockedToStriped(items, values); __syncthreads();
  Merge(s.merge).Sort(items, ::cuda::std::less<T>{}); __syncthreads();
  Exchange(s.exchange).StripedToBlocked(items, items); __syncthreads();
  Heads(s.heads).FlagHeads(flags, items, ::cuda::std::not_equal_to<T>{}); __syncthreads();
  Difference(s.difference).SubtractLeft(items, items, ::cuda::std::minus<T>{}); __syncthreads();
  Shuffle(s.shuffle).Up(items, items); __syncthreads();
  sum += WarpReduce(s.warp_reduce[warp]).Sum(sum); T scanned; __syncthreads();
  WarpScan(s.warp_scan[threadIdx.x / 16]).InclusiveSum(sum, scanned); __syncthreads();
  WarpExchange(s.warp_exchange[warp]).BlockedToStriped(items, items); __syncthreads();
  items[0] += scanned;
  Store(s.store).Store(data, items); 
  count[threadIdx.x] = flags[0];
}
__global__ void of_int(int* d, int* c) { algorithms(d, c); }
__global__ void of_float(float* d, int* c) { algorithms(d, c); }
__global__ void of_double(double* d, int* c) { algorithms(d, c); }
__global__ void of_byte(unsigned char* d, int* c) { algorithms(d, c); }
