// The coalescing simulator's state and drawing.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { coalescing } from "#widgets/simulators/coalescing/coalescing.ts";
import { runsOf } from "#widgets/pictures/memory.ts";
import { addresses, DEFAULT, parse, PATTERNS, step, values, type State } from "#widgets/simulators/coalescing/state.ts";
import { Counting } from "#widgets/counting.ts";
import { ranges } from "#widgets/lanes.ts";

const counting = await Counting.create(simulatorsWasm);
const set = (state: State, name: string, value: string): State => step(state, { kind: "set", name, value });
const english = { language: "en", id: "test", live: true } as const;
const number = (state: State, name: string): string => {
  const { numbers } = coalescing.draw(state, counting, english);
  return new RegExp(`data-number="${name}">([^<]*)<`).exec(numbers)?.[1] ?? "missing";
};

test("dragging the stride from 1 to 8 takes the request from 4 sectors to 32", () => {
  assert.equal(number(DEFAULT, "sectors"), "4");
  const strided = set(DEFAULT, "stride", "8");
  assert.equal(number(strided, "sectors"), "32");
  assert.equal(number(strided, "bytes-used"), "128");
  assert.equal(number(strided, "bytes-moved"), "1,024");
  assert.equal(number(strided, "efficiency"), "12.5 %");
});

test("an offset of one float costs a fifth sector", () => {
  assert.equal(number(set(DEFAULT, "offset", "1"), "sectors"), "5");
  assert.equal(number(set(DEFAULT, "offset", "8"), "sectors"), "4");
});

test("16 bytes a lane are 16 sectors of one request", () => {
  const wide = set(DEFAULT, "width", "16");
  assert.equal(number(wide, "requests"), "1");
  assert.equal(number(wide, "sectors"), "16");
});

test("order inside the warp costs nothing: reversed and permuted touch 4 sectors", () => {
  assert.equal(number(set(DEFAULT, "pattern", "reversed"), "sectors"), "4");
  assert.equal(number(set(DEFAULT, "pattern", "permuted"), "sectors"), "4");
});

test("a broadcast touches one sector and uses one float", () => {
  const broadcast = set(DEFAULT, "pattern", "broadcast");
  assert.equal(number(broadcast, "sectors"), "1");
  assert.equal(number(broadcast, "bytes-used"), "4");
});

test("lanes of every width permute within their sector", () => {
  for (const width of [1, 2, 4, 8, 16]) {
    const state = parse({ pattern: "permuted", width });
    const places = addresses(state);
    assert.deepEqual(
      [...places].sort((a, b) => a - b),
      addresses(parse({ width })),
    );
    assert.ok(places.every((place, lane) => Math.floor(place / 32) === Math.floor((lane * width) / 32)));
    assert.notDeepEqual(places, addresses(parse({ width })));
  }
});

test("switching one lane off and on returns to the same state", () => {
  const without = step(DEFAULT, { kind: "lane", lane: 31, active: false });
  assert.equal(without.lanes, 0x7fffffff);
  assert.deepEqual(step(without, { kind: "lane", lane: 31, active: true }), DEFAULT);
});

test("without an active lane there is no request", () => {
  const idle = set(DEFAULT, "lanes", "00000000");
  assert.equal(number(idle, "requests"), "0");
  assert.equal(number(idle, "efficiency"), "0 %");
});

test("the stride says the pattern: above 1 strided, 1 contiguous", () => {
  assert.equal(set(DEFAULT, "stride", "2").pattern, "strided");
  assert.equal(set(set(DEFAULT, "stride", "2"), "stride", "1").pattern, "contiguous");
  assert.equal(set(parse({ pattern: "random" }), "stride", "4").pattern, "strided");
  assert.equal(set(DEFAULT, "pattern", "strided").stride, 2);
  assert.equal(parse({ pattern: "strided" }).stride, 2);
});

test("values out of range or of no meaning fall back", () => {
  assert.deepEqual(
    parse({
      stride: "nonsense",
      offset: -3,
      width: 5,
      lanes: "xyz",
      pattern: "spiral",
    }),
    DEFAULT,
  );
  assert.equal(parse({ stride: 1000 }).stride, 32);
});

test("what a shared address holds brings the same state back", () => {
  assert.deepEqual(values(DEFAULT), {});
  assert.deepEqual(values(parse({ stride: 8 })), { stride: 8 });
  for (const pattern of PATTERNS) {
    const state = parse({ pattern, offset: 3, width: 2, lanes: "0000ffff" });
    assert.deepEqual(parse(values(state)), state);
  }
});

test("the sentence compares the traffic with the least possible", () => {
  const say = (state: State, language: "en" | "zh" = "en"): string =>
    coalescing.draw(state, counting, { ...english, language }).summary;
  assert.match(say(parse({ stride: 8 })), /1 request touches 32 sectors: 1,024 bytes moved, 128 used \(12\.5 %\)\./);
  assert.match(say(parse({ stride: 8 })), /The same 128 bytes, 8 × the traffic\./);
  assert.match(say(parse({ offset: 1 })), /1\.25 × the traffic/);
  assert.match(say(DEFAULT), /128 bytes, with the least traffic that can carry them\./);
  assert.match(say(parse({ lanes: "000000ff" })), /32 bytes, with the least traffic/);
  assert.match(
    say(parse({ stride: 8 }), "zh"),
    /32 个扇区：搬运 1,024 字节，用到 128 字节（12\.5 %）.*同样的 128 字节，8 倍的流量。/,
  );
});

test("the picture has a box for each sector, and its height is the same for one row of them as for eight", () => {
  const pictures = [1, 2, 4, 5, 8].map((stride) => coalescing.draw(parse({ stride }), counting, english).picture);
  const wide = pictures.map((picture) => picture.slice(0, picture.indexOf("</svg>")));
  const boxes = wide.map((picture) => picture.match(/class="box"/g)?.length);
  // 32 lanes of 4 bytes at a stride of 4 s bytes: 4 s sectors, at most one for each lane.
  assert.deepEqual(boxes, [4, 8, 16, 20, 32]);
  const sizes = pictures.map((picture) => [...picture.matchAll(/viewBox="([^"]*)"/g)].map((box) => box[1]).join());
  assert.equal(new Set(sizes).size, 1);
  // 32 boxes end within the picture, and the lanes' numbers within theirs: figures are 7 units high.
  const [, , , height] = (/viewBox="([^"]*)"/.exec(wide[4] ?? "")?.[1] ?? "").split(" ").map(Number);
  const last = [...(wide[4] ?? "").matchAll(/class="box" x="[^"]*" y="([^"]*)" width="[^"]*" height="([^"]*)"/g)].at(
    -1,
  );
  assert.ok(Number(last?.[1]) + Number(last?.[2]) <= (height ?? 0) && Number(last?.[2]) >= 9);
});

test("an inspected lane is tied to its bytes", () => {
  const state = step(parse({ stride: 8 }), { kind: "inspect", lane: 5 });
  const { picture, summary } = coalescing.draw(state, counting, english);
  assert.match(picture, /class="ray"/);
  assert.match(summary, /Lane 5: bytes 160–163, sector 5\./);
});

test("the table lists each sector with its lanes and bytes", () => {
  const { table } = coalescing.draw(parse({ offset: 1 }), counting, english);
  assert.match(table, /<th scope="row">0<\/th><td>0–31<\/td><td>0–6<\/td><td>28<\/td><td>4<\/td>/);
  assert.match(table, /<th scope="row">4<\/th><td>128–159<\/td><td>31<\/td><td>4<\/td><td>28<\/td>/);
});

test("bytes become runs, lanes become ranges", () => {
  assert.deepEqual(runsOf(0xff0000f0), [
    { first: 0, length: 4, used: false },
    { first: 4, length: 4, used: true },
    { first: 8, length: 16, used: false },
    { first: 24, length: 8, used: true },
  ]);
  assert.equal(ranges([3, 2, 1, 7]), "1–3, 7");
});
