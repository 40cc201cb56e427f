// The coalescing simulator: its drawing and its controls around the counts that the emulator's code gives.
import { SECTOR_BYTES, type Counting, type RequestCount } from "../counting.ts";
import { escapeHtml, fill, formatCount, formatDecimal, type Language } from "../language.ts";
import { isActive, ranges } from "../lanes.ts";
import { drawMemory } from "../pictures/memory.ts";
import type { Drawing, DrawOptions, Simulator } from "../simulator.ts";
import {
  addresses,
  hexadecimal,
  MAX_OFFSET,
  MAX_STRIDE,
  parse,
  PATTERNS,
  step,
  values,
  WIDTHS,
  type State,
} from "./state.ts";
import { PATTERN_NAMES, WORDS } from "./words.ts";

export const coalescing: Simulator<State> = {
  name: "coalescing",
  title: { en: "Coalescing simulator", zh: "合并访问模拟器" },
  controlGroups: ["pattern", "stride", "offset", "width", "lanes"],
  parse,
  values,
  step,
  activeLanes: (state) => state.lanes,
  controlValues: (state) => ({
    pattern: state.pattern,
    stride: String(state.stride),
    offset: String(state.offset),
    width: String(state.width),
    lanes: hexadecimal(state.lanes),
  }),
  draw,
  controls,
};

function draw(state: State, counting: Counting, { language, id, live }: DrawOptions): Drawing {
  const places = addresses(state);
  const count = counting.countRequest(places, state.lanes, state.width);
  const spoken = facts(count, language);
  const label = escapeHtml(fill(WORDS.picture[language], { facts: spoken }));
  const picture = {
    sectors: count.sectors,
    addresses: places,
    lanes: state.lanes,
    width: state.width,
    inspected: state.inspected,
    unit: WORDS.unit[language],
    allPlaces: live,
  };
  return {
    picture: drawMemory(picture, 4, id, label) + drawMemory(picture, 2, id, label),
    summary:
      `<span class="spoken">${spoken} </span>` +
      `<strong><span class="mark" aria-hidden="true">∴</span> ${verdict(count, language)}</strong>` +
      `<span class="inspected">${inspect(state, places, language)}</span>`,
    numbers: drawNumbers(count, language),
    table: drawTable(state, places, count, language),
  };
}

/** Derived from the counts: how much of what is moved is used, and how much more is moved than must be. */
function traffic(count: RequestCount): { moved: number; percent: number; times: number } {
  const moved = count.sectors.length * SECTOR_BYTES;
  const least = Math.ceil(count.bytesUsed / SECTOR_BYTES);
  return {
    moved,
    percent: moved === 0 ? 0 : (100 * count.bytesUsed) / moved,
    times: count.sectors.length / Math.max(1, least),
  };
}

/** The facts in one sentence, for the ear; the numbers beside the picture show the same. */
function facts(count: RequestCount, language: Language): string {
  if (count.requests === 0) return "";
  const { moved, percent } = traffic(count);
  const n = count.sectors.length;
  const sectors = n === 1 ? WORDS.oneSector[language] : fill(WORDS.sectorCount[language], { n });
  return fill(WORDS.facts[language], {
    sectors,
    moved: formatCount(moved),
    used: formatCount(count.bytesUsed),
    percent: formatDecimal(percent, 1),
  });
}

function verdict(count: RequestCount, language: Language): string {
  if (count.requests === 0) return WORDS.idle[language];
  const { times } = traffic(count);
  const used = formatCount(count.bytesUsed);
  if (times === 1) return fill(WORDS.least[language], { used });
  return fill(WORDS.traffic[language], { used, times: formatDecimal(times, 2) });
}

function inspect(state: State, places: readonly number[], language: Language): string {
  const lane = state.inspected;
  if (lane === null) return "";
  if (!isActive(state.lanes, lane)) return fill(WORDS.inactive[language], { lane });
  const first = places[lane] ?? 0;
  const sentence = state.width === 1 ? WORDS.inspectedByte : WORDS.inspected;
  return fill(sentence[language], {
    lane,
    first: formatCount(first),
    last: formatCount(first + state.width - 1),
    sector: formatCount(Math.floor(first / SECTOR_BYTES)),
  });
}

function drawNumbers(count: RequestCount, language: Language): string {
  const { moved, percent } = traffic(count);
  const number = (name: string, value: string, words: string): string =>
    `<div class="number ${name}"><dt>${words}</dt><dd data-number="${name}">${value}</dd></div>`;
  return (
    `<dl>` +
    number("requests", formatCount(count.requests), (count.requests === 1 ? WORDS.request : WORDS.requests)[language]) +
    number(
      "sectors",
      formatCount(count.sectors.length),
      (count.sectors.length === 1 ? WORDS.sector : WORDS.sectors)[language],
    ) +
    number("bytes-used", formatCount(count.bytesUsed), WORDS.used[language]) +
    number("bytes-moved", formatCount(moved), WORDS.moved[language]) +
    number("efficiency", `${formatDecimal(percent, 1)} %`, WORDS.efficiency[language]) +
    `</dl>`
  );
}

function drawTable(state: State, places: readonly number[], count: RequestCount, language: Language): string {
  const heads = [WORDS.tableSector, WORDS.tableBytes, WORDS.tableLanes, WORDS.tableUsed, WORDS.tableWasted];
  const rows = count.sectors.map((sector) => {
    const first = sector.index * SECTOR_BYTES;
    const lanes = places.flatMap((place, lane) =>
      isActive(state.lanes, lane) && Math.floor(place / SECTOR_BYTES) === sector.index ? [lane] : [],
    );
    const used = bits(sector.usedBytes);
    const cells = [
      `${formatCount(first)}–${formatCount(first + SECTOR_BYTES - 1)}`,
      ranges(lanes),
      used,
      SECTOR_BYTES - used,
    ];
    return `<tr><th scope="row">${formatCount(sector.index)}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  const head = heads.map((words) => `<th scope="col">${words[language]}</th>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function bits(mask: number): number {
  return mask.toString(2).replace(/0/g, "").length;
}

const LANE_CHOICES = [
  { words: WORDS.all, lanes: 0xffffffff },
  { words: WORDS.even, lanes: 0x55555555 },
  { words: WORDS.half, lanes: 0x0000ffff },
  { words: WORDS.one, lanes: 0x00000001 },
];

function controls(state: State, language: Language, shown: readonly string[]): string {
  const range = (name: "stride" | "offset", least: number, most: number): string =>
    `<label class="control ${name}"><span class="name">${WORDS[name][language]}</span>` +
    `<input type="range" name="${name}" min="${least}" max="${most}" value="${state[name]}">` +
    `<output data-value="${name}">${state[name]}</output><span class="unit">${WORDS.elements[language]}</span></label>`;
  const option = (pattern: (typeof PATTERNS)[number]): string =>
    `<option value="${pattern}"${pattern === state.pattern ? " selected" : ""}>${PATTERN_NAMES[pattern][language]}</option>`;
  const width = (bytes: number): string =>
    `<label><input type="radio" name="width" value="${bytes}"${bytes === state.width ? " checked" : ""}><span>${bytes}</span></label>`;
  const lanes = ({ words, lanes }: (typeof LANE_CHOICES)[number]): string =>
    `<button type="button" data-set="lanes" value="${hexadecimal(lanes)}">${words[language]}</button>`;
  const group = (name: string, words: string, inside: string): string =>
    `<fieldset class="control ${name}"><legend class="name">${words}</legend><span class="segments">${inside}</span></fieldset>`;
  const patterns = `<select name="pattern">${PATTERNS.map(option).join("")}</select>`;
  const groups: Record<string, string> = {
    pattern: `<label class="control pattern"><span class="name">${WORDS.pattern[language]}</span>${patterns}</label>`,
    stride: range("stride", 1, MAX_STRIDE),
    offset: range("offset", 0, MAX_OFFSET),
    width: group("width", WORDS.width[language], WIDTHS.map(width).join("")),
    lanes: group("lanes-preset", WORDS.lanes[language], LANE_CHOICES.map(lanes).join("")),
  };
  return shown.map((name) => groups[name] ?? "").join("");
}
