// The index explorer: CUDA's numbering of threads, the guard, the element in memory and the sectors of a warp.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { Counting } from "#widgets/counting.ts";
import { formulaOf } from "#widgets/simulators/index/formula.ts";
import { index } from "#widgets/simulators/index/index.ts";
import { coverage, dimensions, globalIndex, lanesOfWarp, numberIn, placeIn } from "#widgets/simulators/index/place.ts";
import { controlValues, DEFAULT, parse, step, type State } from "#widgets/simulators/index/state.ts";

const counting = await Counting.create(simulatorsWasm);
const english = { language: "en", id: "test", live: true } as const;
const number = (state: State, name: string): string => {
  const { numbers } = index.draw(state, counting, english);
  return new RegExp(`data-number="${name}">([^<]*)<`).exec(numbers)?.[1] ?? "missing";
};
/** 3 x 2 blocks of 16 x 16 threads over an image of 40 x 30. */
const IMAGE = {
  "grid.x": 3,
  "grid.y": 2,
  "block.x": 16,
  "block.y": 16,
  "extent.x": 40,
  "extent.y": 30,
  "blockIdx.x": 1,
  "threadIdx.x": 3,
  "threadIdx.y": 5,
};

test("in one dimension the index is blockIdx * blockDim + threadIdx", () => {
  // Block 1, thread 37 of 64: 64 + 37 = 101; 37 = 32 + 5: warp 1, lane 5.
  assert.equal(number(DEFAULT, "element"), "101");
  assert.equal(number(DEFAULT, "warp"), "1");
  assert.equal(number(DEFAULT, "lane"), "5");
  assert.equal(number(DEFAULT, "sectors"), "4");
});

test("the guard cuts off the last six of 256 threads", () => {
  assert.deepEqual(coverage(DEFAULT), { threads: 256, covered: 250, missed: 0 });
  // Elements 224 … 249 are lanes 0 … 25 of the last warp: 104 bytes from a sector's start, 4 sectors.
  const last = parse({ "blockIdx.x": 3, "threadIdx.x": 63 });
  assert.equal(number(last, "element"), "none");
  assert.equal(lanesOfWarp(last).filter(({ inside }) => inside).length, 26);
  assert.equal(number(last, "sectors"), "4");
  assert.match(index.draw(last, counting, english).summary, /256 threads for 250 elements: the guard cuts off 6\./);
});

test("a grid that is too small is named as such", () => {
  assert.match(index.draw(parse({ "grid.x": 3 }), counting, english).summary, /58 of 250 elements have no thread/);
});

test("threads of a block are numbered x first, then y, then z", () => {
  const size = { x: 4, y: 3, z: 2 };
  assert.equal(numberIn(size, { x: 1, y: 2, z: 1 }), 1 + 2 * 4 + 12);
  for (let i = 0; i < 24; ++i) assert.equal(numberIn(size, placeIn(size, i)), i);
});

test("a warp of a 16 x 16 block is two rows of the image", () => {
  const state = parse(IMAGE);
  assert.equal(dimensions(state), 2);
  // Thread (3, 5) is number 5 * 16 + 3 = 83: warp 2, lane 19. x = 16 + 3 = 19, y = 5: element 5 * 40 + 19 = 219.
  assert.deepEqual(globalIndex(state, state.blockIdx, state.threadIdx), { x: 19, y: 5, z: 0 });
  assert.equal(number(state, "element"), "219");
  assert.equal(number(state, "warp"), "2");
  assert.equal(number(state, "lane"), "19");
  // Rows 4 and 5, elements 176 … 191 and 216 … 231: bytes 704 … 767 and 864 … 927, 2 sectors each.
  assert.equal(number(state, "sectors"), "4");
});

test("with y along memory the same warp touches a sector for each column", () => {
  const state = parse({ ...IMAGE, order: "column" });
  // x = 19, y = 5: 19 * 30 + 5 = 575.
  assert.equal(number(state, "element"), "575");
  // 16 columns, 120 bytes apart; rows 4 and 5 of each are 8 bytes from byte 120 * x + 16: never across a sector's edge, which
  // would take 120 * x + 16 = 28 (mod 32), but both terms are multiples of 8.
  assert.equal(number(state, "sectors"), "16");
});

test("the image's right and lower edges are guarded", () => {
  // 3 x 16 = 48 columns for 40, 32 rows for 30: 1,536 threads for 1,200 elements.
  assert.deepEqual(coverage(parse(IMAGE)), { threads: 1536, covered: 1200, missed: 0 });
  const corner = parse({ ...IMAGE, "blockIdx.x": 2, "threadIdx.x": 8 });
  assert.equal(number(corner, "element"), "none");
});

test("the lines of code carry the values of the thread", () => {
  const state = parse(IMAGE);
  const lines = formulaOf(state, globalIndex(state, state.blockIdx, state.threadIdx), "en");
  assert.deepEqual(lines, [
    ["x = blockIdx.x * blockDim.x + threadIdx.x", "= 1 * 16 + 3 = 19"],
    ["y = blockIdx.y * blockDim.y + threadIdx.y", "= 0 * 16 + 5 = 5"],
    ["if (x < width && y < height)", "19 < 40 && 5 < 30: runs"],
    ["i = y * width + x", "= 5 * 40 + 19 = 219"],
  ]);
  const past = parse({ "blockIdx.x": 3, "threadIdx.x": 63 });
  assert.deepEqual(formulaOf(past, { x: 255, y: 0, z: 0 }, "en").at(-1), ["if (i < n)", "255 < 250: does nothing"]);
});

test("in three dimensions z is the slowest", () => {
  // Block 4 x 4 x 4, thread (1, 2, 3): number 3 * 16 + 2 * 4 + 1 = 57, lane 25 of warp 1; data 8 x 8 x 8, block (1, 0, 1):
  // x = 5, y = 2, z = 7: element (7 * 8 + 2) * 8 + 5 = 469.
  const state = parse({
    ...Object.fromEntries(
      ["x", "y", "z"].flatMap((axis) => [
        [`block.${axis}`, 4],
        [`grid.${axis}`, 2],
        [`extent.${axis}`, 8],
      ]),
    ),
    "blockIdx.x": 1,
    "blockIdx.z": 1,
    "threadIdx.x": 1,
    "threadIdx.y": 2,
    "threadIdx.z": 3,
  });
  assert.equal(number(state, "element"), "469");
  assert.equal(number(state, "warp"), "1");
  assert.equal(number(state, "lane"), "25");
});

test("a block of more than 1,024 threads is not launched", () => {
  const state = parse({ "block.x": 64, "block.y": 32 });
  const { picture, summary } = index.draw(state, counting, english);
  assert.equal(picture, "");
  assert.match(summary, /2,048 threads in a block: the launch fails\. A block has at most 1,024\./);
});

test("the last warp of a block may have fewer lanes", () => {
  const state = parse({ "block.x": 40, "threadIdx.x": 35 });
  assert.equal(lanesOfWarp(state).length, 8);
});

test("a smaller grid or block takes the picked thread along, and a larger one gives it back", () => {
  const set = (state: State, name: string, value: string): State => step(state, { kind: "set", name, value });
  const small = set(DEFAULT, "block.x", "1");
  assert.equal(controlValues(small)["threadIdx.x"], "0");
  assert.equal(controlValues(set(small, "block.x", "16"))["threadIdx.x"], "15");
  assert.equal(controlValues(set(small, "block.x", "64"))["threadIdx.x"], "37");
  assert.equal(controlValues(set(DEFAULT, "grid.x", "1"))["blockIdx.x"], "0");
  assert.equal(set(DEFAULT, "block.x", "").block.x, 64);
});

test("a cell picks its thread, and a shared address brings the same state back", () => {
  assert.deepEqual(step(parse(IMAGE), { kind: "set", name: "threadIdx", value: "7,9,0" }).threadIdx, {
    x: 7,
    y: 9,
    z: 0,
  });
  assert.deepEqual(index.values(DEFAULT), {});
  const state = parse({ ...IMAGE, order: "column" });
  assert.deepEqual(parse(index.values(state)), state);
});

test("the picture hatches what the guard cuts off", () => {
  const { picture } = index.draw(parse({ "blockIdx.x": 3, "threadIdx.x": 0 }), counting, english);
  const block = picture.split("</svg>")[1] ?? "";
  assert.equal(block.match(/data-set="threadIdx"/g)?.length, 64);
  assert.equal(block.match(/fill="url\(#test-block\)"/g)?.length, 6);
});
