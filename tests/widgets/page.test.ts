// What the widgets share: lanes, the page's address, the frame of a simulator.
import assert from "node:assert/strict";
import { test } from "node:test";

import simulatorsWasm from "simulators.wasm";
import { coalescing } from "#widgets/simulators/coalescing/coalescing.ts";
import { DEFAULT } from "#widgets/simulators/coalescing/state.ts";
import { Counting } from "#widgets/counting.ts";
import { readFragment, writeFragment } from "#widgets/fragment.ts";
import { isActive, withLane } from "#widgets/lanes.ts";
import { renderSimulator } from "#widgets/render_simulator.ts";
import { cellAfterKey } from "#widgets/roving.ts";

test("a setting survives the page's address", () => {
  assert.equal(writeFragment("coalescing", { stride: 8, lanes: "0000ffff" }), "#coalescing?stride=8&lanes=0000ffff");
  assert.deepEqual(readFragment("#coalescing?stride=8&lanes=0000ffff", "coalescing"), {
    stride: "8",
    lanes: "0000ffff",
  });
});

test("a link to a widget alone, as a default setting's, has no values and no question mark", () => {
  assert.equal(writeFragment("run-tile", {}), "#run-tile");
  assert.deepEqual(readFragment("#run-tile", "run-tile"), {});
  assert.equal(readFragment("#run-tile", "run"), null);
});

test("an address about something else says nothing to a simulator", () => {
  assert.equal(readFragment("#what-a-request-is", "coalescing"), null);
  assert.equal(readFragment("#coalescing-second?stride=8", "coalescing"), null);
  assert.equal(readFragment("", "coalescing"), null);
});

test("lane 31 is a bit like any other", () => {
  assert.equal(withLane(0, 31, true), 0x80000000);
  assert.ok(isActive(0x80000000, 31));
});

test("arrow keys walk the lanes and stop at the ends", () => {
  const laneAfterKey = (lane: number, key: string): number | null => cellAfterKey(lane, key, 8, 32);
  assert.equal(laneAfterKey(0, "ArrowLeft"), null);
  assert.equal(laneAfterKey(0, "ArrowRight"), 1);
  assert.equal(laneAfterKey(9, "ArrowUp"), 1);
  assert.equal(laneAfterKey(24, "ArrowDown"), null);
  assert.equal(laneAfterKey(5, "End"), 31);
  assert.equal(laneAfterKey(5, "a"), null);
});

test("a simulator has 32 lanes to press, and a figure none", async () => {
  const counting = await Counting.create(simulatorsWasm);
  const render = (controls: string[] | null): string =>
    renderSimulator(coalescing, DEFAULT, counting, {
      language: "en",
      id: "x",
      controls,
    });
  const live = render(["stride"]);
  assert.equal(live.match(/<button type="button" class="lane"/g)?.length, 32);
  assert.match(live, /name="stride"/);
  assert.doesNotMatch(live, /name="width"/);
  assert.doesNotMatch(render(null), /<button|<form/);
});
