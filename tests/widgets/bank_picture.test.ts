// The picture of shared memory's banks.
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawBanks, type BankWord } from "#widgets/pictures/banks.ts";

const one = (lane: number): number => (1 << lane) >>> 0;
const boxes = (svg: string) =>
  [...svg.matchAll(/class="used" x="([\d.]+)" y="([\d.]+)" width="22" height="(\d+)"/g)].map((box) =>
    box.slice(1).map(Number),
  );
const draw = (words: BankWord[], inspected: number | null = null, eights: 2 | 4 = 4) =>
  drawBanks({ words, inspected, unit: "banks" }, eights, "banks");

test("a row of floats is one row of 32 boxes, each below its lane", () => {
  const svg = draw(Array.from({ length: 32 }, (_, lane) => ({ word: lane, bank: lane, pass: 0, lanes: one(lane) })));
  const drawn = boxes(svg);
  assert.equal(drawn.length, 32);
  assert.equal(new Set(drawn.map(([, y]) => y)).size, 1);
  // 22 units a cell, and 8 after every eight cells.
  assert.deepEqual([drawn[0]?.[0], drawn[7]?.[0], drawn[8]?.[0], drawn[31]?.[0]], [0, 154, 184, 31 * 22 + 3 * 8]);
  assert.deepEqual([...svg.matchAll(/class="reader"[^>]*>(.*?)</g)].map((text) => text[1]).slice(0, 3), [
    "0",
    "1",
    "2",
  ]);
});

test("a column is one stack of 32 low boxes without numbers", () => {
  const svg = draw(Array.from({ length: 32 }, (_, lane) => ({ word: 32 * lane, bank: 0, pass: 0, lanes: one(lane) })));
  const drawn = boxes(svg);
  assert.deepEqual(new Set(drawn.map(([x]) => x)), new Set([0]));
  assert.equal(new Set(drawn.map(([, y]) => y)).size, 32);
  assert.ok(!svg.includes("reader"));
});

test("a broadcast is one box with the number of lanes", () => {
  const svg = draw([{ word: 5, bank: 5, pass: 0, lanes: 0xffffffff }]);
  assert.equal(boxes(svg).length, 1);
  assert.match(svg, />×32</);
});

test("passes stand one below the other", () => {
  const svg = draw([
    { word: 0, bank: 0, pass: 0, lanes: one(0) },
    { word: 0, bank: 0, pass: 1, lanes: one(16) },
  ]);
  const [first, second] = boxes(svg);
  // A box of 19 units, and 5 between passes.
  assert.equal((second?.[1] ?? 0) - (first?.[1] ?? 0), 24);
});

test("on a phone banks 16 to 31 stand below banks 0 to 15", () => {
  const words = [0, 16].map((bank) => ({ word: bank, bank, pass: 0, lanes: one(bank) }));
  const [first, second] = boxes(draw(words, null, 2));
  assert.equal(first?.[0], second?.[0]);
  assert.ok((second?.[1] ?? 0) > (first?.[1] ?? 0));
});

test("the inspected lane is tied to its word", () => {
  const words = [0, 1].map((bank) => ({ word: bank, bank, pass: 0, lanes: one(bank) }));
  assert.equal(draw(words, 1).match(/class="ray"/g)?.length, 1);
  assert.ok(!draw(words, 2).includes("ray"));
});

test("where the height is kept, 32 words in a bank take lower boxes and no more room than one row", () => {
  const column = Array.from({ length: 32 }, (_, lane) => ({ word: 32 * lane, bank: 0, pass: 0, lanes: one(lane) }));
  const row = Array.from({ length: 32 }, (_, lane) => ({ word: lane, bank: lane, pass: 0, lanes: one(lane) }));
  // Four passes of eight lanes, 16 bytes each, all in banks 0 to 3: as many boxes as there can be, and three gaps.
  const wide = Array.from({ length: 128 }, (_, i) => {
    const [lane, part] = [Math.floor(i / 4), i % 4];
    return { word: 32 * lane + part, bank: part, pass: Math.floor(lane / 8), lanes: one(lane) };
  });
  for (const eights of [2, 4] as const) {
    const kept = (words: BankWord[]): string =>
      drawBanks({ words, inspected: null, unit: "banks", keepsHeight: true }, eights, "banks");
    const heights = [column, row, wide].map((words) => Number(/viewBox="0 0 \d+ (\d+)"/.exec(kept(words))?.[1]));
    assert.equal(new Set(heights).size, 1);
    for (const words of [column, wide]) {
      const drawn = [...kept(words).matchAll(/class="used" x="[\d.]+" y="([\d.]+)" width="22" height="([\d.]+)"/g)];
      assert.equal(drawn.length, words.length);
      assert.ok(Math.max(...drawn.map((box) => Number(box[1]) + Number(box[2]))) <= (heights[0] ?? 0));
      assert.ok(Math.min(...drawn.map((box) => Number(box[2]))) >= 3);
    }
    assert.match(kept(row), /reader/);
  }
});
