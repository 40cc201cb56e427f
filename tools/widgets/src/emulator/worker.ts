// The emulator's worker: one device. Requests are answered in their order; a run goes in slices, so that it hears `stop`
// and says how far it is.
import { compare, fill } from "../scene/elements.ts";
import { Emulator } from "./emulator.ts";
import type { Answer, Asked, FromWorker, Name, Progress, StepRecord, ToWorker } from "./messages.ts";
import { unpack } from "./unpack.ts";

/** A slice: long enough that its overhead does not count, short enough that a reader who stops does not wait. */
const SLICE_MS = 25;
const FIRST_BUDGET = 1 << 14;
const LEAST_BUDGET = 1 << 10;
const MOST_BUDGET = 1 << 26;
const PROGRESS_EVERY_MS = 100;

let emulator: Emulator;
let stopped = false;
let last: Promise<void> = Promise.resolve();

type Handlers = { [N in Name]: (id: number, ...args: Asked<N>) => Answer<N> | Promise<Answer<N>> };

const handlers: Handlers = {
  start: async (_, module) => {
    emulator = await Emulator.create(await unpack(module));
  },
  load: (_, ptx) => emulator.load(ptx),
  allocate: (_, bytes) => emulator.allocate(bytes),
  release: (_, address) => emulator.release(address),
  write: (_, address, bytes) => emulator.write(address, bytes),
  read: (_, address, bytes) => emulator.read(address, bytes),
  fill: (_, filling) => fill(emulator, filling),
  compare: (_, comparison) => compare(emulator, comparison),
  run: async (id, launch) => {
    emulator.begin(launch);
    const start = performance.now();
    let budget = FIRST_BUDGET;
    let said = -Infinity; // The first slice is said at once: a reader sees that the kernel moves, however fast it is.
    for (;;) {
      const before = performance.now();
      const state = emulator.run(budget);
      const now = performance.now();
      if (state !== "running") return { state, ...progress(start, now) };
      if (stopped) return { state: "stopped", ...progress(start, now) };
      if (now - said >= PROGRESS_EVERY_MS) {
        said = now;
        post({ kind: "progress", id, progress: progress(start, now) });
      }
      const wanted = budget * Math.min(2, SLICE_MS / Math.max(now - before, 0.1));
      budget = Math.round(Math.min(MOST_BUDGET, Math.max(LEAST_BUDGET, wanted)));
      await messagesIn();
    }
  },
  counters: () => emulator.counters(),
  findings: () => emulator.findings(),
  stepBegin: (_, launch, block, warp) => {
    emulator.begin(launch);
    emulator.stepBegin(block, warp);
    return emulator.stepRecord();
  },
  step: async (_, count, until) => {
    const records: StepRecord[] = [];
    let pause = performance.now() + SLICE_MS;
    while (records.length < count && !stopped) {
      const isRunning = emulator.step() === "running";
      const record = emulator.stepRecord();
      records.push(record);
      if (!isRunning || (until !== null && reaches(record, until.line))) break;
      if (performance.now() > pause) {
        await messagesIn();
        pause = performance.now() + SLICE_MS;
      }
    }
    return records;
  },
};

/** Whether the warp has come to the line from another one, or gone back on it. */
function reaches({ state }: StepRecord, line: number): boolean {
  const next = state.groups[0];
  if (next?.line !== line) return false;
  return state.last?.line !== line || next.instruction <= state.last.instruction;
}

function progress(start: number, now: number): Progress {
  return {
    blocks: emulator.blocksDone,
    threadInstructions: emulator.threadInstructions,
    milliseconds: now - start,
  };
}

/** Lets the messages that have arrived be heard. A timer would wait for some milliseconds more. */
function messagesIn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function post(message: FromWorker, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(message, transfer);
}

async function answer(id: number, name: Name, args: unknown[]): Promise<void> {
  stopped = false;
  try {
    const value = await (handlers[name] as (...all: unknown[]) => unknown)(id, ...args);
    post({ kind: "answer", id, value }, value instanceof ArrayBuffer ? [value] : []);
  } catch (error) {
    post({ kind: "error", id, message: error instanceof Error ? error.message : String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "stop") {
    stopped = true;
    return;
  }
  const { id, name, args } = data;
  last = last.then(() => answer(id, name, args));
};
