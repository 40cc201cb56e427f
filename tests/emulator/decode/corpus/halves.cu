// The 16-bit types: every function of cuda_fp16.h and cuda_bf16.h.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class H, class H2>
__device__ void arithmetic(H* o, H2* o2, H a, H b, H c, H2 x, H2 y, H2 z, bool* p) {
  int n = 0, m = 0, q = 0;
#define A(e) o[n++] = e;
#define P(e) o2[m++] = e;
#define C(e) p[q++] = e;
  A(__habs(a)) A(__hadd(a, b)) A(__hadd_rn(a, b)) A(__hadd_sat(a, b)) A(__hdiv(a, b)) A(__hfma(a, b, c)) A(__hfma_relu(a, b, c))
  A(__hfma_sat(a, b, c)) A(__hmul(a, b)) A(__hmul_rn(a, b)) A(__hmul_sat(a, b)) A(__hneg(a)) A(__hsub(a, b)) A(__hsub_rn(a, b))
  A(__hsub_sat(a, b)) A(__hmax(a, b)) A(__hmax_nan(a, b)) A(__hmin(a, b)) A(__hmin_nan(a, b)) A(hceil(a)) A(hcos(a)) A(hexp(a))
  A(hexp10(a)) A(hexp2(a)) A(hfloor(a)) A(hlog(a)) A(hlog10(a)) A(hlog2(a)) A(hrcp(a)) A(hrint(a)) A(hrsqrt(a)) A(hsin(a))
  A(hsqrt(a)) A(htanh(a)) A(htanh_approx(a)) A(htrunc(a)) A(a + b * c - a / b)
  P(__habs2(x)) P(__hadd2(x, y)) P(__hadd2_rn(x, y)) P(__hadd2_sat(x, y)) P(__h2div(x, y)) P(__hfma2(x, y, z))
  P(__hfma2_relu(x, y, z)) P(__hfma2_sat(x, y, z)) P(__hmul2(x, y)) P(__hmul2_rn(x, y)) P(__hmul2_sat(x, y)) P(__hneg2(x))
  P(__hsub2(x, y)) P(__hsub2_rn(x, y)) P(__hsub2_sat(x, y)) P(__hmax2(x, y)) P(__hmax2_nan(x, y)) P(__hmin2(x, y))
  P(__hmin2_nan(x, y)) P(h2ceil(x)) P(h2cos(x)) P(h2exp(x)) P(h2exp10(x)) P(h2exp2(x)) P(h2floor(x)) P(h2log(x)) P(h2log10(x))
  P(h2log2(x)) P(h2rcp(x)) P(h2rint(x)) P(h2rsqrt(x)) P(h2sin(x)) P(h2sqrt(x)) P(h2tanh(x)) P(h2tanh_approx(x)) P(h2trunc(x))
  P(__hcmadd(x, y, z)) P(__heq2(x, y)) P(__hne2(x, y)) P(__hle2(x, y)) P(__hge2(x, y)) P(__hlt2(x, y)) P(__hgt2(x, y))
  P(__hequ2(x, y)) P(__hneu2(x, y)) P(__hleu2(x, y)) P(__hgeu2(x, y)) P(__hltu2(x, y)) P(__hgtu2(x, y)) P(__hisnan2(x))
  P(__highs2lowhigh(x, y)) 
  C(__hbeq2(x, y)) C(__hbne2(x, y)) C(__hble2(x, y)) C(__hbge2(x, y)) C(__hblt2(x, y)) C(__hbgt2(x, y)) C(__hbequ2(x, y))
  C(__hbneu2(x, y)) C(__hbleu2(x, y)) C(__hbgeu2(x, y)) C(__hbltu2(x, y)) C(__hbgtu2(x, y)) C(__heq(a, b)) C(__hne(a, b))
  C(__hle(a, b)) C(__hge(a, b)) C(__hlt(a, b)) C(__hgt(a, b)) C(__hequ(a, b)) C(__hneu(a, b)) C(__hleu(a, b)) C(__hgeu(a, b))
  C(__hltu(a, b)) C(__hgtu(a, b)) C(__hisinf(a)) C(__hisnan(a))
  o2[m++].x = __shfl_sync(~0u, x, 3).x, o2[m++].x = __shfl_xor_sync(~0u, a, 3), o2[m++].x = __shfl_down_sync(~0u, a, 3);
  o[n++] = __ldg(o + 99), o2[m++] = __ldg(o2 + 99), o[n++] = __ldcg(o + 98), __stcs(o + 97, a), __stwt(o2 + 97, x);
  *(unsigned*)p = __heq2_mask(x, y) + __hltu2_mask(x, y) + __hge2_mask(x, y);
  o[n++] = __lows2half2_(x, y);
}
__device__ __half __lows2half2_(__half2 x, __half2 y) { return __low2half(__lows2half2(x, y)); }
__device__ __nv_bfloat16 __lows2half2_(__nv_bfloat162 x, __nv_bfloat162 y) { return __low2bfloat16(__lows2bfloat162(x, y)); }
__device__ __half2 __highs2lowhigh(__half2 x, __half2 y) { return __lowhigh2highlow(__highs2half2(x, y)); }
__device__ __nv_bfloat162 __highs2lowhigh(__nv_bfloat162 x, __nv_bfloat162 y) { return __lowhigh2highlow(__highs2bfloat162(x, y)); }

__global__ void half_arithmetic(__half* o, __half2* o2, bool* p) { arithmetic(o, o2, o[100], o[101], o[102], o2[100], o2[101], o2[102], p); }
__global__ void bfloat_arithmetic(__nv_bfloat16* o, __nv_bfloat162* o2, bool* p) {
  arithmetic(o, o2, o[100], o[101], o[102], o2[100], o2[101], o2[102], p);
}
#define CONVERT(H, TO, FROM)                                                                                                             \
  __global__ void convert_##FROM(H* h, float* f, double* d, long long* o, int i, unsigned u, long long l, unsigned long long v, short s, \
                                 unsigned short t) {                                                                                     \
    H a = h[0];                                                                                                                          \
    int n = 0;                                                                                                                           \
    o[n++] = __##FROM##2int_rd(a), o[n++] = __##FROM##2int_rn(a), o[n++] = __##FROM##2int_ru(a), o[n++] = __##FROM##2int_rz(a);          \
    o[n++] = __##FROM##2uint_rd(a), o[n++] = __##FROM##2uint_rn(a), o[n++] = __##FROM##2uint_ru(a), o[n++] = __##FROM##2uint_rz(a);      \
    o[n++] = __##FROM##2short_rd(a), o[n++] = __##FROM##2short_rn(a), o[n++] = __##FROM##2short_ru(a);                                   \
    o[n++] = __##FROM##2short_rz(a), o[n++] = __##FROM##2ushort_rd(a), o[n++] = __##FROM##2ushort_rn(a);                                 \
    o[n++] = __##FROM##2ushort_ru(a), o[n++] = __##FROM##2ushort_rz(a), o[n++] = __##FROM##2char_rz(a);                                  \
    o[n++] = __##FROM##2uchar_rz(a), o[n++] = __##FROM##2ll_rd(a), o[n++] = __##FROM##2ll_rn(a), o[n++] = __##FROM##2ll_ru(a);           \
    o[n++] = __##FROM##2ll_rz(a), o[n++] = __##FROM##2ull_rd(a), o[n++] = __##FROM##2ull_rn(a), o[n++] = __##FROM##2ull_ru(a);           \
    o[n++] = __##FROM##2ull_rz(a);                                                                                                       \
    n = 1;                                                                                                                               \
    h[n++] = __float2##TO##_rd(f[0]), h[n++] = __float2##TO##_rn(f[0]), h[n++] = __float2##TO##_ru(f[0]);                                \
    h[n++] = __float2##TO##_rz(f[0]), h[n++] = __double2##FROM(d[0]), h[n++] = __int2##TO##_rd(i), h[n++] = __int2##TO##_rn(i);          \
    h[n++] = __int2##TO##_ru(i), h[n++] = __int2##TO##_rz(i), h[n++] = __uint2##TO##_rd(u), h[n++] = __uint2##TO##_rn(u);                \
    h[n++] = __uint2##TO##_ru(u), h[n++] = __uint2##TO##_rz(u), h[n++] = __short2##TO##_rd(s), h[n++] = __short2##TO##_rn(s);            \
    h[n++] = __short2##TO##_ru(s), h[n++] = __short2##TO##_rz(s), h[n++] = __ushort2##TO##_rd(t), h[n++] = __ushort2##TO##_rn(t);        \
    h[n++] = __ushort2##TO##_ru(t), h[n++] = __ushort2##TO##_rz(t), h[n++] = __ll2##TO##_rd(l), h[n++] = __ll2##TO##_rn(l);              \
    h[n++] = __ll2##TO##_ru(l), h[n++] = __ll2##TO##_rz(l), h[n++] = __ull2##TO##_rd(v), h[n++] = __ull2##TO##_rn(v);                    \
    h[n++] = __ull2##TO##_ru(v), h[n++] = __ull2##TO##_rz(v);                                                                            \
    f[1] = __##FROM##2float(a);                                                                                                          \
  }
CONVERT(__half, half, half)
CONVERT(__nv_bfloat16, bfloat16, bfloat16)
__global__ void pairs(__half2* h, __nv_bfloat162* b, float2* f) {
  h[0] = __float22half2_rn(f[0]), b[0] = __float22bfloat162_rn(f[0]), h[1] = __floats2half2_rn(f[1].x, f[1].y), f[2] = __half22float2(h[2]);
  b[1] = __floats2bfloat162_rn(f[1].x, f[1].y), f[3] = __bfloat1622float2(b[2]), h[3] = make_half2(__half(1), __half(2));
}
