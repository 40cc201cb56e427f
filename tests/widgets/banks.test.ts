// The banks simulator's state and drawing.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { Counting } from "#widgets/counting.ts";
import { banks } from "#widgets/simulators/banks/banks.ts";
import { controlValues, DEFAULT, parse, PATTERNS, step, type State } from "#widgets/simulators/banks/state.ts";

const counting = await Counting.create(simulatorsWasm);
const english = { language: "en", id: "test", live: true } as const;
const set = (state: State, name: string, value: string): State => step(state, { kind: "set", name, value });
const number = (state: State, name: string): string => {
  const { numbers } = banks.draw(state, counting, english);
  return new RegExp(`data-number="${name}">([^<]*)<`).exec(numbers)?.[1] ?? "missing";
};
const wavefronts = (values: Record<string, string | number>): string => number(parse(values), "wavefronts");

test("a stride of s words takes gcd(s, 32) wavefronts", () => {
  // Lanes i and j meet in a bank when s * (i - j) is a multiple of 32: gcd(s, 32) lanes share each bank that is used.
  for (const [stride, expected] of [
    [1, "1"],
    [2, "2"],
    [3, "1"],
    [6, "2"],
    [12, "4"],
    [24, "8"],
    [16, "16"],
    [32, "32"],
    [33, "1"],
  ] as const) {
    assert.equal(wavefronts({ stride }), expected, `stride ${stride}`);
  }
});

test("a column of a tile takes 32 wavefronts, one with one element of padding, and one swizzled", () => {
  assert.equal(wavefronts({ pattern: "column" }), "32");
  assert.equal(wavefronts({ pattern: "column", padding: 1 }), "1");
  // 34 and 36 words a row: gcd(34, 32) = 2, gcd(36, 32) = 4.
  assert.equal(wavefronts({ pattern: "column", padding: 2 }), "2");
  assert.equal(wavefronts({ pattern: "column", padding: 4 }), "4");
  assert.equal(wavefronts({ pattern: "swizzled" }), "1");
  assert.equal(number(parse({ pattern: "column" }), "busiest"), "32");
  assert.equal(number(parse({ pattern: "column" }), "banks"), "1");
});

test("wide accesses are served in passes: 8 bytes in two, 16 bytes in four, without a conflict", () => {
  assert.equal(wavefronts({ width: 8 }), "2");
  assert.equal(wavefronts({ width: 16 }), "4");
  assert.equal(number(parse({ width: 16 }), "conflicts"), "0");
  // A column of 8-byte elements: 16 lanes a pass, all in banks 0 and 1: 16 wavefronts each; padded by one element, rows
  // start two banks apart and 16 lanes fill the 32 banks.
  assert.equal(wavefronts({ pattern: "column", width: 8 }), "32");
  assert.equal(wavefronts({ pattern: "column", width: 8, padding: 1 }), "2");
});

test("a broadcast and a reversed warp take one wavefront", () => {
  assert.equal(wavefronts({ pattern: "broadcast" }), "1");
  assert.equal(wavefronts({ pattern: "reversed" }), "1");
});

test("every other lane of a stride of two still meets in 16 banks", () => {
  // Lanes 0, 2, … 30 at words 0, 4, … 60: banks 0, 4, … 28, each twice.
  assert.equal(wavefronts({ stride: 2, lanes: "55555555" }), "2");
  assert.equal(wavefronts({ stride: 2, lanes: "0000ffff" }), "1");
});

test("setting a stride or a padding chooses the pattern that it is of", () => {
  assert.equal(set(parse({ pattern: "random" }), "stride", "4").pattern, "strided");
  assert.equal(set(DEFAULT, "padding", "1").pattern, "column");
});

test("values without meaning fall back, and a shared address brings the same state back", () => {
  assert.deepEqual(
    parse({ pattern: "spiral", stride: "much", padding: 3, width: 5, access: "look", lanes: "xyz" }),
    DEFAULT,
  );
  assert.deepEqual(banks.values(DEFAULT), {});
  for (const pattern of PATTERNS) {
    const state = parse({ pattern, stride: 5, padding: 2, width: 8, access: "store", lanes: "0000ffff" });
    assert.deepEqual(parse(banks.values(state)), state);
    assert.deepEqual(parse(controlValues(state)), state);
  }
});

test("the sentence names what is lost, in both languages", () => {
  const say = (values: Record<string, string | number>, language: "en" | "zh" = "en"): string =>
    banks.draw(parse(values), counting, { ...english, language }).summary;
  assert.match(say({ pattern: "column" }), /32 wavefronts, where 1 would do/);
  assert.match(say({ width: 16 }), /4 wavefronts, as few as 16 bytes a lane can have/);
  assert.match(say({ pattern: "broadcast" }), /1 wavefront: lanes that load the same word share it/);
  assert.match(say({ lanes: "00000000" }), /No lane is active/);
  assert.match(say({ pattern: "column" }, "zh"), /32 个 wavefront，本来 1 个就够/);
});

test("an inspected lane says its banks", () => {
  const inspected = step(parse({ width: 8, stride: 3 }), { kind: "inspect", lane: 6 });
  // Lane 6 at byte 6 * 3 * 8 = 144, word 36, banks 4 and 5.
  assert.match(banks.draw(inspected, counting, english).summary, /Lane 6: offset 144, banks 4–5\./);
});

test("the table has a row for every word of every bank", () => {
  const { table } = banks.draw(parse({ stride: 16 }), counting, english);
  assert.equal(table.match(/<tr><th scope="row">/g)?.length, 32);
  // Bank 16 has the odd lanes; the first of its words is lane 1's, at byte 64.
  assert.match(table, /<th scope="row">16<\/th><td>1<\/td><td>64<\/td><td>1<\/td>/);
});
