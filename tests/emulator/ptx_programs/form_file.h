// The lines of a .forms file: a header starts in the first column, its body is indented; `#` starts
// a remark.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace form_file {

[[noreturn]] inline void refuse(const std::string& place, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", place.c_str(), why.c_str());
  std::exit(2);
}

/// Every form of the file, by `read_header(line, family, place)`, with the lines of its body.
template <class Form>
std::vector<Form> read_forms(const std::string& path,
                             Form (*read_header)(const std::string& line, const std::string& family,
                                                 const std::string& place)) {
  std::ifstream file(path);
  if (!file) refuse(path, "cannot be read");
  const size_t slash = path.find_last_of('/') + 1;
  const std::string family = path.substr(slash, path.rfind('.') - slash);
  std::vector<Form> forms;
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    const std::string place = path + ":" + std::to_string(++number);
    if (line.find_first_not_of(' ') == std::string::npos || line[0] == '#') continue;
    if (line[0] != ' ') {
      forms.push_back(read_header(line, family, place));
    } else if (forms.empty()) {
      refuse(place, "an indented line belongs to a body, and no form stands before it");
    } else {
      forms.back().body.push_back(line.substr(line.find_first_not_of(' ')));
    }
  }
  return forms;
}

}  // namespace form_file
