// Atomics: the classic functions in every scope, libcu++'s atomic_ref in every type, size and order, vector forms.
#include <cuda/atomic>
#include <cuda/std/atomic>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T>
__device__ T classic(T* p, T a, T b) {
  T r = atomicAdd(p, a) + atomicSub(p, a) + atomicExch(p, b) + atomicMin(p, a) + atomicMax(p, b) + atomicCAS(p, a, b);
  r += atomicAnd(p, a) + atomicOr(p, b) + atomicXor(p, a);
#if __CUDA_ARCH__ >= 600
  r += atomicAdd_block(p, a) + atomicAdd_system(p, a) + atomicCAS_block(p, a, b) + atomicMax_system(p, a) + atomicXor_block(p, b);
#endif
  return r;
}
__global__ void functions(int* i, unsigned* u, unsigned long long* l, float* f, double* d, __half2* h, __nv_bfloat162* b, __half* h1,
                          __nv_bfloat16* b1, unsigned short* s) {
  __shared__ int si; __shared__ unsigned su; __shared__ float sf; __shared__ double sd; __shared__ __half2 sh;
  si = 0, su = 0, sf = 0, sd = 0, sh = __half2(0, 0);
  __syncthreads();
  i[0] = classic(i, 1, 2) + classic(&si, 1, 2), u[0] = classic(u, 1u, 2u) + atomicInc(u, 5) + atomicDec(&su, 7);
  unsigned long long r = atomicAdd(l, 1ull) + atomicExch(l, 2ull) + atomicCAS(l, 1ull, 2ull) + atomicMin(l, 1ull) + atomicMax(l, 3ull);
  l[1] = r + atomicAnd(l, 1ull) + atomicOr(l, 2ull) + atomicXor(l, 3ull) + atomicMin((long long*)l, 3ll) + atomicMax((long long*)l, -3ll);
  f[1] = atomicAdd(f, 1.f) + atomicExch(f, 2.f) + atomicAdd(&sf, 1.f), d[1] = atomicAdd(d, 1.) + atomicAdd(&sd, 1.) + atomicAdd_system(d, 1.);
  h[1] = __hadd2(atomicAdd(h, h[2]), atomicAdd(&sh, h[2])), b[1] = atomicAdd(b, b[2]), h1[1] = atomicAdd(h1, h1[2]), b1[1] = atomicAdd(b1, b1[2]);
  s[1] = atomicCAS(s, (unsigned short)1, (unsigned short)2);
#if __CUDA_ARCH__ >= 900
  float2* f2 = (float2*)f; float4* f4 = (float4*)f;
  f2[5] = atomicAdd(f2, float2{1, 2}), f4[5] = atomicAdd(f4, float4{1, 2, 3, 4});
  atomicAdd(f2, float2{1, 2}), atomicAdd(f4, float4{1, 2, 3, 4});
  atomicAdd_block(f4 + 1, float4{1, 2, 3, 4});
#endif
}

template <class T, cuda::thread_scope Scope>
__device__ void reference(T* p, T a, T b) {
  cuda::atomic_ref<T, Scope> r(*p);
  T x = r.load() + r.load(cuda::memory_order_relaxed) + r.load(cuda::memory_order_acquire);
  r.store(a), r.store(b, cuda::memory_order_release), r.store(a, cuda::memory_order_relaxed);
  x += r.exchange(a) + r.exchange(b, cuda::memory_order_relaxed);
  r.compare_exchange_strong(a, b), r.compare_exchange_weak(b, a, cuda::memory_order_acq_rel, cuda::memory_order_relaxed);
  x += r.fetch_add(a) + r.fetch_sub(a, cuda::memory_order_relaxed) + r.fetch_max(a, cuda::memory_order_acquire) + r.fetch_min(b);
  *p = x;
}
template <class T, cuda::thread_scope Scope>
__device__ void bits(T* p, T a) {
  cuda::atomic_ref<T, Scope> r(*p);
  *p = r.fetch_and(a) + r.fetch_or(a, cuda::memory_order_release) + r.fetch_xor(a, cuda::memory_order_relaxed);
}
template <cuda::thread_scope Scope>
__device__ void all(char* p) {
  reference<int, Scope>((int*)p, 1, 2), reference<unsigned, Scope>((unsigned*)p, 1, 2), reference<long long, Scope>((long long*)p, 1, 2);
  reference<unsigned long long, Scope>((unsigned long long*)p, 1, 2), reference<short, Scope>((short*)p, 1, 2);
  reference<signed char, Scope>((signed char*)p, 1, 2), reference<float, Scope>((float*)p, 1, 2), reference<double, Scope>((double*)p, 1, 2);
  bits<int, Scope>((int*)p, 3), bits<unsigned long long, Scope>((unsigned long long*)p, 3), bits<unsigned char, Scope>((unsigned char*)p, 3);
}
__global__ void references(char* p) {
  all<cuda::thread_scope_system>(p), all<cuda::thread_scope_device>(p), all<cuda::thread_scope_block>(p);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_block);
  cuda::std::atomic_flag* flag = (cuda::std::atomic_flag*)p;
  while (flag->test_and_set()) {}
  flag->clear();
  cuda::atomic<int, cuda::thread_scope_device>* word = (cuda::atomic<int, cuda::thread_scope_device>*)p;
  word->wait(3), word->notify_all();
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void wide(ulonglong2* p, ulonglong2 a, ulonglong2 b) {
  ulonglong2 r;
  asm volatile("{ .reg .b128 d, b, c; mov.b128 b, {%2, %3}; mov.b128 c, {%4, %5}; atom.cas.b128 d, [%6], b, c; mov.b128 {%0, %1}, d; }"
               : "=l"(r.x), "=l"(r.y) : "l"(a.x), "l"(a.y), "l"(b.x), "l"(b.y), "l"(p) : "memory");
  p[1] = r;
  asm volatile("{ .reg .b128 d, b; mov.b128 b, {%2, %3}; atom.acq_rel.gpu.global.exch.b128 d, [%4], b; mov.b128 {%0, %1}, d; }"
               : "=l"(r.x), "=l"(r.y) : "l"(a.x), "l"(a.y), "l"(p) : "memory");
  asm volatile("{ .reg .b128 d; ld.relaxed.gpu.global.b128 d, [%0]; st.release.gpu.global.b128 [%0+16], d; }" ::"l"(p) : "memory");
  p[2] = r;
}
#endif
