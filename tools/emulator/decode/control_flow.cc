// Where the two ways of a branch meet again: its immediate post-dominator, on basic blocks.
//
// Paths into `trap` and `exit` end threads, which then no longer count where the others meet; so
// such paths do not move the meeting point. Algorithm: Cooper, Harvey and Kennedy, "A Simple, Fast
// Dominance Algorithm" (2001), on the reversed graph.
#include <algorithm>
#include <vector>

#include "decode/function_decoder.h"

namespace gtl::decode {

namespace {

constexpr uint32_t kNone = 0xFFFF'FFFF;

struct BasicBlock {
  uint32_t first = 0, last = 0;  ///< Instructions, both included.
  std::vector<uint32_t> successors;
  bool returns = false;  ///< May leave the function here.
  bool ends_threads = false;
};

bool ends_block(Opcode opcode) {
  return opcode == Opcode::Branch || opcode == Opcode::BranchIndexed || opcode == Opcode::Return ||
         opcode == Opcode::Exit || opcode == Opcode::Trap;
}

class ControlFlow {
 public:
  explicit ControlFlow(Function& function) : function_(function) {
    find_blocks();
    connect();
  }

  void set_joins() {
    // Leaving by `ret` is the normal end; a kernel without one ends by `exit`.
    order_from_exit(false);
    if (!reaches_exit(0)) order_from_exit(true);
    find_post_dominators();
    for (const BasicBlock& block : blocks_) {
      Instruction& last = function_.instructions[block.last];
      if (last.opcode != Opcode::Branch && last.opcode != Opcode::BranchIndexed) continue;
      last.join = Instruction::kFunctionEnd;
      const uint32_t index = block_of_[block.last];
      if (!reaches_exit(index) || parent_[index] == exit_) continue;
      last.join = blocks_[parent_[index]].first;
    }
  }

 private:
  void find_blocks() {
    const auto& code = function_.instructions;
    std::vector<bool> leads(code.size() + 1, false);
    leads[0] = true;
    for (size_t i = 0; i < code.size(); ++i) {
      if (!ends_block(code[i].opcode)) continue;
      leads[i + 1] = true;
      for (uint32_t target : targets(code[i])) leads[target] = true;
    }
    block_of_.resize(code.size());
    for (uint32_t i = 0; i < code.size(); ++i) {
      if (leads[i]) blocks_.push_back({i, i, {}, false, false});
      blocks_.back().last = i;
      block_of_[i] = uint32_t(blocks_.size() - 1);
    }
    exit_ = uint32_t(blocks_.size());
  }

  std::vector<uint32_t> targets(const Instruction& instruction) const {
    if (instruction.opcode == Opcode::Branch) return {instruction.target};
    if (instruction.opcode == Opcode::BranchIndexed)
      return function_.branch_tables[instruction.target];
    return {};
  }

  void connect() {
    const uint32_t size = uint32_t(function_.instructions.size());
    for (BasicBlock& block : blocks_) {
      const Instruction& last = function_.instructions[block.last];
      for (uint32_t target : targets(last)) add_edge(block, target, size);
      const bool always = last.guard == Instruction::kNoGuard;
      block.returns = block.returns || last.opcode == Opcode::Return;
      block.ends_threads = last.opcode == Opcode::Exit || last.opcode == Opcode::Trap;
      if (!(ends_block(last.opcode) && always)) add_edge(block, block.last + 1, size);
    }
  }

  void add_edge(BasicBlock& block, uint32_t target, uint32_t size) {
    if (target >= size) {
      block.returns = true;  // running off the end is a return
    } else {
      block.successors.push_back(block_of_[target]);
    }
  }

  bool leaves(const BasicBlock& block) const {
    return block.returns || (exits_count_ && block.ends_threads);
  }
  bool reaches_exit(uint32_t block) const { return number_[block] != kNone; }

  /// Numbers the blocks in post-order of the reversed graph, from the exit.
  void order_from_exit(bool exits_count) {
    exits_count_ = exits_count;
    predecessors_.assign(blocks_.size() + 1, {});
    for (uint32_t i = 0; i < blocks_.size(); ++i) {
      if (leaves(blocks_[i])) predecessors_[exit_].push_back(i);
      for (uint32_t successor : blocks_[i].successors) predecessors_[successor].push_back(i);
    }
    number_.assign(blocks_.size() + 1, kNone);
    order_.clear();
    std::vector<bool> seen(blocks_.size() + 1, false);
    std::vector<std::pair<uint32_t, size_t>> stack{{exit_, 0}};
    seen[exit_] = true;
    while (!stack.empty()) {
      const auto [block, next] = stack.back();
      if (next < predecessors_[block].size()) {
        ++stack.back().second;
        const uint32_t predecessor = predecessors_[block][next];
        if (!seen[predecessor]) {
          seen[predecessor] = true;
          stack.emplace_back(predecessor, 0);
        }
      } else {
        number_[block] = uint32_t(order_.size());
        order_.push_back(block);
        stack.pop_back();
      }
    }
  }

  void find_post_dominators() {
    parent_.assign(blocks_.size() + 1, kNone);
    parent_[exit_] = exit_;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
        if (*it == exit_) continue;
        uint32_t meet = leaves(blocks_[*it]) ? exit_ : kNone;
        for (uint32_t successor : blocks_[*it].successors) {
          if (parent_[successor] == kNone) continue;
          meet = meet == kNone ? successor : intersect(meet, successor);
        }
        if (meet != kNone && parent_[*it] != meet) {
          parent_[*it] = meet;
          changed = true;
        }
      }
    }
  }

  uint32_t intersect(uint32_t a, uint32_t b) const {
    while (a != b) {
      while (number_[a] < number_[b]) a = parent_[a];
      while (number_[b] < number_[a]) b = parent_[b];
    }
    return a;
  }

  Function& function_;
  std::vector<BasicBlock> blocks_;
  std::vector<uint32_t> block_of_;
  std::vector<std::vector<uint32_t>> predecessors_;
  std::vector<uint32_t> number_, order_, parent_;
  uint32_t exit_ = 0;
  bool exits_count_ = false;
};

/// Whether a thread may be waiting for another one where this instruction is repeated.
bool waits_for_others(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::Atomic:
      return instruction.variant == Variant::Cas || instruction.variant == Variant::Exch;
    case Opcode::MbarrierTest:
    case Opcode::MbarrierTestParity:
    case Opcode::MbarrierTry:
    case Opcode::MbarrierTryParity:
    case Opcode::NanoSleep:
      return true;
    case Opcode::Load:
      return instruction.has(Flag(kVolatile | kRelaxed | kAcquire));
    default:
      return false;
  }
}

}  // namespace

void analyse_control_flow(Function& function) {
  auto& code = function.instructions;
  if (code.empty()) return;
  ControlFlow(function).set_joins();
  for (size_t i = 0; i < code.size(); ++i) {
    if (code[i].opcode != Opcode::Branch || code[i].target > i) continue;
    const auto from = code.begin() + code[i].target;
    if (std::any_of(from, code.begin() + ptrdiff_t(i), waits_for_others)) code[i].flags |= kMaySpin;
  }
}

}  // namespace gtl::decode
