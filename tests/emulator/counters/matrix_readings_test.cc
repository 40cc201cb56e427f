// ldmatrix, stmatrix and wmma against what an H200 counted: every launch of probe/probe_matrix.cu.
#include <map>
#include <string>

#include "../exec/device.h"
#include "counters/banks.h"
#include "counters/counters.h"
#include "doctest/doctest.h"
#include "readings.h"

namespace {

using gtl::tests::Reading;

const std::vector<Reading>& readings() {
  static const std::vector<Reading> all = gtl::tests::read_file(MATRIX_READINGS, false);
  return all;
}

/// "wmma_load_a_row_f16_shared" and a stride, as a kernel.
struct WmmaKernel {
  bool is_load;
  std::string matrix, layout, type, space;

  explicit WmmaKernel(const std::string& operation) {
    std::vector<std::string> words = gtl::tests::split(operation, '_');
    is_load = words[1] == "load";
    matrix = words[2];
    layout = words[3];
    type = words[4];
    space = words[5];
  }

  uint32_t registers() const {
    static const std::map<std::string, uint32_t> kFactors = {{"f16", 8}, {"s8", 2}, {"tf32", 4}};
    return matrix == "c" ? (type == "f16" ? 4 : 8) : kFactors.at(type);
  }

  std::string text(uint32_t stride) const {
    std::string list = "{";
    for (uint32_t i = 0; i < registers(); ++i) list += (i ? ", r" : "r") + std::to_string(i);
    const std::string shape = type == "tf32" ? "m16n16k8" : "m16n16k16";
    const std::string address = space == "shared" ? "[bytes]" : "[buffer]";
    std::string text = gtl::test::kHead +
                       ".visible .entry probe(.param .u64 memory)\n{\n"
                       "  .shared .align 128 .b8 bytes[32768];\n  .reg .b32 r<8>;\n"
                       "  .reg .b64 buffer;\n  ld.param.u64 buffer, [memory];\n";
    if (is_load) {
      text += "  wmma.load." + matrix + ".sync.aligned." + layout + "." + shape + "." + space +
              "." + type + " " + list + "}, " + address;
    } else {
      for (uint32_t i = 0; i < registers(); ++i)
        text += "  mov.b32 r" + std::to_string(i) + ", 0;\n";
      text += "  wmma.store.d.sync.aligned." + layout + "." + shape + "." + space + "." + type +
              " " + address + ", " + list + "}";
    }
    return text + ", " + std::to_string(stride) + ";\n  ret;\n}\n";
  }
};

/// All that the kernel's instructions counted.
gtl::counters::AccessCount count(const std::string& text) {
  gtl::test::Device device(text);
  REQUIRE(device.decode_error() == "");
  const uint64_t buffer = device.allocate(1 << 20);
  gtl::counters::CounterObserver observer(device.program());
  gtl::test::Device::Options options;
  options.block.x = 32;
  options.observer = &observer;
  REQUIRE(device.launch("probe", options, buffer) == gtl::exec::RunState::Finished);
  gtl::counters::AccessCount sum;
  for (uint32_t i = 0; i < device.program().functions[0].instructions.size(); ++i)
    sum += observer.accesses().at(0, i);
  return sum;
}

}  // namespace

TEST_CASE("the_file_of_matrix_readings_is_whole") { CHECK(readings().size() == 310); }

TEST_CASE("wavefronts_of_ldmatrix_and_stmatrix_are_those_of_the_hardware") {
  size_t found = 0;
  for (const Reading& reading : readings()) {
    const bool is_store = reading.operation.starts_with("stmatrix");
    if (!is_store && !reading.operation.starts_with("ldmatrix")) continue;
    ++found;
    const uint32_t rows = 8 * reading.bytes;  // the number of matrices stands there
    const uint32_t mask = rows == 32 ? 0xFFFFFFFF : (1u << rows) - 1;
    const auto count = gtl::counters::count_bank_rows(reading.offset.data(), mask, 16);
    const std::string op = is_store ? "st" : "ld";
    CAPTURE(reading.operation);
    CAPTURE(reading.bytes);
    CHECK(count.wavefronts == reading["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + op]);
    CHECK(count.conflicts == reading["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + op]);
    CHECK(reading["smsp__inst_executed_op_shared_" + op] == 0);
  }
  CHECK(found == 224);
}

TEST_CASE("wmma_loads_and_stores_count_what_the_hardware_counts") {
  size_t found = 0;
  for (const Reading& reading : readings()) {
    if (!reading.operation.starts_with("wmma")) continue;
    ++found;
    const WmmaKernel kernel(reading.operation);
    const std::string op = kernel.is_load ? "ld" : "st";
    const gtl::counters::AccessCount sum = count(kernel.text(reading.bytes));
    CAPTURE(reading.operation);
    CAPTURE(reading.bytes);
    CHECK(sum.global_requests == reading["l1tex__t_requests_pipe_lsu_mem_global_op_" + op]);
    CHECK(sum.global_sectors == reading["l1tex__t_sectors_pipe_lsu_mem_global_op_" + op]);
    CHECK(sum.shared_wavefronts == reading["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + op]);
    CHECK(sum.shared_conflicts ==
          reading["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + op]);
    CHECK(sum.shared_instructions == reading["smsp__inst_executed_op_shared_" + op]);
  }
  CHECK(found == 86);
}
