// What Nsight Compute counted for the launches of a probe, as probe/record.py wrote it down.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "warp.h"

namespace gtl::tests {

/// One launch: the pattern, and the counters by name.
struct Reading {
  std::string operation;
  uint32_t bytes = 0, mask = 0;
  uint32_t reads = 0;      ///< Copies: lanes that read.
  WarpAddresses offset{};  ///< Copies: in global memory.
  WarpAddresses to{};      ///< Copies: in shared memory.
  std::map<std::string, double> counters;

  double operator[](const std::string& name) const { return counters.at(name + ".sum"); }
};

inline std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> result;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, separator);) result.push_back(cell);
  return result;
}

inline std::vector<Reading> read_file(const char* path, bool of_copies) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = split(line, ',');
  std::vector<Reading> readings;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = split(line, ',');
    Reading reading;
    reading.operation = values[1];
    reading.bytes = static_cast<uint32_t>(std::stoul(values[2]));
    reading.mask = static_cast<uint32_t>(std::stoul(values[3], nullptr, 16));
    size_t next = 4;
    if (of_copies) reading.reads = static_cast<uint32_t>(std::stoul(values[next++], nullptr, 16));
    for (uint64_t& offset : reading.offset) offset = std::stoull(values[next++]);
    for (size_t lane = 0; lane < 32 && of_copies; ++lane)
      reading.to[lane] = std::stoull(values[next++]);
    for (size_t i = next; i < names.size(); ++i) reading.counters[names[i]] = std::stod(values[i]);
    readings.push_back(reading);
  }
  return readings;
}

}  // namespace gtl::tests
