// Shared memory below the lanes, as SVG: 32 banks in the columns of the lanes, and in each bank the words that a request asks
// of it, one upon the other. A bank delivers one word a wavefront: the tallest stack of a pass is what the pass takes.
import { formatCount } from "../language.ts";
import { isActive } from "../lanes.ts";
import { CELL, GAP } from "./memory.ts";

/** A word that a bank delivers or takes, and the lanes that ask for it (tools/emulator/counters/banks.h). */
export interface BankWord {
  /** Its offset in shared memory, in words of four bytes. */
  word: number;
  bank: number;
  pass: number;
  lanes: number;
}

export interface BankPicture {
  words: readonly BankWord[];
  inspected: number | null;
}

const BANKS = 32;
const TOP = 14;
const LABEL = 12;
const PASS_GAP = 5;
/** Higher stacks are drawn with lower boxes, which hold no numbers. */
const TALL = { box: 19, most: 8 };
const LOW_BOX = 7;

/** `eights`: how many groups of eight banks stand side by side: 4 on a wide page, 2 on a phone. */
export function drawBanks(picture: BankPicture, eights: 2 | 4, label: string): string {
  const columns = eights * 8;
  const passes = stacked(picture.words);
  const rows = passes.reduce((sum, pass) => sum + pass.height, 0);
  const box = rows > TALL.most ? LOW_BOX : TALL.box;
  const band = LABEL + rows * box + (passes.length - 1) * PASS_GAP;
  const width = columns * CELL + (eights - 1) * GAP;
  const height = (BANKS / columns) * (TOP + band);
  const left = (bank: number): number => (bank % columns) * CELL + Math.floor((bank % columns) / 8) * GAP;
  const top = (bank: number): number => Math.floor(bank / columns) * (TOP + band) + TOP;

  const heads = Array.from(
    { length: BANKS },
    (_, bank) => `<text class="bank" x="${left(bank) + CELL / 2}" y="${top(bank) + LABEL - 3}">${bank}</text>`,
  );
  const grounds: string[] = [];
  const boxes: string[] = [];
  const aims: string[] = [];
  let above = LABEL;
  for (const pass of passes) {
    for (let bank = 0; bank < BANKS; ++bank) {
      const [x, y] = [left(bank), top(bank) + above];
      grounds.push(`M${x + 0.5} ${y + 0.5}h${CELL - 1}v${pass.height * box - 1}h${1 - CELL}z`);
      pass.stacks[bank]?.forEach((word, row) => {
        boxes.push(drawWord(word, x, y + row * box, box));
        if (picture.inspected !== null && isActive(word.lanes, picture.inspected))
          aims.push(drawAim(picture.inspected, x, y + row * box, box, left));
      });
    }
    above += pass.height * box + PASS_GAP;
  }
  return (
    `<svg class="memory banks eights-${eights}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">` +
    `<path class="empty" d="${grounds.join("")}"/>${heads.join("")}${boxes.join("")}${aims.join("")}</svg>`
  );
}

interface Pass {
  /** By bank. */
  stacks: BankWord[][];
  height: number;
}

function stacked(words: readonly BankWord[]): Pass[] {
  const passes: Pass[] = [];
  for (const word of words) {
    const pass = (passes[word.pass] ??= { stacks: Array.from({ length: BANKS }, () => []), height: 0 });
    const stack = pass.stacks[word.bank] as BankWord[];
    stack.push(word);
    pass.height = Math.max(pass.height, stack.length);
  }
  return passes.filter((pass) => pass !== undefined);
}

/** Says which lane asks for the word, or how many do. */
function drawWord({ word, lanes }: BankWord, x: number, y: number, box: number): string {
  const asking = lanes.toString(2).replaceAll("0", "").length;
  const text = asking === 1 ? String(31 - Math.clz32(lanes)) : `×${asking}`;
  const number = box < TALL.box ? "" : `<text class="reader" x="${x + CELL / 2}" y="${y + 13.5}">${text}</text>`;
  return (
    `<rect class="used" x="${x}" y="${y}" width="${CELL}" height="${box}"/>` +
    `<rect class="box" x="${x + 0.5}" y="${y + 0.5}" width="${CELL - 1}" height="${box - 1}">` +
    `<title>${formatCount(4 * word)}</title></rect>${number}`
  );
}

/** A line from the inspected lane, at the upper edge, to its word. */
function drawAim(lane: number, x: number, y: number, box: number, left: (column: number) => number): string {
  const [start, end] = [left(lane) + CELL / 2, x + CELL / 2];
  return (
    `<path class="ray" d="M${start} 0C${start} ${TOP} ${end} ${y - TOP} ${end} ${y}"/>` +
    `<rect class="aim" x="${x}" y="${y}" width="${CELL}" height="${box}"/>`
  );
}
