// Which tensor maps cuTensorMapEncodeTiled takes, and its CUresult for the others.
//
//   nvcc -std=c++17 -o tensor_maps tensor_maps.cu && ./tensor_maps > tensor_maps_h200.txt
//
// On a GPU, that is.
#include "tensor_map.h"

namespace {

void try_map(const char* what, void (*change)(Description&)) {
  Description description;
  change(description);
  alignas(64) CUtensorMap map;
  std::printf("%s: %d\n", what, static_cast<int>(encode(description, &map)));
}

}  // namespace

int main() {
  in_child([] {
    try_map("plain", [](Description&) {});
    try_map("rank 0", [](Description& d) { d.rank = 0; });
    try_map("rank 1", [](Description& d) { d.rank = 1; });
    try_map("rank 6", [](Description& d) {
      d.rank = 6;
      d.sizes.assign(6, 16);
      d.strides.assign(5, 16);
      d.box.assign(6, 4);
      d.steps.assign(6, 1);
    });
    try_map("type 16", [](Description& d) { d.type = static_cast<CUtensorMapDataType>(16); });
    try_map("address at 8", [](Description& d) { d.offset = 8; });
    try_map("address at 16", [](Description& d) { d.offset = 16; });
    try_map("size 0", [](Description& d) { d.sizes[1] = 0; });
    try_map("size 2^32", [](Description& d) { d.sizes[1] = cuuint64_t{1} << 32; });
    try_map("size 2^32 + 1", [](Description& d) { d.sizes[1] = (cuuint64_t{1} << 32) + 1; });
    try_map("stride 8", [](Description& d) { d.strides[0] = 8; });
    try_map("stride 16, less than a row", [](Description& d) { d.strides[0] = 16; });
    try_map("stride 0", [](Description& d) { d.strides[0] = 0; });
    try_map("stride 24", [](Description& d) { d.strides[0] = 24; });
    try_map("stride 2^40", [](Description& d) { d.strides[0] = cuuint64_t{1} << 40; });
    try_map("stride 2^40 - 16", [](Description& d) { d.strides[0] = (cuuint64_t{1} << 40) - 16; });
    try_map("strides that are no multiples", [](Description& d) {
      d.rank = 3;
      d.sizes = {32, 4, 4};
      d.strides = {144, 160};
      d.box = {8, 2, 2};
      d.steps = {1, 1, 1};
    });
    try_map("box 0", [](Description& d) { d.box[1] = 0; });
    try_map("box 256", [](Description& d) { d.box[1] = 256; });
    try_map("box 257", [](Description& d) { d.box[1] = 257; });
    try_map("box larger than the tensor", [](Description& d) { d.box[1] = 64; });
    try_map("box row of 8 bytes", [](Description& d) { d.box[0] = 2; });
    try_map("box row of 24 bytes", [](Description& d) { d.box[0] = 6; });
    try_map("box of 256 KB", [](Description& d) { d.box = {256, 256}; });
    try_map("step 0", [](Description& d) { d.steps[1] = 0; });
    try_map("step 8", [](Description& d) { d.steps[1] = 8; });
    try_map("step 9", [](Description& d) { d.steps[1] = 9; });
    try_map("step 2 along rows", [](Description& d) { d.steps[0] = 2; });
    try_map("step 0 along rows", [](Description& d) { d.steps[0] = 0; });
    try_map("interleave 16B of rank 2",
            [](Description& d) { d.interleave = CU_TENSOR_MAP_INTERLEAVE_16B; });
    try_map("interleave 3",
            [](Description& d) { d.interleave = static_cast<CUtensorMapInterleave>(3); });
    try_map("swizzle 32B, row of 32 bytes",
            [](Description& d) { d.swizzle = CU_TENSOR_MAP_SWIZZLE_32B; });
    try_map("swizzle 32B, row of 48 bytes", [](Description& d) {
      d.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
      d.box[0] = 12;
    });
    try_map("swizzle 128B, row of 144 bytes", [](Description& d) {
      d.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
      d.box[0] = 36;
    });
    try_map("swizzle 128B_ATOM_32B",
            [](Description& d) { d.swizzle = CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B; });
    try_map("swizzle 7", [](Description& d) { d.swizzle = static_cast<CUtensorMapSwizzle>(7); });
    try_map("promotion 4",
            [](Description& d) { d.promotion = static_cast<CUtensorMapL2promotion>(4); });
    try_map("NaN in floats",
            [](Description& d) { d.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA; });
    try_map("NaN in integers", [](Description& d) {
      d.type = CU_TENSOR_MAP_DATA_TYPE_INT32;
      d.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    });
    try_map("box of 128 KB", [](Description& d) { d.box = {256, 128}; });
    try_map("box of 192 KB", [](Description& d) { d.box = {256, 192}; });
    try_map("box of 224 KB", [](Description& d) { d.box = {256, 224}; });
    try_map("box of 227 KB", [](Description& d) { d.box = {256, 227}; });
    try_map("box of 228 KB", [](Description& d) { d.box = {256, 228}; });
    try_map("box of 229 KB", [](Description& d) { d.box = {256, 229}; });
    try_map("box of 240 KB", [](Description& d) { d.box = {256, 240}; });
    try_map("box of 255 KB", [](Description& d) { d.box = {256, 255}; });
    try_map("box of 256 KB, every second row", [](Description& d) {
      d.box = {256, 256};
      d.steps = {1, 2};
    });
    Description description;
    alignas(64) CUtensorMap maps[2];
    std::printf("no map: %d\n", static_cast<int>(encode(description, nullptr)));
    for (const int place : {4, 8, 16, 32}) {
      auto* between = reinterpret_cast<CUtensorMap*>(reinterpret_cast<char*>(maps) + place);
      std::printf("map at %d: %d\n", place, static_cast<int>(encode(description, between)));
    }
  });
}
