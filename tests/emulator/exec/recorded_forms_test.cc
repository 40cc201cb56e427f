// Every instruction form of tests/emulator/ptx_programs on the executor alone, compared with what
// an H200 gave: no CUDA compiler and no runtime library is needed.
//
//   recorded_forms RECORD FORMS…
#include <cstdio>

#include "device.h"
#include "form.h"
#include "inputs.h"
#include "module_text.h"
#include "record.h"

using gtl::test::Device;
using namespace ptx_programs;

namespace {

/// Empty when the form's results are the recorded ones.
std::string verdict(const Form& form, const Record& record) {
  Device device(module_text(form));
  if (!device.decode_error().empty()) return device.decode_error();
  std::vector<uint64_t> inputs(4 * kVectors);
  for (size_t i = 0; i < form.inputs.size(); ++i) {
    const auto values = values_of(form.inputs, i);
    std::copy(values.begin(), values.end(), inputs.begin() + ptrdiff_t(i * kVectors));
  }
  const uint64_t d_inputs = device.upload(inputs);
  const uint64_t d_outputs = device.upload(std::vector<uint64_t>(8 * kVectors, 0));
  const size_t memory_bytes = kVectors * kCellBytes + kVectors / 32 * kPoolBytes;
  const uint64_t d_memory = device.upload(std::vector<uint8_t>(memory_bytes, 0));
  Device::Options options;
  options.grid.x = kVectors / kThreadsPerBlock;
  options.block.x = kThreadsPerBlock;
  if (device.launch("form", options, d_inputs, d_outputs, d_memory) !=
      gtl::exec::RunState::Finished) {
    return "does not finish: fault " + std::to_string(int(device.fault().kind)) + " " +
           device.fault().detail;
  }
  Results results;
  for (size_t i = 0; i < form.outputs.size(); ++i) {
    results.push_back(device.download<uint64_t>(d_outputs + i * kVectors * 8, kVectors));
  }
  return difference(form, record, results);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: recorded_forms RECORD FORMS…\n");
    return 2;
  }
  const Records records = read_records(arguments[1]);
  size_t total = 0, failures = 0;
  for (int i = 2; i < count; ++i) {
    for (const Form& form : read_forms(arguments[i])) {
      ++total;
      const auto record = records.find(record_key(form));
      const std::string text =
          record == records.end() ? "has no record" : verdict(form, record->second);
      if (text.empty()) continue;
      ++failures;
      std::printf("%s: %s\n  %s\n", form.place.c_str(), form.name.c_str(), text.c_str());
    }
  }
  std::printf("%zu of %zu forms agree with the GPU\n", total - failures, total);
  return failures == 0 && total != 0 ? 0 : 1;
}
