// The 8-, 6- and 4-bit types, with their conversions to and from every other one.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

template <class F>
__device__ void one(F* o, float* f, double* d, __half* h, __nv_bfloat16* b) {
  o[0] = F(f[0]), o[1] = F(d[0]), o[2] = F(h[0]), o[3] = F(b[0]), f[1] = float(o[4]), h[1] = __half(o[5]), b[1] = __nv_bfloat16(o[6]);
  d[1] = double(o[7]), o[8] = F(int(f[3])), o[9] = F((unsigned short)f[4]), o[10] = F((long long)f[5]), f[6] = int(o[11]);
}
template <class F>
__device__ void two(F* o, float2* f, double2* d, __half2* h, __nv_bfloat162* b) {
  o[0] = F(f[0]), o[1] = F(d[0]), o[2] = F(h[0]), o[3] = F(b[0]), f[1] = float2(o[4]), h[1] = __half2(o[5]);
}
template <class F>
__device__ void four(F* o, float4* f, double4* d, __half2* h, __nv_bfloat162* b) {
  o[0] = F(f[0]), o[1] = F(d[0]), o[2] = F(h[0], h[1]), o[3] = F(b[0], b[1]), f[1] = float4(o[4]);
}
#define TYPES(bits, name)                                                                                                                     \
  __global__ void one_##name(__nv_fp##bits##_##name* o, float* f, double* d, __half* h, __nv_bfloat16* b) { one(o, f, d, h, b); }             \
  __global__ void two_##name(__nv_fp##bits##x2_##name* o, float2* f, double2* d, __half2* h, __nv_bfloat162* b) { two(o, f, d, h, b); }       \
  __global__ void four_##name(__nv_fp##bits##x4_##name* o, float4* f, double4* d, __half2* h, __nv_bfloat162* b) { four(o, f, d, h, b); }
TYPES(8, e4m3) TYPES(8, e5m2) TYPES(6, e2m3) TYPES(6, e3m2) TYPES(4, e2m1)

__global__ void scale_factors(__nv_fp8_storage_t* o, __nv_fp8x2_storage_t* o2, float* f, float2* g, __half* h, __nv_bfloat162_raw* b) {
  o[0] = __nv_cvt_float_to_e8m0(f[0], __NV_SATFINITE, cudaRoundZero), o2[1] = __nv_cvt_float2_to_e8m0x2(g[0], __NV_SATFINITE, cudaRoundPosInf);
  o2[2] = __nv_cvt_bfloat162raw_to_e8m0x2(b[0], __NV_NOSAT, cudaRoundZero), b[1] = __nv_cvt_e8m0x2_to_bf162raw(o2[3]);
}
