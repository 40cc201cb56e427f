// Million thread instructions a second of emulator.wasm in Chromium, memory checked, by kernel; the goal is 400 with counters.
//
//     node tests/site/benchmark.mjs [build/lib/emulator.wasm]
import { fileURLToPath } from "node:url";

import { WATCHES } from "../emulator/wasm/benchmark_kernels.mjs";
import { launch } from "./browser.mjs";
import { startEmulator } from "./emulator_speed.mjs";

const wasm = process.argv[2] ?? fileURLToPath(new URL("../../build/lib/emulator.wasm", import.meta.url));
const browser = await launch();
const emulator = await startEmulator(browser, wasm);
console.log(`M thread instructions/s in Chromium ${browser.version()}, memory checked; processor time`);
console.log(["kernel".padEnd(12), ...Object.keys(WATCHES).map((watch) => watch.padStart(11))].join(""));
for (const kernel of emulator.kernels) {
  const rates = [];
  for (const watch of Object.keys(WATCHES)) rates.push(await emulator.rate(kernel, watch));
  console.log([kernel.padEnd(12), ...rates.map((rate) => rate.toFixed(0).padStart(11))].join(""));
}
console.log(
  `plain loop  ${(await emulator.rate("plain loop", "")).toFixed(0).padStart(11)}  M steps/s of this machine`,
);
await emulator.close();
await browser.close();
