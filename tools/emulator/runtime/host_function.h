// Functions of the program that streams and graphs call.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "runtime/abi.h"

namespace gtl::runtime {

/// The calling host thread's last error, as cudaGetLastError gives it.
CudaError& last_error();

/// Whether the calling thread is inside one: there, CUDA may not be called.
bool& is_in_host_function();

/// Says that a host function does not return, and what it may be waiting for: a program that hangs
/// without a word is hard to understand.
class HostFunctionWatch {
 public:
  HostFunctionWatch();
  ~HostFunctionWatch();

 private:
  std::mutex mutex_;
  std::condition_variable returned_;
  bool has_returned_ = false;
  std::thread thread_;
};

/// Calls the function; never under the lock, as it may wait for another thread that calls CUDA. On
/// a GPU it runs in a thread of its own: the caller's last error stays.
template <class Call>
void run_host_function(Call call) {
  const CudaError before = last_error();
  is_in_host_function() = true;
  {
    const HostFunctionWatch watch;
    call();
  }
  is_in_host_function() = false;
  last_error() = before;
}

}  // namespace gtl::runtime
