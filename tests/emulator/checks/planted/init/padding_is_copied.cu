// Structs are copied whole, through global and shared memory, and swapped. Nobody minds the padding that goes along; a
// member that was never set is found where it is used, however often it was copied.
// expect: Uninitialized __global__ memory read of size 1 byte, 32 times
#include "planted.h"

struct Sample {  // Six bytes of padding, which the compiler copies as if they were members.
  double value;
  char kind;
  char unit;
};

struct Span {  // Four bytes of it.
  const int* first;
  int count;
};

__global__ void create(Sample* samples, Span* spans) {
  samples[threadIdx.x].value = 0.5;
  samples[threadIdx.x].kind = 1;
#ifdef FIXED
  samples[threadIdx.x].unit = 2;
#endif
  spans[threadIdx.x].first = nullptr;
  spans[threadIdx.x].count = 3;
}

template <class T>
__global__ void copy(T* out, const T* in) {
  out[threadIdx.x] = in[threadIdx.x];
}

template <class T>
__global__ void reverse(T* items) {
  __shared__ T tile[32];
  tile[threadIdx.x] = items[threadIdx.x];
  __syncthreads();
  items[threadIdx.x] = tile[31 - threadIdx.x];
}

template <class T>
__global__ void swap_pairs(T* items) {
  const T item = items[2 * threadIdx.x];
  items[2 * threadIdx.x] = items[2 * threadIdx.x + 1];
  items[2 * threadIdx.x + 1] = item;
}

__global__ void use(const Sample* samples, double* out) {
  out[threadIdx.x] = samples[threadIdx.x].value * samples[threadIdx.x].unit;  // BUG: its unit was never set
}

static void run() {
  Array<Sample> a(32), b(32);
  Array<Span> c(32), d(32);
  create<<<1, 32>>>(a, c);
  copy<Sample><<<1, 32>>>(b, a);
  copy<Span><<<1, 32>>>(d, c);
  reverse<Sample><<<1, 32>>>(b);
  reverse<Span><<<1, 32>>>(d);
  swap_pairs<Sample><<<1, 16>>>(b);
  swap_pairs<Span><<<1, 16>>>(d);
  Array<double> out(32);
  use<<<1, 32>>>(b, out);
  wait();
}
