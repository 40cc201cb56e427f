// The names and descriptions of CUDA's error codes.
#pragma once

namespace gtl::runtime {

/// "cudaErrorInvalidValue"; "unrecognized error code" for a number that is none.
const char* error_name(int code);
/// "invalid argument"
const char* error_description(int code);

}  // namespace gtl::runtime
