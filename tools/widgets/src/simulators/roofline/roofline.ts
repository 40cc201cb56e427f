// The roofline: what bounds the reader's kernel, under ceilings that were measured, beside kernels that were.
import measurements from "roofline-measurements.json";

import { choice, segments, triple } from "../../controls.ts";
import { drawNumbers, drawSummary, drawTable } from "../../drawing.ts";
import { escapeHtml, fill, formatDecimal, formatShort, type Language, type Words } from "../../language.ts";
import type { Controls, Drawing, DrawOptions, Simulator } from "../../simulator.ts";
import { drawChart, type Chart } from "./chart.ts";
import {
  ARITHMETICS,
  type Arithmetic,
  attainable,
  MEMORIES,
  type MeasuredKernel,
  type Memory,
  place,
  type Rate,
  ridge,
  type Roof,
} from "./roof.ts";
import { KERNELS, known, type Known, MAX_COUNT, parse, type State, step, values } from "./state.ts";
import { ARITHMETIC_NAMES, KERNEL_NAMES, MEMORY_NAMES, ROW_NAMES, WORDS } from "./words.ts";

export const roofline: Simulator<State> = {
  name: "roofline",
  title: { en: "Roofline", zh: "Roofline 模型" },
  legend: [
    { key: "used", words: WORDS.keyAsked },
    { key: "moved", words: WORDS.keyMoved },
    { mark: "●", words: WORDS.measured },
    { mark: "∴", words: WORDS.derived },
  ],
  parse,
  values,
  step,
  controlValues: (state) => ({
    kernel: known(state),
    flop: String(state.flop),
    read: String(state.read),
    written: String(state.written),
    arithmetic: state.arithmetic,
    memory: state.memory,
  }),
  draw,
  controls,
};

interface View {
  state: State;
  language: Language;
  roof: Roof;
  intensity: number;
  bound: number;
}

function draw(state: State, _counting: unknown, { language }: DrawOptions): Drawing {
  const { ceilings } = measurements;
  const roof: Roof = { bandwidth: ceilings[state.memory].median, peak: ceilings[state.arithmetic].median };
  const intensity = state.flop / (state.read + state.written);
  const view: View = { state, language, roof, intensity, bound: attainable(roof, intensity) };
  const facts = fill(WORDS.facts[language], { ridge: formatShort(ridge(roof)) });
  const label = escapeHtml(fill(WORDS.picture[language], { facts }));
  const chart = chartOf(view);
  return {
    picture: drawChart(chart, 728, label) + drawChart(chart, 352, label) + drawPoints(chart, language),
    summary: drawSummary(facts, verdict(view), inspect(view)),
    numbers: numbers(view),
    table: tables(view),
  };
}

function flops(value: number): string {
  return value >= 1e12 ? `${formatShort(value / 1e12)} TFLOP/s` : `${formatShort(value / 1e9)} GFLOP/s`;
}

function perByte(value: number): string {
  return value < 1 && Number.isInteger(1 / value) ? `1/${formatShort(1 / value)}` : formatShort(value);
}

function bytes(value: number): string {
  return `${formatDecimal(value / 1e9, 0)} GB/s`;
}

function rowName(row: string, language: Language): string {
  return ROW_NAMES[row]?.[language] ?? row;
}

function chartOf({ state, language, roof, intensity, bound }: View): Chart {
  const { ceilings, kernels } = measurements;
  return {
    slopes: MEMORIES.map((name) => ({
      name,
      words: ceilingName(name, language, ceilings[name]),
      rate: ceilings[name].median,
      isChosen: name === state.memory,
    })),
    tops: ARITHMETICS.map((name) => ({
      name,
      words: ceilingName(name, language, ceilings[name]),
      rate: ceilings[name].median,
      isChosen: name === state.arithmetic,
    })),
    roof,
    intensity,
    attainable: bound,
    yours: WORDS.yours[language],
    marks: kernels.map((kernel, i) => ({ row: kernel.row, letter: "abcdefgh".charAt(i), ...place(kernel) })),
    pointed: state.pointed,
    horizontal: WORDS.horizontal[language],
    flops,
    perByte,
  };
}

function ceilingName(name: Memory | Arithmetic, language: Language, { median }: Rate): string {
  return name === "dram" || name === "l2"
    ? fill(WORDS.copy[language], { memory: MEMORY_NAMES[name][language], rate: bytes(median) })
    : fill(WORDS.fma[language], { arithmetic: ARITHMETIC_NAMES[name][language], rate: flops(median) });
}

/** The letters of the measured kernels. */
function drawPoints({ marks, pointed }: Chart, language: Language): string {
  const items = marks.map(
    ({ row, letter }) =>
      `<li data-point="${row}"${pointed === row ? ` class="pointed"` : ""}><b>${letter}</b> ${rowName(row, language)}</li>`,
  );
  return `<div class="roofline-points"><p><span class="mark">●</span> ${WORDS.points[language]}</p><ul>${items.join("")}</ul></div>`;
}

function verdict({ state, language, roof, intensity, bound }: View): string {
  const isMemory = intensity < ridge(roof);
  return fill((isMemory ? WORDS.boundMemory : WORDS.boundArithmetic)[language], {
    intensity: formatShort(intensity),
    memory: MEMORY_NAMES[state.memory][language],
    arithmetic: ARITHMETIC_NAMES[state.arithmetic][language],
    rate: flops(bound),
    percent: formatShort((100 * bound) / roof.peak),
    allowed: flops(roof.bandwidth * intensity),
  });
}

function inspect({ state, language }: View): string {
  const kernel = measurements.kernels.find(({ row }) => row === state.pointed);
  return kernel === undefined ? "" : says(kernel, language);
}

function says(kernel: MeasuredKernel, language: Language): string {
  const { rate, traffic } = place(kernel);
  return fill(WORDS.inspected[language], {
    name: rowName(kernel.row, language),
    rate: flops(rate),
    asked: kernel.asked,
    moved: formatShort(kernel.readFromDram + kernel.writtenToDram),
    traffic: bytes(traffic),
    percent: formatShort((100 * traffic) / measurements.ceilings.dram.median),
  });
}

function numbers({ state, language, roof, intensity, bound }: View): string {
  const show = (name: string, value: string, words: Words) => ({ name, value, words: words[language] });
  return drawNumbers([
    show("intensity", formatShort(intensity), WORDS.numberIntensity),
    show("ridge", formatShort(ridge(roof)), WORDS.numberRidge),
    show("attainable", flops(bound), WORDS.numberAttainable),
    show("share", `${formatShort((100 * bound) / roof.peak)} %`, WORDS.numberShare),
    show("elements", `${formatShort(bound / state.flop / 1e9)} × 10⁹`, WORDS.numberElements),
  ]);
}

function tables({ language }: View): string {
  const { ceilings, kernels } = measurements;
  const heads = (words: readonly Words[]): string[] => words.map((one) => one[language]);
  const rates = [...MEMORIES, ...ARITHMETICS].map((name) => {
    const rate = ceilings[name];
    const show = name === "dram" || name === "l2" ? bytes : flops;
    return [
      `${rate.row} (${rate.program})`,
      show(rate.median),
      `${show(rate.least)} – ${show(rate.most)}`,
      `${rate.gpu}, ${rate.date}`,
      `<code>${escapeHtml(rate.command)}</code>`,
    ];
  });
  const points = kernels.map((kernel) => {
    const { asked, moved, rate, traffic } = place(kernel);
    return [
      rowName(kernel.row, language),
      flops(rate),
      formatShort(asked),
      formatShort(moved),
      formatShort(kernel.readFromDram),
      formatShort(kernel.writtenToDram),
      bytes(traffic),
      `${kernel.useful.gpu}, ${kernel.useful.date}`,
    ];
  });
  return (
    `<p class="table-title">${WORDS.tableCeilings[language]}</p>` +
    drawTable(
      heads([WORDS.tableCeiling, WORDS.tableRate, WORDS.tableSpread, WORDS.tableGpu, WORDS.tableCommand]),
      rates,
    ) +
    `<p class="table-title">${WORDS.points[language]}</p>` +
    drawTable(
      heads([
        WORDS.tableKernel,
        WORDS.tableFlop,
        WORDS.tableAsked,
        WORDS.tableMoved,
        WORDS.tableRead,
        WORDS.tableWritten,
        WORDS.tableTraffic,
        WORDS.tableGpu,
      ]),
      points,
    )
  );
}

function controls(state: State, language: Language): Controls {
  const names: (Known | "own")[] = [...(Object.keys(KERNELS) as Known[]), "own"];
  return {
    kernel: choice({
      name: "kernel",
      words: WORDS.kernel[language],
      value: known(state),
      options: names.map((name) => ({ value: name, words: KERNEL_NAMES[name][language] })),
    }),
    arithmetic: segments({
      name: "arithmetic",
      words: WORDS.arithmetic[language],
      value: state.arithmetic,
      options: ARITHMETICS.map((name) => ({ value: name, words: ARITHMETIC_NAMES[name][language] })),
    }),
    memory: segments({
      name: "memory",
      words: WORDS.memory[language],
      value: state.memory,
      options: MEMORIES.map((name) => ({ value: name, words: MEMORY_NAMES[name][language] })),
    }),
    cost: triple({
      words: WORDS.cost[language],
      values: (["flop", "read", "written"] as const).map((name) => ({
        name,
        words: WORDS[name][language],
        value: state[name],
        least: name === "flop" ? 1 : 0,
        most: MAX_COUNT,
      })),
    }),
  };
}
