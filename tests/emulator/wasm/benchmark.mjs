// Million thread instructions a second in WebAssembly, of the kernels of exec_benchmark, with counters.
//
//     node benchmark.mjs build/lib/emulator.wasm [KERNEL…]
import { readFileSync } from "node:fs";

import { COUNT, Emulator, FINISHED, INITCHECK, RACECHECK } from "./emulator.mjs";

const emulator = await Emulator.create(process.argv[2]);
const wanted = process.argv.slice(3);
const elements = 1 << 20;
emulator.load(readFileSync(new URL("../kernels/kernels.ptx", import.meta.url), "utf8"));
const [a, b, c] = [1, 2, 0].map((value) => emulator.upload(new Float32Array(elements).fill(value)));

const kernels = [
  ["copy", [elements / 256], [256], [a, b]],
  ["saxpy", [elements / 256], [256], [elements, { float: 2 }, a, b]],
  ["transpose", [32, 32], [32, 32], [a, b, 1024]],
  ["shared_fma", [256], [256], [b, 64]],
  ["reduce", [elements / 256], [256], [a, b]],
  ["gemm_tile", [16, 16], [16, 16], [a, b, c, 256]],
  ["divergent", [64], [256], [c]],
];

/** The fastest of five launches; processor time, as other work on the machine should not count. */
function rate(kernel, watch) {
  let best = Infinity;
  for (let repeat = 0; repeat < 5; ++repeat) {
    emulator.begin(...kernel, watch);
    const before = process.cpuUsage();
    if (emulator.finish() !== FINISHED) throw new Error(emulator.findings()[0].text);
    best = Math.min(best, process.cpuUsage(before).user);
  }
  return emulator.threadInstructions / best;
}

console.log("M thread instructions/s in WebAssembly, memory checked");
console.log("kernel       plain  counters  all checks");
for (const kernel of kernels) {
  if (wanted.length > 0 && !wanted.includes(kernel[0])) continue;
  const rates = [0, COUNT, COUNT | RACECHECK | INITCHECK].map((watch) => rate(kernel, watch).toFixed(0));
  console.log(kernel[0].padEnd(10), rates[0].padStart(7), rates[1].padStart(9), rates[2].padStart(11));
}
