// What the book promises its readers' machines: few scripts, no module before it is needed, nothing that moves by itself,
// no request to anywhere else.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { LANGUAGES, LESSON, launch, liveSimulator, open, site } from "./browser.mjs";

const MOST_SCRIPT_BYTES = 60 * 1024;
const MOST_MODULE_BYTES = 400_000;
const MOST_LAYOUT_SHIFT = 0.02;
const VIEWPORTS = [
  ["desk", { width: 1280, height: 900 }],
  ["phone", { width: 390, height: 844 }],
];

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** A page, and the scripts that it has asked for so far, those that scripts have added too. */
async function openAndWatch(path, viewport) {
  const scripts = [];
  const watch = (page) =>
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
  return { ...(await open(browser, path, { viewport, before: watch })), scripts };
}

for (const [name, viewport] of VIEWPORTS) {
  test(`scripts before any input or scrolling stay within 60 KB (${name})`, async (context) => {
    for (const language of LANGUAGES) {
      const { page, close, scripts } = await openAndWatch(`${language}/${LESSON}`, viewport);
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(300);
      assert.ok(scripts.length >= 3, `found only ${scripts}`);
      const sizes = scripts.map((url) => gzipSync(readFileSync(new URL(url)), { level: 9 }).length);
      const sum = sizes.reduce((total, size) => total + size, 0);
      context.diagnostic(`${sum} bytes: ${scripts.map((url, i) => `${url.split("/").at(-1)} ${sizes[i]}`).join(", ")}`);
      assert.ok(sum <= MOST_SCRIPT_BYTES, `${sum} bytes (${language})`);
      await close();
    }
  });
}

test("the counting code and the emulator wait until they are needed", async () => {
  const { page, close, scripts } = await openAndWatch(`en/${LESSON}`, { width: 390, height: 600 });
  const isLoaded = (name) => scripts.some((url) => url.endsWith(`/${name}`));
  await page.waitForTimeout(300);
  assert.ok(isLoaded("widgets.js"));
  assert.ok(!isLoaded("counting.js") && !isLoaded("emulator.js"));
  await liveSimulator(page);
  assert.ok(isLoaded("counting.js"));
  await close();
});

test("the emulator's module is at most 400 KB, compressed", async (context) => {
  const file = join(site, "en", "_static", "emulator.js");
  if (!existsSync(file)) return context.skip("the site was built without build/lib/emulator.wasm");
  const { module } = JSON.parse(readFileSync(file, "utf8").match(/^globalThis\.gtlEmulatorCode=(.*);\s*$/s)[1]);
  const size = Buffer.from(module, "base64").length;
  context.diagnostic(`${size} bytes`);
  assert.ok(size > 100_000 && size <= MOST_MODULE_BYTES, `${size} bytes`);
});

for (const [name, viewport] of VIEWPORTS) {
  test(`nothing moves by itself while the lesson is read (${name})`, async (context) => {
    for (const language of LANGUAGES) {
      const { page, close } = await open(browser, `${language}/${LESSON}`, {
        viewport,
        before: (page) =>
          page.addInitScript(() => {
            window.shifts = [];
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                if (!entry.hadRecentInput)
                  window.shifts.push({
                    value: entry.value,
                    of: entry.sources.map((source) => source.node?.className || source.node?.nodeName),
                  });
            }).observe({ type: "layout-shift", buffered: true });
          }),
      });
      await page.waitForTimeout(200);
      await scrollThrough(page);
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((total, shift) => total + shift.value, 0);
      context.diagnostic(`${sum.toFixed(5)} (${language})`);
      assert.ok(sum < MOST_LAYOUT_SHIFT, `${sum} (${language}): ${JSON.stringify(shifts)}`);
      await close();
    }
  });
}

/** Down the page in steps, each shown for two frames: what moves has moved by then. In the page, as a step of a driver's
 *  takes longer than the frames. */
async function scrollThrough(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      window.scrollTo({ top: y, behavior: "instant" });
      await frame();
      await frame();
    }
  });
  await page.waitForTimeout(300);
}
