// The page's wrapper of the emulator, under Node: buffers, launches, steps. What kernels compute and count is tested in
// tests/emulator/wasm; here, that it passes in and out unchanged.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Emulator } from "#widgets/emulator/emulator.ts";
import type { Check, Dimensions, Launch } from "#widgets/emulator/messages.ts";

const root = process.env["GTL_ROOT"] ?? "";
const kernels = join(root, "tests", "emulator", "kernels");
const ptx = readFileSync(join(kernels, "kernels.ptx"), "utf8");
const emulator = await Emulator.create(readFileSync(process.env["EMULATOR_WASM"] ?? ""));

const one: Dimensions = [1, 1, 1];
const block = (threads: number): Dimensions => [threads, 1, 1];

/** y = 2 x + 1 for 40 of 64 elements: in the second warp, 8 lanes. */
function saxpy(): { launch: Launch; y: bigint } {
  emulator.load(ptx);
  const x = emulator.allocate(256);
  const y = emulator.allocate(256);
  emulator.write(x, new Uint8Array(Float32Array.from({ length: 64 }, (_, i) => i).buffer));
  emulator.write(y, new Uint8Array(new Float32Array(64).fill(1).buffer));
  return { launch: { kernel: "saxpy", grid: one, block: block(64), arguments: [40, { float: 2 }, x, y] }, y };
}

test("arguments of every width arrive, and the buffer comes back", () => {
  const { launch, y } = saxpy();
  emulator.begin(launch);
  assert.equal(emulator.run(1 << 20), "finished");
  const values = new Float32Array(emulator.read(y, 256));
  assert.deepEqual([...values.slice(38, 42)], [77, 79, 1, 1]);
  assert.equal(emulator.blocksDone, 1);
  // Two loads of 40 floats that start at a sector: 4 + 1 sectors each.
  assert.equal(emulator.counters()?.metrics["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"], 10);
  assert.deepEqual(emulator.findings(), []);
});

test("a launch without counters has none", () => {
  const { launch } = saxpy();
  emulator.begin({ ...launch, counts: false });
  emulator.run(1 << 20);
  assert.equal(emulator.counters(), null);
});

test("the checks that a launch names watch it", () => {
  emulator.load(readFileSync(join(kernels, "early_return.ptx"), "utf8"));
  const launch: Launch = { kernel: "early", grid: one, block: block(64), arguments: [] };
  const found = (checks: readonly Check[]): unknown[] => {
    emulator.begin({ ...launch, checks });
    assert.equal(emulator.run(1 << 20), "finished");
    return emulator.findings().map(({ check, places }) => [check, places]);
  };
  assert.deepEqual(found(["synccheck"]), [["synccheck", [{ file: "early.cu", line: 7 }]]]);
  assert.deepEqual(found(["racecheck", "initcheck"]), []);
});

test("a step's record has the registers that its instruction names", () => {
  const { launch } = saxpy();
  emulator.begin(launch);
  emulator.stepBegin(0, 1);
  assert.equal(emulator.stepRecord().state.last, undefined);
  let seen = false;
  while (emulator.step() === "running") {
    const { state, registers } = emulator.stepRecord();
    const first = /^mad\.lo\.s32\s+(%r\d+)/.exec(state.last?.ptx ?? "")?.[1];
    if (first === undefined) continue;
    seen = true;
    // blockIdx.x * blockDim.x + threadIdx.x of the second warp.
    assert.deepEqual(
      registers[first],
      Array.from({ length: 32 }, (_, lane) => BigInt(32 + lane)),
    );
    assert.ok(Object.keys(registers).every((name) => state.last?.ptx.includes(name)));
  }
  assert.ok(seen, "saxpy has no mad.lo.s32");
});

test("what is wrong is said: the PTX, the kernel, the number of arguments, the launch's shape, an address", () => {
  assert.throws(() => emulator.load("nonsense"), /1/);
  const { launch, y } = saxpy();
  assert.throws(() => emulator.begin({ ...launch, kernel: "sax" }), /no kernel sax/);
  assert.throws(() => emulator.begin({ ...launch, arguments: [] }), /takes 4 arguments, and 0/);
  assert.throws(() => emulator.begin({ ...launch, block: block(1025) }), /1024/);
  assert.throws(() => emulator.read(y, 260), /do not lie in one buffer/);
});
