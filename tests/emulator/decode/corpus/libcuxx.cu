// libcu++: the parts of the standard library for device code, and its synchronisation types.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>
#include <cuda/std/mdspan>
#include <cuda/std/barrier>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/functional>
#include <cuda/cmath>
#include <cuda/warp>

namespace s = cuda::std;

__global__ void complex_numbers(s::complex<float>* f, s::complex<double>* d) {
  f[1] = f[0] * f[2] / f[3] + s::sqrt(f[4]) - s::exp(f[5]) + s::log(f[6]) * s::pow(f[7], f[8]) + s::polar(1.f, 2.f);
  d[1] = d[0] * d[2] / d[3] + s::sqrt(d[4]) - s::sin(d[5]) + s::tanh(d[6]) + s::conj(d[7]) + s::abs(d[8]) + s::arg(d[9]);
}
__global__ void containers(int* out, int n) {
  s::array<int, 4> a{n, n + 1, n + 2, n + 3};
  s::span<int> view(out, 16);
  s::tuple<int, float, char> t{n, 2.f, 'c'};
  s::optional<int> maybe = n > 3 ? s::optional<int>(n) : s::nullopt;
  s::variant<int, float> either = n > 4 ? s::variant<int, float>(n) : s::variant<int, float>(2.f);
  s::mdspan<int, s::dextents<int, 2>> matrix(out, 4, 4);
  view[0] = a[n & 3] + s::get<0>(t) + maybe.value_or(3) + s::visit([](auto v) { return int(v); }, either);
  matrix(1, 2) = s::accumulate(a.begin(), a.end(), 0) + s::gcd(n, 12) + s::popcount(unsigned(n)) + s::countl_zero(unsigned(n));
  matrix(2, 1) = s::reduce(view.begin(), view.end()) + s::bit_width(unsigned(n)) + s::rotl(unsigned(n), 3) + s::byteswap(n);
  out[5] = s::midpoint(n, 7) + cuda::ceil_div(n, 3) + s::numeric_limits<int>::max() + s::isnan(float(n)) + s::lerp(1.f, 2.f, n);
}
__global__ void synchronisation(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ cuda::std::counting_semaphore<4> semaphore;
  __shared__ long long storage[4];
  cuda::std::latch& latch = *(cuda::std::latch*)&storage;
  if (threadIdx.x == 0) init(&barrier, blockDim.x), new (&semaphore) cuda::std::counting_semaphore<4>(4), new (&latch) cuda::std::latch(blockDim.x);
  __syncthreads();
  barrier.arrive_and_wait();
  semaphore.acquire(), out[0] += 1, semaphore.release();
  latch.arrive_and_wait();
  auto token = barrier.arrive();
  barrier.wait(s::move(token));
}
