#include "runtime/interrupt.h"

#ifndef __wasi__
#include <csignal>
#endif

namespace gtl::runtime {
namespace {
std::atomic<bool> interrupted{false};
}

const std::atomic<bool>& InterruptWatch::is_interrupted() { return interrupted; }

#ifdef __wasi__  // No signals there.
InterruptWatch::InterruptWatch() = default;
InterruptWatch::~InterruptWatch() = default;
#else
namespace {
static_assert(std::atomic<bool>::is_always_lock_free);  // As a signal handler needs it.

/// A second Ctrl-C ends the program at once, should the first find nobody who looks.
void on_interrupt(int) {
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(SIGINT, SIG_DFL);
}
}  // namespace

InterruptWatch::InterruptWatch() {
  struct sigaction before {};
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler != SIG_DFL) return;
  struct sigaction watch {};
  watch.sa_handler = on_interrupt;
  is_installed_ = sigaction(SIGINT, &watch, nullptr) == 0;
}

InterruptWatch::~InterruptWatch() {
  if (is_installed_) std::signal(SIGINT, SIG_DFL);
}
#endif

}  // namespace gtl::runtime
