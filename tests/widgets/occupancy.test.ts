// The occupancy calculator, against limits derived by hand from the CUDA C++ Programming Guide's table of compute capabilities.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { Counting } from "#widgets/counting.ts";
import { answer, occupancy } from "#widgets/simulators/occupancy/occupancy.ts";
import { DEFAULT, parse, step } from "#widgets/simulators/occupancy/state.ts";

const counting = await Counting.create(simulatorsWasm);
const english = { language: "en", id: "test", live: true } as const;
const of = (values: Record<string, string | number>) => answer(parse(values), counting);

test("32 registers a thread leave room for every warp", () => {
  // 65,536 / (32 x 32) = 64 warps.
  const { blocks, resident, places } = of({ threads: 256, registers: 32 });
  assert.deepEqual([blocks, resident, places], [8, 64, 64]);
});

test("40 registers: six blocks of 256 threads", () => {
  // A warp takes 40 x 32 = 1,280 registers, a quarter of the SM has 16,384 of them: 12 warps, 48 in all, 6 blocks of 8.
  const { blocks, limits } = of({ threads: 256, registers: 40 });
  assert.equal(blocks, 6);
  assert.deepEqual(limits, ["registers"]);
});

test("small blocks are bound by the slots for blocks", () => {
  // 32 blocks of one warp: half of the 64 places.
  const { resident, limits } = of({ threads: 32 });
  assert.equal(resident, 32);
  assert.deepEqual(limits, ["blocks"]);
});

test("48 KiB of shared memory a block: four blocks on an H200, two where an SM has 100 KiB, one with 64", () => {
  // 228 / (48 + 1 reserved) = 4; 8.6: 100 / 49 = 2; 7.5 reserves nothing: 64 / 48 = 1.
  assert.equal(of({ kib: 48 }).allowed.shared, 4);
  assert.equal(of({ kib: 48, capability: 86 }).allowed.shared, 2);
  assert.equal(of({ kib: 48, capability: 75 }).allowed.shared, 1);
});

test("a block of 1,024 threads with 65 registers does not fit", () => {
  // 65 registers are handed out as 72 (256 a warp at a time: 65 x 32 = 2,080, rounded up to 2,304); 32 warps x 2,304 > 65,536.
  const { blocks, limits } = of({ threads: 1024, registers: 65 });
  assert.equal(blocks, 0);
  assert.deepEqual(limits, ["registers"]);
  const { summary } = occupancy.draw(parse({ threads: 1024, registers: 65 }), counting, english);
  assert.match(summary, /No block fits: a launch fails for want of registers\./);
});

test("more than a block may have of shared memory does not fit", () => {
  // 8.9: at most 99 KiB a block.
  assert.equal(of({ kib: 99, capability: 89 }).blocks, 1);
  assert.equal(of({ kib: 100, capability: 89 }).blocks, 0);
});

test("every capability on offer is known", () => {
  for (const capability of [75, 80, 86, 87, 89, 90, 100]) assert.ok(of({ capability }).places > 0, `${capability}`);
});

test("the picture has a place for every warp, and the curve a bar for every size", () => {
  const { picture, table } = occupancy.draw(parse({ registers: 40 }), counting, english);
  const places = /<svg class="memory places eights-4".*?<\/svg>/.exec(picture)?.[0] ?? "";
  assert.equal(places.match(/<rect class="used/g)?.length, 48);
  assert.equal(places.match(/<rect class="empty/g)?.length, 16);
  assert.equal(picture.match(/data-set="threads"/g)?.length, 64);
  assert.match(table, /<th scope="row">256<\/th><td>6<\/td><td>48<\/td><td>75 %<\/td><td>registers<\/td>/);
});

test("a bar sets the block size; values fall back to whole warps within bounds", () => {
  assert.equal(step(DEFAULT, { kind: "set", name: "threads", value: "512" }).threads, 512);
  assert.equal(parse({ threads: 5000 }).threads, 1024);
  assert.equal(parse({ threads: 100 }).threads, 96);
  assert.deepEqual(parse({ threads: "many", registers: "", kib: "?", capability: 61 }), DEFAULT);
  assert.deepEqual(occupancy.values(DEFAULT), {});
  const state = parse({ threads: 512, registers: 64, kib: 3, capability: 80 });
  assert.deepEqual(parse(occupancy.values(state)), state);
});

test("only where a block fits does asking for more than 48 KiB help", () => {
  const says = (values: Record<string, string | number>) => occupancy.draw(parse(values), counting, english).summary;
  assert.match(says({ kib: 64 }), /cudaFuncSetAttribute/);
  assert.match(says({ kib: 64, capability: 75 }), /cudaFuncSetAttribute/); // All that 7.5 has.
  for (const beyond of [
    { kib: 227, capability: 75 },
    { kib: 100, threads: 1024, registers: 128 },
  ]) {
    assert.match(says(beyond), /No block fits/);
    assert.doesNotMatch(says(beyond), /cudaFuncSetAttribute/);
  }
});
