// The occupancy calculator: its drawing and its controls around what the emulator's code answers.
import { choice, range } from "../../controls.ts";
import type { Counting, Occupancy } from "../../counting.ts";
import { drawNumbers, drawSummary, drawTable } from "../../drawing.ts";
import { escapeHtml, fill, formatCount, formatDecimal, type Language } from "../../language.ts";
import { fillCounted } from "../../plural.ts";
import type { Controls, Drawing, DrawOptions, Simulator } from "../../simulator.ts";
import { differences } from "../../values.ts";
import { drawCurve, drawPlaces } from "./picture.ts";
import {
  CAPABILITIES,
  controlValues,
  DEFAULT,
  LEAST_REGISTERS,
  MOST_KIB,
  MOST_REGISTERS,
  MOST_THREADS,
  parse,
  step,
  WARP,
  type State,
} from "./state.ts";
import { RESOURCES, WORDS, type Resource } from "./words.ts";

const KIB = 1024;
/** What a block may use without asking for more. */
const USUAL_KIB = 48;

export const occupancy: Simulator<State> = {
  name: "occupancy",
  title: { en: "Occupancy calculator", zh: "占用率计算器" },
  parse,
  values: (state) => differences(controlValues(state), controlValues(DEFAULT)),
  step,
  controlValues,
  draw,
  controls,
  legend: [
    { key: "used", words: WORDS.warpKey },
    { key: "idle", words: WORDS.idleKey },
    { mark: "◆", words: WORDS.counted },
  ],
};

/** The answer for one block size. */
interface Answer {
  threads: number;
  blocks: number;
  /** Of a block. */
  warps: number;
  resident: number;
  /** The most that the multiprocessor holds. */
  places: number;
  allowed: Record<Resource, number | null>;
  /** The resources that allow no more than `blocks`. */
  limits: Resource[];
}

export function answer(state: State, counting: Counting, threads = state.threads): Answer {
  const found: Occupancy = counting.occupancy(state.capability, state.registers, state.kib * KIB, threads);
  const allowed = {
    threads: found.byThreads,
    blocks: found.byBlocks,
    registers: found.byRegisters,
    shared: found.byShared,
  };
  const warps = Math.ceil(threads / WARP);
  return {
    threads,
    blocks: found.blocks,
    warps,
    resident: found.blocks * warps,
    places: counting.multiprocessor(state.capability).threads / WARP,
    allowed,
    limits: (Object.keys(allowed) as Resource[]).filter((resource) => allowed[resource] === found.blocks),
  };
}

function draw(state: State, counting: Counting, { language }: DrawOptions): Drawing {
  const now = answer(state, counting);
  const sizes = Array.from({ length: MOST_THREADS / WARP }, (_, i) => answer(state, counting, (i + 1) * WARP));
  const curve = sizes.map(({ resident }) => resident);
  const spoken = fillCounted(WORDS.placesSpoken[language], {
    resident: now.resident,
    most: now.places,
    blocks: now.blocks,
    warps: now.warps,
  });
  const places = (eights: 2 | 4): string => drawPlaces(now.places, now.blocks, now.warps, eights, escapeHtml(spoken));
  const bars = (eights: 2 | 4): string =>
    drawCurve(curve, now.places, now.warps - 1, eights, escapeHtml(WORDS.curveSpoken[language]));
  // Asking would not help where the multiprocessor has not as much.
  const mustAsk = state.kib > USUAL_KIB && now.blocks > 0;
  const caption = (words: string): string => `<p class="caption">${words}</p>`;
  return {
    picture:
      caption(WORDS.places[language]) +
      places(4) +
      places(2) +
      caption(WORDS.allows[language]) +
      drawLimits(now, language) +
      caption(WORDS.curve[language]) +
      bars(4) +
      bars(2),
    summary: drawSummary(spoken, verdict(now, language), mustAsk ? WORDS.optIn[language] : ""),
    numbers: drawNumbers([
      { name: "occupancy", value: percent(now), words: WORDS.occupancy[language] },
      {
        name: "warps",
        value: formatCount(now.resident),
        words: fillCounted(WORDS.warps[language], { n: now.resident, most: now.places }),
      },
      {
        name: "blocks",
        value: formatCount(now.blocks),
        words: fillCounted(WORDS.blocks[language], { n: now.blocks }),
      },
    ]),
    table: drawTable(
      [WORDS.tableThreads, WORDS.tableBlocks, WORDS.tableWarps, WORDS.tableOccupancy, WORDS.tableLimit].map(
        (words) => words[language],
      ),
      sizes.map((size) => [
        formatCount(size.threads),
        size.blocks,
        size.resident,
        percent(size),
        limitNames(size, language),
      ]),
    ),
  };
}

function percent({ resident, places }: Answer): string {
  return `${formatDecimal((100 * resident) / places, 1)} %`;
}

function limitNames({ limits }: Answer, language: Language): string {
  return limits.map((resource) => RESOURCES[resource][language]).join(WORDS.and[language]);
}

function verdict(now: Answer, language: Language): string {
  const by = limitNames(now, language);
  if (now.blocks === 0) return fill(WORDS.none[language], { by });
  if (now.resident === now.places) return WORDS.full[language];
  const { blocks, warps, resident, places } = now;
  return fill(WORDS.limited[language], { by, blocks, warps, resident, most: places });
}

/** How many blocks each resource would allow, as bars of that length; the shortest is what limits. */
function drawLimits(now: Answer, language: Language): string {
  const most = now.allowed.blocks ?? 1;
  const row = (resource: Resource): string => {
    const blocks = now.allowed[resource];
    const length = Math.min(1, (blocks ?? most) / most);
    const isLimit = now.limits.includes(resource);
    return (
      `<li class="${isLimit ? "limiting" : ""}"><span class="name">${RESOURCES[resource][language]}</span>` +
      `<span class="extent"><span style="inline-size:${formatDecimal(100 * length, 2)}%"></span></span>` +
      `<span class="allowed" data-number="by-${resource}">${blocks === null ? WORDS.noLimit[language] : formatCount(blocks)}</span></li>`
    );
  };
  return `<ul class="limits">${(Object.keys(RESOURCES) as Resource[]).map(row).join("")}</ul>`;
}

function controls(state: State, language: Language): Controls {
  return {
    threads: range({
      name: "threads",
      words: WORDS.threads[language],
      value: state.threads,
      least: WARP,
      most: MOST_THREADS,
      step: WARP,
    }),
    registers: range({
      name: "registers",
      words: WORDS.registers[language],
      value: state.registers,
      least: LEAST_REGISTERS,
      most: MOST_REGISTERS,
    }),
    kib: range({ name: "kib", words: WORDS.kib[language], value: state.kib, least: 0, most: MOST_KIB, unit: "KiB" }),
    capability: choice({
      name: "capability",
      words: WORDS.capability[language],
      value: String(state.capability),
      options: CAPABILITIES.map((value) => ({ value, words: (Number(value) / 10).toFixed(1) })),
    }),
  };
}
