// The instrument: the warp's lanes above, the memory that the instruction touches below.
import { LANES, SECTOR_BYTES } from "../counting.ts";
import type { MemoryAccess } from "../emulator/messages.ts";
import { escapeHtml, fill, formatCount, formatDecimal, type Language } from "../language.ts";
import { countBits, isActive } from "../lanes.ts";
import { drawBanks } from "../pictures/banks.ts";
import { drawMemory } from "../pictures/memory.ts";
import { countOf } from "./trace_table.ts";
import { placeInBuffer, type Buffer } from "./values.ts";
import type { Launch, Scene } from "./view.ts";
import { partOf, type Part, type Parts } from "./warp_row.ts";
import { KINDS, SPACES, WORDS } from "./words.ts";

/** The lanes as the present instruction finds them; before the first, those that wait to run it. */
export function presentParts({ trace, view }: Scene): Parts {
  const { state } = trace.at(view.position);
  if (state.last === undefined) return { executes: 0, off: 0, alive: state.alive };
  const { alive } = trace.before(view.position) ?? state;
  return { executes: state.last.mask, off: state.last.predicated, alive };
}

export function partWords(part: Part, lane: number, launch: Launch, warp: number, language: Language): string {
  if (part === "gone") return (isInBlock(lane, launch, warp) ? WORDS.ended : WORDS.outside)[language];
  return { executes: WORDS.executes, off: WORDS.off, elsewhere: WORDS.elsewhere }[part][language];
}

function isInBlock(lane: number, { block }: Launch, warp: number): boolean {
  return warp * LANES + lane < block[0] * block[1] * block[2];
}

/** 32 buttons in eights, of which one takes part in the page's tab order. */
export function drawLanes(scene: Scene): string {
  const { trace, view, launch, language } = scene;
  const parts = presentParts(scene);
  const { warp } = trace.at(view.position).state;
  const tabStop = view.lane ?? 0;
  const cell = (lane: number): string => {
    const part = partOf(lane, parts);
    const words = partWords(part, lane, launch, warp, language);
    return (
      `<button type="button" class="lane ${part}" data-lane="${lane}" data-key="lane-${lane}" ` +
      `tabindex="${lane === tabStop ? 0 : -1}" aria-pressed="${lane === view.lane}" ` +
      `aria-label="lane ${lane}: ${words}">${lane}</button>`
    );
  };
  const eights = [0, 8, 16, 24].map(
    (first) => `<span class="eight">${Array.from({ length: 8 }, (_, i) => cell(first + i)).join("")}</span>`,
  );
  return eights.join("");
}

export function drawAccesses(scene: Scene): string {
  const { trace, view, language } = scene;
  const { accesses } = trace.at(view.position).state;
  if (accesses.length === 0) return `<p class="quiet">${WORDS.noAccess[language]}</p>`;
  return accesses.map((access, i) => drawAccess(access, `${scene.id}-access-${i}`, scene)).join("");
}

function drawAccess(access: MemoryAccess, id: string, { view, launch, language }: Scene): string {
  const kind = fill(KINDS[access.kind]?.[language] ?? access.kind, {
    space: SPACES[access.space]?.[language] ?? access.space,
  });
  const each = access.bytes === 1 ? WORDS.byteEach[language] : fill(WORDS.bytesEach[language], { n: access.bytes });
  const facts = factsOf(access, language);
  const caption =
    `<figcaption><strong>${kind}</strong> <span>${each}</span> ` +
    facts.map((fact) => `<span class="fact">${fact}</span>`).join(" ") +
    `</figcaption>`;
  const picture = drawPicture(access, id, facts.join(", "), { view, launch, language });
  return `<figure class="access">${picture}${caption}</figure>`;
}

/** Twice: for a wide page, and for a phone. */
function drawPicture(
  access: MemoryAccess,
  id: string,
  facts: string,
  { view, launch, language }: Pick<Scene, "view" | "launch" | "language">,
): string {
  const { sectors, words } = access;
  if (words !== undefined) {
    const label = escapeHtml(fill(WORDS.bankPicture[language], { facts }));
    const picture = { words, inspected: view.lane, unit: WORDS.banks[language] };
    return drawBanks(picture, 4, label) + drawBanks(picture, 2, label);
  }
  if (sectors === undefined) return "";
  const label = escapeHtml(fill(WORDS.memoryPicture[language], { facts }));
  const picture = {
    sectors: [...sectors].sort((a, b) => a.index - b.index),
    addresses: access.addresses,
    lanes: access.mask,
    width: access.bytes,
    inspected: view.lane,
    unit: "",
    addressLabel: (address: number) => addressLabel(address, launch.buffers),
    keepsHeight: false,
  };
  return drawMemory(picture, 4, id, label) + drawMemory(picture, 2, id, label);
}

function addressLabel(address: number, buffers: readonly Buffer[]): string {
  return placeInBuffer(address, buffers) ?? `0x${address.toString(16)}`;
}

function factsOf(access: MemoryAccess, language: Language): string[] {
  const facts = [countOf(access, language)];
  if (access.sectors !== undefined) {
    const moved = access.sectors.length * SECTOR_BYTES;
    const used = access.sectors.reduce((sum, sector) => sum + countBits(sector.usedBytes), 0);
    const percent = formatDecimal(moved === 0 ? 0 : (100 * used) / moved, 1);
    facts.push(fill(WORDS.moved[language], { moved: formatCount(moved), used: formatCount(used), percent }));
  }
  if (access.conflicts !== undefined) {
    const { conflicts } = access;
    const words = conflicts === 0 ? WORDS.noConflicts : conflicts === 1 ? WORDS.oneConflict : WORDS.conflicts;
    facts.push(fill(words[language], { n: formatCount(conflicts) }));
  }
  return facts.filter((fact) => fact !== "");
}

/** One sentence on the lane that the reader looks at. */
export function describeLane(scene: Scene): string {
  const { trace, view, launch, language } = scene;
  const { lane } = view;
  if (lane === null) return "";
  const { state } = trace.at(view.position);
  const thread = threadOf(lane, state.warp, launch);
  const part = partOf(lane, presentParts(scene));
  const head = fill(WORDS.lane[language], { lane, thread });
  const words =
    state.last === undefined && part === "elsewhere" ? "" : partWords(part, lane, launch, state.warp, language);
  const places = state.accesses
    .filter((access) => isActive(access.mask, lane))
    .map((access) => addressOf(access, lane, launch));
  const colon = language === "zh" ? "：" : ": ";
  return [head, [words, ...places].filter(Boolean).join(language === "zh" ? "，" : ", ")].filter(Boolean).join(colon);
}

function addressOf(access: MemoryAccess, lane: number, launch: Launch): string {
  const address = access.addresses[lane] ?? 0;
  if (access.space === "global") return `<code>${addressLabel(address, launch.buffers)}</code>`;
  return `<code>${access.space} + ${formatCount(address)}</code>`;
}

/** threadIdx of a lane, as many dimensions as the block has. */
export function threadOf(lane: number, warp: number, { block }: Launch): string {
  return coordinates(warp * LANES + lane, block);
}

/** Of the one that is number `linear` in the order of x, y, z. */
export function coordinates(linear: number, [x, y, z]: Launch["grid"]): string {
  const all = [linear % x, Math.floor(linear / x) % y, Math.floor(linear / x / y)];
  return `(${all.slice(0, z > 1 ? 3 : y > 1 ? 2 : 1).join(", ")})`;
}
