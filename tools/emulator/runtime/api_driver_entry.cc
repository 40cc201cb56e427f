// cudaGetDriverEntryPoint and cudaGetDriverEntryPointByVersion.
#include "runtime/api_call.h"
#include "runtime/driver_functions.h"

namespace gtl::runtime {
namespace {

/// cudaDriverEntryPointQueryResult
enum class QueryResult : int { Success = 0, SymbolNotFound = 1, VersionNotSufficient = 2 };

/// cudaEnableDefault, cudaEnableLegacyStream, cudaEnablePerThreadDefaultStream: streams are one
/// here.
constexpr unsigned long long kMaximalFlags = 2;

CudaError get_entry_point(const char* call, const char* symbol, void** function, int version,
                          unsigned long long flags, QueryResult* result) {
  return api_call([&](Context&) {
    if (symbol == nullptr || *symbol == '\0' || function == nullptr || flags > kMaximalFlags)
      return CudaError::InvalidValue;
    bool is_known = false;
    const DriverFunction* found = find_driver_function(symbol, version, is_known);
    *function = found == nullptr ? nullptr : found->address;
    if (result != nullptr) {
      *result = found != nullptr ? QueryResult::Success
                : is_known       ? QueryResult::VersionNotSufficient
                                 : QueryResult::SymbolNotFound;
    } else if (found == nullptr) {
      explain(std::string(call) + ": the emulator has no driver function '" + symbol + "'");
    }
    return CudaError::Success;
  });
}

}  // namespace
}  // namespace gtl::runtime

using gtl::runtime::CudaError;
using gtl::runtime::get_entry_point;
using gtl::runtime::QueryResult;

extern "C" {

CudaError cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                  QueryResult* result) {
  return get_entry_point("cudaGetDriverEntryPoint", symbol, function, gtl::runtime::kRuntimeVersion,
                         flags, result);
}
CudaError cudaGetDriverEntryPoint_ptsz(const char* symbol, void** function,
                                       unsigned long long flags, QueryResult* result) {
  return cudaGetDriverEntryPoint(symbol, function, flags, result);
}
CudaError cudaGetDriverEntryPointByVersion(const char* symbol, void** function,
                                           unsigned int version, unsigned long long flags,
                                           QueryResult* result) {
  return get_entry_point("cudaGetDriverEntryPointByVersion", symbol, function,
                         static_cast<int>(version), flags, result);
}
CudaError cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** function,
                                                unsigned int version, unsigned long long flags,
                                                QueryResult* result) {
  return cudaGetDriverEntryPointByVersion(symbol, function, version, flags, result);
}
}
