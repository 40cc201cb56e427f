// An image turned by a texture: normalized coordinates, wrap, linear filter. The host's weights are
// those of the Programming Guide ("Texture Fetching"): 8 bits behind the point.
// out: rotated: 0 of 4096 pixels wrong
// out: scaled: 0 of 16384 pixels wrong
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kSize = 64;

__global__ void rotate(float* out, cudaTextureObject_t image, float angle) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = x / float(kSize) - 0.5f, v = y / float(kSize) - 0.5f;
  out[y * kSize + x] = tex2D<float>(image, u * cosf(angle) - v * sinf(angle) + 0.5f,
                                    v * cosf(angle) + u * sinf(angle) + 0.5f);
}

__global__ void scale(float* out, cudaTextureObject_t image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * 2 * kSize + x] = tex2D<float>(image, (x + 0.5f) / (2 * kSize), (y + 0.5f) / (2 * kSize));
}

/// The sample at (u, v), and by how much a step of a weight may move it.
float expected(const std::vector<float>& image, float u, float v, float& tolerance) {
  const float x = (u - floorf(u)) * kSize - 0.5f, y = (v - floorf(v)) * kSize - 0.5f;
  const int i = int(floorf(x)), j = int(floorf(y));
  const float a = x - i, b = y - j;
  auto texel = [&](int k, int l) {
    return image[(l + kSize) % kSize * kSize + (k + kSize) % kSize];
  };
  tolerance = 4.0f / 256;
  return (1 - a) * (1 - b) * texel(i, j) + a * (1 - b) * texel(i + 1, j) +
         (1 - a) * b * texel(i, j + 1) + a * b * texel(i + 1, j + 1);
}

int main() {
  std::vector<float> image(kSize * kSize);
  for (size_t i = 0; i < image.size(); ++i) image[i] = float(uint32_t(i) * 2654435761u >> 24) / 255.0f;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, kSize, kSize);
  cudaMemcpy2DToArray(array, 0, 0, image.data(), kSize * 4, kSize * 4, kSize,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeWrap;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 1;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  float* out;
  cudaMallocManaged(&out, 4 * kSize * kSize * sizeof(float));

  const float angle = 0.5f;
  rotate<<<dim3(kSize / 8, kSize / 8), dim3(8, 8)>>>(out, texture, angle);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const float u = x / float(kSize) - 0.5f, v = y / float(kSize) - 0.5f;
      float tolerance;
      const float right = expected(image, u * cosf(angle) - v * sinf(angle) + 0.5f,
                                   v * cosf(angle) + u * sinf(angle) + 0.5f, tolerance);
      wrong += !(std::fabs(out[y * kSize + x] - right) <= tolerance);
    }
  }
  std::printf("rotated: %d of %d pixels wrong\n", wrong, kSize * kSize);

  scale<<<dim3(kSize / 4, kSize / 4), dim3(8, 8)>>>(out, texture);
  cudaDeviceSynchronize();
  wrong = 0;
  for (int y = 0; y < 2 * kSize; ++y) {
    for (int x = 0; x < 2 * kSize; ++x) {
      float tolerance;
      const float right =
          expected(image, (x + 0.5f) / (2 * kSize), (y + 0.5f) / (2 * kSize), tolerance);
      // The weights are quarters, which 8 bits hold exactly.
      wrong += !(std::fabs(out[y * 2 * kSize + x] - right) <= 1.0e-6f);
    }
  }
  std::printf("scaled: %d of %d pixels wrong\n", wrong, 4 * kSize * kSize);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  return 0;
}
