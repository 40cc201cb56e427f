// The roofline: its arithmetic by hand, its ceilings from the measurements alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import measurements from "roofline-measurements.json";
import { attainable, place, ridge } from "#widgets/simulators/roofline/roof.ts";
import { roofline } from "#widgets/simulators/roofline/roofline.ts";
import { DEFAULT, known, parse, step, values } from "#widgets/simulators/roofline/state.ts";

const english = { language: "en", id: "t", live: true } as const;
const root = process.env["GTL_ROOT"] ?? "";
const measured = (folder: string, program: string, row: string, column: string): number => {
  const file = JSON.parse(readFileSync(join(root, folder, "measured", "h200.json"), "utf8"));
  return file.programs[program].timing.rows.find((one: { row: string }) => one.row === row).cells[column].median;
};

test("under the ridge memory bounds, above it arithmetic", () => {
  const roof = { bandwidth: 4e12, peak: 60e12 };
  assert.equal(ridge(roof), 15);
  assert.equal(attainable(roof, 1 / 6), 4e12 / 6);
  assert.equal(attainable(roof, 15), 60e12);
  assert.equal(attainable(roof, 100), 60e12);
});

test("the ceilings are the medians of the measurements", () => {
  const { dram, l2, fp32, fp64 } = measurements.ceilings;
  assert.equal(
    dram.median,
    1e9 * measured("lessons/06-coalescing", "06_access_patterns", "device copy", "useful GB/s"),
  );
  assert.equal(l2.median, 1e9 * measured("examples/roofline", "roofline", "L2 copy", "GB/s"));
  assert.equal(fp32.median, 1e12 * measured("examples/roofline", "roofline", "FP32 FMA", "TFLOP/s"));
  assert.equal(fp64.median, 1e12 * measured("examples/roofline", "roofline", "FP64 FMA", "TFLOP/s"));
  // What no H200 can exceed: 132 SMs × 128 FP32 (64 FP64) lanes × 2 FLOP × 1.98 GHz. A measurement above it would be wrong.
  assert.ok(fp32.median < 132 * 128 * 2 * 1.98e9 && fp32.median > 0.9 * 132 * 128 * 2 * 1.98e9);
  assert.ok(fp64.median < 132 * 64 * 2 * 1.98e9 && fp64.median > 0.9 * 132 * 64 * 2 * 1.98e9);
});

const lessonKernel = (name: string) => {
  const found = measurements.kernels.find((one) => one.kernel === name);
  assert.ok(found);
  return found;
};

test("no kernel moves more bytes a second than DRAM copies, nor asks for more, nor computes faster than the GPU", () => {
  const { dram, fp32 } = measurements.ceilings;
  for (const kernel of measurements.kernels) {
    const { asked, moved, rate, traffic } = place(kernel);
    assert.ok(traffic <= dram.median, `${kernel.row}: ${traffic} bytes/s of ${dram.median}`);
    assert.ok(kernel.useful.median <= dram.median, kernel.row);
    // What the picture shows: the circle and the square lie under the roof.
    for (const intensity of [asked, moved])
      assert.ok(rate <= attainable({ bandwidth: dram.median, peak: fp32.median }, intensity), kernel.row);
  }
});

test("DRAM delivers what the kernels need, as the profiler measured, and not what they ask of L1", () => {
  // By hand: an element of the image is 4 bytes; a particle is 24, all in sectors that any of its fields brings; a field alone is 4.
  const expected = { sum_each_row: 4, sum_each_column: 4, move_aos: 24, move_soa: 24, shift_aos: 24, shift_soa: 4 };
  for (const [name, bytes] of Object.entries(expected)) {
    const { readFromDram } = lessonKernel(name);
    assert.ok(Math.abs(readFromDram - bytes) < 0.04 * bytes, `${name}: ${readFromDram} for ${bytes}`);
  }
});

test("lesson 06's kernels: FLOP and written bytes by hand", () => {
  // One field of six: every sector of 32 bytes holds an x (they are 24 apart), so all 24 bytes of a particle go back.
  assert.equal(lessonKernel("shift_aos").writtenToDram, 24);
  assert.equal(lessonKernel("move_soa").writtenToDram, 12);
  const { asked, rate } = place(lessonKernel("shift_aos"));
  assert.equal(asked, 1 / 8);
  assert.equal(
    rate,
    (1e9 * measured("lessons/06-coalescing", "06_access_patterns", "one field, AoS", "useful GB/s")) / 8,
  );
});

test("saxpy is bound by DRAM, a product with large tiles by arithmetic", () => {
  const say = (given: Record<string, string | number>) => roofline.draw(parse(given), null as never, english).summary;
  // 2 FLOP for 12 bytes.
  assert.match(say({ kernel: "saxpy" }), /0\.167 FLOP a byte: DRAM is the bound/);
  // 8192 FLOP for 1028 bytes: 7.97, below the ridge; for 260 bytes: 31.5, above.
  assert.match(say({ kernel: "tile32" }), /7\.97 FLOP a byte: DRAM is the bound/);
  assert.match(say({ kernel: "tile128" }), /31\.5 FLOP a byte: arithmetic is the bound/);
});

test("with doubles a well-known kernel moves twice the bytes", () => {
  // saxpy reads two numbers and writes one; tile 32 reads 2 · 4096 / 32 = 256 and writes one, for 8192 FLOP.
  const saxpy = step(parse({ kernel: "saxpy" }), { kind: "set", name: "arithmetic", value: "fp64" });
  assert.deepEqual([saxpy.flop, saxpy.read, saxpy.written, known(saxpy)], [2, 16, 8, "saxpy"]);
  const tile = parse({ kernel: "tile32", arithmetic: "fp64" });
  assert.deepEqual([tile.read, tile.written, known(tile)], [2048, 8, "tile32"]);
  // 8192 / 2056 = 3.98 FLOP a byte; times 4.145 TB/s: 16.5 TFLOP/s, half of 33.3.
  assert.match(
    roofline.draw(tile, null as never, english).summary,
    /3\.98 FLOP a byte: DRAM is the bound, at most 16\.5 TFLOP\/s, 49\.\d % of the FP64 peak/,
  );
  assert.deepEqual(step(tile, { kind: "set", name: "arithmetic", value: "fp32" }), parse({ kernel: "tile32" }));
});

test("the reader's own bytes stay as they are, and an address keeps them in either arithmetic", () => {
  const own = { ...DEFAULT, flop: 3, read: 8, written: 4 };
  assert.equal(step(own, { kind: "set", name: "arithmetic", value: "fp64" }).read, 8);
  const states = [own, DEFAULT, parse({ kernel: "saxpy" }), parse({ kernel: "sum", arithmetic: "fp64" })];
  // What costs saxpy's bytes in floats, computed in doubles: nobody's kernel but the reader's.
  states.push({ ...DEFAULT, flop: 2, read: 8, written: 4, arithmetic: "fp64" }, { ...DEFAULT, arithmetic: "fp64" });
  for (const state of states) assert.deepEqual(parse(values(state)), state);
});

test("the numbers of a kernel of 1 FLOP a byte are those of the copy", () => {
  const state = parse({ flop: 12, read: 8, written: 4 });
  const { numbers } = roofline.draw(state, null as never, english);
  const number = (name: string) => new RegExp(`data-number="${name}">([^<]*)<`).exec(numbers)?.[1];
  const tera = measurements.ceilings.dram.median / 1e12;
  assert.equal(number("intensity"), "1");
  assert.equal(number("attainable"), `${tera.toPrecision(3)} TFLOP/s`);
  assert.equal(number("elements"), `${Math.round((1000 * tera) / 12)} × 10⁹`);
});

test("a kernel that costs what a known one costs is known by its name", () => {
  assert.equal(known(parse({ flop: 2, read: 8, written: 4 })), "saxpy");
  assert.equal(known(parse({ flop: 3, read: 8, written: 4 })), "own");
});

test("a kernel that moves no byte is refused, numbers are kept in range", () => {
  const state = parse({ flop: 1, read: 4, written: 0 });
  assert.deepEqual(step(state, { kind: "set", name: "read", value: "0" }), state);
  assert.equal(step(state, { kind: "set", name: "flop", value: "0" }).flop, 1);
  assert.equal(step(state, { kind: "set", name: "flop", value: "1000000" }).flop, 16384);
  assert.deepEqual(step(state, { kind: "set", name: "flop", value: "" }), state);
  assert.deepEqual(values(DEFAULT), {});
  assert.deepEqual(parse(values(state)), state);
});

test("a measured kernel says what it asks for, what moves, and its share of a copy", () => {
  const say = (row: string) =>
    roofline.draw(step(DEFAULT, { kind: "point", target: row }), null as never, english).summary;
  // 2,832 GB/s asked for; 24 + 24 bytes move for 36: 3,776 GB/s, 91 % of 4,145.
  assert.match(
    say("all fields, AoS"),
    /asks for 36 bytes, and 48\.\d move between DRAM and L2: 3,7\d\d GB\/s, 91\.\d %/,
  );
  // 24 + 24 for 8: six times 679 GB/s.
  assert.match(
    say("one field, AoS"),
    /asks for 8 bytes, and 4[78](\.\d)? move between DRAM and L2: 4,0\d\d GB\/s, 9[78]/,
  );
});
