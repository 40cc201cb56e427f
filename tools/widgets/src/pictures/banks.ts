// Shared memory below the lanes, as SVG: 32 banks in the columns of the lanes, and in each bank the words that a request asks
// of it, one upon the other. A bank delivers one word a wavefront: the tallest stack of a pass is what the pass takes.
import type { BankWord } from "../counting.ts";
import { formatCount } from "../language.ts";
import { countBits, isActive } from "../lanes.ts";
import { CELL, GAP } from "./memory.ts";

export type { BankWord };

export interface BankPicture {
  words: readonly BankWord[];
  inspected: number | null;
  /** Stands above the banks' numbers: "banks". */
  unit: string;
  /** A picture that changes under the reader's hand keeps its height: higher stacks are drawn with lower boxes. */
  keepsHeight?: boolean;
}

const BANKS = 32;
const TOP = 15;
const LABEL = 12;
const PASS_GAP = 5;
/** Higher stacks are drawn with lower boxes; the low ones hold no numbers. */
const TALL = { box: 19, most: 8 };
const LOW_BOX = 7;
const LEAST_NUMBERED = 12;
/** Of all stacks together, where the height is kept: eight boxes and a gap. */
const ROOM = TALL.most * TALL.box + PASS_GAP;

/** `eights`: how many groups of eight banks stand side by side: 4 on a wide page, 2 on a phone. */
export function drawBanks(picture: BankPicture, eights: 2 | 4, label: string): string {
  const columns = eights * 8;
  const passes = stacked(picture.words);
  const frame = { eights, box: boxHeight(picture, passes, columns) };
  let height = 0;
  const blocks: string[] = [];
  for (let first = 0; first < BANKS; first += columns) {
    const block = drawBlock(picture, passes, first, height, frame);
    blocks.push(block.svg);
    height += block.height;
  }
  const width = columns * CELL + (eights - 1) * GAP;
  if (picture.keepsHeight) height = (BANKS / columns) * (TOP + LABEL) + ROOM;
  return (
    `<svg class="memory banks eights-${eights}${frame.box < LEAST_NUMBERED ? " low" : ""}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">` +
    `<text class="address" x="0" y="${TOP - 4}">${picture.unit}</text>${blocks.join("")}</svg>`
  );
}

function boxHeight({ keepsHeight }: BankPicture, passes: readonly BankWord[][][], columns: number): number {
  if (!keepsHeight) {
    const rows = passes.reduce((sum, stacks) => sum + tallest(stacks), 0);
    return rows > TALL.most ? LOW_BOX : TALL.box;
  }
  const blocks = Array.from({ length: BANKS / columns }, (_, block) => block * columns);
  const stacks = blocks.flatMap((first) => passes.map((pass) => pass.slice(first, first + columns)));
  const rows = stacks.reduce((sum, block) => sum + Math.max(1, tallest(block)), 0);
  return Math.min(TALL.box, (ROOM - stacks.length * PASS_GAP) / rows);
}

interface Frame {
  eights: number;
  /** Height of a word. */
  box: number;
}

/** The banks that stand side by side from `first` on, `top` units below the upper edge. */
function drawBlock(
  { inspected }: BankPicture,
  passes: readonly BankWord[][][],
  first: number,
  top: number,
  { eights, box }: Frame,
): { svg: string; height: number } {
  const banks = Array.from({ length: eights * 8 }, (_, i) => first + i);
  const heads = banks.map(
    (bank) => `<text class="bank" x="${leftOf(bank, eights) + CELL / 2}" y="${top + TOP + LABEL - 3}">${bank}</text>`,
  );
  let grounds = "";
  const boxes: string[] = [];
  const aims: string[] = [];
  let y = top + TOP + LABEL;
  for (const stacks of passes) {
    const height = Math.max(1, tallest(banks.map((bank) => stacks[bank] ?? []))) * box;
    for (const bank of banks) {
      const x = leftOf(bank, eights);
      grounds += `M${x + 0.5} ${r(y + 0.5)}h${CELL - 1}v${r(height - 1)}h${1 - CELL}z`;
      stacks[bank]?.forEach((word, row) => {
        boxes.push(drawWord(word, x, y + row * box, box));
        if (inspected !== null && isActive(word.lanes, inspected))
          aims.push(drawAim(leftOf(inspected, eights), x, y + row * box, box));
      });
    }
    y += height + PASS_GAP;
  }
  const svg = `<path class="empty" d="${grounds}"/>${heads.join("")}${boxes.join("")}${aims.join("")}`;
  return { svg, height: y - top };
}

/** Of a lane or a bank: both have the same columns. */
function leftOf(column: number, eights: number): number {
  const place = column % (eights * 8);
  return place * CELL + Math.floor(place / 8) * GAP;
}

/** By pass and bank: the words, one upon the other. */
function stacked(words: readonly BankWord[]): BankWord[][][] {
  const passes: BankWord[][][] = [];
  for (const word of words) {
    const stacks = (passes[word.pass] ??= Array.from({ length: BANKS }, () => []));
    stacks[word.bank]?.push(word);
  }
  return passes.filter((stacks) => stacks !== undefined);
}

function tallest(stacks: readonly BankWord[][]): number {
  return Math.max(0, ...stacks.map((stack) => stack.length));
}

/** Says which lane asks for the word, or how many do. */
function drawWord({ word, lanes }: BankWord, x: number, y: number, box: number): string {
  const asking = countBits(lanes);
  const text = asking === 1 ? String(31 - Math.clz32(lanes)) : `×${asking}`;
  const number =
    box < LEAST_NUMBERED ? "" : `<text class="reader" x="${x + CELL / 2}" y="${r(y + box / 2 + 4)}">${text}</text>`;
  return (
    `<rect class="used" x="${x}" y="${r(y)}" width="${CELL}" height="${r(box)}"/>` +
    `<rect class="box" x="${x + 0.5}" y="${r(y + 0.5)}" width="${CELL - 1}" height="${r(box - 1)}">` +
    `<title>${formatCount(4 * word)}</title></rect>${number}`
  );
}

/** A line from the inspected lane, at the upper edge, to its word. */
function drawAim(from: number, x: number, y: number, box: number): string {
  const [start, end] = [from + CELL / 2, x + CELL / 2];
  return (
    `<path class="ray" d="M${start} 0C${start} ${TOP} ${end} ${r(y - TOP)} ${end} ${r(y)}"/>` +
    `<rect class="aim" x="${x}" y="${r(y)}" width="${CELL}" height="${r(box)}"/>`
  );
}

/** A coordinate, short. */
function r(value: number): string {
  return String(Math.round(value * 100) / 100);
}
