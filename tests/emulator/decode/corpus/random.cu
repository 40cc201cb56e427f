// cuRAND's generators and distributions on the device: `curand_kernel.h` needs the cuRAND headers.
#if __has_include(<curand_kernel.h>)
#include <curand_kernel.h>
template <class State>
__device__ void draw(State* s, float* f, double* d, unsigned* u) {
  f[0] = curand_uniform(s) + curand_normal(s) + curand_log_normal(s, 0.f, 1.f), d[0] = curand_uniform_double(s) + curand_normal_double(s);
  u[0] = curand(s) + curand_poisson(s, 3.5);
}
__global__ void xorwow(curandStateXORWOW_t* s, float* f, double* d, unsigned* u) { curand_init(1, threadIdx.x, 0, s), draw(s, f, d, u); }
__global__ void philox(curandStatePhilox4_32_10_t* s, float* f, double* d, unsigned* u) {
  curand_init(1, threadIdx.x, 0, s), draw(s, f, d, u), *(float4*)f = curand_normal4(s);
}
__global__ void mrg(curandStateMRG32k3a_t* s, float* f, double* d, unsigned* u) { curand_init(1, threadIdx.x, 0, s), draw(s, f, d, u); }
__global__ void sobol(curandStateSobol32_t* s, curandDirectionVectors32_t* v, float* f) { curand_init(*v, 0u, s), f[0] = curand_normal(s); }
#endif
