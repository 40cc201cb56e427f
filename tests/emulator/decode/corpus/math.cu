// Every function of the CUDA math headers, single and double precision, and the integer intrinsics.
#define F1(T, f) out[n++] = T(f(x));
#define F2(T, f) out[n++] = T(f(x, y));
#define F3(T, f) out[n++] = T(f(x, y, z));

__global__ void single(float* out, float x, float y, float z, int k, unsigned u) {
  int n = 0;
#define U(f) F1(float, f)
  U(acosf) U(acoshf) U(asinf) U(asinhf) U(atanf) U(atanhf) U(cbrtf) U(ceilf) U(cosf) U(coshf) U(cospif) U(cyl_bessel_i0f)
  U(cyl_bessel_i1f) U(erfcf) U(erfcinvf) U(erfcxf) U(erff) U(erfinvf) U(exp10f) U(exp2f) U(expf) U(expm1f) U(fabsf)
  U(floorf) U(j0f) U(j1f) U(lgammaf) U(log10f) U(log1pf) U(log2f) U(logbf) U(logf) U(nearbyintf) U(normcdff)
  U(normcdfinvf) U(rcbrtf) U(rintf) U(roundf) U(rsqrtf) U(sinf) U(sinhf) U(sinpif) U(sqrtf) U(tanf) U(tanhf) U(tgammaf)
  U(truncf) U(y0f) U(y1f) U(__cosf) U(__exp10f) U(__expf) U(__frcp_rd) U(__frcp_rn) U(__frcp_ru) U(__frcp_rz)
  U(__frsqrt_rn) U(__fsqrt_rd) U(__fsqrt_rn) U(__fsqrt_ru) U(__fsqrt_rz) U(__log10f) U(__log2f) U(__logf) U(__saturatef)
  U(__sinf) U(__tanf) U(ilogbf) U(isfinite) U(isinf) U(isnan) U(signbit) U(lrintf) U(llrintf) U(lroundf) U(llroundf)
  U(__float2int_rd) U(__float2int_rn) U(__float2int_ru) U(__float2int_rz) U(__float2ll_rd) U(__float2ll_rn)
  U(__float2ll_ru) U(__float2ll_rz) U(__float2uint_rd) U(__float2uint_rn) U(__float2uint_ru) U(__float2uint_rz)
  U(__float2ull_rd) U(__float2ull_rn) U(__float2ull_ru) U(__float2ull_rz) U(__float_as_int) U(__float_as_uint)
#define B(f) F2(float, f)
  B(atan2f) B(copysignf) B(fdimf) B(fdividef) B(fmaxf) B(fminf) B(fmodf) B(hypotf) B(nextafterf) B(powf) B(remainderf)
  B(rhypotf) B(__fadd_rd) B(__fadd_rn) B(__fadd_ru) B(__fadd_rz) B(__fdiv_rd) B(__fdiv_rn) B(__fdiv_ru) B(__fdiv_rz)
  B(__fdividef) B(__fmul_rd) B(__fmul_rn) B(__fmul_ru) B(__fmul_rz) B(__fsub_rd) B(__fsub_rn) B(__fsub_ru) B(__fsub_rz)
  B(__powf)
#define T(f) F3(float, f)
  T(fmaf) T(norm3df) T(rnorm3df) T(__fmaf_rd) T(__fmaf_rn) T(__fmaf_ru) T(__fmaf_rz) T(__fmaf_ieee_rd)
  T(__fmaf_ieee_rn) T(__fmaf_ieee_ru) T(__fmaf_ieee_rz)
  out[n++] = norm4df(x, y, z, x), out[n++] = rnorm4df(x, y, z, x);
  out[n++] = ldexpf(x, k), out[n++] = scalbnf(x, k), out[n++] = scalblnf(x, k), out[n++] = jnf(k, x), out[n++] = ynf(k, x);
  out[n++] = nanf("");
  int e; float a, b;
  out[n++] = frexpf(x, &e), out[n++] = e;
  out[n++] = modff(x, &a), out[n++] = a;
  out[n++] = remquof(x, y, &e), out[n++] = e;
  sincosf(x, &a, &b), out[n++] = a, out[n++] = b;
  sincospif(x, &a, &b), out[n++] = a, out[n++] = b;
  __sincosf(x, &a, &b), out[n++] = a, out[n++] = b;
  float array[8] = {x, y, z, x, y, z, x, y};
  out[n++] = normf(k, array), out[n++] = rnormf(k, array);
  out[n++] = __int2float_rd(k), out[n++] = __int2float_rn(k), out[n++] = __int2float_ru(k), out[n++] = __int2float_rz(k);
  out[n++] = __uint2float_rd(u), out[n++] = __uint2float_rn(u), out[n++] = __uint2float_ru(u), out[n++] = __uint2float_rz(u);
  const long long l = (long long)k * u; const unsigned long long v = l;
  out[n++] = __ll2float_rd(l), out[n++] = __ll2float_rn(l), out[n++] = __ll2float_ru(l), out[n++] = __ll2float_rz(l);
  out[n++] = __ull2float_rd(v), out[n++] = __ull2float_rn(v), out[n++] = __ull2float_ru(v), out[n++] = __ull2float_rz(v);
  out[n++] = __int_as_float(k), out[n++] = __uint_as_float(u);
#if __CUDA_ARCH__ >= 1000
  const float2 p{x, y}, q{y, z}, r{z, x};
  float2 s;
#define P(f) s = f(p, q), out[n++] = s.x, out[n++] = s.y;
  P(__fadd2_rd) P(__fadd2_rn) P(__fadd2_ru) P(__fadd2_rz) P(__fmul2_rd) P(__fmul2_rn) P(__fmul2_ru) P(__fmul2_rz)
#define Q(f) s = f(p, q, r), out[n++] = s.x, out[n++] = s.y;
  Q(__ffma2_rd) Q(__ffma2_rn) Q(__ffma2_ru) Q(__ffma2_rz)
#endif
}

__global__ void double_precision(double* out, double x, double y, double z, int k, unsigned u) {
  int n = 0;
#undef U
#undef B
#undef T
#define U(f) F1(double, f)
  U(acos) U(acosh) U(asin) U(asinh) U(atan) U(atanh) U(cbrt) U(ceil) U(cos) U(cosh) U(cospi) U(cyl_bessel_i0)
  U(cyl_bessel_i1) U(erfc) U(erfcinv) U(erfcx) U(erf) U(erfinv) U(exp10) U(exp2) U(exp) U(expm1) U(fabs) U(floor) U(j0)
  U(j1) U(lgamma) U(log10) U(log1p) U(log2) U(logb) U(log) U(nearbyint) U(normcdf) U(normcdfinv) U(rcbrt) U(rint)
  U(round) U(rsqrt) U(sin) U(sinh) U(sinpi) U(sqrt) U(tan) U(tanh) U(tgamma) U(trunc) U(y0) U(y1) U(__drcp_rd)
  U(__drcp_rn) U(__drcp_ru) U(__drcp_rz) U(__dsqrt_rd) U(__dsqrt_rn) U(__dsqrt_ru) U(__dsqrt_rz) U(ilogb) U(isfinite)
  U(isinf) U(isnan) U(signbit) U(lrint) U(llrint) U(lround) U(llround) U(__double2float_rd) U(__double2float_rn)
  U(__double2float_ru) U(__double2float_rz) U(__double2hiint) U(__double2int_rd) U(__double2int_rn) U(__double2int_ru)
  U(__double2int_rz) U(__double2ll_rd) U(__double2ll_rn) U(__double2ll_ru) U(__double2ll_rz) U(__double2loint)
  U(__double2uint_rd) U(__double2uint_rn) U(__double2uint_ru) U(__double2uint_rz) U(__double2ull_rd) U(__double2ull_rn)
  U(__double2ull_ru) U(__double2ull_rz) U(__double_as_longlong)
#define B(f) F2(double, f)
  B(atan2) B(copysign) B(fdim) B(fmax) B(fmin) B(fmod) B(hypot) B(nextafter) B(pow) B(remainder) B(rhypot) B(__dadd_rd)
  B(__dadd_rn) B(__dadd_ru) B(__dadd_rz) B(__ddiv_rd) B(__ddiv_rn) B(__ddiv_ru) B(__ddiv_rz) B(__dmul_rd) B(__dmul_rn)
  B(__dmul_ru) B(__dmul_rz) B(__dsub_rd) B(__dsub_rn) B(__dsub_ru) B(__dsub_rz)
#define T(f) F3(double, f)
  T(fma) T(norm3d) T(rnorm3d) T(__fma_rd) T(__fma_rn) T(__fma_ru) T(__fma_rz)
  out[n++] = norm4d(x, y, z, x), out[n++] = rnorm4d(x, y, z, x), out[n++] = ldexp(x, k), out[n++] = scalbn(x, k);
  out[n++] = jn(k, x), out[n++] = yn(k, x), out[n++] = nan("");
  int e; double a, b;
  out[n++] = frexp(x, &e), out[n++] = e, out[n++] = modf(x, &a), out[n++] = a, out[n++] = remquo(x, y, &e), out[n++] = e;
  sincos(x, &a, &b), out[n++] = a, out[n++] = b, sincospi(x, &a, &b), out[n++] = a, out[n++] = b;
  double array[8] = {x, y, z, x, y, z, x, y};
  out[n++] = norm(k, array), out[n++] = rnorm(k, array);
  const long long l = (long long)k * u; const unsigned long long v = l;
  out[n++] = __int2double_rn(k), out[n++] = __uint2double_rn(u), out[n++] = __hiloint2double(k, k), out[n++] = __longlong_as_double(l);
  out[n++] = __ll2double_rd(l), out[n++] = __ll2double_rn(l), out[n++] = __ll2double_ru(l), out[n++] = __ll2double_rz(l);
  out[n++] = __ull2double_rd(v), out[n++] = __ull2double_rn(v), out[n++] = __ull2double_ru(v), out[n++] = __ull2double_rz(v);
}

__global__ void integers(long long* out, int a, int b, int c, unsigned u, unsigned v, unsigned w, long long l, long long m,
                         short2 s, ushort2 t, char4 q, uchar4 r, const unsigned* words) {
  int n = 0;
#define I(e) out[n++] = (long long)(e);
  I(__brev(u)) I(__brevll(l)) I(__byte_perm(u, v, w)) I(__clz(a)) I(__clzll(l)) I(__ffs(a)) I(__ffsll(l))
  I(__funnelshift_l(u, v, w)) I(__funnelshift_lc(u, v, w)) I(__funnelshift_r(u, v, w)) I(__funnelshift_rc(u, v, w))
  I(__hadd(a, b)) I(__mul24(a, b)) I(__mul64hi(l, m)) I(__mulhi(a, b)) I(__popc(u)) I(__popcll(l)) I(__rhadd(a, b))
  I(__sad(a, b, u)) I(__uhadd(u, v)) I(__umul24(u, v)) I(__umul64hi(l, m)) I(__umulhi(u, v)) I(__urhadd(u, v))
  I(__usad(u, v, w)) I(__fns(u, v, a)) I(__dp2a_hi(s, q, a)) I(__dp2a_lo(s, q, a)) I(__dp2a_hi(t, r, u)) I(__dp2a_lo(t, r, u))
  I(__dp4a(q, q, a)) I(__dp4a(r, r, u)) I(__nv_bswap32(u)) I(__nv_bswap64(l)) I(__nv_bswap16(u))
  I(min(a, b)) I(max(u, v)) I(min(l, m)) I(abs(a)) I(llabs(l)) I(a / b) I(a % b) I(u / v) I(l / m) I(l % m) I(l >> a)
  I(__ldg(words)) I(__ldcg(words + 1)) I(__ldca(words + 2)) I(__ldcs(words + 3)) I(__ldlu(words + 4)) I(__ldcv(words + 5))
  I(__viaddmax_s32(a, b, c)) I(__viaddmin_u32(u, v, w)) I(__vimax3_s32(a, b, c)) I(__vimin3_s32_relu(a, b, c))
  I(__vimax_s32_relu(a, b)) I(__viaddmax_s32_relu(a, b, c)) I(__viaddmax_s16x2(u, v, w)) I(__vimax3_u16x2(u, v, w))
  I(__viaddmin_s16x2_relu(u, v, w)) I(__vimin_s16x2_relu(u, v)) I(__vimax3_s16x2_relu(u, v, w))
  bool p, o;
  I(__vibmax_s32(a, b, &p)) I(p) I(__vibmin_u16x2(u, v, &p, &o)) I(p) I(o)
  __int128 h = (__int128)l * m + c; unsigned __int128 k = (unsigned __int128)l << (u & 127);
  I(h >> 64) I((h / (a | 1)) >> 3) I(k % (v | 1)) I(h < (__int128)k) I(k >> (v & 127)) I((h - k) & 77)
  __stcg((unsigned*)out, u), __stcs((unsigned*)out + 1, u), __stwb((unsigned*)out + 2, u), __stwt((unsigned*)out + 3, u);
}

__global__ void video(unsigned* out, unsigned a, unsigned b) {
  int n = 0;
#define V1(f) out[n++] = f(a);
#define V2(f) out[n++] = f(a, b);
  V1(__vabs2) V1(__vabs4) V1(__vabsss2) V1(__vabsss4) V1(__vneg2) V1(__vneg4) V1(__vnegss2) V1(__vnegss4)
  V2(__vabsdiffs2) V2(__vabsdiffs4) V2(__vabsdiffu2) V2(__vabsdiffu4) V2(__vadd2) V2(__vadd4) V2(__vaddss2) V2(__vaddss4)
  V2(__vaddus2) V2(__vaddus4) V2(__vavgs2) V2(__vavgs4) V2(__vavgu2) V2(__vavgu4) V2(__vhaddu2) V2(__vhaddu4)
  V2(__vcmpeq2) V2(__vcmpeq4) V2(__vcmpges2) V2(__vcmpges4) V2(__vcmpgeu2) V2(__vcmpgeu4) V2(__vcmpgts2) V2(__vcmpgts4)
  V2(__vcmpgtu2) V2(__vcmpgtu4) V2(__vcmples2) V2(__vcmples4) V2(__vcmpleu2) V2(__vcmpleu4) V2(__vcmplts2) V2(__vcmplts4)
  V2(__vcmpltu2) V2(__vcmpltu4) V2(__vcmpne2) V2(__vcmpne4) V2(__vmaxs2) V2(__vmaxs4) V2(__vmaxu2) V2(__vmaxu4)
  V2(__vmins2) V2(__vmins4) V2(__vminu2) V2(__vminu4) V2(__vsads2) V2(__vsads4) V2(__vsadu2) V2(__vsadu4)
  V2(__vseteq2) V2(__vseteq4) V2(__vsetges2) V2(__vsetges4) V2(__vsetgeu2) V2(__vsetgeu4) V2(__vsetgts2) V2(__vsetgts4)
  V2(__vsetgtu2) V2(__vsetgtu4) V2(__vsetles2) V2(__vsetles4) V2(__vsetleu2) V2(__vsetleu4) V2(__vsetlts2) V2(__vsetlts4)
  V2(__vsetltu2) V2(__vsetltu4) V2(__vsetne2) V2(__vsetne4) V2(__vsub2) V2(__vsub4) V2(__vsubss2) V2(__vsubss4)
  V2(__vsubus2) V2(__vsubus4)
}
