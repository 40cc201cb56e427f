// The emulator's module behind a typed interface: text and bytes in and out, and what the C interface
// (tools/emulator/wasm/emulator_api.h) says, nothing more. Runs in the worker, and under Node.
import type { Argument, Counters, Finding, Kernel, Launch, StepRecord, StepState } from "./messages.ts";

export type State = "finished" | "running" | "faulted";

const VERSION = 1;
const STATES: readonly State[] = ["finished", "running", "faulted"];
const COUNT = 1;
const CHECKS = { racecheck: 2, initcheck: 4, synccheck: 8 } as const;
const LANES = 32;
const REGISTER = /%[a-zA-Z_$][\w$]*/g;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  emulator_version(): number;
  emulator_input(size: number): number;
  emulator_text_size(): number;
  emulator_message(): number;
  emulator_load(size: number): number;
  emulator_kernels(): number;
  emulator_allocate(bytes: bigint): bigint;
  emulator_release(address: bigint): number;
  emulator_write(address: bigint, bytes: bigint): number;
  emulator_read(address: bigint, bytes: bigint): number;
  emulator_begin(...kernelGridBlockSharedWatchSize: number[]): number;
  emulator_run(budget: number): number;
  emulator_blocks_done(): number;
  emulator_warp_instructions(): number;
  emulator_thread_instructions(): number;
  emulator_counters(): number;
  emulator_findings(): number;
  emulator_step_begin(block: number, warp: number): number;
  emulator_step(): number;
  emulator_step_state(): number;
  emulator_step_values(size: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Emulator {
  private kernels: Kernel[] = [];

  private constructor(private readonly code: Exports) {}

  static async create(module: BufferSource): Promise<Emulator> {
    const compiled = await WebAssembly.compile(module);
    // The C library asks for a few system calls that nothing here reaches: each would be a defect.
    const imports: Record<string, Record<string, () => never>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(compiled)) {
      (imports[from] ??= {})[name] = () => {
        throw new Error(`the emulator called ${from}.${name}`);
      };
    }
    const instance = await WebAssembly.instantiate(compiled, imports);
    const code = instance.exports as unknown as Exports;
    code._initialize();
    if (code.emulator_version() !== VERSION)
      throw new Error(`the emulator's interface is version ${code.emulator_version()}, and the page knows ${VERSION}`);
    return new Emulator(code);
  }

  /** Takes a module; the one before, its buffers and its launch are gone. */
  load(ptx: string): Kernel[] {
    this.must(this.code.emulator_load(this.give(encoder.encode(ptx))));
    this.kernels = this.json<Kernel[]>(this.code.emulator_kernels());
    return this.kernels;
  }

  allocate(bytes: number): bigint {
    const address = this.code.emulator_allocate(BigInt(bytes));
    this.must(address === 0n ? 0 : 1);
    return BigInt.asUintN(64, address);
  }

  release(address: bigint): void {
    this.must(this.code.emulator_release(address));
  }

  write(address: bigint, bytes: Uint8Array): void {
    const at = this.code.emulator_write(address, BigInt(bytes.length));
    if (at === 0) throw outside(address, bytes.length);
    new Uint8Array(this.code.memory.buffer, at, bytes.length).set(bytes);
  }

  /** A copy. */
  read(address: bigint, bytes: number): ArrayBuffer {
    const at = this.code.emulator_read(address, BigInt(bytes));
    if (at === 0) throw outside(address, bytes);
    return this.code.memory.buffer.slice(at, at + bytes) as ArrayBuffer;
  }

  begin(launch: Launch): void {
    const position = this.kernels.findIndex(({ name }) => ` ${name}(`.includes(` ${launch.kernel}(`));
    const kernel = this.kernels[position];
    if (kernel === undefined) throw new Error(`the program has no kernel ${launch.kernel}`);
    const size = this.give(packed(kernel, launch.arguments));
    let watch = launch.counts === false ? 0 : COUNT;
    for (const check of launch.checks ?? []) watch |= CHECKS[check];
    const shared = launch.dynamicSharedBytes ?? 0;
    this.must(this.code.emulator_begin(position, ...launch.grid, ...launch.block, shared, watch, size));
  }

  /** Runs about `budget` warp instructions of the launch. */
  run(budget: number): State {
    return stateOf(this.code.emulator_run(budget));
  }
  get blocksDone(): number {
    return this.code.emulator_blocks_done();
  }
  get threadInstructions(): number {
    return this.code.emulator_thread_instructions();
  }
  /** Null when nothing was counted. */
  counters(): Counters | null {
    const counters = this.json<Counters | Record<string, never>>(this.code.emulator_counters());
    return "metrics" in counters ? (counters as Counters) : null;
  }
  findings(): Finding[] {
    return this.json<Finding[]>(this.code.emulator_findings());
  }

  stepBegin(block: number, warp: number): void {
    this.must(this.code.emulator_step_begin(block, warp));
  }
  step(): State {
    return stateOf(this.code.emulator_step());
  }
  stepRecord(): StepRecord {
    const state = this.json<StepState>(this.code.emulator_step_state());
    const registers: Record<string, bigint[]> = {};
    for (const name of new Set(state.last?.ptx.match(REGISTER) ?? [])) {
      const values = this.stepValues(name);
      if (values !== null) registers[name] = values;
    }
    return { state, registers };
  }

  /** By lane; null: the function that the warp is in has no such register. */
  private stepValues(name: string): bigint[] | null {
    const at = this.code.emulator_step_values(this.give(encoder.encode(name)));
    return at === 0 ? null : [...new BigUint64Array(this.code.memory.buffer, at, LANES)];
  }

  // Views of the memory are made anew after every call: it may have grown.
  private give(bytes: Uint8Array): number {
    const at = this.code.emulator_input(bytes.length);
    new Uint8Array(this.code.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }
  private text(at: number): string {
    return decoder.decode(new Uint8Array(this.code.memory.buffer, at, this.code.emulator_text_size()));
  }
  private json<T>(at: number): T {
    return JSON.parse(this.text(at)) as T;
  }
  private must(succeeded: number): void {
    if (succeeded === 0) throw new Error(this.text(this.code.emulator_message()));
  }
}

function stateOf(state: number): State {
  return STATES[state] ?? "faulted";
}

function outside(address: bigint, bytes: number): Error {
  return new Error(`${bytes} bytes at 0x${address.toString(16)} do not lie in one buffer`);
}

/** The bytes of the parameters, laid out as the kernel says. */
function packed(kernel: Kernel, args: readonly Argument[]): Uint8Array {
  const { parameters } = kernel;
  if (args.length !== parameters.length)
    throw new Error(`${kernel.name} takes ${parameters.length} arguments, and ${args.length} were given`);
  const bytes = new Uint8Array(kernel.parameterBytes);
  const view = new DataView(bytes.buffer);
  parameters.forEach(({ offset, size }, i) => {
    const value = args[i] as Argument;
    if (value instanceof Uint8Array) bytes.set(value.subarray(0, size), offset);
    else if (typeof value === "bigint") view.setBigUint64(offset, BigInt.asUintN(64, value), true);
    else if (typeof value === "object") view[size === 8 ? "setFloat64" : "setFloat32"](offset, value.float, true);
    else if (size === 8) view.setBigInt64(offset, BigInt(value), true);
    else if (size === 4) view.setInt32(offset, value, true);
    else view[size === 2 ? "setInt16" : "setInt8"](offset, value, true);
  });
  return bytes;
}
