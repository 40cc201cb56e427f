// Seeded damage to texts: the same number always gives the same damage, so that what fails repeats.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

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
    switch (below(9)) {
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
      case 7: {  // One piece over and over: what nests, nests deeply.
        const std::string_view piece = pieces[below(pieces.size())];
        std::string run;
        for (size_t times = 1 + below(200); times != 0; --times) run += piece;
        text.insert(at, run);
        break;
      }
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

}  // namespace fuzz
