// What one instruction did to the warp as a whole: lanes part, meet again, wait, end.
import type { Instruction } from "./ptx_text.ts";
import type { StepState } from "../emulator/messages.ts";

export interface Happenings {
  /** The lanes of each group that the executing lanes have fallen into; empty: they stay together. */
  parted: number[];
  /** The lanes of each group that now go on together; empty: none have met. */
  met: number[];
  /** Lanes that have ended. */
  ended: number;
}

const NOTHING: Happenings = { parted: [], met: [], ended: 0 };

/** `before` is null when it is not known. */
export function happenings(before: StepState | null, after: StepState): Happenings {
  const { last } = after;
  if (last === undefined || before === null) return NOTHING;
  const executing = (last.mask | last.predicated) >>> 0;
  const parts = after.groups.map((group) => (group.mask & executing) >>> 0).filter((mask) => mask !== 0);

  const earlier = [executing, ...before.groups.map((group) => (group.mask & ~executing) >>> 0)];
  let met: number[] = [];
  for (const group of after.groups) {
    // Who waits for the others has not met them yet.
    if (group.state === "reconvergence") continue;
    const sources = earlier.map((mask) => (mask & group.mask) >>> 0).filter((mask) => mask !== 0);
    if (sources.length > 1) met = sources;
  }
  return { parted: parts.length > 1 ? parts : [], met, ended: (before.alive & ~after.alive) >>> 0 };
}

/** Whether it is a barrier of the block (or the cluster). */
export function isBarrier({ opcode, modifiers }: Instruction): boolean {
  return (opcode === "bar" || opcode === "barrier") && modifiers[0] !== "warp";
}
