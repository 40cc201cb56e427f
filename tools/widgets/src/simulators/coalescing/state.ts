// Coalescing: what the reader sets, and where the lanes of the warp then go.
import { LANES, SECTOR_BYTES } from "../../counting.ts";
import { ALL_LANES, hexadecimal, parseMask, withLane } from "../../lanes.ts";
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { differences, integer, scramble } from "../../values.ts";

export const PATTERNS = ["contiguous", "strided", "reversed", "permuted", "random", "broadcast"] as const;
export type Pattern = (typeof PATTERNS)[number];

export const WIDTHS = [1, 2, 4, 8, 16] as const;
export const MAX_STRIDE = 32;
/** Stride 1 is what "contiguous" means. */
const SHORTEST_STRIDE = 2;
export const MAX_OFFSET = 31;

export interface State {
  pattern: Pattern;
  /** In elements; 1 unless the pattern is `strided`. */
  stride: number;
  /** In elements. */
  offset: number;
  /** Bytes of an element. */
  width: number;
  /** Mask of the active lanes. */
  lanes: number;
  /** The lane that the reader looks at. */
  inspected: number | null;
}

export const DEFAULT: State = {
  pattern: "contiguous",
  stride: 1,
  offset: 0,
  width: 4,
  lanes: ALL_LANES,
  inspected: null,
};

export function parse(values: Values): State {
  const pattern = PATTERNS.find((name) => name === values["pattern"]) ?? DEFAULT.pattern;
  const stride = integer(values["stride"], 1, MAX_STRIDE, pattern === "strided" ? SHORTEST_STRIDE : 1);
  const state = withStride({ ...DEFAULT, pattern }, stride);
  return {
    ...state,
    offset: integer(values["offset"], 0, MAX_OFFSET, DEFAULT.offset),
    width: WIDTHS.find((width) => width === Number(values["width"])) ?? DEFAULT.width,
    lanes: parseMask(values["lanes"]) ?? DEFAULT.lanes,
  };
}

export function values(state: State): Values {
  const all: Values = {
    pattern: state.pattern,
    stride: state.stride,
    offset: state.offset,
    width: state.width,
    lanes: hexadecimal(state.lanes),
  };
  const usual: Values = {
    pattern: DEFAULT.pattern,
    stride: DEFAULT.stride,
    offset: DEFAULT.offset,
    width: DEFAULT.width,
    lanes: hexadecimal(DEFAULT.lanes),
  };
  const different = Object.entries(differences(all, usual));
  // A stride above 1 says "strided" by itself.
  return Object.fromEntries(different.filter(([name]) => name !== "pattern" || state.pattern !== "strided"));
}

export function step(state: State, event: SimulatorEvent): State {
  switch (event.kind) {
    case "lane":
      return { ...state, lanes: withLane(state.lanes, event.lane, event.active) };
    case "inspect":
      return { ...state, inspected: event.lane };
    case "set":
      return set(state, event.name, event.value);
    case "point":
      return state;
  }
}

function set(state: State, name: string, value: string): State {
  switch (name) {
    case "pattern": {
      const pattern = PATTERNS.find((known) => known === value) ?? state.pattern;
      return { ...state, pattern, stride: pattern === "strided" ? Math.max(SHORTEST_STRIDE, state.stride) : 1 };
    }
    case "stride":
      return withStride(
        isStraight(state.pattern) ? state : { ...state, pattern: "strided" },
        integer(value, 1, MAX_STRIDE, state.stride),
      );
    case "offset":
      return { ...state, offset: integer(value, 0, MAX_OFFSET, state.offset) };
    case "width":
      return { ...state, width: WIDTHS.find((width) => width === Number(value)) ?? state.width };
    case "lanes":
      return { ...state, lanes: parseMask(value) ?? state.lanes };
    default:
      return state;
  }
}

/** The byte address of every lane, in an array that starts at address 0 (a sector boundary, as cudaMalloc gives). */
export function addresses(state: State): number[] {
  return Array.from({ length: LANES }, (_, lane) => (state.offset + elementOf(state, lane)) * state.width);
}

function elementOf(state: State, lane: number): number {
  switch (state.pattern) {
    case "contiguous":
    case "strided":
      return lane * state.stride;
    case "reversed":
      return LANES - 1 - lane;
    case "permuted": {
      const inSector = SECTOR_BYTES / state.width;
      const place = lane % inSector;
      // 5 is odd, so that places 0 … inSector-1, a power of two of them, are only reordered.
      return lane - place + ((5 * place + 3) % inSector);
    }
    case "random":
      return scramble(lane) % 1024;
    case "broadcast":
      return 0;
  }
}

function isStraight(pattern: Pattern): boolean {
  return pattern === "contiguous" || pattern === "strided";
}

function withStride(state: State, stride: number): State {
  if (!isStraight(state.pattern)) return { ...state, stride: 1 };
  return { ...state, stride, pattern: stride === 1 ? "contiguous" : "strided" };
}
