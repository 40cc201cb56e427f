// One emulated device: a worker with the emulator in it, and the page's handle on it.
//
//     const device = await openDevice();                     // loads emulator.js, once a page
//     await device.load(ptx);                                // text; the kernels, with their parameters
//     const input = await device.allocate(4 * n);            // an address, a bigint
//     await device.write(input, new Float32Array(n));
//     const result = await device.run({ kernel: "copy", grid, block, arguments: [input, output, n] }, onProgress);
//     await device.counters(); await device.findings(); await device.read(output, 4 * n);
//
// device.stop() ends the run or the steps in progress: run() answers "stopped". A device that does not hear it within a
// second is ended, and says so: every request from then on fails, and a new device is to be opened.
//
// Instead of run, a warp is stepped: stepBegin(launch, block, warp) gives the record before the first instruction, step(count)
// those of the next `count` instructions of the warp, fewer when it ends, or when it comes to `until.line`. A record is
// { state, registers }: messages.ts.
//
// A request that the emulator refuses, such as PTX that is none, fails with an Error whose message says what and where.
// Works from file://. The worker is made from text, and the module in it from base64: emulator.js, which build.mjs writes.
import type { Comparison, Filling, Mismatch } from "../scene/elements.ts";
import { openWorker } from "../scripts.ts";
import { emulatorCode } from "./code.ts";
import type {
  Answer,
  Asked,
  Counters,
  Finding,
  FromWorker,
  Kernel,
  Launch,
  Name,
  Progress,
  RunResult,
  StepRecord,
  ToWorker,
} from "./messages.ts";

const PATIENCE_MS = 1000;

/** Why the requests of a device failed that was closed, or that did not stop. */
export class DeviceEnded extends Error {}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onProgress: ((progress: Progress) => void) | undefined;
}

export async function openDevice(): Promise<Device> {
  const { worker, module } = await emulatorCode();
  const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  const device = new Device(openWorker(address));
  try {
    await device.start(module);
  } finally {
    URL.revokeObjectURL(address);
  }
  return device;
}

export class Device {
  private readonly waiting = new Map<number, Waiting>();
  private requests = 0;
  private ended: Error | null = null;

  constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    worker.onerror = (event) => this.end(new DeviceEnded(event.message || "the emulator's worker does not start"));
  }

  start(module: string): Promise<void> {
    return this.ask("start", module);
  }
  load(ptx: string): Promise<Kernel[]> {
    return this.ask("load", ptx);
  }
  allocate(bytes: number): Promise<bigint> {
    return this.ask("allocate", bytes);
  }
  release(address: bigint): Promise<void> {
    return this.ask("release", address);
  }
  write(address: bigint, values: ArrayBufferView<ArrayBuffer>): Promise<void> {
    return this.ask("write", address, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  read(address: bigint, bytes: number): Promise<ArrayBuffer> {
    return this.ask("read", address, bytes);
  }
  /** Elements of a scene's buffer, in the worker: scene/elements.ts. */
  fill(filling: Filling): Promise<void> {
    return this.ask("fill", filling);
  }
  compare(comparison: Comparison): Promise<Mismatch | null> {
    return this.ask("compare", comparison);
  }
  run(launch: Launch, onProgress?: (progress: Progress) => void): Promise<RunResult> {
    return this.request("run", [launch], onProgress);
  }
  counters(): Promise<Counters | null> {
    return this.ask("counters");
  }
  findings(): Promise<Finding[]> {
    return this.ask("findings");
  }
  stepBegin(launch: Launch, block: number, warp: number): Promise<StepRecord> {
    return this.ask("stepBegin", launch, block, warp);
  }
  step(count: number, until: { line: number } | null = null): Promise<StepRecord[]> {
    return this.ask("step", count, until);
  }

  /** False once the device is closed or was ended. */
  get isOpen(): boolean {
    return this.ended === null;
  }

  stop(): void {
    const asked = [...this.waiting.keys()];
    if (asked.length === 0) return;
    this.post({ kind: "stop" });
    setTimeout(() => {
      if (asked.some((id) => this.waiting.has(id))) this.end(new DeviceEnded("the emulator did not stop"));
    }, PATIENCE_MS);
  }

  close(): void {
    this.end(new DeviceEnded("the device is closed"));
  }

  private ask<N extends Name>(name: N, ...args: Asked<N>): Promise<Answer<N>> {
    return this.request(name, args, undefined);
  }

  private request<N extends Name>(name: N, args: Asked<N>, onProgress: Waiting["onProgress"]): Promise<Answer<N>> {
    if (this.ended !== null) return Promise.reject(this.ended);
    const id = ++this.requests;
    return new Promise<Answer<N>>((resolve, reject) => {
      this.waiting.set(id, { resolve: (value) => resolve(value as Answer<N>), reject, onProgress });
      this.post({ kind: "request", id, name, args });
    });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) return;
    if (message.kind === "progress") {
      waiting.onProgress?.(message.progress);
      return;
    }
    this.waiting.delete(message.id);
    if (message.kind === "answer") waiting.resolve(message.value);
    else waiting.reject(new Error(message.message));
  }

  private end(why: Error): void {
    if (this.ended !== null) return;
    this.ended = why;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(why);
    this.waiting.clear();
  }
}
