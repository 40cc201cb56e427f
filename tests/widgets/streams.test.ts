// The stream timeline against schedules drawn by hand.
import assert from "node:assert/strict";
import { test } from "node:test";

import { criticalPath, schedule, type Scheduled, totals } from "#widgets/simulators/streams/schedule.ts";
import { DEFAULT, operations, parse, step, type State, values } from "#widgets/simulators/streams/state.ts";
import { streams } from "#widgets/simulators/streams/streams.ts";

const LETTERS = { copyIn: "I", kernel: "K", copyOut: "O" } as const;

/** Two chunks and two streams; each operation of a chunk takes 2. */
const two = (given: Partial<State> = {}): Scheduled[] =>
  schedule(operations({ ...DEFAULT, chunks: 2, streams: 2, copyIn: 4, kernel: 4, copyOut: 4, ...given }));

/** "I1 0-2": the copy in of chunk 1 from 0 to 2. */
const shown = (done: readonly Scheduled[]): string =>
  done.map(({ engine, chunk, start, end }) => `${LETTERS[engine]}${chunk + 1} ${start}-${end}`).join("  ");

test("in one stream nothing overlaps", () => {
  const done = two({ places: "none" });
  assert.equal(shown(done), "I1 0-2  K1 2-4  O1 4-6  I2 6-8  K2 8-10  O2 10-12");
  assert.deepEqual(totals(done), { end: 12, serial: 12, overlapped: 0, busiest: 4 });
  assert.deepEqual(criticalPath(done), [0, 1, 2, 3, 4, 5]);
});

test("in two streams the second chunk follows one engine behind", () => {
  //   I  11 22
  //   K     11 22
  //   O        11 22      two engines from 2 to 6
  const done = two();
  assert.equal(shown(done), "I1 0-2  K1 2-4  O1 4-6  I2 2-4  K2 4-6  O2 6-8");
  assert.deepEqual(totals(done), { end: 8, serial: 12, overlapped: 4, busiest: 4 });
});

test("a stream for each kind, with events, gives the same", () => {
  const done = two({ places: "engine" });
  assert.equal(shown(done), "I1 0-2  K1 2-4  O1 4-6  I2 2-4  K2 4-6  O2 6-8");
  assert.deepEqual(
    done.map(({ stream }) => stream),
    [1, 2, 3, 1, 2, 3],
  );
  assert.deepEqual(
    done.map(({ cause }) => cause),
    ["nothing", "event", "event", "stream", "stream", "stream"],
  );
});

test("kernels in the legacy default stream: each waits for all before, all after wait for it", () => {
  //   I  11    22
  //   K     11    22
  //   O        11    22    only O1 and I2 overlap
  const done = two({ places: "forgotten" });
  assert.equal(shown(done), "I1 0-2  K1 2-4  O1 4-6  I2 4-6  K2 6-8  O2 8-10");
  assert.deepEqual(totals(done), { end: 10, serial: 12, overlapped: 2, busiest: 4 });
  assert.equal(done[3]?.cause, "default stream");
  // Kind by kind, not even that: both kernels stand between all copies in and all copies out.
  const byKind = two({ places: "forgotten", order: "engine" });
  assert.equal(shown(byKind), "I1 0-2  I2 2-4  K1 4-6  K2 6-8  O1 8-10  O2 10-12");
  assert.equal(totals(byKind).overlapped, 0);
});

test("pageable memory holds up the host", () => {
  // Chunk by chunk the host issues I2 only when O1 has ended: as in one stream.
  const done = two({ memory: "pageable" });
  assert.equal(shown(done), "I1 0-2  K1 2-4  O1 4-6  I2 6-8  K2 8-10  O2 10-12");
  assert.equal(done[3]?.cause, "host");
  // Kind by kind, the kernels are issued at 4, when I2 has ended; O1 may run beside K2.
  const byKind = two({ memory: "pageable", order: "engine" });
  assert.equal(shown(byKind), "I1 0-2  I2 2-4  K1 4-6  K2 6-8  O1 6-8  O2 8-10");
  assert.equal(totals(byKind).overlapped, 2);
});

test("with fewer streams than chunks the order of issue matters", () => {
  const four = (order: State["order"]): Scheduled[] =>
    schedule(operations({ ...DEFAULT, chunks: 4, streams: 2, copyIn: 4, kernel: 4, copyOut: 4, order }));
  // Chunk by chunk, chunk 3 waits in stream 1 for O1, which ends at 3.
  assert.equal(
    shown(four("chunk")),
    "I1 0-1  K1 1-2  O1 2-3  I2 1-2  K2 2-3  O2 3-4  I3 3-4  K3 4-5  O3 5-6  I4 4-5  K4 5-6  O4 6-7",
  );
  // Kind by kind, K1 stands in stream 1 behind I3, and O1 behind K3.
  assert.equal(
    shown(four("engine")),
    "I1 0-1  I2 1-2  I3 2-3  I4 3-4  K1 3-4  K2 4-5  K3 5-6  K4 6-7  O1 6-7  O2 7-8  O3 8-9  O4 9-10",
  );
});

test("an engine serves in the order of issue, also when a later operation is ready earlier", () => {
  // The long kernel 1 holds up kernel 2, although I2 has long ended.
  const done = two({ kernel: 12 });
  assert.equal(shown(done), "I1 0-2  K1 2-8  O1 8-10  I2 2-4  K2 8-14  O2 14-16");
  assert.equal(done[4]?.cause, "engine");
  assert.deepEqual(
    criticalPath(done).map((position) => shown([done[position] as Scheduled])),
    ["I1 0-2", "K1 2-8", "K2 8-14", "O2 14-16"],
  );
  assert.equal(totals(done).busiest, 12);
});

test("what takes no time is not issued; events skip it", () => {
  const done = two({ copyIn: 0, places: "engine" });
  assert.equal(shown(done), "K1 0-2  O1 2-4  K2 2-4  O2 4-6");
  assert.deepEqual(
    done.map(({ waitsFor }) => waitsFor),
    [[], [0], [], [2]],
  );
});

test("values out of range or of no meaning fall back, and an address brings the state back", () => {
  assert.deepEqual(parse({ chunks: 100, streams: "x", places: "nowhere", kernel: 0 }), {
    ...DEFAULT,
    chunks: 8,
    kernel: 1,
  });
  assert.deepEqual(values(DEFAULT), {});
  const state = parse({ chunks: 3, places: "forgotten", memory: "pageable", unit: "ms", copyOut: 0 });
  assert.deepEqual(parse(values(state)), state);
});

test("the numbers, the sentence and what holds an operation up", () => {
  const state = parse({ chunks: 2, streams: 2, copyIn: 4, kernel: 4, copyOut: 4, unit: "ms" });
  const english = { language: "en", id: "t", live: true } as const;
  const { numbers, summary, table } = streams.draw(state, null as never, english);
  const number = (name: string) => new RegExp(`data-number="${name}">([^<]*)<`).exec(numbers)?.[1];
  assert.deepEqual(["total", "serial", "speedup", "overlap", "busiest"].map(number), [
    "8 ms",
    "12 ms",
    "1.5 ×",
    "50 %",
    "4 ms",
  ]);
  assert.match(summary, /8 ms instead of 12 ms: 1\.5 × as fast\./);
  assert.match(table, /<th scope="row">copy out of chunk 2<\/th><td>stream 2<\/td><td>6 ms<\/td><td>8 ms<\/td>/);
  const pointed = streams.draw(step(state, { kind: "point", target: "3" }), null as never, english).summary;
  assert.match(
    pointed,
    /copy in of chunk 2, in stream 2: from 2 ms to 4 ms\. It waits for copy in of chunk 1, before it at the same engine\./,
  );
});

test("when one engine never rests, the sentence says so", () => {
  // Only kernels and nothing else at their ends: two kernels of 2, no copies.
  const state = parse({ chunks: 4, copyIn: 0, kernel: 16, copyOut: 0 });
  const { summary } = streams.draw(state, null as never, { language: "en", id: "t", live: true });
  assert.match(summary, /No two operations overlap\./);
});

test("the shortest kernel beside the longest copies is drawn, as a line at least", () => {
  // 1 of 97 in 8 chunks: 1/776 of an axis of 651 units, less than one of them.
  const { picture } = streams.draw(parse({ copyIn: 48, kernel: 1, copyOut: 48, chunks: 8 }), null as never, {
    language: "en",
    id: "t",
    live: true,
  });
  const widths = [...picture.matchAll(/class="operation kernel[^>]*><rect [^>]*width="([\d.]+)"/g)].map((box) =>
    Number(box[1]),
  );
  assert.equal(widths.length, 2 * 2 * 8); // In its stream and its engine, wide and on a phone.
  assert.ok(Math.min(...widths) >= 1);
});
