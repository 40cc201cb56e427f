// Where in the host's program something was made: kept while leakcheck runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gtl::runtime {

class CallSites {
 public:
  /// Remembers who called into this library, for the thing of this address or handle.
  void note(uint64_t thing);
  /// "main (program+0x1234)": the function that called, as the executable's symbols name it; and
  /// how to get its line. Empty when nothing was noted.
  std::string describe(uint64_t thing) const;
  /// The same, of who called just now.
  static std::string describe_caller();

 private:
  using Frames = std::vector<void*>;
  static Frames frames_here();
  static std::string describe_frames(const Frames& frames);

  std::map<uint64_t, Frames> frames_;
};

}  // namespace gtl::runtime
