// Runs one browser test: node run.mjs SITE FILE.test.mjs. Ends with CTest's status for "skipped" where something is missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";

import { findBrowser, widgets } from "./browser.mjs";

const SKIPPED = 77;
const PACKAGES = ["playwright-core", "@axe-core/playwright"];
const MORE_PACKAGES = { "lighthouse.test.mjs": ["lighthouse"] };
const NEEDS_EMULATOR = ["speed.test.mjs"];
const [site, test] = process.argv.slice(2);

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
}

if (findBrowser() === null) skip("no Chromium or Chrome was found; install chromium, or name yours in BOOK_BROWSER");
for (const name of [...PACKAGES, ...(MORE_PACKAGES[basename(test)] ?? [])]) {
  if (!existsSync(join(widgets, "node_modules", name)))
    skip(`tools/widgets has no package ${name}; \`tools/book test\` installs it`);
}
if (!existsSync(join(site, "en", "index.html"))) skip(`${site} is not built; \`tools/book build\` writes it`);
const module = join(site, "..", "lib", "emulator.wasm");
if (NEEDS_EMULATOR.includes(basename(test)) && !existsSync(module))
  skip(`${module} is not built; \`tools/book build\` compiles it`);

const environment = { ...process.env, GTL_SITE: site };
process.exit(
  spawnSync(process.execPath, ["--test", test], {
    stdio: "inherit",
    env: environment,
  }).status ?? 1,
);
