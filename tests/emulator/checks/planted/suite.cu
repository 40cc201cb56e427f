// Runs one planted bug, or its corrected twin: planted_bugs NAME bug|fixed; without arguments it lists the names.
#include "suite.h"

#include <cstdio>
#include <cstring>

namespace {

const Planted* groups[8];
int sizes[8], group_count = 0;

}  // namespace

Registration::Registration(const Planted* first, int count) {
  groups[group_count] = first;
  sizes[group_count++] = count;
}

int main(int argc, char** argv) {
  for (int group = 0; group < group_count; ++group) {
    for (int i = 0; i < sizes[group]; ++i) {
      const Planted& program = groups[group][i];
      if (argc < 3) {
        std::printf("%s\n", program.name);
      } else if (std::strcmp(program.name, argv[1]) == 0) {
        (std::strcmp(argv[2], "fixed") == 0 ? program.fixed : program.bug)();
        return 0;
      }
    }
  }
  return argc < 3 ? 0 : 2;
}
