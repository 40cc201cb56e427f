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
  const column = counting.countBankLoad(
    warp((lane) => 128 * lane),
    ALL,
    4,
  );
  assert.deepEqual([column.wavefronts, column.conflicts], [32, 31]);
  assert.deepEqual(column.words[31], { word: 31 * 32, bank: 0, pass: 0, lanes: 0x80000000 });
  const padded = counting.countBankLoad(
    warp((lane) => 132 * lane),
    ALL,
    4,
  );
  assert.deepEqual([padded.wavefronts, padded.conflicts], [1, 0]);
  assert.deepEqual(new Set(padded.words.map(({ bank }) => bank)).size, 32);
});

test("pairs of lanes that load the same 8 bytes take one pass, that store them two", () => {
  const places = warp((lane) => 8 * (lane >> 1));
  assert.equal(counting.countBankLoad(places, ALL, 8).wavefronts, 1);
  assert.equal(counting.countBankStore(places, ALL, 8).wavefronts, 2);
  // 16 pairs ask for 2 words each.
  assert.equal(counting.countBankLoad(places, ALL, 8).words.length, 32);
});

test("an H200 holds 2048 threads in at most 32 blocks", () => {
  // CUDA C++ Programming Guide 13.0, table of compute capabilities, 9.0: 64 warps, 32 blocks, 64 K registers, 228 KB of
  // shared memory, 227 KB a block.
  assert.deepEqual(counting.multiprocessor(90), {
    threads: 2048,
    blocks: 32,
    registers: 65536,
    sharedBytes: 228 * 1024,
    sharedBytesPerBlock: 227 * 1024,
  });
});

test("64 registers a thread leave room for 8 blocks of 128 threads", () => {
  // A warp takes 64 x 32 = 2,048 registers; 65,536 / 2,048 = 32 warps = 8 blocks of 4 warps.
  const found = counting.occupancy(90, 64, 0, 128);
  assert.equal(found.blocks, 8);
  assert.equal(found.byRegisters, 8);
  assert.equal(found.byThreads, 16);
});
