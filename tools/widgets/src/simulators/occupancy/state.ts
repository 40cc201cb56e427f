// Occupancy: the kernel and the multiprocessor that the reader sets.
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { integer, oneOf } from "../../values.ts";

/** Compute capabilities whose limits the emulator knows: 90 is 9.0. */
export const CAPABILITIES = ["75", "80", "86", "87", "89", "90", "100"] as const;
export const WARP = 32;
export const MOST_THREADS = 1024;
export const LEAST_REGISTERS = 16;
export const MOST_REGISTERS = 255;
/** Of shared memory a block, on the largest multiprocessor. */
export const MOST_KIB = 227;

export interface State {
  capability: number;
  /** Of a block: whole warps. */
  threads: number;
  /** Of a thread. */
  registers: number;
  /** Of shared memory a block. */
  kib: number;
}

export const DEFAULT: State = { capability: 90, threads: 256, registers: 32, kib: 0 };

export function parse(values: Values): State {
  const warps = integer(Number(values["threads"] ?? DEFAULT.threads) / WARP, 1, MOST_THREADS / WARP, 8);
  return {
    capability: Number(oneOf(CAPABILITIES, values["capability"], "90")),
    threads: warps * WARP,
    registers: integer(values["registers"], LEAST_REGISTERS, MOST_REGISTERS, DEFAULT.registers),
    kib: integer(values["kib"], 0, MOST_KIB, DEFAULT.kib),
  };
}

export function controlValues(state: State): Record<string, string> {
  return {
    capability: String(state.capability),
    threads: String(state.threads),
    registers: String(state.registers),
    kib: String(state.kib),
  };
}

export function step(state: State, event: SimulatorEvent): State {
  return event.kind === "set" ? parse({ ...controlValues(state), [event.name]: event.value }) : state;
}
