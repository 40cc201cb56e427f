// The reduction simulator: who adds what, what comes out, and what the shared-memory accesses cost.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { Counting } from "#widgets/counting.ts";
import { reduction } from "#widgets/simulators/reduction/reduction.ts";
import { REDUCTIONS } from "#widgets/simulators/reduction/algorithms.ts";
import { type Algorithm, needed, run } from "#widgets/trees/algorithm.ts";
import { costOf, type Cost, lanesIn, sum } from "#widgets/trees/cost.ts";
import { input, SIZES } from "#widgets/trees/tree_simulator.ts";

const counting = await Counting.create(simulatorsWasm);
const algorithm = (name: string): Algorithm => REDUCTIONS.find((one) => one.name === name) as Algorithm;
const costs = (name: string, elements: number): Cost[] =>
  algorithm(name)
    .steps(elements)
    .map((step) => costOf(step, algorithm(name).threads(elements), counting));
const active = (name: string, elements: number): number[][] =>
  costs(name, elements).map(({ warps }) => warps.map(lanesIn));

test("every method leaves the sum in the first cell, for every size", () => {
  for (const { name, steps } of REDUCTIONS) {
    for (const elements of SIZES) {
      const numbers = input(elements);
      const rows = run(numbers, steps(elements));
      assert.equal(
        rows.at(-1)?.[0],
        numbers.reduce((total, number) => total + number),
        `${name}, ${elements}`,
      );
    }
  }
});

test("the rows of 8 elements, by hand", () => {
  const numbers = [3, 1, 7, 0, 4, 1, 6, 3]; // 25 in all
  // s = 1: 3+1, 7+0, 4+1, 6+3 in cells 0, 2, 4, 6; s = 2: 4+7, 5+9 in 0, 4; s = 4: 11+14 in 0.
  assert.deepEqual(run(numbers, algorithm("modulo").steps(8)), [
    [3, 1, 7, 0, 4, 1, 6, 3],
    [4, 1, 7, 0, 5, 1, 9, 3],
    [11, 1, 7, 0, 14, 1, 9, 3],
    [25, 1, 7, 0, 14, 1, 9, 3],
  ]);
  // s = 4: 3+4, 1+1, 7+6, 0+3; s = 2: 7+13, 2+3; s = 1: 20+5.
  assert.deepEqual(run(numbers, algorithm("sequential").steps(8)), [
    [3, 1, 7, 0, 4, 1, 6, 3],
    [7, 2, 13, 3, 4, 1, 6, 3],
    [20, 5, 13, 3, 4, 1, 6, 3],
    [25, 5, 13, 3, 4, 1, 6, 3],
  ]);
  // Lanes whose partner is past the end add their own value again: lanes 4–7 double, then lanes 6 and 7, then lane 7.
  assert.deepEqual(run(numbers, algorithm("shuffle").steps(8)), [
    [3, 1, 7, 0, 4, 1, 6, 3],
    [7, 2, 13, 3, 8, 2, 12, 6],
    [20, 5, 21, 5, 20, 8, 24, 12],
    [25, 26, 26, 25, 28, 32, 36, 24],
  ]);
});

test("interleaved by modulo and by stride do the same additions, by other threads", () => {
  const who = (name: string): [number, number][] =>
    (algorithm(name).steps(8)[0]?.operations ?? []).map(({ thread, target }) => [thread, target]);
  // prettier-ignore
  assert.deepEqual(who("modulo"), [[0, 0], [2, 2], [4, 4], [6, 6]]);
  // prettier-ignore
  assert.deepEqual(who("stride"), [[0, 0], [1, 2], [2, 4], [3, 6]]);
  for (const elements of SIZES) {
    const rows = (name: string): number[][] => run(input(elements), algorithm(name).steps(elements));
    assert.deepEqual(rows("modulo"), rows("stride"));
  }
});

test("active lanes, warp by warp, of 64 elements", () => {
  // t % 2s == 0: half, a quarter … of the lanes of both warps, one of each at s = 16, then thread 0 alone.
  // prettier-ignore
  assert.deepEqual(active("modulo", 64), [[16, 16], [8, 8], [4, 4], [2, 2], [1, 1], [1, 0]]);
  // The threads 0 … 64 / 2s - 1: never a lane of warp 1.
  // prettier-ignore
  assert.deepEqual(active("stride", 64), [[32, 0], [16, 0], [8, 0], [4, 0], [2, 0], [1, 0]]);
  // prettier-ignore
  assert.deepEqual(active("sequential", 64), [[32, 0], [16, 0], [8, 0], [4, 0], [2, 0], [1, 0]]);
  // Five shuffles by both warps; the hand-over: 32 lanes of warp 0 take a value, lane 0 of warp 1 stores its own; one shuffle.
  // prettier-ignore
  assert.deepEqual(active("shuffle", 64), [[32, 32], [32, 32], [32, 32], [32, 32], [32, 32], [32, 1], [32, 0]]);
});

test("64 elements by stride meet two-way bank conflicts until one thread is left", () => {
  // Step s: 32 / s lanes at words 2s · t and 2s · t + s. The words span 64, so that two meet in each bank asked for: each of the
  // three instructions (two loads, a store) takes 2 wavefronts, down to s = 16 (words 0 and 32); s = 32 is one lane.
  const of = (name: string) => costs(name, 64).map(({ wavefronts, conflicts }) => [wavefronts, conflicts]);
  // prettier-ignore
  assert.deepEqual(of("stride"), [[6, 3], [6, 3], [6, 3], [6, 3], [6, 3], [3, 0]]);
  // Neighbouring words: one wavefront each.
  // prettier-ignore
  assert.deepEqual(of("sequential"), [[3, 0], [3, 0], [3, 0], [3, 0], [3, 0], [3, 0]]);
  // By modulo each warp stays in its own 32 words, all banks apart; but two warps have to issue, down to s = 16.
  // prettier-ignore
  assert.deepEqual(of("modulo"), [[6, 0], [6, 0], [6, 0], [6, 0], [6, 0], [3, 0]]);
});

test("32 elements meet no conflict by any method", () => {
  for (const { name } of REDUCTIONS) assert.equal(sum(costs(name, 32), "conflicts"), 0, name);
});

test("work and depth: n - 1 additions in log2 n steps; shuffles add in all lanes", () => {
  for (const name of ["modulo", "stride", "sequential"]) {
    for (const elements of SIZES) {
      assert.equal(costs(name, elements).length, Math.log2(elements));
      assert.equal(sum(costs(name, elements), "additions"), elements - 1);
    }
  }
  // 3 steps of 8 lanes; 5 of 64, then one of 32.
  assert.equal(sum(costs("shuffle", 8), "additions"), 24);
  assert.equal(sum(costs("shuffle", 64), "additions"), 5 * 64 + 32);
  // Two lane 0s store, in two instructions; two lanes load, in one.
  assert.equal(sum(costs("shuffle", 64), "instructions"), 3);
  assert.equal(sum(costs("shuffle", 32), "instructions"), 0);
});

test("of the shuffles of 8 lanes, 4, 2 and 1 results matter", () => {
  const rows = needed(8, algorithm("shuffle").steps(8), [0]);
  assert.deepEqual(
    rows.map((row) => row.filter(Boolean).length),
    [8, 4, 2, 1],
  );
});

test("the reader steps forward and back, and no further than the ends", () => {
  const set = (state: ReturnType<typeof reduction.parse>, name: string, value: string) =>
    reduction.step(state, { kind: "set", name, value });
  const first = reduction.parse({});
  assert.equal(first.step, 1);
  assert.equal(set(first, "move", "-1").step, 1);
  assert.equal(set(first, "move", "1").step, 2);
  assert.equal(set(set(first, "move", "1"), "move", "-1").step, 1);
  assert.equal(set(first, "step", "99").step, 4);
  assert.equal(reduction.controlLimits?.(set(first, "elements", "64"), counting)["step"], 6);
  assert.equal(set(reduction.parse({ elements: 64, step: 6 }), "elements", "8").step, 3);
});

test("what a shared address holds brings the same state back", () => {
  assert.deepEqual(reduction.values(reduction.parse({})), {});
  const state = reduction.parse({ method: "stride", elements: 64, step: 3 });
  assert.deepEqual(reduction.parse(reduction.values(state)), state);
  assert.deepEqual(reduction.parse({ method: "magic", elements: 7, step: "x" }), reduction.parse({}));
});

test("the sentence and the numbers say what the step costs", () => {
  const draw = (language: "en" | "zh") =>
    reduction.draw(reduction.parse({ method: "stride", elements: 64 }), counting, { language, id: "t", live: true });
  assert.match(
    draw("en").summary,
    /Step 1 of 6: 32 additions, by 32 threads in 1 warp\. 3 shared-memory instructions, 6 wavefronts: 3 bank conflicts\./,
  );
  assert.match(draw("zh").summary, /32 次加法.*6 个 wavefront：3 次存储体冲突。/);
  const number = (name: string) => new RegExp(`data-number="${name}">([^<]*)<`).exec(draw("en").numbers)?.[1];
  assert.deepEqual(["depth", "work", "wavefronts", "conflicts"].map(number), ["6", "63", "33", "15"]);
});

test("a cell that the reader looks at says which thread wrote it, from what", () => {
  // The first digits are 3 and 1.
  assert.deepEqual(input(8), [3, 1, 2, 2, 1, 0, 1, 0]);
  const state = reduction.step(reduction.parse({}), { kind: "point", target: "0" });
  const { summary, picture } = reduction.draw(state, counting, { language: "en", id: "t", live: true });
  assert.match(summary, /Thread 0: x\[0\] = x\[0\] \+ x\[1\] = 3 \+ 1 = 4/);
  assert.match(picture, /class="node pointed"/);
});
