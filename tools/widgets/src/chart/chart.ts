// A chart: what the page says of it, and the series that belong into it. The book's own comes with the page; the reader's
// come from files of the same form.
import type { Cell, Measurement } from "./measurement.ts";

/** A row of the measured table: where it stands on the axis, and its figure on the book's GPU. */
export interface ChartRow {
  row: string;
  x: number;
  /** As the axis says it: "8", "64 MiB". */
  label: string;
  /** The row's place among the lesson's data. */
  href: string;
  cell: Cell;
}

/** What the page's script element holds (tools/sphinx_book/chart.py). */
export interface Chart {
  title: string;
  /** Of the x axis. */
  axis: string;
  program: string;
  source_sha256: string;
  table: string;
  column: string;
  /** What measures this. */
  command: string;
  gpu: { name: string; l2_bytes?: number };
  date: string;
  rows: ChartRow[];
  /** A row of any table that is drawn as a line across: the yardstick. */
  reference: { row: string; href: string; cell: Cell } | null;
  /** What the page calls the titles, rows and columns that programs print in English, where it differs. */
  names: Record<string, string>;
  /** Whether x is a size in bytes, so that the L2 cache has its place on the axis. */
  bytes: boolean;
}

export interface Point {
  row: ChartRow;
  cell: Cell;
}

export interface Series {
  gpu: string;
  date: string;
  /** The reader's own, not the book's. */
  yours: boolean;
  points: Point[];
  reference: Cell | null;
  l2_bytes: number | null;
}

export function shownName(chart: Chart, printed: string): string {
  return chart.names[printed] ?? printed;
}

export type Mismatch = "no-program" | "other-source" | "no-rows";

export function bookSeries(chart: Chart): Series {
  return {
    gpu: chart.gpu.name,
    date: chart.date,
    yours: false,
    points: chart.rows.map((row) => ({ row, cell: row.cell })),
    reference: chart.reference?.cell ?? null,
    l2_bytes: chart.gpu.l2_bytes ?? null,
  };
}

/** The measurement as a series of this chart, or why it is none. Rows that it lacks are left out. */
export function readerSeries(chart: Chart, measurement: Measurement): Series | Mismatch {
  const program = measurement.programs[chart.program];
  if (program === undefined) return "no-program";
  if (program.source_sha256 !== chart.source_sha256) return "other-source";
  const cellOf = (name: string, table: string | null): Cell | undefined =>
    program.rows.find(({ row, table: of }) => row === name && (table === null || of === table))?.cells[chart.column];
  const points = chart.rows.flatMap((row) => {
    const cell = cellOf(row.row, chart.table);
    return cell === undefined ? [] : [{ row, cell }];
  });
  if (points.length < 2) return "no-rows";
  return {
    gpu: measurement.gpu.name,
    date: measurement.date,
    yours: true,
    points,
    reference: (chart.reference && cellOf(chart.reference.row, null)) ?? null,
    l2_bytes: measurement.gpu.l2_bytes ?? null,
  };
}

/** The measurements with one more. A GPU has one: programs measured again replace what was there. */
export function withMeasurement(all: readonly Measurement[], added: Measurement): Measurement[] {
  const before = all.find((one) => one.gpu.name === added.gpu.name);
  const merged = { ...added, programs: { ...before?.programs, ...added.programs } };
  return before === undefined ? [...all, merged] : all.map((one) => (one === before ? merged : one));
}
