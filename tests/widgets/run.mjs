// Runs the widgets' unit tests: node run.mjs FOLDER FILE.test.ts …
// Node 20 does not read TypeScript, so each test is bundled into FOLDER first.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const widgets = fileURLToPath(new URL("../../tools/widgets/", import.meta.url));
const { buildSync } = createRequire(join(widgets, "package.json"))("esbuild");
const [folder, ...tests] = process.argv.slice(2);

buildSync({
  entryPoints: tests,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  loader: { ".wasm": "base64" },
  alias: { "simulators.wasm": join(widgets, "dist", "wasm", "simulators.wasm"), "#widgets": join(widgets, "src") },
  logLevel: "warning",
});
const bundled = tests.map((test) => join(folder, basename(test).replace(/\.ts$/, ".mjs")));
process.exit(spawnSync(process.execPath, ["--test", ...bundled], { stdio: "inherit" }).status ?? 1);
