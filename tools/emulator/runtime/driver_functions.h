// The driver's functions that a program can ask for by name (cudaGetDriverEntryPoint). What it gets
// works on the emulated device.
#pragma once

#include <string_view>

namespace gtl::runtime {

struct DriverFunction {
  const char* name;
  int since;  ///< The first CUDA version that has it in this form: 12000.
  void* address;
};

/// The function as CUDA `version` has it, or null. `is_known`: whether a newer version has it.
const DriverFunction* find_driver_function(std::string_view name, int version, bool& is_known);

// tensor_maps.cc: as in cuda.h, with its types as the integers and pointers that they are.
extern "C" int gtl_cuTensorMapEncodeTiled(void* tensor_map, int type, unsigned int rank,
                                          void* address, const unsigned long long* sizes,
                                          const unsigned long long* strides,
                                          const unsigned int* box,
                                          const unsigned int* element_strides, int interleave,
                                          int swizzle, int l2_promotion, int fill);
extern "C" int gtl_cuTensorMapReplaceAddress(void* tensor_map, void* address);

}  // namespace gtl::runtime
