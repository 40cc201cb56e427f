// The coalescing simulator: its drawing and its controls around the counts that the emulator's code gives.
import { choice, range, segments } from "../../controls.ts";
import { SECTOR_BYTES, type Counting, type RequestCount } from "../../counting.ts";
import { COUNTED, DERIVED, drawNumbers, drawSummary, drawTable, type NumberShown } from "../../drawing.ts";
import { escapeHtml, fill, formatCount, formatDecimal, type Language } from "../../language.ts";
import { lanePresets } from "../../lane_presets.ts";
import { countBits, hexadecimal, isActive, ranges } from "../../lanes.ts";
import type { Controls, Drawing, DrawOptions, Simulator } from "../../simulator.ts";
import { drawMemory } from "../../pictures/memory.ts";
import { fillCounted } from "../../plural.ts";
import { addresses, MAX_OFFSET, MAX_STRIDE, parse, PATTERNS, step, values, WIDTHS, type State } from "./state.ts";
import { PATTERN_NAMES, WORDS } from "./words.ts";

export const coalescing: Simulator<State> = {
  name: "coalescing",
  title: { en: "Coalescing simulator", zh: "合并访问模拟器" },
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
  legend: [{ key: "used", words: WORDS.usedKey }, { key: "wasted", words: WORDS.wastedKey }, COUNTED, DERIVED],
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
    keepsHeight: live,
  };
  return {
    picture: drawMemory(picture, 4, id, label) + drawMemory(picture, 2, id, label),
    summary: drawSummary(spoken, verdict(count, language), inspect(state, places, language)),
    numbers: drawNumbers(numbers(count, language)),
    table: table(state, places, count, language),
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
  return fillCounted(WORDS.facts[language], {
    sectors: count.sectors.length,
    moved: formatCount(moved),
    used: formatCount(count.bytesUsed),
    percent: formatDecimal(percent, 1),
  });
}

function verdict(count: RequestCount, language: Language): string {
  if (count.requests === 0) return WORDS.idle[language];
  const { times } = traffic(count);
  const used = formatCount(count.bytesUsed);
  if (times === 1) return fillCounted(WORDS.least[language], { used });
  return fillCounted(WORDS.traffic[language], { used, times: formatDecimal(times, 2) });
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

function numbers(count: RequestCount, language: Language): NumberShown[] {
  const { moved, percent } = traffic(count);
  const n = count.sectors.length;
  return [
    {
      name: "requests",
      value: formatCount(count.requests),
      words: fillCounted(WORDS.requests[language], { n: count.requests }),
    },
    { name: "sectors", value: formatCount(n), words: fillCounted(WORDS.sectors[language], { n }) },
    {
      name: "bytes-used",
      value: formatCount(count.bytesUsed),
      words: fillCounted(WORDS.used[language], { n: count.bytesUsed }),
    },
    { name: "bytes-moved", value: formatCount(moved), words: WORDS.moved[language] },
    { name: "efficiency", value: `${formatDecimal(percent, 1)} %`, words: WORDS.efficiency[language] },
  ];
}

function table(state: State, places: readonly number[], count: RequestCount, language: Language): string {
  const heads = [WORDS.tableSector, WORDS.tableBytes, WORDS.tableLanes, WORDS.tableUsed, WORDS.tableWasted];
  const rows = count.sectors.map((sector) => {
    const first = sector.index * SECTOR_BYTES;
    const lanes = places.flatMap((place, lane) =>
      isActive(state.lanes, lane) && Math.floor(place / SECTOR_BYTES) === sector.index ? [lane] : [],
    );
    const used = countBits(sector.usedBytes);
    return [
      formatCount(sector.index),
      `${formatCount(first)}–${formatCount(first + SECTOR_BYTES - 1)}`,
      ranges(lanes),
      used,
      SECTOR_BYTES - used,
    ];
  });
  return drawTable(
    heads.map((words) => words[language]),
    rows,
  );
}

function controls(state: State, language: Language): Controls {
  return {
    pattern: choice({
      name: "pattern",
      words: WORDS.pattern[language],
      value: state.pattern,
      options: PATTERNS.map((pattern) => ({ value: pattern, words: PATTERN_NAMES[pattern][language] })),
    }),
    stride: range({
      name: "stride",
      words: WORDS.stride[language],
      value: state.stride,
      least: 1,
      most: MAX_STRIDE,
    }),
    offset: range({
      name: "offset",
      words: WORDS.offset[language],
      value: state.offset,
      least: 0,
      most: MAX_OFFSET,
    }),
    width: segments({
      name: "width",
      words: WORDS.width[language],
      value: String(state.width),
      options: WIDTHS.map((width) => ({ value: String(width), words: String(width) })),
    }),
    lanes: lanePresets(language),
  };
}
