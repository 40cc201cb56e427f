// Damages a target's seeds and hands them to it. Input number N is always the same, so that what
// fails can be run again alone:
//
//     fuzz_NAME [FIRST [COUNT]]         inputs FIRST … FIRST + COUNT - 1; 0 1000 when not given
//     fuzz_NAME --show N                input N itself
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "damage.h"
#include "target.h"

namespace {

volatile std::sig_atomic_t g_input_low = 0, g_input_high = 0;

void say_which_input(int signal) {
  const unsigned long long input = static_cast<unsigned long long>(g_input_high) << 30 |
                                   static_cast<unsigned long long>(g_input_low);
  std::fprintf(stderr, "signal %d in input %llu\n", signal, input);
  std::_Exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> seeds = fuzz::seeds();
  const std::vector<std::string_view> pieces = fuzz::dictionary();
  for (const std::string& seed : seeds) {
    if (seed.empty()) {
      std::fprintf(stderr, "a seed is empty: is its file missing?\n");
      return 1;
    }
  }
  if (argc == 3 && std::strcmp(argv[1], "--show") == 0) {
    const std::string text = fuzz::Damage(std::strtoull(argv[2], nullptr, 10)).apply(seeds, pieces);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  }
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) {
    std::signal(signal, say_which_input);
  }
  const uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  const uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000;
  for (uint64_t input = first; input < first + count; ++input) {
    g_input_low = static_cast<std::sig_atomic_t>(input & 0x3FFF'FFFF);
    g_input_high = static_cast<std::sig_atomic_t>(input >> 30);
    const std::string text = fuzz::Damage(input).apply(seeds, pieces);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  }
  std::printf("%llu inputs\n", static_cast<unsigned long long>(count));
}
