// Blocks of a grid and threads of a block, as cells. A line holds 32 of them, as everywhere; a longer row of the block goes on
// in the next line. Slices along z lie one below the other.
import { CELL, GAP } from "../../pictures/memory.ts";
import type { Triple } from "./state.ts";
import { numberIn } from "./place.ts";

const COLUMNS = 32;
const SLICE_GAP = 8;

export interface Cells {
  size: Triple;
  /** What a click on a cell sets: "blockIdx". */
  sets: string;
  /** Whether all of a cell, some or nothing of it has elements. */
  kind(at: Triple): "used" | "outside" | "partly";
  picked: Triple;
  /** Cells of the picked thread's warp. */
  marked?(at: Triple): boolean;
  height: number;
}

export function drawCells(cells: Cells, id: string, label: string): string {
  const { size, height } = cells;
  const lines = Math.ceil(size.x / COLUMNS);
  const columns = Math.min(COLUMNS, size.x);
  const slice = size.y * lines * height;
  const corner = (at: Triple): [number, number] => [
    left(at.x % COLUMNS),
    at.z * (slice + SLICE_GAP) + (at.y * lines + Math.floor(at.x / COLUMNS)) * height,
  ];
  const drawn: string[] = [];
  const marks: string[] = [];
  for (let z = 0; z < size.z; ++z) {
    for (let y = 0; y < size.y; ++y) {
      for (let x = 0; x < size.x; ++x) {
        const at = { x, y, z };
        const [left, top] = corner(at);
        const cell = (fill: string, from: number, width: number): string =>
          `<rect ${fill} x="${left + from + 0.5}" y="${top + 0.5}" width="${width}" height="${height - 1.5}"/>`;
        const wide = CELL - 1;
        const hatched = `fill="url(#${id})"`;
        const shapes = {
          used: cell(`class="used"`, 0, wide),
          outside: cell(hatched, 0, wide),
          partly: cell(`class="used"`, 0, wide / 2) + cell(hatched, wide / 2, wide / 2),
        };
        drawn.push(`<g data-set="${cells.sets}" data-value="${x},${y},${z}">${shapes[cells.kind(at)]}</g>`);
        if (cells.marked?.(at)) marks.push(`M${left + 2} ${top + height - 2.5}h${CELL - 4}`);
      }
    }
  }
  const [pickedLeft, pickedTop] = corner(cells.picked);
  // Few cells are not drawn larger than many: the picture is always as wide as 32.
  const width = left(COLUMNS) - GAP;
  const total = size.z * (slice + SLICE_GAP) - SLICE_GAP;
  const isNarrow = columns <= COLUMNS / 2;
  return (
    `<svg class="memory cells${isNarrow ? " narrow" : ""}" viewBox="0 0 ${isNarrow ? left(16) - GAP : width} ${total}" role="img" aria-label="${label}">` +
    `<defs><pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect class="wasted-ground" width="5" height="5"/><rect class="wasted-line" width="1.6" height="5"/></pattern></defs>` +
    drawn.join("") +
    `<path class="marked" d="${marks.join("")}"/>` +
    `<rect class="aim" x="${pickedLeft + 1}" y="${pickedTop + 1}" width="${CELL - 2}" height="${height - 2.5}"/>` +
    `<text class="order" x="${pickedLeft + CELL / 2}" y="${pickedTop + height / 2 + 3}">${numberIn(size, cells.picked)}</text></svg>`
  );
}

function left(column: number): number {
  return column * CELL + Math.floor(column / 8) * GAP;
}
