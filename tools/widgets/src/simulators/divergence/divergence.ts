// The divergence instrument: a small kernel on the emulator, and which lanes execute each of its instructions.
import { choice, range } from "../../controls.ts";
import { LANES } from "../../counting.ts";
import { drawNumbers, drawSummary, drawTable } from "../../drawing.ts";
import { countBits, lanesOf, ranges, renderLanes } from "../../lanes.ts";
import { escapeHtml, fill, formatCount, formatDecimal, type Language, type Words } from "../../language.ts";
import { fillCounted } from "../../plural.ts";
import type { Controls, Drawing, DrawOptions, Simulator } from "../../simulator.ts";
import { drawHistory } from "./picture.ts";
import { bodyOf, KERNELS } from "./kernels.ts";
import { BOUNDS, CONDITIONS, controlValues, parse, step, unusualValues, type State } from "./state.ts";
import { Warp, type Executed, type Trace } from "./trace.ts";
import { CONDITION_NAMES, WORDS } from "./words.ts";

export const divergence: Simulator<State, Warp> = {
  name: "divergence",
  title: { en: "Divergence simulator", zh: "分支发散模拟器" },
  fromEmulator: (module) => Warp.create(module),
  parse,
  values: unusualValues,
  step,
  controlValues: (state) => ({ ...controlValues(state), argument: KERNELS[state.condition].argument }),
  controlLimits: (state, warp) => ({ n: BOUNDS[state.condition].most, step: traceOf(state, warp).executed.length }),
  draw,
  controls,
  legend: [
    { key: "used", words: WORDS.activeKey },
    { key: "predicated", words: WORDS.predicatedKey },
    { key: "wasted", words: WORDS.idleKey },
    { mark: "◆", words: WORDS.counted },
    { mark: "∴", words: WORDS.derived },
  ],
};

function traceOf(state: State, warp: Warp): Trace {
  return warp.trace(state.condition, state.n);
}

function draw(state: State, warp: Warp, { language, id }: DrawOptions): Drawing {
  const trace = traceOf(state, warp);
  const { executed } = trace;
  const chosen = Math.min(state.step, executed.length) - 1;
  const now = executed[chosen] as Executed;
  const say = (words: keyof typeof WORDS, values: Record<string, string | number>): string =>
    fillCounted(WORDS[words][language], values);
  const show = (name: string, value: string, words: Words) => ({
    name,
    value,
    words: fillCounted(words[language], { n: value }),
  });
  const lanes = countBits(now.mask);
  const at = say("now", { step: chosen + 1, all: executed.length, lanes });
  const waiting = now.waiting === 0 ? "" : say("waiting", { waiting: countBits(now.waiting) });
  const label = escapeHtml(say("historyPicture", { all: executed.length }));
  const spoken = say("nowPicture", {
    ptx: shortened(now.ptx),
    lanes: ranges(lanesOf(now.mask)) || WORDS.nobody[language],
  });
  return {
    picture:
      drawSource(state, now) +
      `<p class="caption now">${at}${waiting}</p>` +
      `<p class="instruction"><code>${escapeHtml(shortened(now.ptx))}</code></p>` +
      renderLanes(now.mask, language, false) +
      `<p class="caption">${WORDS.history[language]}</p>` +
      drawHistory(executed, chosen, `${id}-hatch`, label),
    summary: drawSummary(escapeHtml(spoken), verdict(trace, language)),
    numbers: drawNumbers([
      show("instructions", formatCount(trace.instructions), WORDS.instructions),
      show("threads", formatCount(trace.threadInstructions), WORDS.threads),
      show("lanes", formatDecimal(trace.lanesPerInstruction, 1), WORDS.lanes),
    ]),
    table: drawTable(
      [WORDS.tableStep, WORDS.tableLine, WORDS.tablePtx, WORDS.tableLanes, WORDS.tableCount].map(
        (words) => words[language],
      ),
      executed.map(({ line, ptx, mask }, i) => [
        i + 1,
        line ?? "",
        `<code>${escapeHtml(shortened(ptx))}</code>`,
        ranges(lanesOf(mask)),
        countBits(mask),
      ]),
    ),
  };
}

/** The kernel's body, with the line marked that the instruction is of. */
function drawSource(state: State, now: Executed): string {
  const lines = bodyOf(state.condition).map(
    ({ line, text }) =>
      `<li value="${line}"${line === now.line ? ` aria-current="step"` : ""}><code>${escapeHtml(text)}</code></li>`,
  );
  return `<ol class="source">${lines.join("")}</ol>`;
}

/** Without the long names that the compiler gives to parameters. */
function shortened(ptx: string): string {
  return ptx
    .replace(/\[\w+_param_(\d+)\]/, "[param $1]")
    .replace(/\s+/g, " ")
    .replace(/;$/, "");
}

function verdict({ executed }: Trace, language: Language): string {
  const some = executed.filter(({ mask, predicated }) => countBits(mask | predicated) < LANES).length;
  const words = some === 0 ? WORDS.together : WORDS.apart;
  return fillCounted(words[language], { some, all: executed.length });
}

function controls(state: State, language: Language): Controls {
  return {
    condition: choice({
      name: "condition",
      words: WORDS.condition[language],
      value: state.condition,
      options: CONDITIONS.map((condition) => ({ value: condition, words: CONDITION_NAMES[condition][language] })),
    }),
    n: range({
      name: "n",
      words: fill(WORDS.argument[language], {
        name: `<code data-value="argument">${KERNELS[state.condition].argument}</code>`,
      }),
      value: state.n,
      least: 0,
      most: BOUNDS[state.condition].most,
    }),
    step: range({ name: "step", words: WORDS.step[language], value: state.step, least: 1, most: 999 }),
  };
}
