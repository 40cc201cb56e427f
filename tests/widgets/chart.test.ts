// Charts: axes by hand, which files are taken, what is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";

import { isLogarithmic, placesAxis, valueAxis, withoutOverlaps } from "#widgets/chart/axis.ts";
import { bookSeries, readerSeries, withMeasurement, type Chart } from "#widgets/chart/chart.ts";
import { isMeasurement, isRefusal, readMeasurement, type Measurement } from "#widgets/chart/measurement.ts";
import { formatBytes } from "#widgets/chart/picture.ts";
import { renderChart, renderElement } from "#widgets/chart/render.ts";
import { parseKept } from "#widgets/store.ts";

const cell = (median: number, spread = 0) => ({ median, min: median - spread, max: median + spread });

const CHART: Chart = {
  title: "Rate & stride",
  axis: "stride",
  program: "06_access_patterns",
  source_sha256: "abc",
  table: "stride in floats",
  column: "GB/s",
  command: "tools/book measure --lesson 06",
  gpu: { name: "NVIDIA H200" },
  date: "2026-11-30",
  rows: [
    { row: "stride 1", x: 1, label: "1", href: "data.html#a", cell: cell(2030, 50) },
    { row: "stride 32", x: 32, label: "32", href: "data.html#b", cell: cell(400) },
  ],
  names: {},
  reference: { row: "device copy", href: "data.html#c", cell: cell(4000) },
  bytes: false,
};

/** What `tools/book measure` would write, with one thing changed. */
function file(change: (document: Record<string, any>) => void = () => {}): string {
  const row = (table: string, name: string, median: number) => ({
    table,
    row: name,
    cells: { "GB/s": cell(median, 1) },
  });
  const document: Record<string, any> = {
    format: 1,
    gpu: { name: "NVIDIA GeForce RTX 4090", l2_bytes: 75497472 },
    driver: "580",
    toolkit: "13.0",
    date: "2026-12-01",
    command: "tools/book measure --lesson 06",
    programs: {
      "06_access_patterns": {
        source_sha256: "abc",
        timing: {
          arguments: [],
          runs: 7,
          rows: [
            row("the yardstick", "device copy", 900),
            row("stride in floats", "stride 1", 800),
            row("stride in floats", "stride 32", 100),
          ],
        },
        counters: { launches: [{ kernel: "k" }] },
        transcript: { text: "long" },
      },
    },
  };
  change(document);
  return JSON.stringify(document);
}

function read(text: string): Measurement {
  const found = readMeasurement(text);
  assert.ok(!isRefusal(found));
  return found;
}

test("rates start at zero and end at a round number that holds them all", () => {
  assert.deepEqual(valueAxis(4145).ticks, [0, 1000, 2000, 3000, 4000, 5000]);
  assert.deepEqual(valueAxis(100).ticks, [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(valueAxis(101).ticks, [0, 25, 50, 75, 100, 125]);
  assert.equal(valueAxis(4145).place(2500), 0.5);
  assert.equal(valueAxis(0).place(0), 0);
});

test("places that are 16 times apart or more stand on a logarithmic axis", () => {
  assert.ok(isLogarithmic([1, 2, 16]));
  assert.ok(!isLogarithmic([1, 15]));
  assert.ok(!isLogarithmic([0, 16]), "zero has no logarithm");
  // log2 of 1, 8 and 64: 0, 3 and 6.
  assert.equal(placesAxis([1, 8, 64]).place(8), 0.5);
  assert.equal(placesAxis([0, 1, 8, 16]).place(8), 0.5);
});

test("a label that would cover one before it is left out", () => {
  const at = (x: number) => ({ x, y: 0, width: 10, height: 10 });
  assert.deepEqual(
    withoutOverlaps([at(0), at(9), at(10)]).map(({ x }) => x),
    [0, 10],
  );
});

test("sizes are said in binary units", () => {
  assert.equal(formatBytes(62914560), "60 MiB"); // 60 · 2^20
  assert.equal(formatBytes(512), "512 bytes");
});

test("a measurement is read without its counters and transcripts", () => {
  const found = read(file());
  assert.deepEqual(found.gpu, { name: "NVIDIA GeForce RTX 4090", l2_bytes: 75497472 });
  assert.deepEqual(Object.keys(found.programs["06_access_patterns"] ?? {}), ["source_sha256", "rows"]);
});

test("any other file is refused, with the reason", () => {
  const problem = (text: string) => {
    const found = readMeasurement(text);
    return isRefusal(found) ? found.problem : "accepted";
  };
  assert.equal(problem("stride 1  2330"), "not-json");
  assert.equal(problem("[]"), "not-measurement");
  assert.equal(problem('{"format":1,"lessons":{}}'), "not-measurement");
  assert.equal(problem(file((it) => (it["format"] = 2))), "format");
  assert.equal(problem(file((it) => delete it["date"])), "not-measurement");
  assert.equal(problem(file((it) => (it["gpu"].name = 4090))), "not-measurement");
  assert.equal(
    problem(file((it) => (it["programs"]["06_access_patterns"].timing.rows[0].cells["GB/s"].max = "9"))),
    "not-measurement",
  );
});

test("a series needs the chart's program, source and rows", () => {
  const rows = (it: any) => it["programs"]["06_access_patterns"].timing.rows;
  assert.equal(readerSeries(CHART, read(file((it) => (it["programs"] = {})))), "no-program");
  assert.equal(
    readerSeries(CHART, read(file((it) => (it["programs"]["06_access_patterns"].source_sha256 = "old")))),
    "other-source",
  );
  assert.equal(readerSeries(CHART, read(file((it) => rows(it).pop()))), "no-rows");
  const series = readerSeries(CHART, read(file()));
  assert.ok(typeof series !== "string");
  assert.deepEqual(
    series.points.map((point) => [point.row.x, point.cell.median]),
    [
      [1, 800],
      [32, 100],
    ],
  );
  assert.equal(series.reference?.median, 900);
});

test("a GPU measured again replaces what was there, program by program", () => {
  const one = read(file());
  const later = { ...one, date: "2026-12-02", programs: { "07_transpose": { source_sha256: "t", rows: [] } } };
  const [merged, ...others] = withMeasurement([one], later);
  assert.equal(others.length, 0);
  assert.equal(merged?.date, "2026-12-02");
  assert.deepEqual(Object.keys(merged?.programs ?? {}), ["06_access_patterns", "07_transpose"]);
  assert.equal(withMeasurement([one], { ...one, gpu: { name: "NVIDIA A2" } }).length, 2);
});

test("what is kept goes to a file and comes back, and damage is refused", () => {
  const kept = { format: 1, lessons: {}, measurements: [read(file())] };
  assert.deepEqual(parseKept(JSON.stringify(kept)), kept);
  assert.equal(parseKept(JSON.stringify({ ...kept, measurements: [{ gpu: {} }] })), null);
});

test("the picture and the table say the same numbers, and names from a file are only text", () => {
  const reader = readerSeries(CHART, read(file((it) => (it["gpu"].name = "<img src=x>"))));
  assert.ok(typeof reader !== "string");
  for (const language of ["en", "zh"] as const) {
    const html = renderChart(CHART, [bookSeries(CHART), reader], "chart-1", language);
    assert.ok(!html.includes("<img"));
    const [pictures = "", table = ""] = html.split("<details");
    for (const figure of ["2,030", "400", "800", "100"]) {
      assert.ok(table.includes(figure), figure);
      assert.equal(pictures.split(`>${figure}</text>`).length - 1, 2, `${figure} in the wide and the narrow picture`);
    }
    assert.ok(table.includes(language === "en" ? "1,980 to 2,080" : "1,980 到 2,080"));
    assert.ok(pictures.includes("Rate &amp; stride"));
  }
});

test("the page's data cannot end its script element", () => {
  const html = renderElement({ ...CHART, title: "</script><b>" }, "chart-1", "en");
  assert.equal(html.split("</script>").length, 2);
});

test("a negative figure, and one that no GPU reaches, is no measurement", () => {
  const cell = (median: number): unknown => ({
    gpu: { name: "X" },
    date: "2026-01-01",
    programs: {
      copy: { source_sha256: "s", rows: [{ table: "t", row: "r", cells: { "GB/s": { median, min: 0, max: 5 } } }] },
    },
  });
  assert.deepEqual(
    [4, 0, -4, 1e308, NaN].map((median) => isMeasurement(cell(median))),
    [true, true, false, false, false],
  );
});
