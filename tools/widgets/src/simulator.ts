// What a simulator is: a state, the events that change it, and its drawing. The element (simulator_element.ts) and the
// renderer for static pages (static.ts) work with any.
import type { Counting } from "./counting.ts";
import type { Language } from "./language.ts";

/** Loose values: an element's attribute, the page's address, the controls of a form. */
export type Values = Record<string, string | number>;

export type SimulatorEvent =
  | { kind: "set"; name: string; value: string }
  | { kind: "lane"; lane: number; active: boolean }
  | { kind: "inspect"; lane: number | null };

/** The parts of a simulator that change with its state, as HTML. The page has one `[data-part=name]` for each. */
export interface Drawing {
  picture: string;
  summary: string;
  numbers: string;
  table: string;
}

export interface DrawOptions {
  language: Language;
  /** Unique on the page. */
  id: string;
  /** False for a figure in the text. */
  live: boolean;
}

export interface Simulator<State> {
  readonly name: string;
  readonly title: Record<Language, string>;
  /** The state of loose values: what is missing or makes no sense has its default. */
  parse(values: Values): State;
  /** The values that differ from the defaults: what a shared address holds. */
  values(state: State): Values;
  /** The value of each named control. */
  controlValues(state: State): Record<string, string>;
  step(state: State, event: SimulatorEvent): State;
  activeLanes(state: State): number;
  draw(state: State, counting: Counting, options: DrawOptions): Drawing;
  /** The controls whose groups are named in `shown`, as HTML. */
  controls(state: State, language: Language, shown: readonly string[]): string;
  readonly controlGroups: readonly string[];
}
