// Builds dist/: what README.md lists. Run by `npm run build`; the results are plain files, so that pages work from file://.
import { build } from "esbuild";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildCountingCode } from "./wasm.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const dist = join(root, "dist");

try {
  const wasm = buildCountingCode(join(root, "..", "emulator"), join(dist, "wasm"));
  const common = {
    bundle: true,
    charset: "utf8",
    legalComments: "none",
    loader: { ".wasm": "base64" },
    alias: { "simulators.wasm": wasm },
    outdir: dist,
    logLevel: "warning",
  };
  const source = (name) => join(root, "src", name);
  const page = { ...common, format: "iife", target: ["es2022"], minify: true };
  const simulators = readdirSync(source("simulators"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  await Promise.all([
    build({
      ...page,
      entryPoints: [
        { in: source("widgets.ts"), out: "widgets" },
        { in: source("counting_module.ts"), out: "counting" },
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
      entryPoints: [{ in: source("static.ts"), out: "static" }],
      platform: "node",
      format: "esm",
      target: ["node20"],
    }),
  ]);
} catch (error) {
  if (!error.errors) console.error(error.message); // esbuild has written its own.
  process.exit(1);
}
