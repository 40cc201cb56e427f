// What the C++ language itself makes: virtual functions, function pointers, recursion, alloca, exceptions of control
// flow, lambdas, variadic templates and functions, 128-bit integers, builtins, inline assembly, printf, assert, new.
#include <cassert>
#include <cstdarg>
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3.14159f * radius * radius; }
};
__global__ void virtual_functions(float* out, int n) {
  Shape* shape = n & 1 ? (Shape*)new Square(n) : (Shape*)new Circle(n);
  out[0] = shape->area();
  delete shape;
}

__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ int (*table[2])(int, int) = {plus, minus};
__global__ void function_pointers(int* out, int which) { out[threadIdx.x] = table[which & 1](out[threadIdx.x], which); }

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__global__ void recursion(int* out, int m, int n) { *out = ackermann(m, n); }

__global__ void stack_memory(int* out, int n) {
  int* scratch = (int*)alloca(n * sizeof(int));
  for (int i = 0; i < n; ++i) scratch[i] = i * n;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int* inner = (int*)__builtin_alloca(i + 1);
    inner[0] = scratch[i];
    sum += inner[0];
  }
  *out = sum;
}

__device__ __noinline__ int sum_of(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(arguments, int);
  va_end(arguments);
  return sum;
}
template <class... Values>
__device__ auto folded(Values... values) { return (values + ...); }
__global__ void variadic(int* out, int a) {
  out[0] = sum_of(3, a, a + 1, a + 2);
  out[1] = folded(a, 2, 3.0f, 'c');
  printf("%d %s %f %lld\n", a, "text", 1.5, (long long)a);
  assert(a != 77);
}

struct Big { long long words[9]; char tail; };
__device__ __noinline__ Big twice(Big big) {
  for (auto& word : big.words) word *= 2;
  big.tail += 1;
  return big;
}
__global__ void structures(Big* out, Big in) { *out = twice(in); }

__global__ void builtins(long long* out, unsigned a, long long b, float f) {
  out[0] = __builtin_popcount(a) + __builtin_clz(a) + __builtin_ffs(a) + __builtin_popcountll(b);
  out[1] = __builtin_expect(a == 3, 0) ? 1 : __brev(a);
  out[2] = __builtin_fabsf(f) > 1 ? 5 : __isShared(out) + __isGlobal(out) + __isLocal(&a) + __isConstant(out);
  out[3] = (long long)__cvta_generic_to_shared(out) + (long long)__cvta_generic_to_global(out);
  __builtin_assume(a < 100);
  if (a > 500) __builtin_unreachable();
  if (a == 99) __trap();
  __nanosleep(a);
  out[4] = clock() + clock64();
  __threadfence(), __threadfence_block(), __threadfence_system();
  __prof_trigger(1);
  if (a == 98) __brkpt();
}

__global__ void assembly(unsigned* out, unsigned a) {
  unsigned b, c, d;
  asm volatile("{ .reg .v4 .b32 q; .reg .pred p; mov.b32 %0, %1; setp.ne.s32 p, %1, 0; @p add.u32 %0, %0, 1; }" : "=r"(b) : "r"(a));
  asm("{ .reg .b16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 %0, {hi, lo}; }" : "=r"(c) : "r"(a));
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(d) : "r"(a));
  out[0] = b + c + d;
  asm("szext.wrap.s32 %0, %1, 7;" : "=r"(d) : "r"(a));
  asm("bmsk.clamp.b32 %0, %1, 7;" : "=r"(c) : "r"(a));
  asm("mad24.lo.u32 %0, %1, %1, %1;" : "=r"(b) : "r"(a));
  out[1] = b + c + d;
  asm volatile("vadd.u32.s32.s32.sat.add %0, %1, %2, %2;" : "=r"(b) : "r"(a), "r"(c));
  asm volatile("vsub4.s32.u32.u32 %0, %1, %2, %2;" : "=r"(c) : "r"(a), "r"(b));
  asm volatile("vmad.s32.s32.s32.shr7 %0, %1, %2, %2;" : "=r"(d) : "r"(a), "r"(b));
  asm volatile("vset.u32.u32.lt %0, %1, %2;" : "=r"(b) : "r"(a), "r"(c));
  asm volatile("vabsdiff.s32.u32.s32.min %0, %1.b1, %2.h1, %3;" : "=r"(c) : "r"(a), "r"(b), "r"(d));
  asm volatile("vshl.u32.u32.u32.clamp %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  out[2] = b + c + d;
}

__global__ void groups(int* out, int value) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto warp = cg::tiled_partition<32>(block);
  auto active = cg::coalesced_threads();
  value = cg::reduce(tile, value, cg::plus<int>());
  value += cg::reduce(warp, value, cg::greater<int>());
  value += cg::reduce(active, value, cg::bit_xor<int>());
  value += cg::inclusive_scan(tile, value) + cg::exclusive_scan(warp, value, cg::plus<int>());
  auto part = cg::labeled_partition(warp, value & 3);
  value += cg::reduce(part, value, cg::less<int>());
  auto half = cg::binary_partition(warp, value & 1);
  value += half.size() + tile.shfl_xor(value, 1) + warp.match_any(value) + warp.ballot(value > 3) + tile.any(value) + half.all(value);
  cg::this_grid().sync();
  block.sync();
  out[cg::this_grid().thread_rank()] = value + warp.meta_group_rank();
}
