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

test("lesson 06's kernels: FLOP by hand, bytes as counted", () => {
  const kernel = (name: string) => {
    const found = measurements.kernels.find((one) => one.kernel === name);
    assert.ok(found);
    return found;
  };
  // One field of six: 24-byte steps, so that a warp's 128 bytes lie in 24 sectors of 32: 768 / 128 = 6.
  assert.equal(kernel("shift_aos").moved, 6);
  assert.equal(kernel("shift_soa").moved, 1);
  const { asked, moved, rate } = place(kernel("shift_aos"));
  assert.equal(asked, 1 / 8);
  assert.equal(moved, 1 / 48);
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

test("a measured kernel that moves more than DRAM copies says that caches helped", () => {
  const say = (row: string) =>
    roofline.draw(step(DEFAULT, { kind: "point", target: row }), null as never, english).summary;
  assert.match(say("all fields, AoS"), /the caches served a part/);
  assert.match(say("one field, AoS"), /That is 9\d\.\d % of what DRAM allows for the bytes moved\./);
});
