// The last thread updates a member of a particle that does not exist.
// expect: Invalid __global__
// expect: by thread (49,0,0) in block (0,0,0)
#include "planted.h"

struct Particle {
  float position[3];
  float mass;
};

__global__ void add_mass(Particle* particles) {
#ifdef FIXED
  const int i = threadIdx.x;
#else
  const int i = threadIdx.x + 1;
#endif
  particles[i].mass += 1;  // BUG: particles[50]
}

static void run() {
  Array<Particle> particles(50, Particle{{0, 0, 0}, 1});
  add_mass<<<1, 50>>>(particles);
  wait();
}
