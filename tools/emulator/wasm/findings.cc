#include "wasm/findings.h"

#include "base/json.h"
#include "checks/fault_report.h"
#include "decode/program.h"

namespace gtl::wasm {
namespace {

class Findings {
 public:
  explicit Findings(const decode::Program& program) : program_(program) { json_.begin('['); }

  void begin(std::string_view check) {
    json_.begin('{').member("check", check).key("places").begin('[');
  }
  void place(uint32_t function, uint32_t instruction) {
    if (function >= program_.functions.size()) return;
    const auto& locations = program_.functions[function].locations;
    if (instruction >= locations.size() || !locations[instruction].known()) return;
    json_.begin('{').member("file", locations[instruction].file);
    json_.member("line", locations[instruction].line).end('}');
  }
  void end(std::string_view text) { json_.end(']').member("text", text).end('}'); }
  std::string take() { return json_.end(']').take(); }

 private:
  const decode::Program& program_;
  JsonWriter json_;
};

/// Stopped by a check, or by the machine itself.
std::string_view check_of(exec::FaultKind kind) {
  switch (kind) {
    case exec::FaultKind::OutOfBounds:
    case exec::FaultKind::Misaligned:
    case exec::FaultKind::WrongSpace:
    case exec::FaultKind::StackOverflow:
      return "memcheck";
    case exec::FaultKind::BarrierMisuse:
    case exec::FaultKind::Deadlock:
      return "synccheck";
    default:
      return "";
  }
}

}  // namespace

std::string findings_json(const exec::Launch& launch, const exec::Fault* fault,
                          const checks::Racecheck* racecheck, const checks::Initcheck* initcheck) {
  Findings findings(*launch.program);
  if (fault != nullptr) {
    findings.begin(check_of(fault->kind));
    findings.place(fault->function, fault->instruction);
    findings.end(checks::fault_report({launch, *fault}));
  }
  if (racecheck != nullptr) {
    for (const auto& race : racecheck->races()) {
      findings.begin("racecheck");
      findings.place(race.first.first_function, race.first.first_instruction);
      findings.place(race.first.second_function, race.first.second_instruction);
      findings.end(checks::race_report(launch, {race}));
    }
  }
  if (initcheck != nullptr) {
    for (const auto& read : initcheck->reads()) {
      findings.begin("initcheck");
      findings.place(read.first.function, read.first.instruction);
      findings.end(checks::unwritten_report(launch, {read}));
    }
  }
  return findings.take();
}

}  // namespace gtl::wasm
