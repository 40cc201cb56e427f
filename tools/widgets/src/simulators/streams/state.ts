// Streams: what the reader sets, and the operations that a program so written issues.
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { differences, integer } from "../../values.ts";
import { DEFAULT_STREAM, type Engine, ENGINES, type Operation } from "./schedule.ts";

/** "chunk": chunk after chunk, each with all its operations. "engine": first all copies in, then all kernels … */
export const ORDERS = ["chunk", "engine"] as const;
export type Order = (typeof ORDERS)[number];

/** "chunk": each chunk's operations in one stream. "engine": a stream for each engine, events between them. "none": all in
 *  one stream. "forgotten": as "chunk", but the kernels are launched without a stream. */
export const PLACES = ["none", "chunk", "engine", "forgotten"] as const;
export type Place = (typeof PLACES)[number];

export const UNITS = ["", "µs", "ms", "s"] as const;
export type Unit = (typeof UNITS)[number];

export const MEMORIES = ["pinned", "pageable"] as const;
export type Memory = (typeof MEMORIES)[number];

export const MAX_CHUNKS = 8;
export const MAX_STREAMS = 4;
export const MAX_DURATION = 48;

export interface State {
  chunks: number;
  streams: number;
  places: Place;
  order: Order;
  memory: Memory;
  /** Of all the data, in `unit`s. */
  copyIn: number;
  kernel: number;
  copyOut: number;
  unit: Unit;
  /** The operation that the reader looks at: its position in the order of issue. */
  pointed: number | null;
}

export const DEFAULT: State = {
  chunks: 4,
  streams: 4,
  places: "chunk",
  order: "chunk",
  memory: "pinned",
  copyIn: 12,
  kernel: 16,
  copyOut: 12,
  unit: "",
  pointed: null,
};

const NUMBERS = {
  chunks: [1, MAX_CHUNKS],
  streams: [1, MAX_STREAMS],
  copyIn: [0, MAX_DURATION],
  kernel: [1, MAX_DURATION],
  copyOut: [0, MAX_DURATION],
} as const;
const CHOICES = { places: PLACES, order: ORDERS, memory: MEMORIES, unit: UNITS } as const;

export function parse(values: Values): State {
  return Object.entries(values).reduce((state, [name, value]) => set(state, name, String(value)), DEFAULT);
}

export function values(state: State): Values {
  return differences({ ...state, pointed: 0 }, { ...DEFAULT, pointed: 0 });
}

export function step(state: State, event: SimulatorEvent): State {
  switch (event.kind) {
    case "set":
      return set(state, event.name, event.value);
    case "point":
      return { ...state, pointed: event.target === null ? null : Number(event.target) };
    default:
      return state;
  }
}

function set(state: State, name: string, value: string): State {
  if (name in NUMBERS) {
    const known = name as keyof typeof NUMBERS;
    const [least, most] = NUMBERS[known];
    return { ...state, [known]: integer(value, least, most, state[known]), pointed: null };
  }
  if (name in CHOICES) {
    const known: readonly string[] = CHOICES[name as keyof typeof CHOICES];
    return known.includes(value) ? { ...state, [name]: value, pointed: null } : state;
  }
  return state;
}

/** In the order of issue. What takes no time is not there at all. */
export function operations(state: State): Operation[] {
  const chunks = Array.from({ length: state.chunks }, (_, chunk) => chunk);
  const engines = ENGINES.filter((engine) => state[engine] > 0);
  const issued =
    state.order === "chunk"
      ? chunks.flatMap((chunk) => engines.map((engine) => ({ engine, chunk })))
      : engines.flatMap((engine) => chunks.map((chunk) => ({ engine, chunk })));
  return issued.map(({ engine, chunk }) => ({
    engine,
    chunk,
    stream: streamOf(state, engine, chunk),
    duration: state[engine] / state.chunks,
    waitsFor: state.places === "engine" ? eventsBefore(issued, engine, chunk) : [],
    blocksHost: state.memory === "pageable" && engine !== "kernel",
  }));
}

function streamOf(state: State, engine: Engine, chunk: number): number {
  const own = 1 + (chunk % state.streams);
  switch (state.places) {
    case "none":
      return 1;
    case "chunk":
      return own;
    case "engine":
      return 1 + ENGINES.indexOf(engine);
    case "forgotten":
      return engine === "kernel" ? DEFAULT_STREAM : own;
  }
}

/** The most streams that can have an operation, whatever the numbers. */
export function mostStreams(places: Place): number {
  return { none: 1, chunk: MAX_STREAMS, engine: ENGINES.length, forgotten: MAX_STREAMS + 1 }[places];
}

/** A stream for each engine: the event recorded after what is done with the chunk before, in another stream. */
function eventsBefore(issued: readonly { engine: Engine; chunk: number }[], engine: Engine, chunk: number): number[] {
  const earlier = ENGINES.slice(0, ENGINES.indexOf(engine));
  const positions = issued.flatMap((other, position) =>
    other.chunk === chunk && earlier.includes(other.engine) ? [position] : [],
  );
  return positions.slice(-1);
}
