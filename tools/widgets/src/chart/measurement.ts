// measured/<gpu>.json, as `tools/book measure` writes it (docs/handbook/formats.md): read from a file that the reader chose,
// so that nothing in it is taken for granted.
import { isRecord } from "../json.ts";

/** One figure over all runs. */
export interface Cell {
  median: number;
  min: number;
  max: number;
}

export interface MeasuredRow {
  table: string;
  row: string;
  cells: Record<string, Cell>;
}

export interface MeasuredProgram {
  /** Of the program's source: rates of another source are not comparable. */
  source_sha256: string;
  rows: MeasuredRow[];
}

/** What charts need of a measurement; counters and transcripts are left behind. */
export interface Measurement {
  gpu: { name: string; l2_bytes?: number };
  date: string;
  programs: Record<string, MeasuredProgram>;
}

export type Refusal = { problem: "not-json" } | { problem: "not-measurement" } | { problem: "format"; format: string };

const FORMAT = 1;
const GREATEST_FIGURE = 1e9;

export function isRefusal(value: Measurement | Refusal): value is Refusal {
  return "problem" in value;
}

/** The measurement that the file's text holds, or why it holds none. */
export function readMeasurement(text: string): Measurement | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "not-json" };
  }
  if (!isRecord(value) || !isRecord(value["gpu"]) || !isRecord(value["programs"]))
    return { problem: "not-measurement" };
  if (value["format"] !== FORMAT) return { problem: "format", format: String(value["format"]) };
  const programs: Record<string, MeasuredProgram> = {};
  for (const [name, program] of Object.entries(value["programs"])) {
    if (!isRecord(program) || !isRecord(program["timing"])) return { problem: "not-measurement" };
    const kept = { source_sha256: program["source_sha256"], rows: program["timing"]["rows"] };
    if (!isProgram(kept)) return { problem: "not-measurement" };
    programs[name] = { ...kept, rows: kept.rows.map(({ table, row, cells }) => ({ table, row, cells })) };
  }
  const l2 = value["gpu"]["l2_bytes"];
  const measurement = {
    gpu: { name: value["gpu"]["name"], ...(typeof l2 === "number" ? { l2_bytes: l2 } : {}) },
    date: value["date"],
    programs,
  };
  return isMeasurement(measurement) ? measurement : { problem: "not-measurement" };
}

/** Whether a value, from a file or from storage, has the form of a measurement. */
export function isMeasurement(value: unknown): value is Measurement {
  return (
    isRecord(value) &&
    isRecord(value["gpu"]) &&
    isText(value["gpu"]["name"]) &&
    ["undefined", "number"].includes(typeof value["gpu"]["l2_bytes"]) &&
    isText(value["date"]) &&
    isRecord(value["programs"]) &&
    Object.values(value["programs"]).every(isProgram)
  );
}

function isProgram(value: unknown): value is MeasuredProgram {
  return (
    isRecord(value) && isText(value["source_sha256"]) && Array.isArray(value["rows"]) && value["rows"].every(isRow)
  );
}

function isRow(value: unknown): value is MeasuredRow {
  return (
    isRecord(value) &&
    isText(value["table"]) &&
    isText(value["row"]) &&
    isRecord(value["cells"]) &&
    Object.values(value["cells"]).every(isCell)
  );
}

function isCell(value: unknown): value is Cell {
  return isRecord(value) && [value["median"], value["min"], value["max"]].every(isFigure);
}

/** Of a rate, a time or a share: none is negative, and what no GPU reaches would only flatten the chart. */
function isFigure(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= GREATEST_FIGURE;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
