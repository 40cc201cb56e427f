// The divergence instrument on the emulator itself: which lanes execute what, worked out from the kernels' source and PTX.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { countBits } from "#widgets/lanes.ts";
import { divergence } from "#widgets/simulators/divergence/divergence.ts";
import { bodyOf, KERNELS } from "#widgets/simulators/divergence/kernels.ts";
import { CONDITION_NAMES } from "#widgets/simulators/divergence/words.ts";
import { CONDITIONS, DEFAULT, parse, step, type State } from "#widgets/simulators/divergence/state.ts";
import { Warp, type Executed } from "#widgets/simulators/divergence/trace.ts";

const warp = await Warp.create(readFileSync(process.env["EMULATOR_WASM"] ?? ""));
const english = { language: "en", id: "test", live: true } as const;
const ALL = 0xffffffff;
const set = (state: State, name: string, value: string): State => step(state, { kind: "set", name, value });

/** The masks of the instructions that a pattern finds, in their order. */
const masks = (executed: readonly Executed[], pattern: RegExp): number[] =>
  executed.filter(({ ptx }) => pattern.test(ptx)).map(({ mask }) => mask);
const lanes = countBits;

test("the two paths of an if run one after the other, and the lanes meet again behind it", () => {
  const { executed, instructions } = warp.trace("ways", 1);
  // Each path has one load; the store is behind the if.
  const loads = masks(executed, /^ld\.global/);
  assert.deepEqual(new Set(loads), new Set([0x55555555, 0xaaaaaaaa]));
  assert.equal(loads.length, 2);
  assert.deepEqual(masks(executed, /^st\.global/), [ALL]);
  assert.deepEqual(masks(executed, /^ret/), [ALL]);
  // In the PTX: 15 instructions with the branch, 6 on each path, 5 behind.
  assert.equal(instructions, 32);
  assert.equal(executed.filter(({ mask, predicated }) => lanes(mask | predicated) < 32).length, 12);
});

test("the first path's lanes wait where the paths meet, until the second has run", () => {
  const { executed } = warp.trace("ways", 1);
  const [first, second] = executed.filter(({ ptx }) => /^ld\.global/.test(ptx));
  assert.equal(first?.waiting, 0);
  assert.equal(second?.waiting, first?.mask);
});

test("lanes that go together in eights are no better inside one warp; in thirty-twos they are", () => {
  assert.deepEqual(new Set(masks(warp.trace("ways", 8).executed, /^ld\.global/)), new Set([0x00ff00ff, 0xff00ff00]));
  assert.deepEqual(new Set(masks(warp.trace("ways", 20).executed, /^ld\.global/)), new Set([0x000fffff, 0xfff00000]));
  const { executed, instructions, lanesPerInstruction } = warp.trace("ways", 32);
  // A path that nobody takes is skipped: one load, 15 + 6 + 5 instructions.
  assert.deepEqual(masks(executed, /^ld\.global/), [ALL]);
  assert.equal(instructions, 26);
  assert.equal(lanesPerInstruction, 32);
});

test("behind the guard only the first n lanes work, and all end together", () => {
  const { executed } = warp.trace("bound", 5);
  assert.deepEqual(masks(executed, /^(ld|st)\.global/), [0x1f, 0x1f]);
  assert.equal(executed.at(-1)?.mask, ALL);
  // No lane has an element: the body is skipped.
  assert.deepEqual(masks(warp.trace("bound", 0).executed, /^(ld|st)\.global/), []);
  assert.equal(warp.trace("bound", 32).lanesPerInstruction, 32);
});

test("a loop goes on for those lanes that have rounds left", () => {
  const { executed, instructions } = warp.trace("rounds", 3);
  // lane % 3 + 1 rounds: all 32 lanes have a first, the 21 with lane % 3 > 0 a second, the 10 with lane % 3 = 2 a third.
  assert.deepEqual(masks(executed, /^ld\.global/).map(lanes), [32, 21, 10]);
  assert.deepEqual(masks(executed, /^st\.global/), [ALL]);
  // 11 with the first branch, 3 before the loop, 6 a round, 5 behind.
  assert.equal(instructions, 11 + 3 + 3 * 6 + 5);
});

test("lanes an instruction are the emulator's own counters, and agree with the trace", () => {
  for (const condition of CONDITIONS) {
    const trace = warp.trace(condition, 5);
    assert.equal(trace.instructions, trace.executed.length, condition);
    const met = trace.executed.reduce((sum, { mask, predicated }) => sum + lanes(mask | predicated), 0);
    assert.equal(trace.threadInstructions, met, condition);
    // Counters are written with four decimals.
    assert.ok(Math.abs(trace.lanesPerInstruction - met / trace.instructions) < 1e-4, condition);
  }
});

test("every executed line is one of the kernel's, and is shown", () => {
  for (const condition of CONDITIONS) {
    const body = bodyOf(condition);
    assert.match(body[0]?.text ?? "", /^const int i = blockIdx\.x \* blockDim\.x \+ threadIdx\.x;/);
    const shown = body.map(({ line }) => line);
    // The line of the kernel's name, above, has the parameters; the closing brace, below, the return.
    const [first, last] = [(shown[0] ?? 0) - 1, (shown.at(-1) ?? 0) + 1];
    for (const { line } of warp.trace(condition, 3).executed) {
      assert.ok(line !== null && line >= first && line <= last, `${condition}: line ${line}`);
    }
  }
});

test("another condition is looked at where its lanes are missing, with an n that it can have", () => {
  const looking = set(parse({ condition: "bound", n: 30 }), "step", "9");
  assert.deepEqual(looking, { condition: "bound", n: 30, step: 9 });
  assert.equal(set(looking, "n", "4").step, 9);
  assert.equal(set(looking, "condition", "rounds").n, 8);
  assert.equal(parse({ condition: "ways", n: 0 }).n, 1);
  for (const condition of CONDITIONS) {
    const { n, step } = parse({ condition, n: condition === "ways" ? 1 : 5 });
    assert.ok(lanes(warp.trace(condition, n).executed[step - 1]?.mask ?? ALL) < 32, condition);
  }
});

test("a shared address brings the same setting back", () => {
  assert.deepEqual(divergence.values(DEFAULT), {});
  const state = parse({ condition: "bound", n: 20, step: 11 });
  assert.deepEqual(parse(divergence.values(state)), state);
  const asByDefaultElsewhere = parse({ condition: "bound", step: DEFAULT.step });
  assert.deepEqual(parse(divergence.values(asByDefaultElsewhere)), asByDefaultElsewhere);
  assert.deepEqual(parse({ condition: "while", n: "x", step: "" }), DEFAULT);
});

test("the drawing marks the instruction, its line and its lanes", () => {
  const { executed } = warp.trace("ways", 1);
  const at = executed.findIndex(({ ptx }) => /^ld\.global/.test(ptx));
  const { picture, numbers, summary, table } = divergence.draw(parse({ step: at + 1 }), warp, english);
  assert.match(picture, /aria-current="step"><code>\s*value = /);
  assert.match(picture, new RegExp(`Instruction ${at + 1} of 32: 16 of 32 lanes`));
  assert.equal(picture.match(/class="lane active"/g)?.length, 16);
  assert.equal(picture.match(/data-set="step"/g)?.length, 32);
  assert.match(numbers, /data-number="instructions">32</);
  assert.match(summary, /12 of 32 instructions run with lanes missing\./);
  assert.equal(table.match(/<tr><th scope="row">/g)?.length, 32);
  const together = divergence.draw(parse({ n: 32 }), warp, { ...english, language: "zh" });
  assert.match(together.summary, /都有 32 个 lane 在执行/);
});

test("the number that the reader sets has the name that the kernel gives to it", () => {
  for (const condition of CONDITIONS) {
    const { source, name, argument } = KERNELS[condition];
    const head = new RegExp(`void ${name}\\(([^)]*)\\)`).exec(source)?.[1] ?? "";
    assert.equal(head.split(" ").at(-1), argument);
    assert.match(CONDITION_NAMES[condition].en, new RegExp(`\\b${argument}\\b`));
    assert.equal(divergence.controlValues(parse({ condition }))["argument"], argument);
  }
});
