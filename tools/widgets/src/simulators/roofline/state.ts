// Roofline: the reader's kernel, by what an element of its work costs.
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { differences, integer, oneOf } from "../../values.ts";
import { ARITHMETICS, type Arithmetic, MEMORIES, type Memory } from "./roof.ts";

export const MAX_COUNT = 16384;

/** Well-known kernels, by what one element of the result costs: FLOP, and numbers read and written.
 *    saxpy       y = a x + y            1 FMA = 2 FLOP; reads x and y, writes y
 *    sum         sum += x               1 addition; reads x
 *    stencil     7 points of a 3D grid  6 additions, 2 multiplications; reads and writes a number once, caches do the rest
 *    tile 32     C = A B, n = 4096, a tile of 32 × 32 in shared memory: 4096 FMA; an element reads 2 · 4096 / 32 numbers, writes 1
 *    tile 128    the same with a tile of 128 × 128 */
export const KERNELS = {
  saxpy: { flop: 2, read: 2, written: 1 },
  sum: { flop: 1, read: 1, written: 0 },
  stencil: { flop: 8, read: 1, written: 1 },
  tile32: { flop: 8192, read: 256, written: 1 },
  tile128: { flop: 8192, read: 64, written: 1 },
} as const;
export type Known = keyof typeof KERNELS;

/** Of a number. */
const BYTES: Record<Arithmetic, number> = { fp32: 4, fp64: 8 };

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

export const DEFAULT: State = { ...cost("stencil", "fp32"), arithmetic: "fp32", memory: "dram", pointed: null };

/** What an element of a well-known kernel costs, in FLOP and bytes. */
export function cost(kernel: Known, arithmetic: Arithmetic): Pick<State, "flop" | "read" | "written"> {
  const { flop, read, written } = KERNELS[kernel];
  return { flop, read: read * BYTES[arithmetic], written: written * BYTES[arithmetic] };
}

/** The arithmetic first: what a kernel's numbers weigh depends on it. */
export function parse({ arithmetic = DEFAULT.arithmetic, ...others }: Values): State {
  const start = set(DEFAULT, "arithmetic", String(arithmetic));
  return Object.entries(others).reduce((state, [name, value]) => set(state, name, String(value)), start);
}

export function values({ pointed: _, arithmetic, ...others }: State): Values {
  const { pointed: __, arithmetic: ___, ...usual } = set(DEFAULT, "arithmetic", arithmetic);
  return { ...differences({ arithmetic }, { arithmetic: DEFAULT.arithmetic }), ...differences(others, usual) };
}

export function step(state: State, event: SimulatorEvent): State {
  if (event.kind === "set") return set(state, event.name, event.value);
  if (event.kind === "point") return { ...state, pointed: event.target };
  return state;
}

/** The well-known kernel that costs as much, if any. */
export function known({ flop, read, written, arithmetic }: State): Known | "own" {
  const same = (name: Known): boolean => {
    const other = cost(name, arithmetic);
    return other.flop === flop && other.read === read && other.written === written;
  };
  return (Object.keys(KERNELS) as Known[]).find(same) ?? "own";
}

function set(state: State, name: string, value: string): State {
  const next = change(state, name, value);
  // Without a byte there is no FLOP a byte.
  return next.read + next.written === 0 ? state : next;
}

function change(state: State, name: string, value: string): State {
  switch (name) {
    case "kernel":
      return value in KERNELS ? { ...state, ...cost(value as Known, state.arithmetic) } : state;
    case "flop":
      return { ...state, flop: integer(value, 1, MAX_COUNT, state.flop) };
    case "read":
      return { ...state, read: integer(value, 0, MAX_COUNT, state.read) };
    case "written":
      return { ...state, written: integer(value, 0, MAX_COUNT, state.written) };
    case "arithmetic":
      return withArithmetic(state, oneOf(ARITHMETICS, value, state.arithmetic));
    case "memory":
      return { ...state, memory: oneOf(MEMORIES, value, state.memory) };
    default:
      return state;
  }
}

/** A well-known kernel's numbers become wider or narrower; the reader's own bytes are theirs. */
function withArithmetic(state: State, arithmetic: Arithmetic): State {
  const kernel = known(state);
  return { ...state, ...(kernel === "own" ? {} : cost(kernel, arithmetic)), arithmetic };
}
