#include "wasm/warp_view.h"

#include <bit>
#include <cstring>

#include "base/demangle.h"
#include "base/json.h"
#include "counters/banks.h"
#include "counters/coalescing.h"

namespace gtl::wasm {
namespace {

const char* name_of(exec::RunState state) {
  switch (state) {
    case exec::RunState::Finished:
      return "finished";
    case exec::RunState::Faulted:
      return "faulted";
    default:
      return "running";
  }
}

const char* name_of(exec::LaneGroup::State state) {
  switch (state) {
    case exec::LaneGroup::State::AtBarrier:
      return "barrier";
    case exec::LaneGroup::State::AtMbarrier:
      return "mbarrier";
    case exec::LaneGroup::State::AtWarpSync:
      return "warp";
    case exec::LaneGroup::State::AtReconvergence:
      return "reconvergence";
    default:
      return "ready";
  }
}

const char* name_of(memory::Space space) {
  static constexpr const char* kNames[] = {"global", "shared", "local", "const", "param"};
  return kNames[static_cast<size_t>(space)];
}

const char* name_of(exec::AccessKind kind) {
  static constexpr const char* kNames[] = {"load", "store", "atomic", "reduction"};
  return kNames[static_cast<size_t>(kind)];
}

bool is_atomic(exec::AccessKind kind) {
  return kind == exec::AccessKind::Atomic || kind == exec::AccessKind::Reduction;
}

/// The members that say where in the program: function, instruction, PTX line and text, source.
void write_place(JsonWriter& json, const Session& session, uint32_t function,
                 uint32_t instruction) {
  const decode::Function& known = session.launch().program->functions[function];
  const uint32_t line = session.source_lines().line(known.name, instruction);
  json.member("function", demangle(known.name)).member("instruction", instruction);
  json.member("ptxLine", line).member("ptx", session.source_lines().text(line));
  const decode::SourceLocation& location = known.locations[instruction];
  if (location.known()) json.member("file", location.file).member("line", location.line);
}

void write_sectors(JsonWriter& json, const exec::MemoryEvent& event) {
  counters::Sector sectors[counters::kLanes];
  const uint32_t count = counters::touched_sectors(event.address, event.mask, event.bytes, sectors);
  json.key("sectors").begin('[');
  for (uint32_t i = 0; i < count; ++i) {
    json.begin('{').member("index", sectors[i].index);
    json.member("usedBytes", sectors[i].used_bytes).end('}');
  }
  json.end(']');
  const counters::RequestCount request =
      is_atomic(event.kind) ? counters::count_atomic_request(event.address, event.mask, event.bytes)
                            : counters::count_request(event.address, event.mask, event.bytes);
  json.member("requests", request.requests).member("sectorCount", request.sectors);
}

void write_banks(JsonWriter& json, const exec::MemoryEvent& event) {
  if (is_atomic(event.kind)) return;
  const bool is_load = event.kind == exec::AccessKind::Load;
  const counters::BankCount count =
      is_load ? counters::count_bank_load(event.address, event.mask, event.bytes)
              : counters::count_bank_store(event.address, event.mask, event.bytes);
  json.member("wavefronts", count.wavefronts).member("conflicts", count.conflicts);

  counters::BankWord words[counters::kMostBankWords];
  const uint32_t asked =
      is_load ? counters::bank_words_of_load(event.address, event.mask, event.bytes, words)
              : counters::bank_words_of_store(event.address, event.mask, event.bytes, words);
  json.key("words").begin('[');
  for (uint32_t i = 0; i < asked; ++i) {
    json.begin('{').member("word", words[i].word).member("bank", words[i].bank);
    json.member("pass", words[i].pass).member("lanes", words[i].lanes).end('}');
  }
  json.end(']');
}

}  // namespace

WarpView::WarpView(Session& session, uint64_t block, uint32_t warp)
    : session_(session), block_(block), warp_(warp), stepper_(session.launch(), this) {
  stepper_.start(block, warp);
}

exec::RunState WarpView::step() {
  if (run_state_ != exec::RunState::Suspended) return run_state_;
  accesses_.clear();
  run_state_ = stepper_.step();
  ++steps_;
  if (run_state_ == exec::RunState::Faulted) session_.set_fault(stepper_.fault());
  return run_state_;
}

void WarpView::memory(const exec::MemoryEvent& event) {
  session_.watchers().memory(event);
  if (event.warp != warp_ || event.block != block_) return;
  Access access{event, {}};
  for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    access.address[lane] = event.address[lane];
  }
  accesses_.push_back(access);
}

std::string WarpView::state() const {
  JsonWriter json;
  json.begin('{').member("state", name_of(run_state_)).member("block", block_);
  json.member("warp", warp_).member("alive", stepper_.alive()).member("steps", steps_);
  json.key("groups").begin('[');
  for (const exec::LaneGroup& group : stepper_.groups()) {
    json.begin('{').member("state", name_of(group.state)).member("mask", group.mask);
    write_place(json, session_, group.function, group.instruction);
    json.end('}');
  }
  json.end(']');
  if (steps_ != 0) {
    const exec::ExecutedInstruction& last = stepper_.last();
    json.key("last").begin('{').member("mask", last.mask).member("predicated", last.predicated);
    write_place(json, session_, last.function, last.instruction);
    json.end('}');
  }
  json.key("accesses").begin('[');
  for (const Access& access : accesses_) {
    exec::MemoryEvent event = access.event;
    event.address = access.address.data();
    json.begin('{').member("space", name_of(event.space)).member("kind", name_of(event.kind));
    json.member("bytes", event.bytes).member("mask", event.mask).key("addresses").begin('[');
    for (const uint64_t address : access.address) json.number(address);
    json.end(']');
    if (event.space == memory::Space::Global) write_sectors(json, event);
    if (event.space == memory::Space::Shared) write_banks(json, event);
    json.end('}');
  }
  return json.end(']').end('}').take();
}

const decode::Function* WarpView::function() const {
  const std::vector<exec::LaneGroup> groups = stepper_.groups();
  if (groups.empty()) return nullptr;
  return &session_.launch().program->functions[groups.front().function];
}

std::string WarpView::registers() const {
  JsonWriter json;
  json.begin('[');
  if (const decode::Function* known = function()) {
    for (const decode::NamedRegister& each : known->registers) {
      json.begin('{').member("name", each.name).member("bytes", each.bytes).end('}');
    }
  }
  return json.end(']').take();
}

uint32_t WarpView::values(std::string_view name, uint64_t* lanes) const {
  const decode::Function* known = function();
  if (known == nullptr) return 0;
  for (const decode::NamedRegister& each : known->registers) {
    if (each.name != name) continue;
    const std::byte* const values = stepper_.register_values(each.frame_offset);
    if (values == nullptr) return 0;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      lanes[lane] = 0;
      if (each.bytes == 0) {
        uint32_t bits;
        std::memcpy(&bits, values, sizeof bits);
        lanes[lane] = bits >> lane & 1;
      } else {
        // Of a register of 128 bits: its low half.
        const uint32_t bytes = each.bytes < 8 ? each.bytes : 8;
        std::memcpy(&lanes[lane], values + size_t{lane} * each.bytes, bytes);
      }
    }
    return each.bytes == 0 ? 1 : each.bytes;
  }
  return 0;
}

}  // namespace gtl::wasm
