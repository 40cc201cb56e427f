// The lanes of each warp of a block, in rows of 32 cells: those that take part are filled, those past the block's end are not
// there.
import { LANES } from "../counting.ts";
import { isActive } from "../lanes.ts";

export function drawWarpStrips(masks: readonly number[], threads: number, labels: readonly string[]): string {
  const strips = masks.map((mask, warp) => {
    const cell = (lane: number): string => {
      const exists = warp * LANES + lane < threads;
      return `<span class="lane${exists ? (isActive(mask, lane) ? " active" : "") : " absent"}">${lane}</span>`;
    };
    const eights = [0, 8, 16, 24].map(
      (first) => `<span class="eight">${Array.from({ length: 8 }, (_, i) => cell(first + i)).join("")}</span>`,
    );
    return `<div class="warp-strip"><span class="warp-label">${labels[warp] ?? ""}</span><div class="lanes" aria-hidden="true">${eights.join("")}</div></div>`;
  });
  return `<div class="warp-strips">${strips.join("")}</div>`;
}
