// Functions of the program that streams and graphs call.
#pragma once

#include "runtime/abi.h"

namespace gtl::runtime {

/// The calling host thread's last error, as cudaGetLastError gives it.
CudaError& last_error();

/// Whether the calling thread is inside one: there, CUDA may not be called.
bool& is_in_host_function();

/// Calls the function; never under the lock, as it may wait for another thread that calls CUDA. On
/// a GPU it runs in a thread of its own: the caller's last error stays.
template <class Call>
void run_host_function(Call call) {
  const CudaError before = last_error();
  is_in_host_function() = true;
  call();
  is_in_host_function() = false;
  last_error() = before;
}

}  // namespace gtl::runtime
