// Lanes across, time downwards: a line of 32 cells for each instruction of a warp. The style gives the whole run its height,
// short or long, so that nothing below it moves.
import { LANES } from "../../counting.ts";
import { isActive } from "../../lanes.ts";
import { CELL, GAP } from "../../pictures/memory.ts";
import type { Executed } from "./trace.ts";

const LINE = 9;
/** Between lines that other lanes execute than the line before. */
const CHANGE = 4;

/** `chosen`: the position of the instruction that is looked at. */
export function drawHistory(executed: readonly Executed[], chosen: number, id: string, label: string): string {
  const width = left(LANES) - GAP;
  let top = 0;
  const lines = executed.map(({ mask, predicated }, position) => {
    const before = executed[position - 1];
    if (before !== undefined && (before.mask !== mask || before.predicated !== predicated)) top += CHANGE;
    const y = top;
    top += LINE;
    const cells = Array.from({ length: LANES }, (_, lane) => {
      const kind = isActive(mask, lane)
        ? `class="used"`
        : isActive(predicated, lane)
          ? `class="predicated"`
          : `fill="url(#${id})"`;
      return `<rect ${kind} x="${left(lane) + 0.5}" y="${y}" width="${CELL - 1}" height="${LINE - 1}"/>`;
    });
    const aim =
      position === chosen ? `<rect class="aim" x="1" y="${y - 1}" width="${width - 2}" height="${LINE + 1}"/>` : "";
    // The whole line answers to a click, not its cells alone.
    const ground = `<rect class="ground" y="${y}" width="${width}" height="${LINE}"/>`;
    return { cells: `<g data-set="step" data-value="${position + 1}">${ground}${cells.join("")}</g>`, aim };
  });
  return (
    `<svg class="memory history" viewBox="0 -2 ${width} ${top + 3}" preserveAspectRatio="none" role="img" aria-label="${label}">` +
    `<defs><pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect class="wasted-ground" width="5" height="5"/><rect class="wasted-line" width="1.6" height="5"/></pattern></defs>` +
    lines.map(({ cells }) => cells).join("") +
    lines.map(({ aim }) => aim).join("") +
    `</svg>`
  );
}

function left(lane: number): number {
  return lane * CELL + Math.floor(lane / 8) * GAP;
}
