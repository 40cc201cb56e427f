// Roofline: the reader's kernel, by what an element of its work costs.
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { differences, integer, oneOf } from "../../values.ts";
import { ARITHMETICS, type Arithmetic, MEMORIES, type Memory } from "./roof.ts";

export const MAX_COUNT = 16384;

/** Well-known kernels, by what one element of the result costs:
 *    saxpy       y = a x + y            1 FMA = 2 FLOP; reads x and y, writes y
 *    sum         sum += x               1 addition; reads x
 *    stencil     7 points of a 3D grid  6 additions, 2 multiplications; reads and writes a float once, caches do the rest
 *    tile 32     C = A B, n = 4096, a tile of 32 × 32 in shared memory: 4096 FMA; an element reads 2 · 4096 / 32 floats, writes 1
 *    tile 128    the same with a tile of 128 × 128 */
export const KERNELS = {
  saxpy: { flop: 2, read: 8, written: 4 },
  sum: { flop: 1, read: 4, written: 0 },
  stencil: { flop: 8, read: 4, written: 4 },
  tile32: { flop: 8192, read: 1024, written: 4 },
  tile128: { flop: 8192, read: 256, written: 4 },
} as const;
export type Known = keyof typeof KERNELS;

export interface State {
  flop: number;
  /** Bytes. */
  read: number;
  written: number;
  arithmetic: Arithmetic;
  memory: Memory;
  /** The measured kernel that the reader looks at, by its row. */
  pointed: string | null;
}

export const DEFAULT: State = { ...KERNELS.stencil, arithmetic: "fp32", memory: "dram", pointed: null };

export function parse(values: Values): State {
  return Object.entries(values).reduce((state, [name, value]) => set(state, name, String(value)), DEFAULT);
}

export function values({ pointed: _, ...state }: State): Values {
  const { pointed: __, ...usual } = DEFAULT;
  return differences(state, usual);
}

export function step(state: State, event: SimulatorEvent): State {
  if (event.kind === "set") return set(state, event.name, event.value);
  if (event.kind === "point") return { ...state, pointed: event.target };
  return state;
}

/** The well-known kernel that costs as much, if any. */
export function known(state: State): Known | "own" {
  const names = Object.keys(KERNELS) as Known[];
  const same = (name: Known): boolean =>
    KERNELS[name].flop === state.flop && KERNELS[name].read === state.read && KERNELS[name].written === state.written;
  return names.find(same) ?? "own";
}

function set(state: State, name: string, value: string): State {
  const next = change(state, name, value);
  // Without a byte there is no FLOP a byte.
  return next.read + next.written === 0 ? state : next;
}

function change(state: State, name: string, value: string): State {
  switch (name) {
    case "kernel":
      return value in KERNELS ? { ...state, ...KERNELS[value as Known] } : state;
    case "flop":
      return { ...state, flop: integer(value, 1, MAX_COUNT, state.flop) };
    case "read":
      return { ...state, read: integer(value, 0, MAX_COUNT, state.read) };
    case "written":
      return { ...state, written: integer(value, 0, MAX_COUNT, state.written) };
    case "arithmetic":
      return { ...state, arithmetic: oneOf(ARITHMETICS, value, state.arithmetic) };
    case "memory":
      return { ...state, memory: oneOf(MEMORIES, value, state.memory) };
    default:
      return state;
  }
}
