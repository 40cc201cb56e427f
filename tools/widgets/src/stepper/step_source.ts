// What steps a warp: a device of the page, with a variant of a scene on it.
import type { Device } from "../emulator/device.ts";
import type { Finding, StepRecord } from "../emulator/messages.ts";
import { prepare } from "../scene/run_variant.ts";
import { BYTES, type Scene, type Setting, type Variant } from "../scene/scene.ts";
import type { Launch } from "./view.ts";

export interface StepSource {
  /** Starts one warp of a fresh launch; what it says before the first instruction. */
  begin(block: number, warp: number): Promise<StepRecord>;
  /** At most `count` instructions: one record each, none after the end. */
  step(count: number): Promise<StepRecord[]>;
  /** Why the kernel could not go on, and what the checks have seen. */
  findings(): Promise<Finding[]>;
}

export interface Stepped {
  source: StepSource;
  launch: Launch;
}

/** The launch of a variant, and what steps its warps. Each begins with buffers filled anew: a kernel may change what it reads. */
export async function stepVariant(device: Device, scene: Scene, variant: Variant, setting: Setting): Promise<Stepped> {
  const prepared = await prepare(device, scene, variant, setting);
  const source: StepSource = {
    begin: async (block, warp) => {
      const { launch } = await prepare(device, scene, variant, setting);
      return device.stepBegin(launch, block, warp);
    },
    step: (count) => device.step(count),
    findings: () => device.findings(),
  };
  const { grid, block } = prepared.launch;
  const buffers = prepared.buffers.map(({ name, address, size }) => ({
    name,
    address: Number(address),
    bytes: size * BYTES,
    elementBytes: BYTES,
  }));
  const changed = scene.bugs.find((bug) => bug.id === setting.bug)?.lines ?? {};
  const sourceLine = (line: number): string | null => changed[line]?.text ?? scene.source[line - 1] ?? null;
  return { source, launch: { grid, block, buffers, sourceLine } };
}
