// The memory below the lanes, as SVG: one box of eight words for each sector touched, in the order of addresses. Used bytes are
// filled; bytes moved but wasted are hatched.
import { LANES, SECTOR_BYTES, type Sector } from "../counting.ts";
import { formatCount } from "../language.ts";
import { isActive } from "../lanes.ts";

/** Sizes in the picture's own units. A word has the width of a lane, so that a contiguous warp meets its words. */
export const CELL = 22;
export const GAP = 8;
const WORDS = 8;
const ROW = 37;
const LABEL = 12;
const BOX = 19;
const TOP = 14;
/** A row of which 32 sectors take as many as they must, and how much of it is for the address. */
const LOW_ROW = 22;
const LOW_LABEL = 10;

export interface Picture {
  sectors: readonly Sector[];
  addresses: readonly number[];
  lanes: number;
  width: number;
  inspected: number | null;
  /** Stands before the first address: "byte ". */
  unit: string;
  /** How an address is written; as a plain number when this is left out. */
  addressLabel?: (address: number) => string;
  /** A picture that changes under the reader's hand keeps its height: more rows are lower ones. */
  keepsHeight: boolean;
}

/** `eights`: how many groups of eight cells stand side by side: 4 on a wide page, 2 on a phone. */
export function drawMemory(picture: Picture, eights: 2 | 4, id: string, label: string): string {
  const rows = Math.max(1, Math.ceil(picture.sectors.length / eights));
  const room = (LANES / eights) * LOW_ROW;
  const frame = frameOf(picture.keepsHeight ? Math.min(ROW, room / rows) : ROW);
  const place = layout(picture.sectors, eights, frame);
  const width = eights * WORDS * CELL + (eights - 1) * GAP;
  const height = TOP + (picture.keepsHeight ? room : rows * ROW);
  const hatch = `${id}-hatch-${eights}`;
  const boxes = Array.from({ length: rows * eights }, (_, slot) => {
    const [x, y] = place.corner(slot);
    const sector = picture.sectors[slot];
    if (sector === undefined)
      return `<rect class="empty" x="${x + 0.5}" y="${y + 0.5}" width="${WORDS * CELL - 1}" height="${frame.box - 1}"/>`;
    const previous = picture.sectors[slot - 1];
    const follows = previous === undefined || previous.index + 1 === sector.index;
    const before = slot === 0 ? picture.unit : follows ? "" : "⋯ ";
    const label = before + (picture.addressLabel ?? formatCount)(sector.index * SECTOR_BYTES);
    return drawSector(sector, x, y, frame, hatch, label) + drawLaneNumbers(picture, sector, x, y, frame);
  });
  return (
    `<svg class="memory eights-${eights}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">` +
    `<defs><pattern id="${hatch}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect class="wasted-ground" width="5" height="5"/><rect class="wasted-line" width="1.6" height="5"/></pattern></defs>` +
    boxes.join("") +
    drawInspected(picture, place, frame, eights) +
    `</svg>`
  );
}

/** The heights of a row: the whole of it, the address above the box, the box. */
interface Frame {
  row: number;
  label: number;
  box: number;
}

function frameOf(row: number): Frame {
  const label = Math.min(LABEL, LOW_LABEL + row - LOW_ROW);
  return { row, label, box: Math.min(BOX, row - label - 1) };
}

interface Layout {
  corner(slot: number): [number, number];
  slotOf(address: number): number;
}

function layout(sectors: readonly Sector[], eights: number, { row, label }: Frame): Layout {
  const slots = new Map(sectors.map((sector, slot) => [sector.index, slot]));
  return {
    corner: (slot) => [(slot % eights) * (WORDS * CELL + GAP), TOP + Math.floor(slot / eights) * row + label],
    slotOf: (address) => slots.get(Math.floor(address / SECTOR_BYTES)) ?? 0,
  };
}

function drawSector(sector: Sector, x: number, y: number, { box }: Frame, hatch: string, label: string): string {
  const byte = CELL / 4;
  const runs = runsOf(sector.usedBytes).map(({ first, length, used }) => {
    const fill = used ? `class="used"` : `fill="url(#${hatch})"`;
    return `<rect ${fill} x="${x + first * byte}" y="${y}" width="${length * byte}" height="${box}"/>`;
  });
  const words = Array.from({ length: WORDS - 1 }, (_, i) => `M${x + (i + 1) * CELL} ${y}v${box}`).join("");
  return (
    runs.join("") +
    `<path class="words" d="${words}"/>` +
    `<rect class="box" x="${x + 0.5}" y="${y + 0.5}" width="${WORDS * CELL - 1}" height="${box - 1}"/>` +
    `<text class="address" x="${x}" y="${y - 3}">${label}</text>`
  );
}

/** The bytes of a sector as runs that are used throughout, or not at all. */
export function runsOf(usedBytes: number): { first: number; length: number; used: boolean }[] {
  const runs: { first: number; length: number; used: boolean }[] = [];
  for (let byte = 0; byte < SECTOR_BYTES; ++byte) {
    const used = ((usedBytes >>> byte) & 1) !== 0;
    const last = runs.at(-1);
    if (last?.used === used) last.length += 1;
    else runs.push({ first: byte, length: 1, used });
  }
  return runs;
}

/** Says in each element which lane reads it, where it is wide enough to hold a number. */
function drawLaneNumbers(picture: Picture, sector: Sector, x: number, y: number, { box }: Frame): string {
  if (picture.width < 4) return "";
  const readers = new Map<number, number[]>();
  picture.addresses.forEach((address, lane) => {
    if (!isActive(picture.lanes, lane) || Math.floor(address / SECTOR_BYTES) !== sector.index) return;
    readers.set(address, [...(readers.get(address) ?? []), lane]);
  });
  return Array.from(readers, ([address, lanes]) => {
    const middle = x + ((address % SECTOR_BYTES) + picture.width / 2) * (CELL / 4);
    return `<text class="reader" x="${middle}" y="${y + box / 2 + 4}">${lanes.length === 1 ? lanes[0] : `×${lanes.length}`}</text>`;
  }).join("");
}

/** A line from the inspected lane, at the upper edge, to what it reads. */
function drawInspected(picture: Picture, place: Layout, { box }: Frame, eights: number): string {
  const lane = picture.inspected;
  if (lane === null || !isActive(picture.lanes, lane)) return "";
  const address = picture.addresses[lane] ?? 0;
  const byte = CELL / 4;
  const [x, y] = place.corner(place.slotOf(address));
  const left = x + (address % SECTOR_BYTES) * byte;
  const column = lane % (eights * WORDS);
  const start = column * CELL + Math.floor(column / WORDS) * GAP + CELL / 2;
  const end = left + (picture.width * byte) / 2;
  return (
    `<path class="ray" d="M${start} 0C${start} ${TOP} ${end} ${y - TOP} ${end} ${y}"/>` +
    `<rect class="aim" x="${left}" y="${y}" width="${picture.width * byte}" height="${box}"/>`
  );
}
