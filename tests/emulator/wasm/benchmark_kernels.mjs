// The kernels of exec_benchmark in WebAssembly, and how fast one runs: for Node and for a browser.
import { COUNT, FINISHED, INITCHECK, RACECHECK } from "./emulator.mjs";

/** What is observed: nothing but memory's bounds, counters, and all checks. */
export const WATCHES = { plain: 0, counters: COUNT, "all checks": COUNT | RACECHECK | INITCHECK };

const ELEMENTS = 1 << 20;

/** Loads kernels.ptx and fills the buffers; each kernel as Emulator.begin() takes it. */
export function prepare(emulator, ptx) {
  emulator.load(ptx);
  const [a, b, c] = [1, 2, 0].map((value) => emulator.upload(new Float32Array(ELEMENTS).fill(value)));
  return [
    ["copy", [ELEMENTS / 256], [256], [a, b]],
    ["saxpy", [ELEMENTS / 256], [256], [ELEMENTS, { float: 2 }, a, b]],
    ["transpose", [32, 32], [32, 32], [a, b, 1024]],
    ["shared_fma", [256], [256], [b, 64]],
    ["reduce", [ELEMENTS / 256], [256], [a, b]],
    ["gemm_tile", [16, 16], [16, 16], [a, b, c, 256]],
    ["divergent", [64], [256], [c]],
  ];
}

/** Million thread instructions a second in the fastest of some launches; `clock` is in microseconds. */
export function rate(emulator, kernel, watch, clock, launches = 5) {
  let best = Infinity;
  for (let launch = 0; launch < launches; ++launch) {
    emulator.begin(...kernel, watch);
    const before = clock();
    if (emulator.finish() !== FINISHED) throw new Error(emulator.findings()[0].text);
    best = Math.min(best, clock() - before);
  }
  return emulator.threadInstructions / best;
}
