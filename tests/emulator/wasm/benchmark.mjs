// Million thread instructions a second in WebAssembly under Node, of the kernels of exec_benchmark, memory checked.
//
//     node benchmark.mjs build/lib/emulator.wasm [KERNEL…]
import { readFileSync } from "node:fs";

import { prepare, rate, WATCHES } from "./benchmark_kernels.mjs";
import { Emulator } from "./emulator.mjs";

const emulator = await Emulator.create(process.argv[2]);
const wanted = process.argv.slice(3);
const kernels = prepare(emulator, readFileSync(new URL("../kernels/kernels.ptx", import.meta.url), "utf8"));
/** Processor time: other work on the machine should not count. */
const clock = () => process.cpuUsage().user;

console.log("M thread instructions/s in WebAssembly, memory checked");
console.log("kernel       plain  counters  all checks");
for (const kernel of kernels) {
  if (wanted.length > 0 && !wanted.includes(kernel[0])) continue;
  const rates = Object.values(WATCHES).map((watch) => rate(emulator, kernel, watch, clock).toFixed(0));
  console.log(kernel[0].padEnd(10), rates[0].padStart(7), rates[1].padStart(9), rates[2].padStart(11));
}
