// Builds dist/: what README.md lists. Run by `npm run build`; the results are plain files, so that pages work from file://.
import { build } from "esbuild";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { buildMeasurements } from "./measurements.mjs";
import { buildCountingCode } from "./wasm.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const dist = join(root, "dist");
const emulator = process.env.EMULATOR_WASM || join(root, "..", "..", "build", "lib", "emulator.wasm");

/** emulator.js: the worker's script and the emulator's module, for device.ts. */
async function buildEmulator(common) {
  if (!existsSync(emulator)) {
    console.warn(`${emulator} is missing, so the pages cannot run kernels.\n    tools/book build makes it.`);
    return;
  }
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(root, "src", "emulator", "worker.ts")],
    write: false,
  });
  const code = {
    worker: outputFiles[0].text,
    module: gzipSync(readFileSync(emulator), { level: 9 }).toString("base64"),
  };
  writeFileSync(join(dist, "emulator.js"), `globalThis.gtlEmulatorCode=${JSON.stringify(code)};\n`);
}

try {
  const wasm = buildCountingCode(join(root, "..", "emulator"), join(dist, "wasm"));
  const measurements = buildMeasurements(join(root, "..", ".."), join(dist, "data"));
  const common = {
    bundle: true,
    charset: "utf8",
    legalComments: "none",
    loader: { ".wasm": "base64", ".cu": "text", ".ptx": "text" },
    alias: { "simulators.wasm": wasm, "roofline-measurements.json": measurements },
    outdir: dist,
    logLevel: "warning",
  };
  const source = (name) => join(root, "src", name);
  const page = { ...common, format: "iife", target: ["es2022"], minify: true };
  const simulators = readdirSync(source("simulators"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  await Promise.all([
    buildEmulator(page),
    build({
      ...page,
      entryPoints: [
        { in: source("widgets.ts"), out: "widgets" },
        { in: source("counting_module.ts"), out: "counting" },
        { in: source("run.ts"), out: "run" },
        { in: source("widgets.css"), out: "widgets" },
      ],
    }),
    ...simulators.map((name) =>
      build({
        ...page,
        stdin: {
          contents: `import { ${name} } from "./${name}/${name}.ts"; (globalThis.gtlSimulators ??= {}).${name} = ${name};`,
          resolveDir: source("simulators"),
        },
        outdir: undefined,
        outfile: join(dist, `simulator-${name}.js`),
      }),
    ),
    build({
      ...common,
      entryPoints: [
        { in: source("static.ts"), out: "static" },
        { in: source("check_scenes.ts"), out: "check_scenes" },
        { in: source("chart/static.ts"), out: "static_chart" },
      ],
      platform: "node",
      format: "esm",
      target: ["node20"],
    }),
  ]);
} catch (error) {
  if (!error.errors) console.error(error.message); // esbuild has written its own.
  process.exit(1);
}
