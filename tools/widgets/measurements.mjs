// What the roofline is drawn from, out of the book's own measurements and counts: roofline-measurements.json. Every number has
// its evidence beside it; none is written by hand but the FLOP of a kernel, which its source shows.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LESSON = "lessons/06-coalescing";
const EXAMPLE = "examples/roofline";
const PROGRAM = "06_access_patterns";

// Kernels of lesson 06 that do arithmetic: the row of the measurement, the kernel, and for each element of its loop the FLOP,
// the bytes that it asks to read and to write, and the bytes that its stores send to DRAM. Counted by hand in
// 06_access_patterns.cu:
//   sum_each_row, sum_each_column   sum += x                     1 addition; reads 4 bytes
//   move_aos, move_soa              x += vx * dt, three times    3 FMA = 6 FLOP; reads 24 bytes, writes 12
//   shift_aos, shift_soa            x += dx                      1 addition; reads 4 bytes, writes 4
// DRAM and L2 exchange whole sectors of 32 bytes, and what was timed is larger than L2, so each sector written goes back once. A
// particle of 24 bytes leaves no sector without an x: of an array of structures all 24 bytes go back. (The profiler's small run
// cannot show it: its stores stay in L2.)
const KERNELS = [
  { row: "sum of each row", kernel: "sum_each_row", flop: 1, reads: 4, writes: 0, writtenBack: 0 },
  { row: "sum of each column", kernel: "sum_each_column", flop: 1, reads: 4, writes: 0, writtenBack: 0 },
  { row: "all fields, AoS", kernel: "move_aos", flop: 6, reads: 24, writes: 12, writtenBack: 24 },
  { row: "all fields, SoA", kernel: "move_soa", flop: 6, reads: 24, writes: 12, writtenBack: 12 },
  { row: "one field, AoS", kernel: "shift_aos", flop: 1, reads: 4, writes: 4, writtenBack: 24 },
  { row: "one field, SoA", kernel: "shift_soa", flop: 1, reads: 4, writes: 4, writtenBack: 4 },
];

/** Writes roofline-measurements.json into `folder` and returns its path. */
export function buildMeasurements(root, folder) {
  const lesson = readMeasurement(root, LESSON);
  const example = readMeasurement(root, EXAMPLE);
  const counted = readCounters(root);
  const document = {
    ceilings: {
      dram: ceiling(lesson, PROGRAM, "device copy", "useful GB/s", 1e9),
      l2: ceiling(example, "roofline", "L2 copy", "GB/s", 1e9),
      fp32: ceiling(example, "roofline", "FP32 FMA", "TFLOP/s", 1e12),
      fp64: ceiling(example, "roofline", "FP64 FMA", "TFLOP/s", 1e12),
    },
    kernels: KERNELS.map(({ row, kernel, flop, reads, writes, writtenBack }) => ({
      row,
      kernel,
      flop,
      asked: reads + writes,
      readFromDram: readFromDram(lesson, counted, kernel, reads),
      writtenToDram: writtenBack,
      useful: ceiling(lesson, PROGRAM, row, "useful GB/s", 1e9),
    })),
  };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "roofline-measurements.json");
  writeFileSync(path, JSON.stringify(document));
  return path;
}

function readMeasurement(root, folder) {
  return JSON.parse(readFileSync(join(root, folder, "measured", "h200.json"), "utf8"));
}

function ceiling(measurement, program, row, column, unit) {
  const found = measurement.programs[program]?.timing.rows.find((one) => one.row === row)?.cells[column];
  if (found === undefined)
    throw new Error(
      `the roofline needs the row "${row}" of ${program}, and ${measurement.command} has not measured it\n` +
        `    Measure again, or correct tools/widgets/measurements.mjs.`,
    );
  return {
    median: found.median * unit,
    least: found.min * unit,
    most: found.max * unit,
    row,
    program,
    gpu: measurement.gpu.name,
    date: measurement.date,
    command: measurement.command,
  };
}

function readCounters(root) {
  const text = readFileSync(join(root, LESSON, "expected", `${PROGRAM}.counters.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The bytes that DRAM delivers for an element: the profiler's count, less what it shows for a launch that reads nothing. */
function readFromDram(measurement, counted, kernel, reads) {
  const launches = measurement.programs[PROGRAM].counters?.launches;
  if (launches === undefined)
    throw new Error(
      `the roofline needs the bytes that DRAM delivers to ${kernel}, and ${measurement.command} had no profiler\n` +
        `    Measure again where ncu may read the counters.`,
    );
  const read = (launch) => launch.metrics["dram__bytes_read.sum"];
  const idle = Math.min(
    ...launches.filter((one) => one.metrics["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] === 0).map(read),
  );
  const asked = launchOf(counted, kernel).metrics["emulator__bytes_used_global_op_ld.sum"];
  return (reads * (read(launchOf(launches, kernel)) - idle)) / asked;
}

function launchOf(launches, kernel) {
  const launch = launches.find((one) => one.kernel.startsWith(`${kernel}(`));
  if (launch === undefined) throw new Error(`the roofline needs the counters of ${kernel}, which lesson 06 has not`);
  return launch;
}
