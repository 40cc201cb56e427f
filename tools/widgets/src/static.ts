// static.js: draws a simulator under Node, for the pages as they are without scripts.
//
//     node static.js coalescing '{"stride":8}' --lang en [--controls "stride width" | --figure] [--id ID]
import simulatorsWasm from "simulators.wasm";

import { Counting } from "./counting.ts";
import { unpack } from "./emulator/unpack.ts";
import type { Language } from "./language.ts";
import { renderSimulator } from "./render_simulator.ts";
import type { Values } from "./simulator.ts";
import { SIMULATORS } from "./simulators/all.ts";

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function options(args: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (let i = 0; i < args.length; ++i) {
    const name = args[i] ?? "";
    if (name === "--figure") found.set(name, "");
    else if (["--lang", "--controls", "--id"].includes(name))
      found.set(name, args[++i] ?? fail(`${name} needs a value`));
    else fail(`unknown argument ${name}\n    Known: --lang en|zh, --controls "NAME …", --figure, --id ID`);
  }
  return found;
}

function parseState(json: string): Values {
  try {
    return JSON.parse(json) as Values;
  } catch {
    return fail(`the state is not JSON: ${json}`);
  }
}

const [name = "", json = "{}", ...rest] = process.argv.slice(2);
const simulator =
  SIMULATORS.find((known) => known.name === name) ??
  fail(`no simulator is called "${name}"; there are: ${SIMULATORS.map((known) => known.name).join(", ")}`);
const given = options(rest);
const shown = given.get("--controls")?.split(/\s+/).filter(Boolean);
const language: Language = given.get("--lang")?.startsWith("zh") ? "zh" : "en";
const state = simulator.parse(parseState(json));
const known = Object.keys(simulator.controls(state, language));
const unknown = shown?.find((control) => !known.includes(control));
if (unknown !== undefined) fail(`${name} has no control "${unknown}"; it has: ${known.join(", ")}`);

/** What the simulator calls; the emulator is in emulator.js, beside this script. */
async function loadCode(): Promise<unknown> {
  if (simulator.fromEmulator === undefined) return Counting.create(simulatorsWasm);
  const script = new URL("emulator.js", import.meta.url);
  await import(script.href).catch(() =>
    fail(`${name} is drawn by the emulator, and ${script.pathname} is missing; tools/book build makes it`),
  );
  return simulator.fromEmulator(await unpack(globalThis.gtlEmulatorCode?.module ?? ""));
}

console.log(
  renderSimulator(simulator, state, await loadCode(), {
    language,
    id: given.get("--id") ?? `simulator-${name}`,
    controls: given.has("--figure") ? null : (shown ?? "all"),
  }),
);
