// A texel of every shape, where it must be.
// out: layered: 0 wrong
// out: volume: 0 wrong
// out: between slices: 1.50
// out: cube: 0 1 2 3 4 5
// out: levels: 10.0 20.0 15.0 30.0
// out: pitched, shifted by 3: 0 wrong
// out: linear memory: 7 0
// out: gather: 4 5 1 0
#include <cstdio>
#include <vector>

__global__ void read_layers(float* out, cudaTextureObject_t t) {
  out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] =
      tex2DLayered<float>(t, threadIdx.x + 0.5f, threadIdx.y + 0.5f, blockIdx.x);
}
__global__ void read_volume(float* out, cudaTextureObject_t t) {
  out[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] =
      tex3D<float>(t, threadIdx.x + 0.5f, threadIdx.y + 0.5f, threadIdx.z + 0.5f);
}
__global__ void read_between(float* out, cudaTextureObject_t t) { *out = tex3D<float>(t, 1, 1, 1); }
__global__ void read_cube(float* out, cudaTextureObject_t t) {
  const float axis[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const float* a = axis[threadIdx.x];
  out[threadIdx.x] = texCubemap<float>(t, a[0], a[1], a[2]);
}
__global__ void read_levels(float* out, cudaTextureObject_t t) {
  out[0] = tex2DLod<float>(t, 0.5f, 0.5f, 0);
  out[1] = tex2DLod<float>(t, 0.5f, 0.5f, 1);
  out[2] = tex2DLod<float>(t, 0.5f, 0.5f, 0.5f);
  out[3] = tex2DLod<float>(t, 0.5f, 0.5f, 9);
}
__global__ void read_shifted(float* out, cudaTextureObject_t t, int width, int height, int shift) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = tex2D<float>(t, (x + shift) / float(width), (y + shift) / float(height));
}
__global__ void read_linear(int* out, cudaTextureObject_t t) {
  out[0] = tex1Dfetch<int>(t, 7);
  out[1] = tex1Dfetch<int>(t, 100);
}
__global__ void read_four(float4* out, cudaTextureObject_t t) {
  *out = tex2Dgather<float4>(t, 1, 1);
}

cudaArray_t filled(cudaExtent extent, unsigned int flags, const std::vector<float>& values) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMalloc3DArray(&array, &format, extent, flags);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(values.data()), extent.width * 4,
                                    extent.width, extent.height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, extent.height, extent.depth ? extent.depth : 1);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  return array;
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource, cudaTextureFilterMode filter,
                               bool is_normalized,
                               cudaTextureAddressMode mode = cudaAddressModeClamp) {
  cudaTextureDesc description{};
  for (auto& each : description.addressMode) each = mode;
  description.filterMode = description.mipmapFilterMode = filter;
  description.normalizedCoords = is_normalized;
  description.maxMipmapLevelClamp = 10;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter,
                               bool is_normalized) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return texture_of(resource, filter, is_normalized);
}

int count_wrong(const float* out, const std::vector<float>& right) {
  cudaDeviceSynchronize();
  int wrong = 0;
  for (size_t i = 0; i < right.size(); ++i) wrong += out[i] != right[i];
  return wrong;
}

int main() {
  float* out;
  cudaMallocManaged(&out, 4096 * sizeof(float));
  std::vector<float> numbers(16 * 8 * 4);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = float(i);
  const cudaArray_t layers = filled(make_cudaExtent(16, 8, 4), cudaArrayLayered, numbers);
  read_layers<<<4, dim3(16, 8)>>>(out, texture_of(layers, cudaFilterModePoint, false));
  std::printf("layered: %d wrong\n", count_wrong(out, numbers));

  const cudaArray_t volume = filled(make_cudaExtent(16, 8, 4), 0, numbers);
  read_volume<<<1, dim3(16, 8, 4)>>>(out, texture_of(volume, cudaFilterModeLinear, false));
  std::printf("volume: %d wrong\n", count_wrong(out, numbers));

  const cudaArray_t slices = filled(make_cudaExtent(2, 2, 2), 0, {1, 1, 1, 1, 2, 2, 2, 2});
  read_between<<<1, 1>>>(out, texture_of(slices, cudaFilterModeLinear, false));
  cudaDeviceSynchronize();
  std::printf("between slices: %.2f\n", out[0]);

  std::vector<float> faces(6 * 16);
  for (size_t i = 0; i < faces.size(); ++i) faces[i] = float(i / 16);
  const cudaArray_t cube = filled(make_cudaExtent(4, 4, 6), cudaArrayCubemap, faces);
  read_cube<<<1, 6>>>(out, texture_of(cube, cudaFilterModePoint, true));
  cudaDeviceSynchronize();
  std::printf("cube: %g %g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4], out[5]);

  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(4, 4, 0), 3, 0);
  for (unsigned int level = 0; level < 3; ++level) {
    const size_t width = 4 >> level;
    const std::vector<float> values(width * width, 10.0f * (level + 1));
    cudaArray_t array;
    cudaGetMipmappedArrayLevel(&array, mipmap, level);
    cudaMemcpy2DToArray(array, 0, 0, values.data(), width * 4, width * 4, width,
                        cudaMemcpyHostToDevice);
  }
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  read_levels<<<1, 1>>>(out, texture_of(resource, cudaFilterModeLinear, true));
  cudaDeviceSynchronize();
  std::printf("levels: %.1f %.1f %.1f %.1f\n", out[0], out[1], out[2], out[3]);

  constexpr int kWidth = 32, kHeight = 16, kShift = 3;
  float* pitched;
  size_t pitch;
  cudaMallocPitch(&pitched, &pitch, kWidth * 4, kHeight);
  cudaMemcpy2D(pitched, pitch, numbers.data(), kWidth * 4, kWidth * 4, kHeight,
               cudaMemcpyHostToDevice);
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {pitched, format, kWidth, kHeight, pitch};
  read_shifted<<<dim3(2, 1), dim3(16, 16)>>>(
      out, texture_of(resource, cudaFilterModePoint, true, cudaAddressModeWrap), kWidth, kHeight,
      kShift);
  std::vector<float> right(kWidth * kHeight);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x)
      right[y * kWidth + x] = numbers[(y + kShift) % kHeight * kWidth + (x + kShift) % kWidth];
  }
  std::printf("pitched, shifted by 3: %d wrong\n", count_wrong(out, right));

  int *integers, host[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  cudaMalloc(&integers, sizeof host);
  cudaMemcpy(integers, host, sizeof host, cudaMemcpyHostToDevice);
  resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {integers, cudaCreateChannelDesc<int>(), sizeof host};
  int* read = reinterpret_cast<int*>(out);
  read_linear<<<1, 1>>>(read, texture_of(resource, cudaFilterModePoint, false));
  cudaDeviceSynchronize();
  std::printf("linear memory: %d %d\n", read[0], read[1]);

  const cudaArray_t gathered = filled(make_cudaExtent(4, 4, 0), cudaArrayTextureGather, numbers);
  read_four<<<1, 1>>>(reinterpret_cast<float4*>(out),
                      texture_of(gathered, cudaFilterModePoint, false));
  cudaDeviceSynchronize();
  std::printf("gather: %g %g %g %g\n", out[0], out[1], out[2], out[3]);
  return 0;
}
