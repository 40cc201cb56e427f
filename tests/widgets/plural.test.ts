// English's singular: in the helper, and in every sentence and number of the simulators.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { Counting } from "#widgets/counting.ts";
import { fillCounted } from "#widgets/plural.ts";
import type { Simulator, Values } from "#widgets/simulator.ts";
import { banks } from "#widgets/simulators/banks/banks.ts";
import { coalescing } from "#widgets/simulators/coalescing/coalescing.ts";
import { fragments } from "#widgets/simulators/fragments/fragments.ts";
import { index } from "#widgets/simulators/index/index.ts";
import { occupancy } from "#widgets/simulators/occupancy/occupancy.ts";
import { reduction } from "#widgets/simulators/reduction/reduction.ts";
import { scan } from "#widgets/simulators/scan/scan.ts";
import { streams } from "#widgets/simulators/streams/streams.ts";

const counting = await Counting.create(simulatorsWasm);

/** What the reader reads, the label of a number behind it. */
function text<State>(simulator: Simulator<State>, values: Values): string {
  const state = simulator.parse(values);
  const { picture, summary, numbers } = simulator.draw(state, counting, { language: "en", id: "t", live: true });
  const turned = numbers.replace(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g, "$2 $1; ");
  return [picture, summary, turned].map((html) => html.replace(/ aria-label="([^"]*)"[^>]*>/g, ">$1 ")).join(" ");
}

const PLURAL =
  /(?<![\d.,])1 (?:bank |resident |shared-memory )?(?:additions|banks|blocks|bytes|conflicts|elements|instructions|lanes|operations|registers|requests|sectors|steps|threads|warps|wavefronts|words)\b.{0,30}/;

function says<State>(simulator: Simulator<State>, values: Values, expected: RegExp): void {
  const shown = text(simulator, values)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
  assert.match(shown, expected);
  assert.equal(PLURAL.exec(shown)?.[0], undefined);
}

test("a word is chosen by its value: one for 1 alone", () => {
  const sentence = "{n} {n|lane is|lanes are} idle";
  assert.equal(fillCounted(sentence, { n: 1 }), "1 lane is idle");
  for (const n of [0, 2, 1.5, "1,024"]) assert.equal(fillCounted(sentence, { n }), `${n} lanes are idle`);
  assert.equal(fillCounted(sentence, { n: "1" }), "1 lane is idle");
});

test("one of anything has its singular in every simulator", () => {
  const one = { "grid.x": 1, "grid.y": 1, "block.x": 1, "block.y": 1, "extent.x": 1, "extent.y": 1 };
  says(index, one, /The grid: 1 block .*Block 0: 1 thread .*1 thread for 1 element: one each\..*1 sector of its/);
  says(index, { ...one, "extent.x": 2 }, /1 of 2 elements has no thread/);
  says(
    coalescing,
    { width: 1, lanes: "1" },
    /1 request touches 1 sector:.*1 byte, with the least traffic that can carry it\..*1 byte used/,
  );
  says(
    banks,
    { lanes: "1" },
    /1 word from 1 bank: 1 wavefront, 0 bank conflicts\..*1 word of the busiest bank; 1 bank at work/,
  );
  says(banks, { stride: 32, lanes: "3" }, /2 wavefronts, 1 bank conflict\./);
  says(occupancy, { threads: 1024, registers: 64 }, /by 1 block of 32 warps.*1 resident block/);
  says(
    occupancy,
    { threads: 32, kib: 227 },
    /1 of 64 places for warps is taken, by 1 block of 1 warp\..*1 resident warp of 64/,
  );
  says(reduction, { method: "sequential", elements: 8, step: 3 }, /1 addition, by 1 thread in 1 warp\./);
  says(scan, { method: "blelloch", elements: 8, step: 3 }, /1 addition, by 1 thread in 1 warp\./);
  says(streams, { chunks: 1, copyIn: 0, copyOut: 0 }, /1 operation ends after 16; one after the other it takes 16\./);
  says(
    fragments,
    { form: "mma.m8n8k4.f64.f64" },
    /Each lane holds 1 of the 32 elements, in 1 register\..*1 element a lane/,
  );
});
