// What the C++ language asks of a device: virtual functions, pointers to functions, recursion,
// alloca, variadic functions, structures by value, 128-bit integers.
//
// out: areas 9 12.5664
// out: pointers 12 2
// out: ackermann(2, 3) = 9
// out: alloca 2016 and 325
// out: variadic 1 + 2.5 + 300000000000 = 300000000003.5
// out: structure 2 4 6 z
// out: 128 bits 12157665459056928801 9
#include <cstdarg>
#include <cstdio>

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3.14159265f * radius * radius; }
};
__global__ void areas(float* out) {
  const bool is_square = threadIdx.x == 0;
  Shape* shape = is_square ? static_cast<Shape*>(new Square(3)) : new Circle(2);
  out[threadIdx.x] = shape->area();
  delete shape;
}

__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ int (*table[2])(int, int) = {plus, minus};
__global__ void pointers(int* out) { out[threadIdx.x] = table[threadIdx.x & 1](7, 5); }

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__global__ void recursion(int* out) { out[0] = ackermann(2, 3); }

__device__ __noinline__ int sum_of_copies(const int* values, int count) {
  int* copy = static_cast<int*>(alloca(count * sizeof(int)));
  for (int i = 0; i < count; ++i) copy[i] = values[i];
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += copy[i];
  return sum;
}
/// Each thread has another size; a call in between must not tread on it.
__global__ void stack_memory(int* out) {
  const int count = threadIdx.x == 63 ? 64 : threadIdx.x;
  int* scratch = static_cast<int*>(alloca((count + 1) * sizeof(int)));
  for (int i = 0; i < count; ++i) scratch[i] = i;
  const int first = sum_of_copies(scratch, count);
  const int second = sum_of_copies(scratch, count);
  int last = 0;
  for (int i = 0; i < count; ++i) last += scratch[i];
  out[threadIdx.x] = first == last && second == last ? last : -1;
}

__device__ __noinline__ double sum_of(const char* kinds, ...) {
  va_list arguments;
  va_start(arguments, kinds);
  double sum = 0;
  for (; *kinds; ++kinds) {
    if (*kinds == 'i') sum += va_arg(arguments, int);
    if (*kinds == 'd') sum += va_arg(arguments, double);
    if (*kinds == 'l') sum += va_arg(arguments, long long);
  }
  va_end(arguments);
  return sum;
}
__global__ void variadic(double* out) { out[0] = sum_of("idl", 1, 2.5, 300000000000ll); }

struct Big {
  long long words[3];
  char tail;
};
__device__ __noinline__ Big twice(Big big) {
  for (auto& word : big.words) word *= 2;
  ++big.tail;
  return big;
}
__global__ void structures(Big* out, Big in) { out[0] = twice(in); }

__global__ void wide(unsigned long long* out, unsigned long long a) {
  unsigned __int128 power = 1;
  for (int i = 0; i < 40; ++i) power *= a;
  out[0] = static_cast<unsigned long long>(power);
  out[1] = static_cast<unsigned long long>(power / (power / a / a));
}

template <class T, class Kernel, class... Arguments>
const T* run(int threads, Kernel kernel, Arguments... arguments) {
  static T host[64];
  T* device;
  cudaMalloc(&device, sizeof host);
  cudaMemset(device, 0, sizeof host);
  kernel<<<1, threads>>>(device, arguments...);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  return host;
}

int main() {
  const float* area = run<float>(2, areas);
  printf("areas %g %g\n", area[0], area[1]);
  const int* pointed = run<int>(2, pointers);
  printf("pointers %d %d\n", pointed[0], pointed[1]);
  printf("ackermann(2, 3) = %d\n", *run<int>(1, recursion));
  const int* sums = run<int>(64, stack_memory);
  printf("alloca %d and %d\n", sums[63], sums[26]);
  printf("variadic 1 + 2.5 + 300000000000 = %.1f\n", *run<double>(1, variadic));
  const Big big = *run<Big>(1, structures, Big{{1, 2, 3}, 'y'});
  printf("structure %lld %lld %lld %c\n", big.words[0], big.words[1], big.words[2], big.tail);
  const unsigned long long* power = run<unsigned long long>(1, wide, 3ull);
  printf("128 bits %llu %llu\n", power[0], power[1]);
}
