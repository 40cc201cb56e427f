// What a simulator is: a state, the events that change it, and its drawing. The element (simulator_element.ts) and the
// renderer for static pages (static.ts) work with any. Simulator NAME is exported as NAME by simulators/NAME/NAME.ts.
import type { Counting } from "./counting.ts";
import type { LegendEntry } from "./drawing.ts";
import type { Language, Words } from "./language.ts";

/** Loose values: an element's attribute, the page's address, the controls of a form. */
export type Values = Record<string, string | number>;

export type SimulatorEvent =
  /** A control, or whatever in the drawing has `data-set="NAME"` and a value (`value` or `data-value`). */
  | { kind: "set"; name: string; value: string }
  /** The strip of lanes: the reader switches a lane, or looks at one. */
  | { kind: "lane"; lane: number; active: boolean }
  | { kind: "inspect"; lane: number | null }
  /** The reader looks at what has `data-point="TARGET"` in the drawing, or at nothing. */
  | { kind: "point"; target: string | null };

/** The parts of a simulator that change with its state, as HTML. The page has one `[data-part=name]` for each.
 *
 *  What the keyboard can reach in a part has a `data-key` that tells it from the others, so that it keeps the focus when the
 *  part is drawn anew; buttons in a container with `data-columns="8"` are one stop of Tab, and arrow keys walk them. */
export interface Drawing {
  picture: string;
  summary: string;
  numbers: string;
  table: string;
}

/** Controls as HTML (controls.ts), each by the name that a page asks for it by, in the order in which they are shown. */
export type Controls = Readonly<Record<string, string>>;

export interface DrawOptions {
  language: Language;
  /** Unique on the page. */
  id: string;
  /** False for a figure in the text. */
  live: boolean;
}

/** `Code` is what `draw` calls: the counting code, or what the simulator makes of the emulator. */
export interface Simulator<State, Code = Counting> {
  readonly name: string;
  readonly title: Words;
  /** Makes `Code` of the emulator's module (emulator.js). */
  fromEmulator?(module: BufferSource): Promise<Code>;
  /** The state of loose values: what is missing or makes no sense has its default. */
  parse(values: Values): State;
  /** The values that differ from the defaults: what a shared address holds. */
  values(state: State): Values;
  /** The value of each named control. */
  controlValues(state: State): Record<string, string>;
  /** The greatest value of those ranges for which it depends on the state. */
  controlLimits?(state: State, code: Code): Record<string, number>;
  step(state: State, event: SimulatorEvent): State;
  /** Where there is a strip of 32 lanes to switch above the picture: the mask of those that are on. */
  activeLanes?(state: State): number;
  draw(state: State, code: Code, options: DrawOptions): Drawing;
  controls(state: State, language: Language): Controls;
  readonly legend: readonly LegendEntry[];
}
