// The runner's words and numbers, without a page: the address, the sentence, the meters, the findings at their lines.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Finding } from "#widgets/emulator/messages.ts";
import { countOf, notes } from "#widgets/runner/findings.ts";
import { lineAccesses, meters } from "#widgets/runner/heat.ts";
import { countersTable, resultsTable, verdict, type Run } from "#widgets/runner/results.ts";
import type { Say } from "#widgets/runner/say.ts";
import { firstChoice, looseChoice, parseChoice, sameRuns } from "#widgets/runner/setting.ts";
import type { Scene } from "#widgets/scene/scene.ts";
import { COPIES, outcome } from "./copies_scene.ts";

const IDS = ["copy", "other"];
const [copy, other] = COPIES.variants as [Scene["variants"][0], Scene["variants"][0]];
/** Says the key and the values: the words are the page's. */
const say: Say = (key, values = {}) =>
  [key, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(" ");
const said = (runs: Run[], isCancelled = false): string => verdict(COPIES, runs, isCancelled, "en", say);
const ran = (variant: Scene["variants"][0], changes: Partial<Run["outcome"]> = {}): Run => ({
  variant,
  outcome: { ...outcome(), ...changes } as Run["outcome"],
  why: "",
});

test("an address holds what differs from the first choice, and gives it back", () => {
  const first = firstChoice(COPIES, IDS);
  assert.deepEqual(looseChoice(COPIES, IDS, first), {});
  const choice = { variant: "other", compare: "copy", bug: "no-bound", values: { count: 7 } };
  const loose = looseChoice(COPIES, IDS, choice);
  assert.deepEqual(loose, { variant: "other", compare: "copy", bug: "no-bound", count: 7 });
  assert.deepEqual(parseChoice(COPIES, IDS, loose), choice);
});

test("nonsense in an address is the first choice", () => {
  const loose = { variant: "none", compare: "x", bug: "y", count: "many", depth: 3 };
  assert.deepEqual(parseChoice(COPIES, IDS, loose), firstChoice(COPIES, IDS));
  assert.equal(parseChoice(COPIES, IDS, { count: "99999" }).values["count"], 4096);
});

test("another variant does not make the runs stale, another size or bug does", () => {
  const first = firstChoice(COPIES, IDS);
  assert.ok(sameRuns(first, { ...first, variant: "other", compare: "copy" }));
  assert.ok(!sameRuns(first, { ...first, values: { count: 5 } }));
  assert.ok(!sameRuns(first, { ...first, bug: "no-bound" }));
});

test("what is said of one run: right, wrong, faulted, right by luck", () => {
  assert.equal(said([ran(copy)]), "run-right count=1,000 run-speed count=2,000,000 rate=50 million");
  const wrong = { buffer: "output", index: 3, got: NaN, expected: 3 };
  assert.match(said([ran(copy, { wrong })]), /^run-wrong buffer=output index=3 got=NaN expected=3 /);
  const result = { state: "faulted" as const, blocks: 1, threadInstructions: 10, milliseconds: 1 };
  assert.equal(said([ran(copy, { result })]), "run-faulted run-count count=10");
  const findings: Finding[] = [{ check: "racecheck", places: [], text: "" }];
  assert.match(said([ran(copy, { findings })]), /^run-found value=1 run-by-luck count=1,000 /);
});

test("what is said of several runs, of a stopped one, of one that cannot run", () => {
  assert.match(said([ran(copy), ran(other)]), /^run-all-right runs=2 run-speed count=4,000,000 rate=50 million$/);
  assert.match(
    said([ran(copy), ran(other, { wrong: { buffer: "output", index: 0, got: 0, expected: 1 } })]),
    /right=1 runs=2/,
  );
  const result = { state: "stopped" as const, blocks: 3, threadInstructions: 10, milliseconds: 1 };
  assert.match(said([ran(copy), ran(other, { result })], true), /^run-stopped done=3 count=4/);
  assert.match(said([ran(copy)], true), /^run-stopped-between value=1/);
  assert.equal(said([{ variant: copy, outcome: null, why: "because" }]), "run-cannot title=copy why=because");
});

test("a line's meters are what its kernels did there: loads, then stores", () => {
  // 32 requests of 4 sectors, all 128 bytes of each used; stores of 32 sectors each for 128 bytes.
  const metrics = {
    requests: 32,
    sectors: 128,
    bytes: 32 * 128,
    "requests-st": 32,
    "sectors-st": 1024,
    "bytes-st": 32 * 128,
  };
  const accesses = lineAccesses(COPIES, outcome([{ line: 3, metrics }])).get(3) ?? [];
  assert.deepEqual(accesses, [
    { kind: "global-ld", perRequest: 4, requests: 32, used: 4 },
    { kind: "global-st", perRequest: 32, requests: 32, used: 4 },
  ]);
  const html = meters(accesses, say);
  assert.match(html, /class="meter global ld" style="--moved-sectors:4;--used-sectors:4"/);
  assert.match(html, /class="meter global st" style="--moved-sectors:32;--used-sectors:4".*<b>32<\/b>/);
});

test("of several kernels the range is written and the worst is drawn; global memory goes before shared", () => {
  const at = (perRequest: number): { kind: string; perRequest: number; requests: number; used: null } => ({
    kind: "shared-ld",
    perRequest,
    requests: 8,
    used: null,
  });
  assert.match(meters([at(32), at(1)], say), /shared ld" style="--moved-sectors:32;.*<b>1–32<\/b>/);
  const both = meters([at(32), { kind: "global-ld", perRequest: 4.126, requests: 8, used: 4 }], say);
  assert.match(both, /global ld" style="--moved-sectors:4.126;.*<b>4.13<\/b>/);
  assert.equal(meters([], say), '<span class="meter none"></span>'.repeat(2));
});

test("a finding is told at each of its lines, once", () => {
  const places = [
    { file: "01_copy.cu", line: 3 },
    { file: "01_copy.cu", line: 2 },
    { file: "other.cuh", line: 9 },
  ];
  const race: Finding = { check: "racecheck", places, text: "========= Race on __shared__ memory: read after write\n" };
  const found = notes(COPIES, [race, race], say);
  assert.deepEqual(
    found.map(({ line, words }) => [line, words]),
    [
      [3, "run-race space=run-shared other=2"],
      [2, "run-race space=run-shared other=3"],
    ],
  );
  // What is counted is what there is to read.
  assert.equal(countOf(COPIES, [race, race], say), 2);
});

test("races of a line with several others are one note, which names them", () => {
  const race = (line: number, other: number): Finding => ({
    check: "racecheck",
    places: [line, other].map((each) => ({ file: "01_copy.cu", line: each })),
    text: `========= Race on __shared__ memory between ${line} and ${other}\n`,
  });
  const races = [race(2, 5), race(2, 4), race(3, 4), race(3, 5), race(2, 4)];
  const found = notes(COPIES, races, say);
  assert.deepEqual(
    found.map(({ line, words }) => [line, words]),
    [
      [2, "run-races space=run-shared other=4run-and5"],
      [5, "run-races space=run-shared other=2run-and3"],
      [4, "run-races space=run-shared other=2run-and3"],
      [3, "run-races space=run-shared other=4run-and5"],
    ],
  );
  assert.equal(found[0]?.text.split("\n").length, 2);
  assert.equal(countOf(COPIES, races, say), 4);
});

test("an access outside every buffer names thread, block and bytes", () => {
  const text =
    "========= Invalid __global__ write of size 4 bytes\n=========     at copy in 01_copy.cu:3\n" +
    "=========     by thread (31,7,0) in block (7,0,0)\n";
  const fault = (first: string): Finding => ({
    check: "memcheck",
    places: [{ file: "01_copy.cu", line: 3 }],
    text: first,
  });
  const words = (finding: Finding): string => notes(COPIES, [finding], say)[0]?.words ?? "";
  assert.equal(words(fault(text)), "run-outside thread=(31,7,0) block=(7,0,0) does=run-write count=4");
  assert.match(words(fault(text.replace("Invalid", "Misaligned"))), /^run-misaligned /);
  // What nobody foresaw is told in the emulator's own words.
  assert.equal(words(fault("========= The heap is full\n")), "The heap is full");
});

test("tables: a row a run, a column a run", () => {
  const counted = outcome([{ line: 3, metrics: { requests: 32, sectors: 128, other: 0 } }]);
  const runs: Run[] = [
    { variant: copy, outcome: counted, why: "" },
    { variant: other, outcome: null, why: "because" },
  ];
  const results = resultsTable(COPIES, runs, "copy", "en", say);
  assert.match(results, /data-show="copy" aria-pressed="true"/);
  assert.match(results, /class="judged good">run-ok<\/td><td class="number">4<\/td>/);
  assert.match(results, /run-skipped · because<\/td><td class="number">–<\/td>/);
  const counters = countersTable(runs, "en", say);
  assert.match(counters, /<code>sectors<\/code><\/th><td class="number">128<\/td>/);
  assert.doesNotMatch(counters, /other/, "a counter that is 0 everywhere");
});
