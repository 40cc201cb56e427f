// A multiprocessor's places for warps and the curve over the block size, on the grid of 32 cells.
import { CELL, GAP } from "../../pictures/memory.ts";

const ROW = 22;
const CURVE = 66;
const AXIS = 14;
const SIZES = 32;

function left(column: number): number {
  return column * CELL + Math.floor(column / 8) * GAP;
}

function open(eights: number, height: number, classes: string, label: string): string {
  const width = left(eights * 8) - GAP;
  return `<svg class="memory ${classes} eights-${eights}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`;
}

/** `eights`: how many groups of eight cells stand side by side: 4 on a wide page, 2 on a phone. */
export function drawPlaces(places: number, blocks: number, warps: number, eights: 2 | 4, label: string): string {
  const columns = eights * 8;
  const cells = Array.from({ length: places }, (_, place) => {
    const [x, y] = [left(place % columns), Math.floor(place / columns) * ROW];
    if (place >= blocks * warps)
      return `<rect class="empty" x="${x + 0.5}" y="${y + 0.5}" width="${CELL - 1}" height="${ROW - 3}"/>`;
    const [block, first] = [Math.floor(place / warps), place % warps === 0];
    return (
      `<rect class="used${block % 2 === 0 ? "" : " other"}" x="${x + 0.5}" y="${y + 0.5}" width="${CELL - 1}" height="${ROW - 3}"/>` +
      (first ? `<text class="reader" x="${x + CELL / 2}" y="${y + 14}">${block}</text>` : "")
    );
  });
  return open(eights, Math.ceil(places / columns) * ROW, "places", label) + cells.join("") + `</svg>`;
}

/** `warps[i]`: resident warps for blocks of i + 1 warps, of at most `places`. */
export function drawCurve(
  warps: readonly number[],
  places: number,
  chosen: number,
  eights: 2 | 4,
  label: string,
): string {
  const columns = eights * 8;
  const band = CURVE + AXIS;
  const bars = warps.map((resident, size) => {
    const [x, y] = [left(size % columns), Math.floor(size / columns) * band];
    const height = (resident / places) * (CURVE - 4);
    const threads = (size + 1) * SIZES;
    const isChosen = size === chosen;
    const number = isChosen || size % 4 === 3 || size === 0 ? threads : "";
    return (
      `<g class="bar-of${isChosen ? " chosen" : ""}" data-set="threads" data-value="${threads}">` +
      `<rect class="empty" x="${x + 0.5}" y="${y + 4}" width="${CELL - 1}" height="${CURVE - 4}"/>` +
      `<rect class="used" x="${x + 0.5}" y="${y + CURVE - height}" width="${CELL - 1}" height="${height}"/>` +
      (isChosen ? `<rect class="aim" x="${x + 0.5}" y="${y + 4}" width="${CELL - 1}" height="${CURVE - 4}"/>` : "") +
      `<text class="size" x="${x + CELL / 2}" y="${y + CURVE + 11}">${number}</text></g>`
    );
  });
  return open(eights, (SIZES / columns) * band, "curve", label) + bars.join("") + `</svg>`;
}
