// The fragment simulator against the layouts that the PTX ISA prints: section 9.7.14.5 for mma and ldmatrix, 9.7.15.5 for wgmma. Each
// formula below is written down from there, in its own terms: groupID = lane / 4, threadID_in_group = lane % 4.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { Counting, LANES } from "#widgets/counting.ts";
import type { Fragment, Shape } from "#widgets/matrix_fragments.ts";
import { fragments } from "#widgets/simulators/fragments/fragments.ts";
import { matrixOf } from "#widgets/simulators/fragments/boxes.ts";
import { FORMS, parse, step, values } from "#widgets/simulators/fragments/state.ts";

const counting = await Counting.create(simulatorsWasm);
type Formula = (group: number, thread: number, i: number) => [row: number, column: number];

/** Element i of every lane, counted through the registers, is where the formula says. */
function agrees(layout: Fragment, count: number, formula: Formula): void {
  assert.equal(layout.registers * layout.parts, count);
  for (let lane = 0; lane < LANES; ++lane) {
    for (let i = 0; i < count; ++i) {
      const { row, column } = layout.element(lane, Math.floor(i / layout.parts), i % layout.parts);
      assert.deepEqual([row, column], formula(Math.floor(lane / 4), lane % 4, i), `lane ${lane}, element ${i}`);
    }
  }
}

const accumulator: Formula = (group, thread, i) => [i < 2 ? group : group + 8, thread * 2 + (i & 1)];

test("m16n8k16, f16 and bf16", () => {
  const shape: Shape = { m: 16, n: 8, k: 16 };
  for (const type of ["f16", "bf16"] as const) {
    agrees(counting.fragments.ofProduct("A", type, shape), 8, (group, thread, i) => [
      i < 2 || (i >= 4 && i < 6) ? group : group + 8,
      i < 4 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8,
    ]);
    agrees(counting.fragments.ofProduct("B", type, shape), 4, (group, thread, i) => [
      i < 2 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8,
      group,
    ]);
  }
  agrees(counting.fragments.ofProduct("D", "f32", shape), 4, accumulator);
  agrees(counting.fragments.ofProduct("D", "f16", shape), 4, accumulator);
});

test("m16n8k8, f16", () => {
  const shape: Shape = { m: 16, n: 8, k: 8 };
  agrees(counting.fragments.ofProduct("A", "f16", shape), 4, (group, thread, i) => [
    i < 2 ? group : group + 8,
    thread * 2 + (i & 1),
  ]);
  agrees(counting.fragments.ofProduct("B", "f16", shape), 2, (group, thread, i) => [thread * 2 + i, group]);
});

test("m16n8k4 and m16n8k8, tf32", () => {
  agrees(counting.fragments.ofProduct("A", "tf32", { m: 16, n: 8, k: 4 }), 2, (group, thread, i) => [
    i === 0 ? group : group + 8,
    thread,
  ]);
  agrees(counting.fragments.ofProduct("B", "tf32", { m: 16, n: 8, k: 4 }), 1, (group, thread) => [thread, group]);
  agrees(counting.fragments.ofProduct("A", "tf32", { m: 16, n: 8, k: 8 }), 4, (group, thread, i) => [
    i === 0 || i === 2 ? group : group + 8,
    i < 2 ? thread : thread + 4,
  ]);
  agrees(counting.fragments.ofProduct("B", "tf32", { m: 16, n: 8, k: 8 }), 2, (group, thread, i) => [
    i === 0 ? thread : thread + 4,
    group,
  ]);
});

test("m16n8k16 and m16n8k32, 8 bits", () => {
  agrees(counting.fragments.ofProduct("A", "s8", { m: 16, n: 8, k: 16 }), 8, (group, thread, i) => [
    i < 4 ? group : group + 8,
    thread * 4 + (i & 3),
  ]);
  agrees(counting.fragments.ofProduct("B", "s8", { m: 16, n: 8, k: 16 }), 4, (group, thread, i) => [
    thread * 4 + i,
    group,
  ]);
  for (const type of ["s8", "e4m3"] as const) {
    agrees(counting.fragments.ofProduct("A", type, { m: 16, n: 8, k: 32 }), 16, (group, thread, i) => [
      i < 4 || (i >= 8 && i < 12) ? group : group + 8,
      i < 8 ? thread * 4 + (i & 3) : thread * 4 + (i & 3) + 16,
    ]);
    agrees(counting.fragments.ofProduct("B", type, { m: 16, n: 8, k: 32 }), 8, (group, thread, i) => [
      i < 4 ? thread * 4 + (i & 3) : thread * 4 + (i & 3) + 16,
      group,
    ]);
  }
  agrees(counting.fragments.ofProduct("D", "s32", { m: 16, n: 8, k: 32 }), 4, accumulator);
});

test("m8n8k4, f64", () => {
  const shape: Shape = { m: 8, n: 8, k: 4 };
  agrees(counting.fragments.ofProduct("A", "f64", shape), 1, (group, thread) => [group, thread]);
  agrees(counting.fragments.ofProduct("B", "f64", shape), 1, (group, thread) => [thread, group]);
  agrees(counting.fragments.ofProduct("D", "f64", shape), 2, (group, thread, i) => [group, thread * 2 + i]);
});

test("wgmma: the accumulator and A of one warp", () => {
  // d(i) is at row groupID + 8 * ((i / 2) % 2), column 8 * (i / 4) + 2 * threadID_in_group + i % 2.
  agrees(counting.fragments.ofProduct("D", "f32", { m: 64, n: 16, k: 16 }), 8, (group, thread, i) => [
    group + 8 * (Math.floor(i / 2) % 2),
    8 * Math.floor(i / 4) + 2 * thread + (i % 2),
  ]);
  agrees(counting.fragments.ofProduct("A", "f16", { m: 64, n: 16, k: 16 }), 8, (group, thread, i) => [
    group + 8 * (Math.floor(i / 2) % 2),
    8 * Math.floor(i / 4) + 2 * thread + (i % 2),
  ]);
});

test("ldmatrix: rows by fours of lanes; with .trans, columns; addresses by eights", () => {
  agrees(counting.fragments.ofLoad(false), 2, (group, thread, i) => [group, 2 * thread + i]);
  agrees(counting.fragments.ofLoad(true), 2, (group, thread, i) => [2 * thread + i, group]);
  // Threads 0–7 give the rows of the first matrix, 8–15 of the second …
  assert.equal(counting.fragments.namingLane(0, 0), 0);
  assert.equal(counting.fragments.namingLane(0, 7), 7);
  assert.equal(counting.fragments.namingLane(1, 0), 8);
  assert.equal(counting.fragments.namingLane(3, 7), 31);
});

test("every form on offer exists, and each lane holds as much of it as any other", () => {
  for (const form of FORMS) {
    if (form.instruction === "ldmatrix") continue;
    assert.ok(counting.fragments.exists(form.instruction, form.factors, form.result, form.shape), form.name);
  }
  // The table of shapes is asked, not all taken for granted.
  assert.ok(!counting.fragments.exists("mma", "f16", "f32", { m: 16, n: 8, k: 32 }));
  assert.ok(!counting.fragments.exists("mma", "bf16", "f16", { m: 16, n: 8, k: 16 }));
  assert.ok(!counting.fragments.exists("wgmma", "f16", "f32", { m: 64, n: 12, k: 16 }));
});

test("the boxes cover the matrix, every element once", () => {
  for (const form of FORMS) {
    for (const operand of ["A", "B", "D"]) {
      const matrix = matrixOf(parse({ form: form.name, operand }), counting);
      if (matrix === null) {
        assert.ok(form.instruction === "wgmma" && operand === "B");
        continue;
      }
      const places = matrix.boxes.flatMap(({ matrix: n, elements }) =>
        elements.map(({ row, column }) => `${n}: ${row}, ${column}`),
      );
      const size = matrix.layout.rows * matrix.layout.columns * matrix.count;
      assert.equal(places.length, size, form.name);
      assert.equal(new Set(places).size, size, form.name);
    }
  }
});

test("a box says who holds what, and where", () => {
  const english = { language: "en", id: "t", live: true } as const;
  // Lane 5: groupID 1, threadID_in_group 1. a2 and a3: row 1 + 8, columns 2 and 3.
  const state = step(parse({}), { kind: "point", target: "5.1" });
  assert.match(
    fragments.draw(state, counting, english).summary,
    /Lane 5, register 1: a2 at row 9, column 2; a3 at row 9, column 3\. The first lies in the lowest bits\./,
  );
  assert.match(
    fragments.draw(parse({}), counting, english).summary,
    /Each lane holds 8 of the 256 elements, in 4 registers\./,
  );
  const loaded = step(parse({ form: "ldmatrix.x4" }), { kind: "set", name: "held", value: "9.2" });
  // Lane 9: row 2, columns 2 and 3 of matrix 2, whose row 2 lane 18 names.
  assert.match(
    fragments.draw(loaded, counting, english).summary,
    /row 2, column 2 of matrix 2;.*The address of row 2 comes from lane 18\./,
  );
});

test("what a shared address holds brings the same state back; nonsense falls back", () => {
  assert.deepEqual(values(parse({})), {});
  const state = parse({ form: "mma.m16n8k8.f32.tf32", operand: "B", lane: 30, register: 1 });
  assert.deepEqual(parse(values(state)), state);
  assert.deepEqual(parse({ form: "mma.m1n1k1", operand: "Q", lane: 32 }), parse({}));
});
