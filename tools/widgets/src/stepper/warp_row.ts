// A warp as a row of 32 small cells: who executes, whom a predicate switches off, who is elsewhere, who has ended.
import { LANES } from "../counting.ts";
import { isActive } from "../lanes.ts";

/** A lane's part in one instruction. */
export type Part = "executes" | "off" | "elsewhere" | "gone";

export interface Parts {
  executes: number;
  off: number;
  /** Lanes that have not ended. */
  alive: number;
}

export function partOf(lane: number, { executes, off, alive }: Parts): Part {
  if (isActive(executes, lane)) return "executes";
  if (isActive(off, lane)) return "off";
  return isActive(alive, lane) ? "elsewhere" : "gone";
}

const CELL = 9;
const GAP = 3;
/** Of a box; outlined ones are drawn along the middle of their stroke. */
const SIDE = CELL - 1.5;

/** One path for all lanes of a kind. A lane switched off is crossed out, one that has ended is a dot: no colour is needed. */
export function drawWarpRow(parts: Parts): string {
  const paths: Record<Part, string> = { executes: "", off: "", elsewhere: "", gone: "" };
  for (let lane = 0; lane < LANES; ++lane) {
    const x = lane * CELL + Math.floor(lane / 8) * GAP;
    const outline = `M${x + 0.5} 1.5h${SIDE - 1}v${SIDE}h${1 - SIDE}z`;
    switch (partOf(lane, parts)) {
      case "executes":
        paths.executes += `M${x} 1h${SIDE}v${SIDE + 1}h-${SIDE}z`;
        break;
      case "off":
        paths.off += `${outline}m0 ${SIDE}l${SIDE - 1} -${SIDE}`;
        break;
      case "elsewhere":
        paths.elsewhere += outline;
        break;
      case "gone":
        paths.gone += `M${x + 3} 4.5h1.5v1.5h-1.5z`;
        break;
    }
  }
  const width = LANES * CELL + 3 * GAP;
  return (
    `<svg class="warp-row" viewBox="0 0 ${width} 10.5" aria-hidden="true">` +
    Object.entries(paths)
      .filter(([, path]) => path !== "")
      .map(([part, path]) => `<path class="${part}" d="${path}"/>`)
      .join("") +
    `</svg>`
  );
}
