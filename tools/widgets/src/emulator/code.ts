// emulator.js: the worker's script, and the emulator's module compressed with gzip, in base64. Loaded once, when it is needed.
import { loadScript } from "../scripts.ts";

declare global {
  // Set by emulator.js.
  var gtlEmulatorCode: { worker: string; module: string } | undefined;
}

export async function emulatorCode(): Promise<{ worker: string; module: string }> {
  if (globalThis.gtlEmulatorCode === undefined) await loadScript("emulator.js");
  if (globalThis.gtlEmulatorCode === undefined) throw new Error("emulator.js holds no emulator");
  return globalThis.gtlEmulatorCode;
}
