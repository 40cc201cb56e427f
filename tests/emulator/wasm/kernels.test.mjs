// Whole kernels (tests/emulator/kernels) in WebAssembly, through the interface that the page uses. Expected
// values are derived by hand; those of counters follow from the rules in docs/handbook/counters.md.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { COUNT, Emulator, FAULTED, FINISHED, INITCHECK, RACECHECK, RUNNING, SYNCCHECK } from "./emulator.mjs";

const emulator = await Emulator.create(process.env.EMULATOR_WASM);
const folder = new URL("../kernels/", import.meta.url);
const ptx = readFileSync(new URL("kernels.ptx", folder), "utf8");
const source = readFileSync(new URL("kernels.cu", folder), "utf8").split("\n");

/** The number of the first line of kernels.cu that contains `part`. */
const lineOf = (part) => source.findIndex((line) => line.includes(part)) + 1;
const ascending = (Type, count) => Type.from({ length: count }, (_, i) => i);
const LD = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
const ST = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";

test("a module says which kernels it has, and with which parameters", () => {
  emulator.load(ptx);
  const saxpy = emulator.kernels.find(({ name }) => name === "saxpy");
  assert.equal(saxpy.parameterBytes, 24);
  assert.deepEqual(
    saxpy.parameters.map(({ offset, size }) => [offset, size]),
    [
      [0, 4],
      [4, 4],
      [8, 8],
      [16, 8],
    ],
  );
});

test("what is no PTX is refused with the place", () => {
  assert.throws(() => emulator.load(".version 9.0\n.target sm_90\nnonsense;"), /3/);
});

test("saxpy computes, and its line has four sectors a request", () => {
  emulator.load(ptx);
  const x = emulator.upload(ascending(Float32Array, 1024));
  const y = emulator.upload(new Float32Array(1024).fill(1));
  emulator.begin("saxpy", [4], [256], [1024, { float: 2 }, x, y]);
  assert.equal(emulator.finish(), FINISHED);
  assert.deepEqual(
    emulator.download(Float32Array, y, 1024),
    Float32Array.from({ length: 1024 }, (_, i) => 2 * i + 1),
  );
  const { metrics, lines } = emulator.counters();
  assert.equal(metrics["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], 2 * 32);
  assert.equal(metrics[LD], 2 * 32 * 4);
  assert.equal(metrics[ST], 32 * 4);
  const line = lines.find((each) => each.line === lineOf("y[i] = a * x[i]"));
  assert.equal(line.file, "kernels.cu");
  assert.equal(line.metrics[LD], 2 * 32 * 4);
});

test("fma rounds once, where WebAssembly has no instruction for it", () => {
  emulator.load(`.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
  .reg .b32 %r<2>; .reg .b64 %rd<3>; .reg .f32 %f<4>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %rd2, %r1, 16, %rd1;
  ld.global.f32 %f1, [%rd2];
  ld.global.f32 %f2, [%rd2+4];
  ld.global.f32 %f3, [%rd2+8];
  fma.rn.f32 %f1, %f1, %f2, %f3;
  st.global.f32 [%rd2+12], %f1;
  ret;
}`);
  const cases = [
    // a b = 2^-24 (1 - 2^-46): the sum is just below the middle between c and its successor. In double precision it is
    // that middle, which a second rounding would take to the even neighbour, 3f800002.
    [0x39800001, 0x397ffffe, 0x3f800001, 0x3f800001],
    // The same among subnormal numbers: a b = 2^-150 (1 - 2^-46), c = 2^-127 + 2^-149.
    [0x1a000001, 0x19fffffe, 0x00400001, 0x00400001],
    // Exactly in the middle, 1 + 2^-23 + 2^-24: to even.
    [0x39800000, 0x39800000, 0x3f800001, 0x3f800002],
    [0x40000000, 0x40400000, 0x3f800000, 0x40e00000], // 2 * 3 + 1 = 7
  ];
  // One lane in four has the doubtful case; then all the lanes do.
  for (const picked of [(i) => (i % 4 === 0 ? 0 : 3), (i) => (i % 4 === 1 ? 1 : 3), (i) => i % 4, () => 3]) {
    const rows = Array.from({ length: 32 }, (_, i) => cases[picked(i)]);
    const buffer = emulator.upload(Uint32Array.from(rows.flatMap(([a, b, c]) => [a, b, c, 0])));
    emulator.begin("k", [1], [32], [buffer]);
    assert.equal(emulator.finish(), FINISHED);
    const results = emulator.download(Uint32Array, buffer, 128).filter((_, i) => i % 4 === 3);
    assert.deepEqual([...results], rows.map((row) => row[3]));
  }
});

test("a padded transpose has no bank conflicts", () => {
  emulator.load(ptx);
  const input = emulator.upload(ascending(Float32Array, 64 * 64));
  const output = emulator.allocate(64 * 64 * 4);
  emulator.begin("transpose", [2, 2], [32, 32], [input, output, 64], COUNT | RACECHECK | INITCHECK);
  assert.equal(emulator.finish(), FINISHED);
  const out = emulator.download(Float32Array, output, 64 * 64);
  for (let row = 0; row < 64; ++row)
    for (let column = 0; column < 64; ++column) assert.equal(out[row * 64 + column], column * 64 + row);
  const { metrics } = emulator.counters();
  assert.equal(metrics["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"], 128);
  assert.equal(metrics["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"], 0);
  assert.deepEqual(emulator.findings(), []);
});

test("reduction, matrix product and diverging loops compute what they should", () => {
  emulator.load(ptx);
  const numbers = emulator.upload(ascending(Int32Array, 512));
  const sums = emulator.allocate(8);
  emulator.begin("reduce", [2], [256], [numbers, sums]);
  assert.equal(emulator.finish(), FINISHED);
  assert.deepEqual([...emulator.download(Int32Array, sums, 2)], [(255 * 256) / 2, (511 * 512) / 2 - (255 * 256) / 2]);

  const width = 32;
  const a = Float32Array.from({ length: width * width }, (_, i) => i % 7);
  const b = Float32Array.from({ length: width * width }, (_, i) => (i % 5) - 2);
  const product = emulator.allocate(width * width * 4);
  emulator.begin("gemm_tile", [2, 2], [16, 16], [emulator.upload(a), emulator.upload(b), product, width]);
  assert.equal(emulator.finish(), FINISHED);
  const c = emulator.download(Float32Array, product, width * width);
  for (let row = 0; row < width; ++row) {
    for (let column = 0; column < width; ++column) {
      let sum = 0;
      for (let k = 0; k < width; ++k) sum += a[row * width + k] * b[k * width + column];
      assert.equal(c[row * width + column], sum);
    }
  }

  const steps = emulator.allocate(256 * 4);
  emulator.begin("divergent", [1], [256], [steps]);
  assert.equal(emulator.finish(), FINISHED);
  // 7 → 22, 11 → 34, 17 → 52, 26, 13 → 40, 20, 10, 5 → 16, 8, 4, 2, 1: 11 halvings, 5 rounds.
  assert.equal(emulator.download(Int32Array, steps, 256)[6], 16);
});

test("a long launch runs in slices, says how far it is, and can be left", () => {
  emulator.load(ptx);
  const output = emulator.allocate(64 * 256 * 4);
  emulator.begin("shared_fma", [64], [256], [output, 1000]);
  assert.equal(emulator.run(100_000), RUNNING);
  assert.ok(emulator.blocksDone < 64);
  assert.ok(emulator.threadInstructions > 3_000_000);
  emulator.begin("shared_fma", [1], [256], [output, 1]);
  assert.equal(emulator.finish(), FINISHED);
  assert.equal(emulator.blocksDone, 1);
});

test("a missing barrier is a race between its two lines", () => {
  emulator.load(ptx);
  const input = emulator.upload(ascending(Int32Array, 256));
  emulator.begin("missing_barrier", [1], [256], [input, emulator.allocate(1024)], RACECHECK);
  assert.equal(emulator.finish(), FINISHED);
  const [race, ...others] = emulator.findings();
  assert.equal(race.check, "racecheck");
  const lines = [lineOf("partial[threadIdx.x] = in[threadIdx.x];"), lineOf("partial[255 - threadIdx.x]")];
  assert.deepEqual(race.places.map(({ line }) => line).sort(), lines);
  for (const other of others) assert.equal(other.check, "racecheck");
});

test("a barrier that half of the block returns before is found, though the launch goes on", () => {
  emulator.load(readFileSync(new URL("early_return.ptx", folder), "utf8"));
  const checksOf = (watch, threads) => {
    emulator.begin("early", [1], [threads], [], watch);
    assert.equal(emulator.finish(), FINISHED);
    return emulator.findings().map(({ check, places }) => [check, places]);
  };
  assert.deepEqual(checksOf(SYNCCHECK, 64), [["synccheck", [{ file: "early.cu", line: 7 }]]]);
  assert.deepEqual(checksOf(SYNCCHECK, 32), []); // Nobody comes to the barrier.
  assert.deepEqual(checksOf(COUNT | RACECHECK | INITCHECK, 64), []);
});

test("an access beyond a buffer stops the launch on its line", () => {
  emulator.load(ptx);
  const input = emulator.upload(new Int32Array(256));
  emulator.begin("one_too_far", [2], [256], [input, emulator.allocate(2048), 256]);
  assert.equal(emulator.finish(), FAULTED);
  const [finding] = emulator.findings();
  assert.equal(finding.check, "memcheck");
  assert.deepEqual(finding.places, [{ file: "kernels.cu", line: lineOf("if (i <= n) out[i] = in[i];") }]);
  assert.match(finding.text, /4 bytes/);
});

test("a read of what nobody wrote is found", () => {
  emulator.load(ptx);
  const input = emulator.allocate(1024);
  emulator.begin("copy", [1], [256], [input, emulator.allocate(1024)], INITCHECK);
  assert.equal(emulator.finish(), FINISHED);
  assert.equal(emulator.findings()[0].check, "initcheck");
  assert.equal(emulator.findings()[0].places[0].line, lineOf("out[i] = in[i];"));
});

test("a warp is stepped: lanes, lines, registers, sectors", () => {
  emulator.load(ptx);
  const x = emulator.upload(ascending(Float32Array, 64));
  const y = emulator.upload(new Float32Array(64).fill(1));
  emulator.begin("saxpy", [1], [64], [40, { float: 2 }, x, y]);
  emulator.stepBegin(0, 1);
  let state = emulator.stepState();
  assert.equal(state.groups.length, 1);
  assert.equal(state.groups[0].mask, 0xffffffff);
  let loads = 0;
  while (emulator.step() === RUNNING) {
    state = emulator.stepState();
    if (state.last.ptx.startsWith("@%p1 bra")) {
      // Threads 32 to 63, of which 8 are below 40: two groups, or one that waits at the end.
      assert.equal(emulator.stepValues("%p1").filter((value) => value === 0n).length, 8);
    }
    if (state.accesses.some((access) => access.kind === "load")) {
      ++loads;
      const [access] = state.accesses;
      assert.equal(access.mask, 0xff);
      assert.equal(access.sectorCount, 1);
      assert.equal(access.addresses[1] - access.addresses[0], 4);
      assert.equal(state.last.line, lineOf("y[i] = a * x[i]"));
      assert.deepEqual([...emulator.stepValues("%r1")].slice(0, 3), [32n, 33n, 34n]);
    }
  }
  assert.equal(loads, 2);
  assert.equal(emulator.stepState().state, "finished");
  assert.deepEqual(
    emulator.download(Float32Array, y, 64).slice(32, 42),
    Float32Array.of(65, 67, 69, 71, 73, 75, 77, 79, 1, 1),
  );
});

test("a stepped access of shared memory says which words the banks deliver to which lanes", () => {
  emulator.load(ptx);
  const side = 32;
  const input = emulator.upload(new Float32Array(side * side));
  emulator.begin("transpose", [1, 1], [side, side], [input, emulator.allocate(4 * side * side), side]);
  emulator.stepBegin(0, 2);
  const accesses = [];
  while (emulator.step() === RUNNING) accesses.push(...emulator.stepState().accesses);
  const [store, load] = accesses.filter((access) => access.space === "shared");
  // Warp 2 stores row 2 of the tile, whose rows have 33 floats: words 66 to 97; and loads column 2, words 2, 35, 68 …
  assert.deepEqual(
    store.words,
    Array.from({ length: 32 }, (_, i) => ({ word: 66 + i, bank: (2 + i) % 32, pass: 0, lanes: (1 << i) >>> 0 })),
  );
  assert.equal(store.wavefronts, 1);
  assert.deepEqual(
    load.words,
    Array.from({ length: 32 }, (_, i) => ({ word: 33 * i + 2, bank: (i + 2) % 32, pass: 0, lanes: (1 << i) >>> 0 })),
  );
  assert.equal(load.conflicts, 0);
});

test("a stepped warp waits for its block at a barrier", () => {
  emulator.load(ptx);
  const numbers = emulator.upload(ascending(Int32Array, 256));
  const sums = emulator.allocate(4);
  emulator.begin("reduce", [1], [256], [numbers, sums]);
  emulator.stepBegin(0, 0);
  while (emulator.step() === RUNNING);
  assert.equal(emulator.stepState().state, "finished");
  assert.equal(emulator.download(Int32Array, sums, 1)[0], (255 * 256) / 2);
});
