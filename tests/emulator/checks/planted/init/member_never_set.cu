// A particle is copied whole, with a member that nobody set. The bytes between its members, which nobody ever sets and
// nobody looks at, are not the mistake.
// expect: Uninitialized __global__ memory read of size 16 bytes
// expect: cudaMalloc leaves what was there
#include "planted.h"

struct alignas(16) Particle {
  char kind;  // Three bytes of nothing follow.
  int charge;
  double mass;
};

__global__ void create(Particle* particles) {
  Particle& particle = particles[threadIdx.x];
  particle.kind = 'e';
#ifdef FIXED
  particle.charge = -1;
#endif
  particle.mass = 0.5;
}

__global__ void copy(Particle* out, const Particle* in) {
  out[threadIdx.x] = in[threadIdx.x];  // BUG: its charge was never set
}

static void run() {
  Array<Particle> a(32), b(32);
  create<<<1, 32>>>(a);
  copy<<<1, 32>>>(b, a);
  wait();
}
