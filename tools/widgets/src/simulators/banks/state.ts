// Banks: what the reader sets, and which offsets of shared memory the lanes of the warp then go to.
import { LANES } from "../../counting.ts";
import { ALL_LANES, hexadecimal, parseMask, withLane } from "../../lanes.ts";
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { integer, oneOf, scramble } from "../../values.ts";

export const PATTERNS = ["strided", "column", "swizzled", "reversed", "random", "broadcast"] as const;
export type Pattern = (typeof PATTERNS)[number];

export const WIDTHS = ["4", "8", "16"] as const;
export const ACCESSES = ["load", "store"] as const;
export const PADDINGS = ["0", "1", "2", "4"] as const;
export const MAX_STRIDE = 33;
/** Elements in a row of the tile, without the padding. */
export const TILE = 32;

export interface State {
  pattern: Pattern;
  /** In elements, of the pattern `strided`. */
  stride: number;
  /** Unused elements after each row of the tile, of the pattern `column`. */
  padding: number;
  /** Bytes of an element. */
  width: number;
  access: (typeof ACCESSES)[number];
  /** Mask of the active lanes. */
  lanes: number;
  /** The lane that the reader looks at. */
  inspected: number | null;
}

export const DEFAULT: State = {
  pattern: "strided",
  stride: 1,
  padding: 0,
  width: 4,
  access: "load",
  lanes: ALL_LANES,
  inspected: null,
};

export function parse(values: Values): State {
  return {
    pattern: oneOf(PATTERNS, values["pattern"], DEFAULT.pattern),
    stride: integer(values["stride"], 1, MAX_STRIDE, DEFAULT.stride),
    padding: Number(oneOf(PADDINGS, values["padding"], "0")),
    width: Number(oneOf(WIDTHS, values["width"], "4")),
    access: oneOf(ACCESSES, values["access"], DEFAULT.access),
    lanes: parseMask(values["lanes"]) ?? DEFAULT.lanes,
    inspected: null,
  };
}

export function controlValues(state: State): Record<string, string> {
  return {
    pattern: state.pattern,
    stride: String(state.stride),
    padding: String(state.padding),
    width: String(state.width),
    access: state.access,
    lanes: hexadecimal(state.lanes),
  };
}

export function step(state: State, event: SimulatorEvent): State {
  switch (event.kind) {
    case "lane":
      return { ...state, lanes: withLane(state.lanes, event.lane, event.active) };
    case "inspect":
      return { ...state, inspected: event.lane };
    case "set": {
      const next = parse({ ...controlValues(state), [event.name]: event.value });
      // A stride or a padding says by itself which pattern it is of.
      if (event.name === "stride") return { ...next, pattern: "strided" };
      if (event.name === "padding") return { ...next, pattern: "column" };
      return next;
    }
    case "point":
      return state;
  }
}

/** The byte offset of every lane. */
export function offsets(state: State): number[] {
  return Array.from({ length: LANES }, (_, lane) => elementOf(state, lane) * state.width);
}

function elementOf(state: State, lane: number): number {
  switch (state.pattern) {
    case "strided":
      return lane * state.stride;
    case "column":
      return lane * (TILE + state.padding);
    case "swizzled":
      return lane * TILE + lane; // Column 0 of row `lane` is kept in column 0 ^ lane.
    case "reversed":
      return LANES - 1 - lane;
    case "random":
      return scramble(lane) % (TILE * TILE);
    case "broadcast":
      return 0;
  }
}
