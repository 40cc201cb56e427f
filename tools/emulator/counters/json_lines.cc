#include "counters/json_lines.h"

#include <array>
#include <cstdio>
#include <iterator>
#include <map>
#include <utility>

#include "base/json.h"

namespace gtl::counters {
namespace {

/// The sums that become metrics, of a line or of a kernel. The accesses by AccessKind.
struct Totals {
  std::array<AccessCount, 4> accesses;
  exec::InstructionCount executed;

  void add(const AccessCount& access, const exec::InstructionCount& count) {
    accesses[static_cast<size_t>(access.kind)] += access;
    executed.executed += count.executed;
    executed.lanes += count.lanes;
  }
};

void append_dim(std::string& out, const char* key, const exec::Dim3& dim) {
  out += std::string(",\"") + key + "\":[" + std::to_string(dim.x) + ',' + std::to_string(dim.y) +
         ',' + std::to_string(dim.z) + ']';
}

/// Writes the members of a `metrics` object.
class MetricWriter {
 public:
  explicit MetricWriter(std::string& out) : out_(out) { out_ += "\"metrics\":{"; }
  ~MetricWriter() { out_ += '}'; }
  MetricWriter(const MetricWriter&) = delete;
  MetricWriter& operator=(const MetricWriter&) = delete;

  void sum(const std::string& name, uint64_t value) {
    member(name + ".sum", std::to_string(value));
  }
  void ratio(const std::string& name, uint64_t numerator, uint64_t denominator) {
    if (denominator == 0) return;
    char text[32];
    std::snprintf(text, sizeof text, "%.6g",
                  static_cast<double>(numerator) / static_cast<double>(denominator));
    member(name + ".ratio", text);
  }

 private:
  void member(const std::string& key, const std::string& value) {
    if (!first_) out_ += ',';
    first_ = false;
    append_json_string(out_, key);
    out_ += ':' + value;
  }
  std::string& out_;
  bool first_ = true;
};

/// With `only_present`, metrics of spaces that were not accessed are left out.
void append_metrics(std::string& out, const Totals& totals, bool only_present) {
  static constexpr const char* kOps[] = {"ld", "st", "atom", "red"};
  MetricWriter metrics(out);
  for (size_t kind = 0; kind < totals.accesses.size(); ++kind) {
    const AccessCount& count = totals.accesses[kind];
    const std::string op = kOps[kind];
    if (count.global_requests != 0 || !only_present) {
      metrics.sum("l1tex__t_requests_pipe_lsu_mem_global_op_" + op, count.global_requests);
      metrics.sum("l1tex__t_sectors_pipe_lsu_mem_global_op_" + op, count.global_sectors);
      metrics.sum("emulator__bytes_used_global_op_" + op, count.global_bytes_used);
    }
  }
  // A reduction in shared memory is an atomic to the hardware.
  AccessCount shared[] = {totals.accesses[0], totals.accesses[1], totals.accesses[2]};
  shared[2] += totals.accesses[3];
  // An atomic that is a loop loads in each round.
  shared[0].shared_instructions += shared[2].loop_loads;
  shared[0].shared_wavefronts += shared[2].loop_load_wavefronts;
  shared[0].shared_conflicts += shared[2].loop_load_conflicts;
  for (size_t kind = 0; kind < std::size(shared); ++kind) {
    const std::string op = kOps[kind];
    // Generic accesses, ldmatrix and stmatrix have wavefronts, but are no instructions of this
    // kind.
    const bool is_present =
        shared[kind].shared_instructions != 0 || shared[kind].shared_wavefronts != 0;
    if (!is_present && only_present) continue;
    metrics.sum("smsp__inst_executed_op_shared_" + op, shared[kind].shared_instructions);
    metrics.sum("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + op,
                shared[kind].shared_wavefronts);
    metrics.sum("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + op,
                shared[kind].shared_conflicts);
  }
  if (shared[2].shared_loops != 0 || !only_present) {
    metrics.sum("emulator__inst_executed_op_shared_atom_as_loop", shared[2].shared_loops);
  }
  const uint64_t copies = totals.accesses[0].copy_instructions;
  if (copies != 0 || !only_present) metrics.sum("smsp__inst_executed_op_ldgsts", copies);
  const uint64_t uncounted =
      totals.accesses[2].uncounted_loops + totals.accesses[3].uncounted_loops;
  if (uncounted != 0 || !only_present) {
    metrics.sum("emulator__inst_executed_op_atom_uncounted", uncounted);
  }
  for (size_t kind = 0; kind < 2; ++kind) {
    const AccessCount& count = totals.accesses[kind];
    if (count.local_instructions == 0 && only_present) continue;
    const std::string op = kOps[kind];
    metrics.sum("l1tex__t_requests_pipe_lsu_mem_local_op_" + op, count.local_requests);
    metrics.sum("l1tex__t_sectors_pipe_lsu_mem_local_op_" + op, count.local_sectors);
    metrics.sum("emulator__inst_executed_op_local_" + op, count.local_instructions);
  }
  metrics.sum("emulator__inst_executed", totals.executed.executed);
  metrics.sum("emulator__thread_inst_executed", totals.executed.lanes);
  metrics.ratio("emulator__thread_inst_executed_per_inst_executed", totals.executed.lanes,
                totals.executed.executed);
}

}  // namespace

std::string json_line(const LaunchName& name, const LaunchCounters& counters) {
  Totals kernel;
  std::map<std::pair<std::string, uint32_t>, Totals> lines;
  const std::vector<decode::Function>& functions = counters.program().functions;
  for (uint32_t f = 0; f < functions.size(); ++f) {
    for (uint32_t i = 0; i < functions[f].instructions.size(); ++i) {
      const exec::InstructionCount& executed = counters.executed().at(f, i);
      const AccessCount& access = counters.accesses().at(f, i);
      if (executed.executed == 0 && !access.any()) continue;
      kernel.add(access, executed);
      const decode::SourceLocation& place = functions[f].locations[i];
      if (place.known()) lines[{place.file, place.line}].add(access, executed);
    }
  }

  std::string out = "{\"launch\":" + std::to_string(name.launch) + ",\"kernel\":";
  append_json_string(out, name.kernel);
  out += ",\"mangled\":";
  append_json_string(out, name.mangled);
  append_dim(out, "grid", name.grid);
  append_dim(out, "block", name.block);
  if (!name.rewritten.empty()) {
    out += ",\"rewritten\":[";
    for (size_t i = 0; i < name.rewritten.size(); ++i) {
      if (i != 0) out += ',';
      append_json_string(out, name.rewritten[i]);
    }
    out += ']';
  }
  out += ',';
  append_metrics(out, kernel, /*only_present=*/false);
  out += ",\"lines\":[";
  bool first = true;
  for (const auto& [place, totals] : lines) {
    if (!first) out += ',';
    first = false;
    out += "{\"file\":";
    append_json_string(out, place.first);
    out += ",\"line\":" + std::to_string(place.second) + ',';
    append_metrics(out, totals, /*only_present=*/true);
    out += '}';
  }
  return out + "]}";
}

}  // namespace gtl::counters
