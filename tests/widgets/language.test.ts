// How the widgets write numbers, and sentences with values in them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { fill, formatMillions, formatShort } from "#widgets/language.ts";
import { verdict, type Run } from "#widgets/runner/results.ts";
import { say } from "#widgets/runner/say.ts";
import { COPIES } from "./copies_scene.ts";

test("a whole number is never rounded, nor the whole part of another", () => {
  const shown = [4096, 2048, 1_234_567, 4145.7, 31.512, 1 / 6, 0].map(formatShort);
  assert.deepEqual(shown, ["4,096", "2,048", "1,234,567", "4,146", "31.5", "0.167", "0"]);
});

test("Chinese counts by ten thousands, English by millions", () => {
  assert.equal(formatMillions(45e6, "en"), "45 million");
  assert.equal(formatMillions(45e6, "zh"), "4500 万");
  assert.equal(formatMillions(0.45e6, "zh"), "45 万");
  assert.equal(formatMillions(123e6, "en"), "120 million");
  assert.equal(formatMillions(123e6, "zh"), "1.2 亿");
});

test("between Chinese and a value in Latin letters there is a space, and no other", () => {
  assert.equal(fill("{memory}拷贝", { memory: "L2" }), "L2 拷贝");
  assert.equal(fill("{memory}拷贝", { memory: "显存" }), "显存拷贝");
  assert.equal(fill("受{memory}限制，{n} 次", { memory: "L2", n: 3 }), "受 L2 限制，3 次");
  assert.equal(fill("“{file}”不是", { file: "a.json" }), "“a.json”不是");
  assert.equal(fill("{a} lanes", { a: 4 }), "4 lanes");
});

test("one of a thing is said in the singular", () => {
  globalThis.gtlRunWords = {
    "run-right": "All {count} elements are right.",
    "run-right-one": "The element is right.",
    "run-count": "{count} thread instruction{s}.",
  };
  const run = (compared: number, threadInstructions: number): Run[] => [
    {
      variant: {} as Run["variant"],
      why: "",
      outcome: {
        result: { state: "finished", blocks: 1, threadInstructions, milliseconds: 1 },
        wrong: null,
        findings: [],
        compared,
      } as unknown as Run["outcome"],
    },
  ];
  assert.equal(verdict(COPIES, run(1, 1), false, "en", say), "The element is right. 1 thread instruction.");
  assert.equal(verdict(COPIES, run(2, 20), false, "en", say), "All 2 elements are right. 20 thread instructions.");
});
