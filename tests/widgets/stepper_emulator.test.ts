// The warp stepper on the emulator itself: what a reader sees of real kernels.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Emulator } from "#widgets/emulator/emulator.ts";
import type { Launch, StepRecord } from "#widgets/emulator/messages.ts";
import { happenings } from "#widgets/stepper/happenings.ts";
import { seek, type Goal } from "#widgets/stepper/seek.ts";
import { Trace } from "#widgets/stepper/trace.ts";

const root = process.env["GTL_ROOT"] ?? "";
const kernels = join(root, "tests", "emulator", "kernels");
const lesson = join(root, "lessons", "06-coalescing");
const read = (...path: string[]): string => readFileSync(join(...path), "utf8");
const emulator = await Emulator.create(readFileSync(process.env["EMULATOR_WASM"] ?? ""));

const lineOf = (source: string, text: string): number =>
  source.split("\n").findIndex((line) => line.includes(text)) + 1;

/** The whole trace of one warp. */
function traceOf(ptx: string, warp: number, launch: () => Launch): Trace {
  emulator.load(ptx);
  emulator.begin(launch());
  emulator.stepBegin(0, warp);
  const trace = new Trace(emulator.stepRecord());
  const records: StepRecord[] = [];
  let state;
  do {
    state = emulator.step();
    records.push(emulator.stepRecord());
  } while (state === "running");
  trace.append(records);
  return trace;
}

/** All positions that a goal leads to, one after the other. */
function every(trace: Trace, goal: Goal): number[] {
  const found: number[] = [];
  for (let target = seek(trace, 0, goal); target?.isReached; target = seek(trace, target.position, goal))
    found.push(target.position);
  return found;
}

function transpose(pitch: 32 | 33): Trace {
  const side = 64;
  return traceOf(read(lesson, "expected", "07_transpose.ptx"), 1, () => {
    const [input, output] = [emulator.allocate(4 * side * side), emulator.allocate(4 * side * side)];
    emulator.write(input, new Uint8Array(Float32Array.from({ length: side * side }, (_, i) => i).buffer));
    return {
      kernel: `transpose_tile<${pitch}>`,
      grid: [2, 2, 1],
      block: [32, 8, 1],
      arguments: [input, output, side, side],
    };
  });
}

for (const [pitch, wavefronts] of [
  [32, 32],
  [33, 1],
] as const) {
  test(`a warp of the transpose with rows of ${pitch} floats: 16 accesses, one barrier, no divergence`, () => {
    const trace = transpose(pitch);
    const source = read(lesson, "07_transpose.cu");
    const accesses = every(trace, { kind: "access" }).map((position) => trace.at(position).state);
    // Four rows of 32 floats come in, 4 sectors each, and go into the tile as a row; then four columns of the tile go out as rows.
    // A column of 32 words lies in one bank where rows have 32 words, and in 32 banks where they have 33.
    assert.deepEqual(
      accesses.map(({ accesses: [access] }) => [
        access?.space,
        access?.kind,
        access?.sectorCount ?? access?.wavefronts,
      ]),
      [
        ...Array.from({ length: 4 }, () => [
          ["global", "load", 4],
          ["shared", "store", 1],
        ]).flat(),
        ...Array.from({ length: 4 }, () => [
          ["shared", "load", wavefronts],
          ["global", "store", 4],
        ]).flat(),
      ],
    );
    const barriers = every(trace, { kind: "barrier" });
    assert.equal(barriers.length, 1);
    assert.equal(trace.executed(barriers[0]!)?.line, lineOf(source, "__syncthreads();"));
    assert.equal(trace.at(barriers[0]!).state.groups[0]?.state, "barrier");
    assert.deepEqual(every(trace, { kind: "groups" }), []);
    const line = lineOf(source, "tile[threadIdx.y + step][threadIdx.x] =");
    assert.equal(trace.executed(seek(trace, 0, { kind: "line", line })!.position)?.line, line);
  });
}

test("the loaded floats are floats: warp 1 loads row 1 of the matrix, 64 to 95", () => {
  const trace = transpose(32);
  const position = seek(trace, 0, { kind: "access" })!.position;
  const [loaded = ""] = trace.named(position);
  assert.equal(trace.type(loaded, position), "f32");
  const { values = [], written } = trace.register(loaded, position) ?? {};
  assert.equal(written, 0xffffffff);
  const floats = new Float32Array(Uint32Array.from(values, Number).buffer);
  assert.deepEqual(
    [...floats],
    Array.from({ length: 32 }, (_, lane) => 64 + lane),
  );
});

test("lanes part in Collatz's loops, and all of them have met before the result is stored", () => {
  const trace = traceOf(read(kernels, "kernels.ptx"), 0, () => ({
    kernel: "divergent",
    grid: [1, 1, 1],
    block: [32, 1, 1],
    arguments: [emulator.allocate(128)],
  }));
  const position = seek(trace, 0, { kind: "access" })!.position;
  const { last, alive } = trace.at(position).state;
  assert.equal(last?.mask, 0xffffffff);
  assert.equal(alive, 0xffffffff);
  // Steps of Collatz's sequence to 1: 3 takes 7, 7 takes 16, 27 takes 111. Lane i starts at i + 1.
  const { values = [] } = trace.register(trace.named(position)[1] ?? "", position) ?? {};
  assert.deepEqual([values[2], values[6], values[26]], [7n, 16n, 111n]);

  // Lanes never get lost: every lane stands in one group, until all end together.
  let together = 0;
  for (let at = 0; at < trace.last; ++at) {
    const { groups } = trace.at(at).state;
    assert.equal(
      groups.reduce((sum, { mask }) => sum + mask, 0),
      0xffffffff,
      `at ${at}`,
    );
    if (groups.length === 1) together = at;
  }
  assert.equal(together, trace.last - 1);
  const changes = every(trace, { kind: "groups" }).map((at) => happenings(trace.at(at - 1).state, trace.at(at).state));
  const joined = changes.reduce((sum, { met }) => sum + Math.max(0, met.length - 1), 0);
  assert.ok(changes.some(({ parted }) => parted.length === 2));
  assert.ok(joined > 0);
});

test("a lane beyond the end of the buffer ends the trace with a fault", () => {
  const source = read(kernels, "kernels.cu");
  const trace = traceOf(read(kernels, "kernels.ptx"), 0, () => ({
    kernel: "one_too_far",
    grid: [1, 1, 1],
    block: [32, 1, 1],
    arguments: [emulator.allocate(64), emulator.allocate(128), 16],
  }));
  assert.equal(trace.hasEnded, true);
  assert.equal(trace.at(trace.last).state.state, "faulted");
  assert.equal(trace.executed(trace.last)?.line, lineOf(source, "if (i <= n) out[i] = in[i];"));
  assert.equal(emulator.findings()[0]?.check, "memcheck");
});
