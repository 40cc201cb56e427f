#include "checks/report_text.h"
#include "checks/same_line.h"
#include "checks/synccheck.h"

namespace gtl::checks {
namespace {

const char* headline(SyncMistake mistake) {
  switch (mistake) {
    case SyncMistake::DivergentInBlock:
      return "divergent threads in the block";
    case SyncMistake::DivergentInWarp:
      return "divergent threads in the warp";
    case SyncMistake::DifferentBarriers:
      return "different barriers meet";
    case SyncMistake::MaskWithoutCaller:
      return "the mask does not name its caller";
    case SyncMistake::MasksDiffer:
      return "the lanes name different masks";
    case SyncMistake::LanesNeverCome:
      break;
  }
  return "lanes that the mask names never come";
}

const char* advice(SyncMistake mistake) {
  switch (mistake) {
    case SyncMistake::DivergentInBlock:
    case SyncMistake::DivergentInWarp:
      return "let every thread of the block reach the same __syncthreads(): end the if before it, "
             "and guard the accesses instead of returning early.";
    case SyncMistake::DifferentBarriers:
      return "move the barrier out of the branches, so that all threads reach the same one.";
    case SyncMistake::MaskWithoutCaller:
      return "give the mask of all lanes that run this line; every caller must be in it.";
    case SyncMistake::MasksDiffer:
      return "let all lanes that run this together give the same mask.";
    case SyncMistake::LanesNeverCome:
      break;
  }
  return "give the mask of the lanes that are in the branch (__ballot_sync before it tells them), "
         "or "
         "move the call out of the branch.";
}

std::string thread_text(const exec::Launch& launch, uint32_t thread) {
  return "thread " + parenthesised(thread_index(launch, thread));
}

void tell_details(ReportText& text, const exec::Launch& launch, const SyncKey& key,
                  const SyncError& error) {
  const std::string lane = "lane " + std::to_string(error.thread % 32);
  const std::string other_lane = "lane " + std::to_string(error.other_thread % 32);
  switch (key.mistake) {
    case SyncMistake::DivergentInBlock:
    case SyncMistake::DivergentInWarp:
      text.indented(std::to_string(error.number) + " of the block's " +
                    count(launch.block.count(), "thread") + " came here; " +
                    thread_text(launch, error.other_thread) +
                    ", for one, had ended before without coming");
      break;
    case SyncMistake::DifferentBarriers:
      text.indented("while " + thread_text(launch, error.other_thread) + " came to " +
                    place(*launch.program, key.other_function, key.other_instruction));
      text.inlined(*launch.program, key.other_function, key.other_instruction);
      break;
    case SyncMistake::MaskWithoutCaller:
      text.indented("its " + lane + " is not in the mask " + mask_text(error.number));
      break;
    case SyncMistake::MasksDiffer:
      text.indented(lane + " names " + mask_text(error.number) + ", and " + other_lane +
                    ", which it names, " + mask_text(error.other_number));
      break;
    case SyncMistake::LanesNeverCome:
      text.indented("waited for lanes " + lane_ranges(error.other_number) +
                    " of its warp, which went on behind the branch and ended without coming here");
      break;
  }
}

/// What is wrong with one line is told once, however often the compiler wrote it down.
SyncErrors by_line(const exec::Launch& launch, const SyncErrors& errors) {
  SameLine same(*launch.program);
  SyncErrors result;
  for (const auto& [key, error] : errors) {
    SyncKey line = key;
    line.instruction = same.first(key.function, key.instruction);
    if (key.mistake == SyncMistake::DifferentBarriers)
      line.other_instruction = same.first(key.other_function, key.other_instruction);
    merge(result, {{line, error}});
  }
  return result;
}

}  // namespace

std::vector<Finding> sync_findings(const exec::Launch& launch, const SyncErrors& errors) {
  std::vector<Finding> findings;
  for (const auto& [key, error] : by_line(launch, errors)) {
    const std::string at = place(*launch.program, key.function, key.instruction);
    // Since Volta a barrier waits for the threads that have not ended: by whole warps this works.
    const bool is_warning = key.mistake == SyncMistake::DivergentInBlock;
    ReportText text;
    text.line(std::string(is_warning ? "Barrier warning: " : "Barrier error: ") +
              headline(key.mistake) + ", " + count(error.times, "time"));
    text.indented("at " + at);
    text.inlined(*launch.program, key.function, key.instruction);
    text.indented("by " + thread_text(launch, error.thread) + " in block " +
                  parenthesised(block_index(launch, error.block)));
    tell_details(text, launch, key, error);
    text.indented(std::string("What to do: ") + advice(key.mistake));
    findings.push_back({"synccheck",
                        std::string(headline(key.mistake)) + " at " + at,
                        text.take(),
                        {{key.function, key.instruction}},
                        is_warning});
    if (key.mistake == SyncMistake::DifferentBarriers)
      findings.back().places.emplace_back(key.other_function, key.other_instruction);
  }
  return findings;
}

}  // namespace gtl::checks
