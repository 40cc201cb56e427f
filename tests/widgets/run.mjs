// The widgets' tests, one command each; ends with CTest's status for "skipped" where a tool is missing:
//
//     node run.mjs build                 tools/widgets/dist is built
//     node run.mjs types                 tsc, strict
//     node run.mjs format                every file as `npm run format` would write it
//     node run.mjs unit FILE.test.ts DIR node --test; Node 20 does not read TypeScript, so the test is bundled into DIR
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const SKIPPED = 77;
const root = fileURLToPath(new URL("../../", import.meta.url));
const widgets = join(root, "tools", "widgets");
process.env.GTL_ROOT = root;
process.env.EMULATOR_WASM ||= join(root, "build", "lib", "emulator.wasm");

function skip(reason) {
  console.log(`skipped: ${reason}; \`tools/book test\` installs what is missing`);
  process.exit(SKIPPED);
}

function requirePackage(name) {
  if (!existsSync(join(widgets, "node_modules", name))) skip(`tools/widgets has no package ${name}`);
}

function requireEmulator() {
  if (!existsSync(process.env.EMULATOR_WASM)) skip(`${process.env.EMULATOR_WASM} is not built`);
}

function run(program, ...args) {
  return spawnSync(program, args, { cwd: widgets, stdio: "inherit" }).status ?? 1;
}

function build() {
  requirePackage("esbuild");
  const python = process.env.PYTHON || "python3";
  if (spawnSync(python, ["-c", "import ziglang"]).status !== 0)
    skip(`${python} has no package ziglang, the WebAssembly compiler`);
  requireEmulator();
  return run(process.execPath, "build.mjs");
}

function types() {
  requirePackage("typescript");
  return run(process.execPath, join("node_modules", "typescript", "bin", "tsc"), "--noEmit");
}

function format() {
  requirePackage("prettier");
  const { scripts } = JSON.parse(readFileSync(join(widgets, "package.json"), "utf8"));
  const args = scripts.format.replace("--write", "--check").replaceAll('"', "").split(" ");
  return run(process.execPath, join("node_modules", "prettier", "bin", "prettier.cjs"), ...args.slice(1));
}

function unit(test, folder) {
  requirePackage("esbuild");
  requireEmulator();
  createRequire(join(widgets, "package.json"))("esbuild").buildSync({
    entryPoints: [test],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    loader: { ".wasm": "base64", ".cu": "text", ".ptx": "text" },
    alias: {
      "simulators.wasm": join(widgets, "dist", "wasm", "simulators.wasm"),
      "roofline-measurements.json": join(widgets, "dist", "data", "roofline-measurements.json"),
      "#widgets": join(widgets, "src"),
    },
    logLevel: "warning",
  });
  return run(process.execPath, "--test", join(folder, basename(test).replace(/\.ts$/, ".mjs")));
}

const [what, ...args] = process.argv.slice(2);
process.exit({ build, types, format, unit }[what](...args));
