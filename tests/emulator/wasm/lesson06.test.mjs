// Lesson 06 in WebAssembly: its transposes at 256 × 256 give the sectors that the lesson speaks of, on the lines
// that it shows. The PTX is what nvcc makes of the lesson's program.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { COUNT, Emulator, FINISHED, INITCHECK, RACECHECK } from "./emulator.mjs";

const emulator = await Emulator.create(process.env.EMULATOR_WASM);
const ptx = readFileSync(process.env.TRANSPOSE_PTX, "utf8");
const source = readFileSync(new URL("../../../lessons/06-coalescing/07_transpose.cu", import.meta.url), "utf8").split("\n");
const WIDTH = 256;
const values = Float32Array.from({ length: WIDTH * WIDTH }, (_, i) => i);
const per = (metrics, what) =>
  metrics[`l1tex__t_sectors_pipe_lsu_mem_global_op_${what}.sum`] / metrics[`l1tex__t_requests_pipe_lsu_mem_global_op_${what}.sum`];

function transpose(kernel, grid, block) {
  emulator.load(ptx);
  const output = emulator.allocate(values.byteLength);
  emulator.begin(kernel, grid, block, [emulator.upload(values), output, WIDTH, WIDTH], COUNT | RACECHECK | INITCHECK);
  assert.equal(emulator.finish(), FINISHED);
  assert.deepEqual(emulator.findings(), []);
  const out = emulator.download(Float32Array, output, WIDTH * WIDTH);
  assert.ok(out.every((value, i) => value === (i % WIDTH) * WIDTH + Math.floor(i / WIDTH)));
  return emulator.counters();
}

const cases = [
  { kernel: "transpose_coalesced_reads", grid: [8, 32], block: [32, 8], reads: 4, writes: 32 },
  { kernel: "transpose_coalesced_writes", grid: [8, 32], block: [32, 8], reads: 32, writes: 4 },
];
for (const { kernel, grid, block, reads, writes } of cases) {
  test(`${kernel} reads ${reads} and writes ${writes} sectors a request, on its line`, () => {
    const { metrics, lines } = transpose(kernel, grid, block);
    assert.equal(per(metrics, "ld"), reads);
    assert.equal(per(metrics, "st"), writes);
    const start = source.findIndex((line) => line.includes(`void ${kernel}(`));
    const line = source.findIndex((text, i) => i > start && text.includes("out[size_t(column) * rows + row] =")) + 1;
    const counted = lines.find((each) => each.line === line);
    assert.equal(per(counted.metrics, "ld"), reads);
    assert.equal(per(counted.metrics, "st"), writes);
  });
}
