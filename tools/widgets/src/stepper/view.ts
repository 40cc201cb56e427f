// What the reader looks at in a trace, and what the drawings need to know beside it.
import type { Language } from "../language.ts";
import type { Trace } from "./trace.ts";
import type { Buffer, Format } from "./values.ts";

export interface View {
  position: number;
  /** The lane that the reader looks at. */
  lane: number | null;
  /** Registers that stay in view. */
  kept: readonly string[];
  format: Format;
}

export interface Launch {
  grid: readonly [number, number, number];
  block: readonly [number, number, number];
  buffers: readonly Buffer[];
  /** The text of a line of the kernel's source, if it is known. */
  sourceLine(line: number): string | null;
}

export interface DrawOptions {
  language: Language;
  /** Unique on the page. */
  id: string;
}

export interface Scene extends DrawOptions {
  trace: Trace;
  view: View;
  launch: Launch;
}
