// One warp of a kernel on the emulator: what it executed, instruction by instruction, and what was counted.
import { Emulator } from "../../emulator/emulator.ts";
import type { Launch } from "../../emulator/messages.ts";
import { KERNELS, type KernelText } from "./kernels.ts";
import type { Condition } from "./state.ts";

export interface Executed {
  /** Of the source; null for what the compiler adds. */
  line: number | null;
  ptx: string;
  /** Lanes that execute it. */
  mask: number;
  /** Lanes that meet it, and whose predicate keeps them from doing anything. */
  predicated: number;
  /** Lanes that wait where the paths meet again. */
  waiting: number;
}

export interface Trace {
  executed: Executed[];
  /** emulator__inst_executed.sum, emulator__thread_inst_executed.sum, and the one over the other. */
  instructions: number;
  threadInstructions: number;
  lanesPerInstruction: number;
}

/** 32 floats, or as many rounds. */
const BYTES = 4 * 32;
const BUDGET = 1 << 20;
/** No kernel here comes near: a run that does not end is a defect. */
const MOST_STEPS = 10_000;

/** One warp on the emulator. */
export class Warp {
  private readonly known = new Map<string, Trace>();

  private constructor(private readonly emulator: Emulator) {}

  static async create(module: BufferSource): Promise<Warp> {
    return new Warp(await Emulator.create(module));
  }

  trace(condition: Condition, n: number): Trace {
    const key = `${condition} ${n}`;
    let trace = this.known.get(key);
    if (trace === undefined) this.known.set(key, (trace = this.run(KERNELS[condition], n)));
    return trace;
  }

  private run({ ptx, kernel, inputs }: KernelText, n: number): Trace {
    this.emulator.load(ptx);
    const buffers = Array.from({ length: inputs + 1 }, () => this.emulator.allocate(BYTES));
    for (const address of buffers.slice(0, inputs)) this.emulator.write(address, new Uint8Array(BYTES));
    const launch: Launch = { kernel, grid: [1, 1, 1], block: [32, 1, 1], arguments: [...buffers, n] };
    this.emulator.begin(launch);
    this.emulator.run(BUDGET);
    const metric = (name: string): number => this.emulator.counters()?.metrics[`emulator__${name}`] ?? 0;
    const counted = {
      instructions: metric("inst_executed.sum"),
      threadInstructions: metric("thread_inst_executed.sum"),
      lanesPerInstruction: metric("thread_inst_executed_per_inst_executed.ratio"),
    };
    return { ...counted, executed: this.step(launch) };
  }

  private step(launch: Launch): Executed[] {
    this.emulator.begin({ ...launch, counts: false });
    this.emulator.stepBegin(0, 0);
    const executed: Executed[] = [];
    let waiting = 0;
    for (let state = "running"; state === "running";) {
      if (executed.length === MOST_STEPS) throw new Error(`${launch.kernel} does not end`);
      state = this.emulator.step();
      const { last, groups } = this.emulator.stepRecord().state;
      if (last === undefined) continue;
      const { line = null, ptx, mask, predicated } = last;
      executed.push({ line, ptx, mask, predicated, waiting });
      waiting = groups.reduce((all, group) => (group.state === "reconvergence" ? all | group.mask : all), 0) >>> 0;
    }
    return executed;
  }
}
