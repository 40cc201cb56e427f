// One variant of a scene, from PTX to outcome. On a device of the page, or, under Node, on the emulator itself.
import type { Argument, Counters, Finding, Launch, Progress, RunResult } from "../emulator/messages.ts";
import type { Comparison, Filling, Mismatch } from "./elements.ts";
import { evaluate, type Tree, type Values } from "./formula.ts";
import {
  buffersOf,
  BYTES,
  CHECKS,
  dimensions,
  type Scene,
  type Setting,
  type SizedBuffer,
  type Variant,
} from "./scene.ts";

type Eventually<T> = T | Promise<T>;

/** What of a device a scene needs. */
export interface Target {
  load(ptx: string): Eventually<unknown>;
  allocate(bytes: number): Eventually<bigint>;
  fill(filling: Filling): Eventually<void>;
  compare(comparison: Comparison): Eventually<Mismatch | null>;
  read(address: bigint, bytes: number): Eventually<ArrayBuffer>;
  run(launch: Launch, onProgress?: (progress: Progress) => void): Eventually<RunResult>;
  counters(): Eventually<Counters | null>;
  findings(): Eventually<Finding[]>;
}

export interface PlacedBuffer extends SizedBuffer {
  address: bigint;
}

export interface Outcome {
  variant: string;
  result: RunResult;
  /** Null when nothing ran. */
  counters: Counters | null;
  findings: Finding[];
  /** Elements compared; 0 when the run did not finish. */
  compared: number;
  /** The first that is not as expected. */
  wrong: (Mismatch & { buffer: string }) | null;
  /** The buffers that the scene shows, as they are after the run. */
  shown: { buffer: SizedBuffer; bytes: ArrayBuffer }[];
}

/** Loads the program and fills the buffers: what is left is to run, or to step, the launch. */
export async function prepare(
  target: Target,
  scene: Scene,
  variant: Variant,
  setting: Setting,
): Promise<{ launch: Launch; buffers: PlacedBuffer[] }> {
  const ptx = scene.ptx[setting.bug ?? ""];
  if (ptx === undefined) throw new Error(`the scene ${scene.id} has no program for ${setting.bug}`);
  await target.load(ptx);
  const buffers: PlacedBuffer[] = [];
  for (const buffer of buffersOf(scene, variant, setting.values)) {
    const address = await target.allocate(buffer.size * BYTES);
    if (buffer.fill !== "unwritten") await target.fill({ ...buffer, address, fill: buffer.fill });
    buffers.push({ ...buffer, address });
  }
  const { values } = setting;
  const launch: Launch = {
    kernel: variant.kernel,
    grid: dimensions(variant.grid, values),
    block: dimensions(variant.block, values),
    arguments: variant.arguments.map((tree) => argument(tree, values, buffers)),
    checks: CHECKS,
  };
  return { launch, buffers };
}

export async function runVariant(
  target: Target,
  scene: Scene,
  variant: Variant,
  setting: Setting,
  onProgress?: (progress: Progress, launch: Launch) => void,
): Promise<Outcome> {
  const { launch, buffers } = await prepare(target, scene, variant, setting);
  const result = await target.run(launch, (progress) => onProgress?.(progress, launch));
  const counters = await target.counters();
  const findings = await target.findings();
  const fills = Object.fromEntries(scene.buffers.map(({ name, fill }) => [name, fill]));
  let compared = 0;
  let wrong: Outcome["wrong"] = null;
  const shown: Outcome["shown"] = [];
  if (result.state === "finished") {
    for (const buffer of buffers) {
      const expected = variant.expect[buffer.name];
      if (expected === undefined || wrong !== null) continue;
      compared += buffer.size;
      const mismatch = await target.compare({ ...buffer, expected, values: setting.values, fills });
      if (mismatch !== null) wrong = { ...mismatch, buffer: buffer.name };
    }
  }
  for (const buffer of buffers) {
    if (buffer.shown !== "hidden")
      shown.push({ buffer, bytes: await target.read(buffer.address, buffer.size * BYTES) });
  }
  return { variant: variant.id, result, counters, findings, compared, wrong, shown };
}

function argument(tree: Tree, values: Values, buffers: readonly PlacedBuffer[]): Argument {
  const address = (name: Tree | undefined): bigint => buffers.find((buffer) => buffer.name === name)?.address ?? 0n;
  if (typeof tree === "object") {
    const [operation, ...operands] = tree;
    if (operation === "buffer") return address(operands[0]);
    if (operation === "float") return { float: Number(operands[0]) };
    if (operation === "struct") return new Uint8Array(BigUint64Array.from(operands.map(address)).buffer);
  }
  return evaluate(tree, values);
}
