// The simulator of reductions and that of scans: the reader steps through what the threads of a block add to what.
import { choice, range, segments } from "../controls.ts";
import { type Counting, LANES } from "../counting.ts";
import { drawNumbers, drawSummary, drawTable, type LegendEntry } from "../drawing.ts";
import { escapeHtml, fill, formatCount, type Language, type Words } from "../language.ts";
import { fillCounted } from "../plural.ts";
import type { Drawing, DrawOptions, Simulator, SimulatorEvent, Values } from "../simulator.ts";
import { differences, integer, oneOf, scramble } from "../values.ts";
import { type Algorithm, needed, type Operation, run, type Step } from "./algorithm.ts";
import { type Cost, costOf, lanesIn, sum } from "./cost.ts";
import { drawTree, type Tree } from "./tree_picture.ts";
import { drawWarpStrips } from "./warp_strips.ts";
import { WORDS } from "./words.ts";

export const SIZES = [8, 16, 32, 64] as const;
const USUAL_SIZE = 16;
/** More than any algorithm has. */
const MOST_STEPS = 99;

export interface State {
  method: string;
  elements: number;
  /** From 1. */
  step: number;
  /** The cell that the reader looks at. */
  pointed: number | null;
}

/** A reduction or a scan: its methods, and where the result is. */
export interface Kind {
  name: string;
  title: Words;
  algorithms: readonly Algorithm[];
  methods: Record<string, Words>;
  /** What a cell is called, of a method: x[3], or the register v of thread 3. */
  cellName(method: string, cell: number): string;
  /** The cells that hold the result. */
  results(elements: number): number[];
}

/** Digits from 0 to 3 in no order that meets the eye; all 64 add up to two digits, so that every sum fits its cell. */
export function input(elements: number): number[] {
  return Array.from({ length: elements }, (_, i) => scramble(i + 7) % 4);
}

const LEGEND: readonly LegendEntry[] = [
  { key: "needed", words: WORDS.keyNeeded },
  { key: "unused", words: WORDS.keyUnused },
  { key: "thread", words: WORDS.small },
  { mark: "◆", words: WORDS.counted },
  { mark: "∴", words: WORDS.derived },
];

export function treeSimulator(kind: Kind): Simulator<State> {
  const usual: State = { method: kind.algorithms[0]?.name ?? "", elements: USUAL_SIZE, step: 1, pointed: null };
  const methods = kind.algorithms.map(({ name }) => name);
  const algorithmOf = (state: State): Algorithm =>
    kind.algorithms.find(({ name }) => name === state.method) ?? (kind.algorithms[0] as Algorithm);
  const stepsOf = (state: State): Step[] => algorithmOf(state).steps(state.elements);
  /** After what may have changed the number of steps. */
  const within = (state: State): State => ({
    ...state,
    step: Math.min(Math.max(1, state.step), stepsOf(state).length),
    pointed: null,
  });

  function set(state: State, name: string, value: string): State {
    switch (name) {
      case "method":
        return within({ ...state, method: oneOf(methods, value, state.method) });
      case "elements":
        return within({ ...state, elements: SIZES.find((size) => size === Number(value)) ?? state.elements });
      case "step":
        return within({ ...state, step: integer(value, 1, MOST_STEPS, state.step) });
      case "move":
        return within({ ...state, step: state.step + integer(value, -1, 1, 0) });
      default:
        return state;
    }
  }

  function draw(state: State, counting: Counting, options: DrawOptions): Drawing {
    const { language } = options;
    const algorithm = algorithmOf(state);
    const threads = algorithm.threads(state.elements);
    const steps = algorithm.steps(state.elements);
    const costs = steps.map((step) => costOf(step, threads, counting));
    const tree: Tree = {
      rows: run(input(state.elements), steps),
      needed: needed(state.elements, steps, kind.results(state.elements)),
      steps,
      current: state.step,
      pointed: state.pointed,
    };
    const view = { kind, state, language, threads, steps, costs, tree };
    const spoken = facts(view);
    const label = escapeHtml(
      fill(WORDS.picture[language], {
        steps: steps.length,
        elements: state.elements,
        step: state.step,
        facts: spoken,
      }),
    );
    const labels = [WORDS.input[language], ...steps.map((step) => stepName(step, language))];
    const shortLabels = ["", ...steps.map(shortName)];
    const cost = costs[state.step - 1] as Cost;
    return {
      picture:
        drawWarpStrips(cost.warps, threads, warpLabels(cost, threads, language)) +
        `<pre class="statement"><code>${escapeHtml(steps[state.step - 1]?.code ?? "")}</code></pre>` +
        drawTree(tree, "wide", label, labels) +
        drawTree(tree, "tall", label, shortLabels),
      summary: drawSummary("", `${spoken}${language === "zh" ? "" : " "}${verdict(view)}`, inspect(view), "◆"),
      numbers: numbers(view),
      table: tables(view),
    };
  }

  return {
    name: kind.name,
    title: kind.title,
    legend: LEGEND,
    parse: (values: Values) =>
      ["method", "elements", "step"].reduce((state, name) => set(state, name, String(values[name] ?? "")), usual),
    values: (state) => differences({ ...state, pointed: 0 }, { ...usual, pointed: 0 }),
    controlValues: (state) => ({
      method: state.method,
      elements: String(state.elements),
      step: String(state.step),
    }),
    controlLimits: (state) => ({ step: stepsOf(state).length }),
    step: (state: State, event: SimulatorEvent): State => {
      if (event.kind === "set") return set(state, event.name, event.value);
      if (event.kind === "point") return { ...state, pointed: event.target === null ? null : Number(event.target) };
      return state;
    },
    draw,
    controls: (state, language) => ({
      method: choice({
        name: "method",
        words: WORDS.method[language],
        value: state.method,
        options: kind.algorithms.map(({ name }) => ({ value: name, words: kind.methods[name]?.[language] ?? name })),
      }),
      elements: segments({
        name: "elements",
        words: WORDS.elements[language],
        value: String(state.elements),
        options: SIZES.map((size) => ({ value: String(size), words: String(size) })),
      }),
      step: stepper(state, stepsOf(state).length, language),
    }),
  };
}

/** Back and forward beside the slider. */
function stepper(state: State, most: number, language: Language): string {
  const move = (by: number, words: string): string =>
    `<button type="button" data-set="move" value="${by}">${words}</button>`;
  return (
    `<div class="control stepper">` +
    range({ name: "step", words: WORDS.step[language], value: state.step, least: 1, most }) +
    `<span class="segments">${move(-1, WORDS.back[language])}${move(1, WORDS.forward[language])}</span></div>`
  );
}

interface View {
  kind: Kind;
  state: State;
  language: Language;
  threads: number;
  steps: readonly Step[];
  costs: readonly Cost[];
  tree: Tree;
}

function stepName(step: Step, language: Language): string {
  return fill(WORDS[step.phase ?? "distance"][language], { distance: step.distance });
}

/** Where there is no room for words: ↑4 is 4 of the way up. */
function shortName({ phase, distance }: Step): string {
  const arrows = { up: "↑", clear: "= ", down: "↓", exchange: "⇄" };
  return phase === undefined ? String(distance) : `${arrows[phase]}${distance}`;
}

function warpLabels(cost: Cost, threads: number, language: Language): string[] {
  return cost.warps.map((mask, warp) =>
    fill(WORDS.warp[language], {
      warp,
      lanes: lanesIn(mask),
      threads: Math.min(LANES, threads - warp * LANES),
    }),
  );
}

/** The step in one sentence, for the ear: the strips and the tree show the same. */
function facts({ state, language, steps, costs }: View): string {
  const cost = costs[state.step - 1] as Cost;
  const active = cost.warps.reduce((total, mask) => total + lanesIn(mask), 0);
  const warps = cost.warps.filter((mask) => mask !== 0).length;
  return fillCounted(WORDS.facts[language], {
    step: state.step,
    steps: steps.length,
    additions: cost.additions,
    active,
    warps,
  });
}

/** What the step's accesses cost. */
function verdict({ state, language, costs }: View): string {
  const { instructions, wavefronts, conflicts } = costs[state.step - 1] as Cost;
  if (instructions === 0) return WORDS.noShared[language];
  const words = conflicts > 0 ? WORDS.conflict : WORDS.noConflict;
  return fillCounted(words[language], { instructions, wavefronts, conflicts });
}

function inspect(view: View): string {
  const { state, steps } = view;
  const operation = steps[state.step - 1]?.operations.find(({ target }) => target === state.pointed);
  return operation === undefined ? "" : says(view, operation);
}

function says({ kind, state, language, tree }: View, { thread, target, sources }: Operation): string {
  const before = tree.rows[state.step - 1] ?? [];
  const isNeeded = tree.needed[state.step]?.[target] ?? false;
  const name = (cell: number): string => kind.cellName(state.method, cell);
  const words = sources.length === 0 ? WORDS.clears : sources.length === 1 ? WORDS.copies : WORDS.adds;
  const sentence = fill(words[language], {
    thread,
    target: name(target),
    terms: sources.map(name).join(" + "),
    numbers: sources.map((source) => before[source]).join(" + "),
    value: tree.rows[state.step]?.[target] ?? 0,
  });
  return isNeeded ? sentence : `${sentence} ${WORDS.unused[language]}`;
}

function numbers({ state, language, steps, costs }: View): string {
  const shared = sum(costs, "instructions");
  const show = (name: string, value: number, words: Words) => ({
    name,
    value: formatCount(value),
    words: fillCounted(words[language], { n: value }),
  });
  return drawNumbers([
    show("depth", steps.length, WORDS.depth),
    show("work", sum(costs, "additions"), WORDS.work),
    show("least", state.elements - 1, WORDS.least),
    show("instructions", shared, WORDS.instructions),
    show("wavefronts", sum(costs, "wavefronts"), WORDS.wavefronts),
    show("conflicts", sum(costs, "conflicts"), WORDS.conflicts),
  ]);
}

function tables(view: View): string {
  const { state, language, steps, costs } = view;
  const heads = [
    WORDS.tableStep,
    WORDS.tableActive,
    WORDS.tableAdditions,
    WORDS.tableInstructions,
    WORDS.tableWavefronts,
    WORDS.tableConflicts,
  ];
  const rows = costs.map((cost, i) => [
    `${i + 1}: ${stepName(steps[i] as Step, language)}`,
    cost.warps.map(lanesIn).join(", "),
    cost.additions,
    cost.instructions,
    cost.wavefronts,
    cost.conflicts,
  ]);
  const operations = (steps[state.step - 1]?.operations ?? []).map((operation) => [
    operation.thread,
    says(view, operation).replace(/^[^:：]*[:：]\s*/, ""),
  ]);
  const part = (title: string, table: string): string => `<p class="table-title">${title}</p>${table}`;
  return (
    part(
      WORDS.tableSteps[language],
      drawTable(
        heads.map((words) => words[language]),
        rows,
      ),
    ) +
    part(
      fill(WORDS.tableOperations[language], { step: state.step }),
      drawTable([WORDS.tableThread[language], WORDS.tableDoes[language]], operations),
    )
  );
}
