// Loads a simulator, which is a script of its own (build.mjs), and the code that it calls.
import { Counting } from "./counting.ts";
import { emulatorCode } from "./emulator/code.ts";
import { unpack } from "./emulator/unpack.ts";
import { loadScript } from "./scripts.ts";
import type { Simulator } from "./simulator.ts";

declare global {
  // By name; set by the simulators' scripts.
  var gtlSimulators: Record<string, Simulator<any, any>> | undefined;
}

let counting: Promise<Counting> | null = null;

export async function loadSimulator(name: string): Promise<{ simulator: Simulator<any, any>; code: unknown }> {
  counting ??= loadCounting().catch((error: unknown) => {
    counting = null; // Asked again, it may arrive.
    throw error;
  });
  const [counts] = await Promise.all([counting, loadScript(`simulator-${name}.js`)]);
  const simulator = globalThis.gtlSimulators?.[name];
  if (simulator === undefined) throw new Error(`simulator-${name}.js holds no simulator ${name}`);
  return { simulator, code: (await simulator.fromEmulator?.(await unpack((await emulatorCode()).module))) ?? counts };
}

async function loadCounting(): Promise<Counting> {
  await loadScript("counting.js");
  if (globalThis.gtlCountingCode === undefined) throw new Error("counting.js holds no counting code");
  return Counting.create(globalThis.gtlCountingCode);
}
