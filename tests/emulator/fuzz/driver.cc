// Damages a target's seeds and hands them to it. Input number N is always the same, so that what
// fails can be run again alone:
//
//     fuzz_NAME [FIRST [COUNT]]         inputs FIRST … FIRST + COUNT - 1; 0 1000 when not given
//     fuzz_NAME --show N                input N itself
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "target.h"

namespace {

volatile std::sig_atomic_t g_input_low = 0, g_input_high = 0;

void say_which_input(int signal) {
  const unsigned long long input = static_cast<unsigned long long>(g_input_high) << 30 |
                                   static_cast<unsigned long long>(g_input_low);
  std::fprintf(stderr, "signal %d in input %llu\n", signal, input);
  std::_Exit(1);
}

class Damage {
 public:
  explicit Damage(uint64_t input) : random_(static_cast<uint32_t>(input * 2654435761u + 1)) {}

  std::string apply(const std::vector<std::string>& seeds,
                    const std::vector<std::string_view>& pieces) {
    std::string text = seeds[below(seeds.size())];
    const std::string& other = seeds[below(seeds.size())];
    const size_t times = 1 + below(6);
    for (size_t i = 0; i < times && !text.empty(); ++i) once(text, other, pieces);
    return text;
  }

 private:
  size_t below(size_t limit) { return random_() % limit; }

  void once(std::string& text, const std::string& other,
            const std::vector<std::string_view>& pieces) {
    const size_t at = below(text.size());
    switch (below(8)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 2:
        text.erase(at, 1 + below(30));
        break;
      case 3:
        text.insert(at, pieces[below(pieces.size())]);
        break;
      case 4: {  // One piece in the place of a word.
        const size_t end = text.find_first_of(" \t\n.,;[]{}()", at);
        text.replace(at, (end == std::string::npos ? text.size() : end) - at,
                     pieces[below(pieces.size())]);
        break;
      }
      case 5:
        text.insert(at, other.substr(below(other.size()), below(200)));
        break;
      case 6:
        text.resize(at);
        break;
      default: {  // A run of bytes moves elsewhere.
        const std::string run = text.substr(at, 1 + below(60));
        text.erase(at, run.size());
        text.insert(below(text.size() + 1), run);
        break;
      }
    }
  }

  std::mt19937 random_;  // Its sequence is fixed by the C++ standard.
};

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
    const std::string text = Damage(std::strtoull(argv[2], nullptr, 10)).apply(seeds, pieces);
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
    const std::string text = Damage(input).apply(seeds, pieces);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  }
  std::printf("%llu inputs\n", static_cast<unsigned long long>(count));
}
