// What the emulator says of one step of a warp: the JSON of emulator_step_state (tools/emulator/wasm/emulator_api.h), and
// the values of the registers that the instruction names.

/** Where in the program: the instruction, its text in the PTX, and the source line that it was compiled from, if known. */
export interface Place {
  function: string;
  instruction: number;
  ptxLine: number;
  ptx: string;
  file?: string;
  line?: number;
}

export type GroupState = "ready" | "barrier" | "mbarrier" | "warp" | "reconvergence";

/** Lanes that stand at one instruction. */
export interface Group extends Place {
  state: GroupState;
  mask: number;
}

/** The instruction that ran: the lanes that executed it, and those of its group that a predicate switched off. */
export interface Executed extends Place {
  mask: number;
  predicated: number;
}

export interface Access {
  space: "global" | "shared" | "local" | "const" | "param";
  kind: "load" | "store" | "atomic" | "reduction";
  /** Of each lane. */
  bytes: number;
  mask: number;
  addresses: number[];
  sectors?: { index: number; usedBytes: number }[];
  requests?: number;
  sectorCount?: number;
  wavefronts?: number;
  conflicts?: number;
  words?: { word: number; bank: number; pass: number; lanes: number }[];
}

export interface StepState {
  state: "running" | "finished" | "faulted";
  block: number;
  warp: number;
  alive: number;
  steps: number;
  /** The group that runs next comes first. */
  groups: Group[];
  /** Missing before the first instruction. */
  last?: Executed;
  accesses: Access[];
}

/** By name: the 32 values, by lane. */
export type RegisterValues = Record<string, readonly bigint[]>;

export interface StepRecord {
  state: StepState;
  registers: RegisterValues;
}

/** What steps the warp: the emulator in its worker. */
export interface StepSource {
  /** Starts one warp of a fresh launch; what it says before the first instruction. */
  begin(block: number, warp: number): Promise<StepRecord>;
  /** At most `count` instructions: one record each, none after the end. */
  step(count: number): Promise<StepRecord[]>;
}
