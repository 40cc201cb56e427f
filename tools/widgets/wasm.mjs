// Compiles tools/emulator/wasm/simulators.cc and fragments.cc, and the code of the emulator that they export. Objects first, then the linker alone: the
// code needs no C library, and asking for one would build it from source first.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";

const COUNTERS = ["coalescing", "banks", "occupancy"];
// What wasm/fragments.cc exports.
const LAYOUTS = ["matrix_fragments", "matrix_shapes", "types"];
const SOURCES = [
  "wasm/simulators.cc",
  "wasm/fragments.cc",
  ...COUNTERS.map((name) => `counters/${name}.cc`),
  ...LAYOUTS.map((name) => `decode/${name}.cc`),
];
const HEADERS = [
  ...COUNTERS.map((name) => `counters/${name}.h`),
  ...["instruction", "matrix_form", "matrix_fragments", "matrix_shapes"].map((name) => `decode/${name}.h`),
];
const FLAGS = [
  "-target",
  "wasm32-wasi",
  "-std=c++20",
  "-O2",
  "-msimd128",
  "-fno-exceptions",
  "-fno-rtti",
  "-Wall",
  "-Wextra",
  "-Werror",
];

/** Returns the path of simulators.wasm, compiled when a source is newer. */
export function buildCountingCode(emulator, folder) {
  const wasm = join(folder, "simulators.wasm");
  const inputs = [...SOURCES, ...HEADERS].map((name) => join(emulator, name));
  if (existsSync(wasm) && inputs.every((input) => statSync(input).mtimeMs < statSync(wasm).mtimeMs)) return wasm;

  mkdirSync(folder, { recursive: true });
  const objects = SOURCES.map((source) => {
    const object = join(folder, `${basename(source, ".cc")}.o`);
    zig(["c++", ...FLAGS, "-I", emulator, "-c", join(emulator, source), "-o", object]);
    return object;
  });
  zig(["wasm-ld", "--no-entry", "--strip-all", "--gc-sections", ...objects, "-o", wasm]);
  return wasm;
}

function zig(args) {
  const python = process.env.PYTHON || "python3";
  try {
    execFileSync(python, ["-m", "ziglang", ...args], { stdio: ["ignore", "inherit", "pipe"] });
  } catch (error) {
    const said = String(error.stderr ?? error.message).trim();
    const cure = said.includes("No module named ziglang")
      ? "\n    The WebAssembly compiler comes with set-up: run tools/book build, or name a Python that has the package ziglang in PYTHON."
      : "";
    throw new Error(`the counting code could not be compiled for the page:\n${said}${cure}`);
  }
}
