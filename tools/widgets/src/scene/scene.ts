// A scene, as tools/book_cli/scene_data.py writes it, and what follows from the reader's setting: a launch and its buffers.
import type { Check, Dimensions } from "../emulator/messages.ts";
import type { Words } from "../language.ts";
import { evaluate, type Fill, type Tree, type Values } from "./formula.ts";

export interface Parameter {
  name: string;
  label: Words;
  least: number;
  most: number;
  step: number;
  default: number;
}

export interface BufferSpec {
  name: string;
  type: ElementType;
  count: Tree;
  fill: Fill;
  shown: "picture" | "numbers" | "hidden";
  /** Of a picture: elements in a row. */
  width: Tree;
}

export type ElementType = "float" | "int";

export interface Variant {
  id: string;
  title: Words;
  kernel: string;
  /** Of the listing that shows the kernel. */
  region: string;
  grid: [Tree, Tree, Tree];
  block: [Tree, Tree, Tree];
  arguments: Tree[];
  /** Parameters that must be a multiple of something. */
  multiples: Record<string, number>;
  /** Buffer → the value of its element `i` after the run. */
  expect: Record<string, Tree>;
  /** What lines count, worked out by hand: `line` is a part of the line's text. */
  counts: { line: string; metrics: Record<string, number> }[];
}

export interface Bug {
  id: string;
  title: Words;
  /** That finds it; empty where only a counter tells. */
  check: string;
  /** On the edits' lines, where no check finds it. */
  counts: Record<string, number>;
  /** Parameters with which it shows. */
  settings: Values;
  /** Whose kernels it is in, and a part of the line where it is found, or counted. */
  edits: { variants: string[]; line: string }[];
  /** Line → its new text, and the same as HTML. */
  lines: Record<string, { text: string; html: string }>;
}

/** One of Nsight Compute's counters, times `factor`, over another where `per` is given. */
export interface Metric {
  name: string;
  label: Words;
  nsight: string;
  per: string | null;
  factor: number;
}

export interface Scene {
  id: string;
  /** The program's source file. */
  file: string;
  source: string[];
  title: Words;
  parameters: Parameter[];
  buffers: BufferSpec[];
  variants: Variant[];
  bugs: Bug[];
  /** Of the table of results. */
  metrics: string[];
  /** Every short name. */
  allMetrics: Metric[];
  /** Kind of access (global-ld …) → the short name of what its meter shows. */
  accesses: Record<string, string>;
  /** Of the program, under "", and with each bug. */
  ptx: Record<string, string>;
}

export interface Setting {
  values: Values;
  bug: string | null;
}

export interface SizedBuffer extends BufferSpec {
  size: number;
  columns: number;
}

/** All that the reader's runs are checked for. */
export const CHECKS: readonly Check[] = ["racecheck", "initcheck", "synccheck"];
export const BYTES = 4; // Of an element, float or int.

export function defaults(scene: Scene): Values {
  return Object.fromEntries(scene.parameters.map((parameter) => [parameter.name, parameter.default]));
}

/** Whole, within its range, on its step. */
export function allowed(parameter: Parameter, value: number): number {
  const { least, most, step } = parameter;
  if (!Number.isFinite(value)) return parameter.default;
  return Math.min(most, Math.max(least, least + Math.round((value - least) / step) * step));
}

/** The parameter that keeps the variant from running, and what it must be a multiple of. */
export function obstacle(scene: Scene, variant: Variant, values: Values): { parameter: Parameter; of: number } | null {
  for (const parameter of scene.parameters) {
    const of = variant.multiples[parameter.name];
    if (of !== undefined && (values[parameter.name] ?? 0) % of !== 0) return { parameter, of };
  }
  return null;
}

export function dimensions(trees: readonly [Tree, Tree, Tree], values: Values): Dimensions {
  return [evaluate(trees[0], values), evaluate(trees[1], values), evaluate(trees[2], values)];
}

/** The buffers that the variant's arguments name. */
export function buffersOf(scene: Scene, variant: Variant, values: Values): SizedBuffer[] {
  const named = new Set(variant.arguments.flatMap((tree) => (typeof tree === "object" ? tree.slice(1) : [])));
  return scene.buffers
    .filter(({ name }) => named.has(name))
    .map((buffer) => ({
      ...buffer,
      size: evaluate(buffer.count, values),
      columns: evaluate(buffer.width, values),
    }));
}

/** A counter by its short name; null where it is not defined: nothing to divide by. */
export function metricValue(scene: Scene, name: string, metrics: Record<string, number>): number | null {
  const metric = scene.allMetrics.find((known) => known.name === name);
  if (metric === undefined) throw new Error(`no counter is called ${name}`);
  const value = (metrics[metric.nsight] ?? 0) * metric.factor;
  if (metric.per === null) return value;
  const divisor = metrics[metric.per] ?? 0;
  return divisor === 0 ? null : value / divisor;
}
