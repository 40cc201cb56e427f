#include "wasm/findings.h"

#include "base/json.h"
#include "checks/fault_report.h"
#include "decode/program.h"

namespace gtl::wasm {
namespace {

class Findings {
 public:
  explicit Findings(const decode::Program& program) : program_(program) { json_.begin('['); }

  void add(const checks::Finding& finding) {
    json_.begin('{').member("check", std::string_view(finding.check)).key("places").begin('[');
    for (const auto& [function, instruction] : finding.places) place(function, instruction);
    json_.end(']').member("text", finding.text).end('}');
  }
  std::string take() { return json_.end(']').take(); }

 private:
  void place(uint32_t function, uint32_t instruction) {
    if (function >= program_.functions.size()) return;
    const auto& locations = program_.functions[function].locations;
    if (instruction >= locations.size() || !locations[instruction].known()) return;
    json_.begin('{').member("file", locations[instruction].file);
    json_.member("line", locations[instruction].line).end('}');
  }

  const decode::Program& program_;
  JsonWriter json_;
};

}  // namespace

std::string findings_json(const exec::Launch& launch, const exec::Fault* fault,
                          const checks::Racecheck* racecheck, const checks::GlobalShadow& accesses,
                          const checks::Initcheck* initcheck, const checks::Synccheck* synccheck) {
  Findings findings(*launch.program);
  if (fault != nullptr) findings.add(checks::fault_finding({launch, *fault}));
  if (racecheck != nullptr) {
    checks::Races races = checks::global_races(accesses);
    merge(races, racecheck->races());
    for (const auto& finding : race_findings(launch, races)) findings.add(finding);
    for (const auto& finding : shadow_findings(accesses)) findings.add(finding);
  }
  if (initcheck != nullptr) {
    for (const auto& finding : unwritten_findings(launch, initcheck->reads()))
      findings.add(finding);
  }
  if (synccheck != nullptr) {
    for (const auto& finding : sync_findings(launch, synccheck->errors())) findings.add(finding);
  }
  return findings.take();
}

}  // namespace gtl::wasm
