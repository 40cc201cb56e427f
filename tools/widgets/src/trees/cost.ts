// What a step costs: lanes, warps, additions, and the wavefronts of its shared-memory instructions as the emulator counts
// them.
import { type Counting, LANES } from "../counting.ts";
import type { Step } from "./algorithm.ts";

const WORD_BYTES = 4;

export interface Cost {
  /** For each warp of the block, the mask of the lanes that take part. */
  warps: number[];
  additions: number;
  /** Instructions on shared memory: one for each warp with an active lane. */
  instructions: number;
  wavefronts: number;
  conflicts: number;
}

export function costOf(step: Step, threads: number, counting: Counting): Cost {
  const warpCount = Math.ceil(threads / LANES);
  const cost: Cost = {
    warps: Array.from({ length: warpCount }, (_, warp) => activeLanes(step, warp)),
    additions: step.operations.filter(({ sources }) => sources.length > 1).length,
    instructions: 0,
    wavefronts: 0,
    conflicts: 0,
  };
  for (const { kind, words } of step.accesses) {
    for (let warp = 0; warp < warpCount; ++warp) {
      const own = words.slice(warp * LANES, (warp + 1) * LANES);
      const mask = maskOf(own.flatMap((word, lane) => (word === null ? [] : [lane])));
      if (mask === 0) continue;
      const offsets = own.map((word) => WORD_BYTES * (word ?? 0));
      const count =
        kind === "load"
          ? counting.countBankLoad(offsets, mask, WORD_BYTES)
          : counting.countBankStore(offsets, mask, WORD_BYTES);
      cost.instructions += 1;
      cost.wavefronts += count.wavefronts;
      cost.conflicts += count.conflicts;
    }
  }
  return cost;
}

/** Those that write a cell, or take part in an access. */
function activeLanes(step: Step, warp: number): number {
  const threads = [
    ...step.operations.map(({ thread }) => thread),
    ...step.accesses.flatMap(({ words }) => words.flatMap((word, thread) => (word === null ? [] : [thread]))),
  ];
  return maskOf(threads.filter((thread) => Math.floor(thread / LANES) === warp).map((thread) => thread % LANES));
}

function maskOf(lanes: readonly number[]): number {
  return lanes.reduce((mask, lane) => (mask | (1 << lane)) >>> 0, 0);
}

export function lanesIn(mask: number): number {
  return mask.toString(2).replace(/0/g, "").length;
}

export function sum(costs: readonly Cost[], what: "additions" | "instructions" | "wavefronts" | "conflicts"): number {
  return costs.reduce((total, cost) => total + cost[what], 0);
}
