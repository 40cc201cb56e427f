// The scan simulator: the prefixes that come out, the work, the conflicts.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { Counting } from "#widgets/counting.ts";
import { SCANS } from "#widgets/simulators/scan/algorithms.ts";
import { scan } from "#widgets/simulators/scan/scan.ts";
import { type Algorithm, run } from "#widgets/trees/algorithm.ts";
import { costOf, type Cost, lanesIn, sum } from "#widgets/trees/cost.ts";
import { input, SIZES } from "#widgets/trees/tree_simulator.ts";

const counting = await Counting.create(simulatorsWasm);
const algorithm = (name: string): Algorithm => SCANS.find((one) => one.name === name) as Algorithm;
const costs = (name: string, elements: number): Cost[] =>
  algorithm(name)
    .steps(elements)
    .map((step) => costOf(step, algorithm(name).threads(elements), counting));

test("Hillis and Steele leave every prefix with its own element, Blelloch without", () => {
  for (const elements of SIZES) {
    const numbers = input(elements);
    const inclusive = numbers.map((_, i) => numbers.slice(0, i + 1).reduce((total, number) => total + number, 0));
    const exclusive = [0, ...inclusive.slice(0, -1)];
    assert.deepEqual(run(numbers, algorithm("hillisSteele").steps(elements)).at(-1), inclusive);
    assert.deepEqual(run(numbers, algorithm("blelloch").steps(elements)).at(-1), exclusive);
  }
});

test("the rows of 8 elements, as in the literature", () => {
  const numbers = [3, 1, 7, 0, 4, 1, 6, 3];
  // distance 1, 2, 4: each adds the element so far before it.
  assert.deepEqual(run(numbers, algorithm("hillisSteele").steps(8)), [
    [3, 1, 7, 0, 4, 1, 6, 3],
    [3, 4, 8, 7, 4, 5, 7, 9],
    [3, 4, 11, 11, 12, 12, 11, 14],
    [3, 4, 11, 11, 15, 16, 22, 25],
  ]);
  // Up: pairs, fours, all eight in the last cell; 0 in its place; down: the left cell gets the right one's value, the right one
  // the sum of both.
  assert.deepEqual(run(numbers, algorithm("blelloch").steps(8)), [
    [3, 1, 7, 0, 4, 1, 6, 3],
    [3, 4, 7, 7, 4, 5, 6, 9],
    [3, 4, 7, 11, 4, 5, 6, 14],
    [3, 4, 7, 11, 4, 5, 6, 25],
    [3, 4, 7, 11, 4, 5, 6, 0],
    [3, 4, 7, 0, 4, 5, 6, 11],
    [3, 0, 7, 4, 4, 11, 6, 16],
    [0, 3, 4, 11, 11, 15, 16, 22],
  ]);
});

test("work and depth: n log2 n - (n - 1) in log2 n steps, against 2 (n - 1) in 2 log2 n and one that clears", () => {
  for (const elements of SIZES) {
    const depth = Math.log2(elements);
    assert.equal(costs("hillisSteele", elements).length, depth);
    assert.equal(sum(costs("hillisSteele", elements), "additions"), elements * depth - (elements - 1));
    assert.equal(costs("blelloch", elements).length, 2 * depth + 1);
    assert.equal(sum(costs("blelloch", elements), "additions"), 2 * (elements - 1));
  }
});

test("Hillis and Steele keep every lane busy and meet no conflict", () => {
  for (const { warps, conflicts } of costs("hillisSteele", 64)) {
    assert.deepEqual(warps.map(lanesIn), [32, 32]);
    assert.equal(conflicts, 0);
  }
  // Step 1: two warps load in[t], load in[t - 1], store out[t]. At distance 32 warp 0 has no second load.
  assert.equal(costs("hillisSteele", 64)[0]?.instructions, 6);
  assert.equal(costs("hillisSteele", 64)[5]?.instructions, 5);
});

test("Blelloch's 64 elements: half the threads, fewer at each step up, and two-way conflicts", () => {
  const all = costs("blelloch", 64);
  assert.deepEqual(
    all.map(({ warps }) => warps.map(lanesIn)),
    [[32], [16], [8], [4], [2], [1], [1], [1], [2], [4], [8], [16], [32]],
  );
  // Up: two loads and a store, words 2d apart over 64 words, two in a bank until one lane is left: 6 wavefronts for 3. Clearing: 1.
  // Down: two loads and two stores: 4 for one lane, then 8.
  assert.deepEqual(
    all.map(({ wavefronts }) => wavefronts),
    [6, 6, 6, 6, 6, 3, 1, 4, 8, 8, 8, 8, 8],
  );
  assert.equal(sum(all, "conflicts"), 5 * 3 + 5 * 4);
});

test("a thread of the down-sweep writes two cells", () => {
  const state = scan.parse({ method: "blelloch", elements: 8, step: 5 });
  const say = (target: string) =>
    scan.draw(scan.step(state, { kind: "point", target }), counting, { language: "en", id: "t", live: true }).summary;
  // The digits 3 1 2 2 1 0 1 0: the left four add up to 8; the last cell has been cleared.
  assert.match(say("3"), /Thread 0: x\[3\] = x\[7\] = 0/);
  assert.match(say("7"), /Thread 0: x\[7\] = x\[3\] \+ x\[7\] = 8 \+ 0 = 8/);
});
