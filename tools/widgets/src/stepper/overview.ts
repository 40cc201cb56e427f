// All that is kept of the trace at a glance, above the slider that goes through it: how many lanes go together through each
// instruction, and which of them touch memory.
import { LANES } from "../counting.ts";
import { countBits } from "../lanes.ts";
import type { Trace } from "./trace.ts";

/** Units for the marks of accesses, below those for the 32 lanes. */
const MARK = 5;

export function drawOverview(trace: Trace): string {
  const paths = { lanes: "", global: "", shared: "" };
  const bar = (from: number, length: number, lanes: number): void => {
    if (lanes > 0) paths.lanes += `M${from} ${LANES - lanes}h${length}V${LANES}h-${length}z`;
  };
  let [start, lanes] = [0, -1];
  const count = trace.last - trace.first;
  for (let i = 0; i < count; ++i) {
    const { last, accesses } = trace.at(trace.first + i + 1).state;
    const together = countBits(((last?.mask ?? 0) | (last?.predicated ?? 0)) >>> 0);
    if (together !== lanes) {
      bar(start, i - start, lanes);
      [start, lanes] = [i, together];
    }
    for (const space of ["global", "shared"] as const)
      if (accesses.some((access) => access.space === space)) paths[space] += `M${i} ${LANES + 1}h1v${MARK}h-1z`;
  }
  bar(start, count - start, lanes);
  return (
    `<svg class="overview" viewBox="0 0 ${Math.max(1, count)} ${LANES + 1 + MARK}" preserveAspectRatio="none" aria-hidden="true">` +
    Object.entries(paths)
      .map(([name, path]) => `<path class="${name}" d="${path}"/>`)
      .join("") +
    `</svg>`
  );
}
