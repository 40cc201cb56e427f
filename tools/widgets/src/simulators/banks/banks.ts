// The banks simulator: its drawing and its controls around the counts that the emulator's code gives.
import { choice, range, segments } from "../../controls.ts";
import type { BankCount, Counting } from "../../counting.ts";
import { COUNTED, DERIVED, drawNumbers, drawSummary, drawTable } from "../../drawing.ts";
import { lanePresets } from "../../lane_presets.ts";
import { countBits, isActive, lanesOf, ranges } from "../../lanes.ts";
import { escapeHtml, fill, formatCount, type Language, type Words } from "../../language.ts";
import { drawBanks } from "../../pictures/banks.ts";
import { fillCounted } from "../../plural.ts";
import type { Controls, Drawing, DrawOptions, Simulator } from "../../simulator.ts";
import { differences } from "../../values.ts";
import {
  ACCESSES,
  controlValues,
  DEFAULT,
  MAX_STRIDE,
  offsets,
  PADDINGS,
  parse,
  PATTERNS,
  step,
  WIDTHS,
  type State,
} from "./state.ts";
import { PATTERN_NAMES, WORDS } from "./words.ts";

const BANKS = 32;
const BANK_BYTES = 4;

export const banks: Simulator<State> = {
  name: "banks",
  title: { en: "Banks simulator", zh: "存储体模拟器" },
  parse,
  values: (state) => differences(controlValues(state), controlValues(DEFAULT)),
  step,
  activeLanes: (state) => state.lanes,
  controlValues,
  draw,
  controls,
  legend: [{ key: "used", words: WORDS.wordKey }, { key: "idle", words: WORDS.idleKey }, COUNTED, DERIVED],
};

function draw(state: State, counting: Counting, { language, live }: DrawOptions): Drawing {
  const places = offsets(state);
  const count =
    state.access === "load"
      ? counting.countBankLoad(places, state.lanes, state.width)
      : counting.countBankStore(places, state.lanes, state.width);
  const spoken = facts(count, language);
  const label = escapeHtml(fill(WORDS.picture[language], { facts: spoken }));
  const { inspected } = state;
  const picture = { words: count.words, inspected, unit: WORDS.unit[language], keepsHeight: live };
  return {
    picture: drawBanks(picture, 4, label) + drawBanks(picture, 2, label),
    summary: drawSummary(spoken, verdict(state, count, language), inspect(state, places, language)),
    numbers: numbers(count, language),
    table: drawTable(
      [WORDS.tableBank, WORDS.tablePass, WORDS.tableOffset, WORDS.tableLanes].map((words) => words[language]),
      [...count.words]
        .sort((a, b) => a.bank - b.bank || a.pass - b.pass)
        .map(({ bank, pass, word, lanes }) => [bank, pass + 1, formatCount(word * BANK_BYTES), ranges(lanesOf(lanes))]),
    ),
  };
}

function banksAtWork(count: BankCount): number {
  return new Set(count.words.map(({ bank }) => bank)).size;
}

/** The facts in one sentence, for the ear. */
function facts(count: BankCount, language: Language): string {
  if (count.wavefronts === 0) return "";
  const { wavefronts, conflicts } = count;
  return fillCounted(WORDS.facts[language], {
    words: count.words.length,
    banks: banksAtWork(count),
    wavefronts,
    conflicts,
  });
}

function verdict(state: State, count: BankCount, language: Language): string {
  if (count.wavefronts === 0) return WORDS.idle[language];
  const { wavefronts } = count;
  // A conflict is a wavefront beyond a pass's first.
  if (count.conflicts > 0) {
    return fillCounted(WORDS.conflicting[language], { wavefronts, least: count.wavefronts - count.conflicts });
  }
  const isShared = count.words.some(({ lanes }) => countBits(lanes) > 1);
  if (isShared && state.access === "load") return fillCounted(WORDS.shared[language], { wavefronts });
  return fillCounted(WORDS.least[language], { wavefronts, width: state.width });
}

function inspect(state: State, places: readonly number[], language: Language): string {
  const lane = state.inspected;
  if (lane === null) return "";
  if (!isActive(state.lanes, lane)) return fill(WORDS.inactive[language], { lane });
  const offset = places[lane] ?? 0;
  const first = (offset / BANK_BYTES) % BANKS;
  const last = first + state.width / BANK_BYTES - 1;
  const asked = fill((first === last ? WORDS.oneBank : WORDS.someBanks)[language], { first, last });
  return fill(WORDS.inspected[language], { lane, offset: formatCount(offset), banks: asked });
}

function numbers(count: BankCount, language: Language): string {
  const perBank = Array.from({ length: BANKS }, (_, bank) => count.words.filter((word) => word.bank === bank).length);
  const { wavefronts, conflicts } = count;
  const show = (name: string, value: number, words: Words) => ({
    name,
    value: formatCount(value),
    words: fillCounted(words[language], { n: value }),
  });
  return drawNumbers([
    show("wavefronts", wavefronts, WORDS.wavefronts),
    show("conflicts", conflicts, WORDS.conflicts),
    show("busiest", Math.max(...perBank), WORDS.busiest),
    show("banks", banksAtWork(count), WORDS.banks),
  ]);
}

function controls(state: State, language: Language): Controls {
  const same = (values: readonly string[]): { value: string; words: string }[] =>
    values.map((value) => ({ value, words: value }));
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
    padding: segments({
      name: "padding",
      words: WORDS.padding[language],
      value: String(state.padding),
      options: same(PADDINGS),
    }),
    width: segments({
      name: "width",
      words: WORDS.width[language],
      value: String(state.width),
      options: same(WIDTHS),
    }),
    access: segments({
      name: "access",
      words: WORDS.access[language],
      value: state.access,
      options: ACCESSES.map((access) => ({ value: access, words: WORDS[access][language] })),
    }),
    lanes: lanePresets(language),
  };
}
