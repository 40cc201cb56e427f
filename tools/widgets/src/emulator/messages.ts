// What the page and the emulator's worker say to each other, and the emulator's own words: launches, counters, findings,
// steps (tools/emulator/wasm/emulator_api.h describes their JSON).

import type { Comparison, Filling, Mismatch } from "../scene/elements.ts";

export type Dimensions = readonly [number, number, number];
export type Check = "racecheck" | "initcheck" | "synccheck";

export interface Kernel {
  /** Demangled, with parameters: `void read_strided<8>(float const*, float*, int)`. */
  name: string;
  mangled: string;
  sharedBytes: number;
  parameterBytes: number;
  parameters: { name: string; offset: number; size: number }[];
}

/** A kernel's argument: a device address or another 64-bit integer, an integer of the parameter's width, a floating-point
 *  number of its width, or the bytes of a structure. */
export type Argument = bigint | number | { float: number } | Uint8Array;

export interface Launch {
  /** As people write it: `transpose_tile<33>`. */
  kernel: string;
  grid: Dimensions;
  block: Dimensions;
  arguments: readonly Argument[];
  dynamicSharedBytes?: number;
  /** Beside memcheck and the faults of synccheck, which are always on. */
  checks?: readonly Check[];
  /** Counters by kernel and line; default true. */
  counts?: boolean;
}

/** How far a launch is. Instructions are PTX instructions, of threads. */
export interface Progress {
  blocks: number;
  threadInstructions: number;
  /** Of this machine's time, in the emulator. */
  milliseconds: number;
}

export interface RunResult extends Progress {
  /** Faulted: the kernel could not go on, findings() says why. Stopped: stop() was called. */
  state: "finished" | "faulted" | "stopped";
}

export type Metrics = Record<string, number>;

/** One object of the JSON Lines that docs/handbook/formats.md describes. */
export interface Counters {
  launch: number;
  kernel: string;
  mangled: string;
  grid: Dimensions;
  block: Dimensions;
  metrics: Metrics;
  lines: { file: string; line: number; metrics: Metrics }[];
}

export interface Finding {
  check: "memcheck" | Check | "";
  /** The first one is where it happened, others took part. */
  places: { file: string; line: number }[];
  /** In the manner of Compute Sanitizer. */
  text: string;
}

/** An instruction of the program. */
export interface Place {
  function: string;
  instruction: number;
  ptxLine: number;
  ptx: string;
  file?: string;
  line?: number;
}

/** Lanes that stand at one instruction; the group that runs next comes first. */
export interface LaneGroup extends Place {
  state: "ready" | "barrier" | "mbarrier" | "warp" | "reconvergence";
  mask: number;
}

export interface MemoryAccess {
  space: "global" | "shared" | "local" | "const" | "param";
  kind: "load" | "store" | "atomic" | "reduction";
  bytes: number;
  mask: number;
  addresses: number[];
  /** In global memory. */
  sectors?: { index: number; usedBytes: number }[];
  requests?: number;
  sectorCount?: number;
  /** In shared memory. */
  wavefronts?: number;
  conflicts?: number;
  /** Of loads and stores: what is asked of which bank, in which pass, by which lanes. */
  words?: { word: number; bank: number; pass: number; lanes: number }[];
}

export interface StepState {
  state: "running" | "finished" | "faulted";
  block: number;
  warp: number;
  alive: number;
  steps: number;
  groups: LaneGroup[];
  /** The instruction that ran: the lanes that executed it, and those that its predicate kept out. */
  last?: Place & { mask: number; predicated: number };
  accesses: MemoryAccess[];
}

export interface StepRecord {
  state: StepState;
  /** The registers that the PTX text of the last instruction names, after it ran, by lane. */
  registers: Record<string, bigint[]>;
}

/** What the page may ask of the worker, each with its arguments and its answer. */
export interface Requests {
  /** The module, compressed with gzip, in base64. Before anything else. */
  start: [[module: string], void];
  load: [[ptx: string], Kernel[]];
  allocate: [[bytes: number], bigint];
  release: [[address: bigint], void];
  write: [[address: bigint, bytes: Uint8Array<ArrayBuffer>], void];
  read: [[address: bigint, bytes: number], ArrayBuffer];
  fill: [[filling: Filling], void];
  compare: [[comparison: Comparison], Mismatch | null];
  run: [[launch: Launch], RunResult];
  counters: [[], Counters | null];
  findings: [[], Finding[]];
  stepBegin: [[launch: Launch, block: number, warp: number], StepRecord];
  step: [[count: number, until: { line: number } | null], StepRecord[]];
}

export type Name = keyof Requests;
export type Asked<N extends Name> = Requests[N][0];
export type Answer<N extends Name> = Requests[N][1];

export type ToWorker = { kind: "request"; id: number; name: Name; args: unknown[] } | { kind: "stop" };
export type FromWorker =
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "error"; id: number; message: string }
  | { kind: "progress"; id: number; progress: Progress };
