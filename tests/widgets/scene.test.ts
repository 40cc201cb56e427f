// Scenes on the page: formulas, sizes, launches. What kernels compute and count is held by lessonNN.scenes.
import assert from "node:assert/strict";
import { test } from "node:test";

import { compile, evaluate, FILLS } from "#widgets/scene/formula.ts";
import { allowed, buffersOf, dimensions, metricValue, obstacle, type Scene } from "#widgets/scene/scene.ts";
import { COPIES } from "./copies_scene.ts";

const [copy] = COPIES.variants as [Scene["variants"][0]];

test("a formula is whole-number arithmetic over the reader's values", () => {
  const values = { rows: 100, columns: 33 };
  assert.equal(evaluate(["ceil_div", "columns", 32], values), 2);
  assert.equal(evaluate(["//", ["-", 0, 1], 2], values), -1);
  assert.equal(evaluate(["%", "rows", 32], values), 4);
  assert.equal(evaluate(["max", ["min", "rows", 64], "columns"], values), 64);
  assert.throws(() => evaluate("depth", values), /depth, which has no value/);
  assert.throws(() => evaluate(["**", "rows", 2], values), /operation \*\*/);
});

test("an element's formula knows its index, and what buffers were filled with", () => {
  // The transpose of 2 rows of 3: 0 1 2 / 3 4 5 becomes 0 3 / 1 4 / 2 5.
  const transposed = compile(
    ["at", "input", ["+", ["*", ["%", "i", "rows"], "columns"], ["//", "i", "rows"]]],
    { rows: 2, columns: 3 },
    { input: "index" },
  );
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(transposed), [0, 3, 1, 4, 2, 5]);
});

test("the hash is 16 bits of a product, as the lesson's program takes them", () => {
  for (const i of [1, 2, 3, 1000, 524_287]) {
    const product = (BigInt(i) * 2654435761n) >> 12n;
    assert.equal(FILLS.hash(i), Number(product & 0xffffn));
  }
  assert.ok(Number.isNaN(FILLS.unwritten(0)));
});

test("a number is brought into its range and onto its step", () => {
  const parameter = { name: "n", label: { en: "", zh: "" }, least: 32, most: 512, step: 32, default: 256 };
  assert.equal(allowed(parameter, 100), 96);
  assert.equal(allowed(parameter, 9999), 512);
  assert.equal(allowed(parameter, -1), 32);
  assert.equal(allowed(parameter, NaN), 256);
});

test("a launch has the buffers that its arguments name, in the sizes that follow", () => {
  assert.deepEqual(
    buffersOf(COPIES, copy, { count: 1000 }).map(({ name, size, columns }) => [name, size, columns]),
    [
      ["input", 1000, 1],
      ["output", 1000, 1],
    ],
  );
  assert.deepEqual(dimensions(copy.grid, { count: 1000 }), [4, 1, 1]);
});

test("what must be a multiple of something keeps a variant from running", () => {
  const wide = { ...copy, multiples: { count: 64 } };
  assert.equal(obstacle(COPIES, wide, { count: 128 }), null);
  assert.equal(obstacle(COPIES, wide, { count: 100 })?.of, 64);
  assert.equal(obstacle(COPIES, copy, { count: 100 }), null);
});

test("a counter over another is not defined where there is nothing to divide by", () => {
  assert.equal(metricValue(COPIES, "sectors-per-request-ld", { sectors: 128, requests: 32 }), 4);
  assert.equal(metricValue(COPIES, "sectors-per-request-ld", {}), null);
  assert.equal(metricValue(COPIES, "bytes-moved-ld", { sectors: 128 }), 4096);
  assert.throws(() => metricValue(COPIES, "sectors", {}), /no counter is called sectors/);
});
