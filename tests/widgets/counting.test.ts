// The counting code as the page gets it, compiled to WebAssembly: the same hand-derived counts as in
// tests/emulator/counters/coalescing_test.cc, a few of each kind.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { Counting } from "#widgets/counting.ts";

const ALL = 0xffffffff;
const counting = await Counting.create(simulatorsWasm);
const warp = (where: (lane: number) => number): number[] => Array.from({ length: 32 }, (_, lane) => where(lane));

test("contiguous floats touch 4 sectors and use every byte", () => {
  const count = counting.countRequest(
    warp((lane) => 4 * lane),
    ALL,
    4,
  );
  assert.equal(count.requests, 1);
  assert.equal(count.bytesUsed, 128);
  assert.deepEqual(
    count.sectors,
    [0, 1, 2, 3].map((index) => ({ index, usedBytes: ALL })),
  );
});

test("floats at stride 8 touch 32 sectors and use the first word of each", () => {
  const count = counting.countRequest(
    warp((lane) => 32 * lane),
    ALL,
    4,
  );
  assert.equal(count.sectors.length, 32);
  assert.equal(count.bytesUsed, 128);
  assert.ok(count.sectors.every((sector, i) => sector.index === i && sector.usedBytes === 0xf));
});

test("contiguous float4 touch 16 sectors in one request", () => {
  const count = counting.countRequest(
    warp((lane) => 16 * lane),
    ALL,
    16,
  );
  assert.equal(count.requests, 1);
  assert.equal(count.sectors.length, 16);
});

test("sectors come by address, whatever the order of the lanes", () => {
  const count = counting.countRequest(
    warp((lane) => 4 * (31 - lane)),
    ALL,
    4,
  );
  assert.deepEqual(
    count.sectors.map((sector) => sector.index),
    [0, 1, 2, 3],
  );
});

test("no active lane, no request", () => {
  assert.deepEqual(
    counting.countRequest(
      warp(() => 0),
      0,
      4,
    ),
    { requests: 0, bytesUsed: 0, sectors: [] },
  );
});

test("addresses above 4 GiB keep their sector", () => {
  const count = counting.countRequest(
    warp((lane) => 2 ** 41 + 4 * lane),
    ALL,
    4,
  );
  assert.equal(count.sectors[0]?.index, 2 ** 36);
});

test("a column of shared memory takes 32 wavefronts, with a spare column 1", () => {
  assert.deepEqual(
    counting.countBankLoad(
      warp((lane) => 128 * lane),
      ALL,
      4,
    ),
    { wavefronts: 32, conflicts: 31 },
  );
  assert.deepEqual(
    counting.countBankLoad(
      warp((lane) => 132 * lane),
      ALL,
      4,
    ),
    { wavefronts: 1, conflicts: 0 },
  );
});
