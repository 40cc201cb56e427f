// Where a command of the reader leads in a trace.
import { happenings, isBarrier } from "./happenings.ts";
import type { Trace } from "./trace.ts";

export type Goal =
  | { kind: "step" }
  /** A line other than `line`, the present one. */
  | { kind: "next-line"; line: number | null }
  | { kind: "access" }
  /** Lanes part or meet. */
  | { kind: "groups" }
  | { kind: "barrier" }
  | { kind: "line"; line: number }
  | { kind: "end" };

export interface Target {
  position: number;
  /** False: the warp ended before. */
  isReached: boolean;
}

/** The target of going forward from `from`; null: it lies beyond the records that there are, from `searched` on. */
export function seek(trace: Trace, from: number, goal: Goal, searched = from): Target | null {
  for (let position = Math.max(from, searched) + 1; position <= trace.last; ++position) {
    if (fits(trace, position, goal)) return { position, isReached: true };
  }
  if (!trace.hasEnded) return null;
  return { position: trace.last, isReached: goal.kind === "end" || (goal.kind === "next-line" && from < trace.last) };
}

function fits(trace: Trace, position: number, goal: Goal): boolean {
  const { state } = trace.at(position);
  switch (goal.kind) {
    case "step":
      return true;
    case "next-line":
      return state.last?.line !== undefined && state.last.line !== goal.line;
    case "access":
      return state.accesses.some((access) => access.space === "global" || access.space === "shared");
    case "groups": {
      const { parted, met } = happenings(trace.before(position), state);
      return parted.length > 0 || met.length > 0;
    }
    case "barrier":
      return state.last !== undefined && isBarrier(trace.instruction(state.last.ptx));
    case "line":
      return state.last?.line === goal.line;
    case "end":
      return false;
  }
}

/** The start of the source line before the one at `from`. */
export function previousLine(trace: Trace, from: number): number {
  let position = from - 1;
  const line = lineAt(trace, position);
  while (position - 1 > trace.first && lineAt(trace, position - 1) === line) position -= 1;
  return Math.max(trace.first, position);
}

/** The source line that ran last: instructions of no line belong to the one before. */
export function lineAt(trace: Trace, position: number): number | null {
  for (let at = position; at >= trace.first; --at) {
    const line = trace.executed(at)?.line;
    if (line !== undefined) return line;
  }
  return null;
}
