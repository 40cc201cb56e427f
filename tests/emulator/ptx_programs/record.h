// Recorded results: one line a form, written on a GPU and compared with on the emulator.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "form.h"

namespace ptx_programs {

/// What a form yields: for each output, one value a vector.
using Results = std::vector<std::vector<uint64_t>>;

/// Hex digits: of some values in full (edge values and random ones), and of checksums of all.
struct RecordedOutput {
  std::string values, checksums;
};
struct Record {
  uint64_t digest = 0;  ///< Of the module's text and its inputs: tells a stale record.
  std::vector<RecordedOutput> outputs;
};
using Records = std::map<std::string, Record>;  ///< By "family/name".

std::string record_key(const Form& form);
uint64_t digest_of(const Form& form);

std::string record_line(const Form& form, const Results& results);
Records read_records(const std::string& path);

/// Empty when `results` are the recorded ones within the form's tolerance; else what differs, first
/// differences in full.
std::string difference(const Form& form, const Record& record, const Results& results);

}  // namespace ptx_programs
