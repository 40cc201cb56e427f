// The emulator against what an H200 counted for each form of a memory instruction: every launch of
// probe/form_probe.cu, the same PTX module, run here.
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../exec/device.h"
#include "counters/counters.h"
#include "counters/json_lines.h"
#include "doctest/doctest.h"
#include "probe/form_module.h"
#include "probe/patterns.h"

using gtl::test::Device;

namespace {

struct Reading {
  probe::Form form;
  probe::Pattern pattern{};
  std::map<std::string, uint64_t> counters;
};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) result.push_back(cell);
  return result;
}

std::vector<Reading> read_group(const std::string& group) {
  std::ifstream file(std::string(READINGS_FOLDER) + "/forms_" + group + "_h200.csv");
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cells(line);
  std::vector<Reading> readings;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = cells(line);
    Reading reading;
    reading.form = {values[1], values[2]};
    reading.pattern.mask = static_cast<uint32_t>(std::stoul(values[4], nullptr, 16));
    constexpr size_t kFirst = 5;
    for (size_t lane = 0; lane < 32; ++lane) {
      reading.pattern.offset[lane] = static_cast<uint32_t>(std::stoul(values[kFirst + lane]));
    }
    for (size_t i = kFirst + 32; i < names.size(); ++i) {
      reading.counters[names[i]] = std::stoull(values[i]);
    }
    readings.push_back(reading);
  }
  return readings;
}

/// The metric of a launch, as the emulator writes it.
uint64_t metric(const std::string& json, const std::string& name) {
  const size_t at = json.find('"' + name + "\":");
  REQUIRE_MESSAGE(at != std::string::npos, name);
  return std::stoull(json.substr(at + name.size() + 3));
}

/// Forms that an emulator without them refuses by name; no other may be refused.
bool may_be_refused(const probe::Form& form) {
  const std::string& text = form.instruction;
  const bool is_atomic = text.starts_with("atom.") || text.starts_with("red.");
  return is_atomic && (text.ends_with(".b128") || text.ends_with(".v4.f32"));
}

/// The launch's counters as JSON; empty when the instruction is refused.
std::string count(Device& device, const Reading& reading) {
  gtl::counters::CounterObserver observer(device.program());
  Device::Options options;
  options.block.x = 32;
  options.observer = &observer;
  const uint64_t buffer =
      device.upload(std::vector<uint8_t>(probe::reach_of("global"), uint8_t{0}));
  std::vector<std::byte> parameters(sizeof(probe::Pattern));
  std::memcpy(parameters.data(), &reading.pattern, sizeof reading.pattern);
  const uint32_t never = 0xDEADBEEF;
  Device::append(parameters, &buffer, sizeof buffer);
  Device::append(parameters, &never, sizeof never);
  const gtl::exec::RunState state = device.run("probe", options, parameters);
  if (state == gtl::exec::RunState::Faulted && may_be_refused(reading.form)) {
    CHECK(device.fault().kind == gtl::exec::FaultKind::IllegalInstruction);
    return "";
  }
  REQUIRE(state == gtl::exec::RunState::Finished);
  gtl::counters::LaunchCounters sum(device.program());
  sum.add(observer);
  return gtl::counters::json_line({}, sum);
}

/// Whether a predicated instruction without an active lane is executed or jumped over is the
/// compiler's choice.
bool is_comparable(const std::string& name, const Reading& reading) {
  return !(name.starts_with("smsp__inst_executed_op_") && reading.pattern.mask == 0);
}

/// Wide atomics of a whole warp that scatters: the hardware visits a sector or two once more.
uint64_t sectors_more(const std::string& name, const Reading& reading) {
  const bool is_atomic = name.ends_with("_op_atom.sum") || name.ends_with("_op_red.sum");
  const bool is_wide = probe::bytes_of(reading.form) >= 8 && reading.pattern.mask == 0xFFFFFFFF;
  return is_atomic && is_wide && name.starts_with("l1tex__t_sectors") ? 2 : 0;
}

void check_group(const std::string& group, size_t launches) {
  const std::vector<Reading> readings = read_group(group);
  REQUIRE(readings.size() == launches);
  std::string loaded;
  std::unique_ptr<Device> device;
  for (const Reading& reading : readings) {
    if (const std::string text = probe::module_text(reading.form); text != loaded) {
      device = std::make_unique<Device>(text);
      if (!may_be_refused(reading.form)) REQUIRE(device->decode_error() == "");
      loaded = text;
    }
    if (!device->decode_error().empty()) continue;
    const std::string json = count(*device, reading);
    if (json.empty()) continue;
    for (const auto& [name, value] : reading.counters) {
      if (!is_comparable(name, reading)) continue;
      CAPTURE(reading.form.instruction);
      CAPTURE(reading.form.space);
      CAPTURE(reading.pattern.mask);
      CAPTURE(reading.pattern.offset[1]);
      CAPTURE(name);
      CHECK(metric(json, name) <= value);
      CHECK(metric(json, name) + sectors_more(name, reading) >= value);
    }
  }
}

}  // namespace

TEST_CASE("atomics_in_shared_memory_are_those_of_the_hardware") {
  check_group("shared_atoms", 242);
  check_group("shared_loops", 14);
}
TEST_CASE("generic_accesses_are_those_of_the_hardware") { check_group("generic", 64); }
TEST_CASE("local_memory_is_that_of_the_hardware") { check_group("local", 56); }
TEST_CASE("global_loads_and_stores_are_those_of_the_hardware") {
  check_group("global_loads", 70);
  check_group("global_stores", 56);
}
TEST_CASE("global_atomics_are_those_of_the_hardware") {
  check_group("global_atoms", 80);
  check_group("global_reds", 50);
}
TEST_CASE("shared_loads_and_stores_are_those_of_the_hardware") {
  check_group("shared_loads", 49);
  check_group("shared_stores", 42);
}
