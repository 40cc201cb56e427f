#include "runtime/image_limits.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gtl::runtime {
namespace {

constexpr std::pair<int, int> kLimits[] = {
    {21, 131072},  {22, 131072}, {23, 65536},  {24, 16384},     {25, 16384},  {26, 16384},
    {27, 32768},   {28, 32768},  {29, 2048},   {42, 32768},     {43, 2048},   {45, 32768},
    {46, 32768},   {47, 8192},   {48, 8192},   {49, 32768},     {52, 32768},  {53, 32768},
    {54, 2046},    {55, 32768},  {56, 131072}, {57, 65536},     {58, 16384},  {59, 16384},
    {60, 16384},   {61, 32768},  {62, 2048},   {63, 32768},     {64, 32768},  {65, 2048},
    {66, 32768},   {67, 32768},  {68, 2046},   {69, 268435456}, {70, 131072}, {71, 65000},
    {72, 2097120}, {73, 32768},  {74, 32768},  {77, 32768},
};

int limit(int attribute) { return image_limit(attribute).value_or(0); }

void set(int* limits, std::initializer_list<int> attributes) {
  for (const int attribute : attributes) *limits++ = limit(attribute);
}

}  // namespace

std::optional<int> image_limit(int attribute) {
  const auto* found = std::find_if(std::begin(kLimits), std::end(kLimits),
                                   [&](const auto& entry) { return entry.first == attribute; });
  if (found == std::end(kLimits)) return std::nullopt;
  return found->second;
}

void set_image_limits(DeviceProperties& p) {
  p.maxTexture1D = limit(21);
  p.maxTexture1DMipmap = limit(77);
  set(p.maxTexture2D, {22, 23});
  set(p.maxTexture2DMipmap, {73, 74});
  set(p.maxTexture2DLinear, {70, 71, 72});
  set(p.maxTexture2DGather, {45, 46});
  set(p.maxTexture3D, {24, 25, 26});
  set(p.maxTexture3DAlt, {47, 48, 49});
  p.maxTextureCubemap = limit(52);
  set(p.maxTexture1DLayered, {42, 43});
  set(p.maxTexture2DLayered, {27, 28, 29});
  set(p.maxTextureCubemapLayered, {53, 54});
  p.maxSurface1D = limit(55);
  set(p.maxSurface2D, {56, 57});
  set(p.maxSurface3D, {58, 59, 60});
  set(p.maxSurface1DLayered, {61, 62});
  set(p.maxSurface2DLayered, {63, 64, 65});
  p.maxSurfaceCubemap = limit(66);
  set(p.maxSurfaceCubemapLayered, {67, 68});
}

}  // namespace gtl::runtime
