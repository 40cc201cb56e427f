// The counting code against what an H200 counted: every launch of probe/probe.cu, as
// probe/record.py wrote it down.
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "counters/banks.h"
#include "counters/coalescing.h"
#include "doctest/doctest.h"
#include "warp.h"

namespace {

using gtl::counters::BankCount;
using gtl::counters::RequestCount;

/// One launch: the pattern, and the counters by name.
struct Reading {
  std::string operation;
  uint32_t bytes = 0, mask = 0;
  gtl::tests::WarpAddresses offset{};
  std::map<std::string, double> counters;

  double operator[](const std::string& name) const { return counters.at(name + ".sum"); }
};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) result.push_back(cell);
  return result;
}

std::vector<Reading> read_file(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cells(line);
  std::vector<Reading> readings;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = cells(line);
    Reading reading;
    reading.operation = values[1];
    reading.bytes = static_cast<uint32_t>(std::stoul(values[2]));
    reading.mask = static_cast<uint32_t>(std::stoul(values[3], nullptr, 16));
    for (size_t lane = 0; lane < 32; ++lane) reading.offset[lane] = std::stoull(values[4 + lane]);
    for (size_t i = 4 + 32; i < names.size(); ++i)
      reading.counters[names[i]] = std::stod(values[i]);
    readings.push_back(reading);
  }
  return readings;
}

const std::vector<Reading>& readings() {
  static const std::vector<Reading> all = read_file(READINGS);
  return all;
}

RequestCount count_global(const Reading& reading, const std::string& kind) {
  const bool is_atomic = kind == "atom" || kind == "red";
  return (is_atomic ? gtl::counters::count_atomic_request : gtl::counters::count_request)(
      reading.offset.data(), reading.mask, reading.bytes);
}

BankCount count_shared(const Reading& reading) {
  const uint64_t* const offset = reading.offset.data();
  if (reading.operation == "shared_ld") {
    return gtl::counters::count_bank_load(offset, reading.mask, reading.bytes);
  }
  if (reading.operation == "shared_st") {
    return gtl::counters::count_bank_store(offset, reading.mask, reading.bytes);
  }
  return gtl::counters::count_bank_atomic(offset, reading.mask, reading.operation == "shared_cas");
}

}  // namespace

TEST_CASE("the_file_of_readings_is_whole") { CHECK(readings().size() == 945); }

TEST_CASE("global_requests_and_sectors_are_those_of_the_hardware") {
  for (const Reading& reading : readings()) {
    if (!reading.operation.starts_with("global_")) continue;
    const std::string kind = reading.operation.substr(7);
    const RequestCount count = count_global(reading, kind);
    CAPTURE(reading.operation);
    CAPTURE(reading.bytes);
    CAPTURE(reading.mask);
    CHECK(count.requests == reading["l1tex__t_requests_pipe_lsu_mem_global_op_" + kind]);
    CHECK(count.sectors == reading["l1tex__t_sectors_pipe_lsu_mem_global_op_" + kind]);
  }
}

TEST_CASE("shared_wavefronts_and_bank_conflicts_are_those_of_the_hardware") {
  for (const Reading& reading : readings()) {
    if (!reading.operation.starts_with("shared_")) continue;
    // Reductions and compare-and-swap are counted as atomics.
    const std::string named = reading.operation.substr(7);
    const std::string kind = named == "ld" || named == "st" ? named : "atom";
    const BankCount count = count_shared(reading);
    CAPTURE(reading.operation);
    CAPTURE(reading.bytes);
    CAPTURE(reading.mask);
    CHECK(count.wavefronts == reading["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + kind]);
    CHECK(count.conflicts == reading["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + kind]);
  }
}
