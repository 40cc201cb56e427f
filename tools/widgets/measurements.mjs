// What the roofline is drawn from, out of the book's own measurements and counts: roofline-measurements.json. Every number has
// its evidence beside it; none is written by hand but the FLOP of a kernel, which its source shows.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SECTOR_BYTES = 32;
const LESSON = "lessons/06-coalescing";
const EXAMPLE = "examples/roofline";

// Kernels of lesson 06 that do arithmetic: the row of the measurement, the kernel, and for each element of its loop the FLOP
// and the bytes that it asks for. Counted by hand in 06_access_patterns.cu:
//   sum_each_row, sum_each_column   sum += x                     1 addition; reads 4 bytes
//   move_aos, move_soa              x += vx * dt, three times    3 FMA = 6 FLOP; reads 24 bytes, writes 12
//   shift_aos, shift_soa            x += dx                      1 addition; reads 4 bytes, writes 4
const KERNELS = [
  { row: "sum of each row", kernel: "sum_each_row", flop: 1, bytes: 4 },
  { row: "sum of each column", kernel: "sum_each_column", flop: 1, bytes: 4 },
  { row: "all fields, AoS", kernel: "move_aos", flop: 6, bytes: 36 },
  { row: "all fields, SoA", kernel: "move_soa", flop: 6, bytes: 36 },
  { row: "one field, AoS", kernel: "shift_aos", flop: 1, bytes: 8 },
  { row: "one field, SoA", kernel: "shift_soa", flop: 1, bytes: 8 },
];

/** Writes roofline-measurements.json into `folder` and returns its path. */
export function buildMeasurements(root, folder) {
  const lesson = readMeasurement(root, LESSON);
  const example = readMeasurement(root, EXAMPLE);
  const counted = readCounters(root, "06_access_patterns");
  const document = {
    ceilings: {
      dram: ceiling(lesson, "06_access_patterns", "device copy", "useful GB/s", 1e9),
      l2: ceiling(example, "roofline", "L2 copy", "GB/s", 1e9),
      fp32: ceiling(example, "roofline", "FP32 FMA", "TFLOP/s", 1e12),
      fp64: ceiling(example, "roofline", "FP64 FMA", "TFLOP/s", 1e12),
    },
    kernels: KERNELS.map(({ row, kernel, flop, bytes }) => ({
      row,
      kernel,
      flop,
      bytes,
      /** Bytes that the counted sectors move for each byte that is asked for. */
      moved: movedForUsed(counted, kernel),
      useful: ceiling(lesson, "06_access_patterns", row, "useful GB/s", 1e9),
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

function readCounters(root, program) {
  const text = readFileSync(join(root, LESSON, "expected", `${program}.counters.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function movedForUsed(launches, kernel) {
  const launch = launches.find((one) => one.kernel.startsWith(`${kernel}(`));
  if (launch === undefined) throw new Error(`the roofline needs the counters of ${kernel}, which lesson 06 has not`);
  const sum = (name) => launch.metrics[`${name}_ld.sum`] + launch.metrics[`${name}_st.sum`];
  const moved = SECTOR_BYTES * sum("l1tex__t_sectors_pipe_lsu_mem_global_op");
  return moved / sum("emulator__bytes_used_global_op");
}
