// Ctrl-C while a kernel runs.
#pragma once

#include <atomic>

namespace gtl::runtime {

/// While it lives, SIGINT asks for the kernel to be stopped, unless the program handles the signal
/// itself.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Becomes true with the signal.
  static const std::atomic<bool>& is_interrupted();

 private:
  bool is_installed_ = false;
};

}  // namespace gtl::runtime
