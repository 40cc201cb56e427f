// Everyone can read it: axe in both languages and schemes, phones, nothing that moves by itself, the budget of scripts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { axe, LANGUAGES, LESSON, launch, liveSimulator, open, site } from "./browser.mjs";

const PAGES = ["index.html", LESSON, "search.html"];
const MOST_SCRIPT_BYTES = 60 * 1024;
const MOST_LAYOUT_SHIFT = 0.02;

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function scrollThrough(page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 400) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), y);
    await page.waitForTimeout(30);
  }
}

for (const language of LANGUAGES) {
  for (const colorScheme of ["light", "dark"]) {
    for (const path of PAGES) {
      test(`axe finds nothing: ${language}/${path}, ${colorScheme}`, async () => {
        const { page, close } = await open(browser, `${language}/${path}`, {
          colorScheme,
        });
        if (path !== "search.html") await liveSimulator(page);
        const { violations } = await axe(page).analyze();
        const found = violations.map(
          ({ id, help, nodes }) =>
            `${id}: ${help}: ${nodes
              .slice(0, 3)
              .map((node) => node.target.join(" "))
              .join("; ")} (${nodes.length})`,
        );
        assert.deepEqual(found, []);
        await close();
      });
    }
  }
}

for (const language of LANGUAGES) {
  for (const width of [320, 390, 768]) {
    test(`no page scrolls sideways at ${width} pixels (${language})`, async () => {
      for (const path of PAGES) {
        const { page, close } = await open(browser, `${language}/${path}`, {
          viewport: { width, height: 844 },
        });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${path} is ${wide} pixels wide`);
        await close();
      }
    });
  }
}

for (const [name, viewport] of [
  ["desk", { width: 1280, height: 900 }],
  ["phone", { width: 390, height: 844 }],
]) {
  test(`nothing moves by itself while the lesson is read (${name})`, async () => {
    for (const language of LANGUAGES) {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (!entry.hadRecentInput)
              window.shifts.push({
                value: entry.value,
                of: entry.sources.map((source) => source.node?.className || source.node?.nodeName),
              });
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(`file://${site}/${language}/${LESSON}`);
      await page.waitForTimeout(300);
      await scrollThrough(page);
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((total, shift) => total + shift.value, 0);
      assert.ok(sum < MOST_LAYOUT_SHIFT, `${sum} (${language}): ${JSON.stringify(shifts)}`);
      await context.close();
    }
  });
}

test("the scripts before interaction stay within 60 KB", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const scripts = await page.evaluate(() =>
    [...document.scripts].filter((script) => script.src).map((script) => script.src),
  );
  const sizes = scripts
    .filter((url) => !url.endsWith("counting.js"))
    .map((url) => gzipSync(readFileSync(new URL(url))).length);
  assert.ok(sizes.length >= 2, "no scripts were found");
  const sum = sizes.reduce((total, size) => total + size, 0);
  assert.ok(sum <= MOST_SCRIPT_BYTES, `${sum} bytes`);
  await close();
});

test("the counting code waits until a simulator comes near", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`, {
    viewport: { width: 390, height: 600 },
  });
  const loaded = () => page.evaluate(() => [...document.scripts].some((script) => script.src.endsWith("counting.js")));
  await page.waitForTimeout(300);
  assert.equal(await loaded(), false);
  await liveSimulator(page);
  assert.equal(await loaded(), true);
  await close();
});

test("with reduced motion, nothing is animated", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`, {
    reducedMotion: "reduce",
  });
  await liveSimulator(page);
  const moving = await page.evaluate(
    () => document.getAnimations().filter((animation) => !(animation.timeline instanceof window.ScrollTimeline)).length,
  );
  assert.equal(moving, 0);
  await close();
});

test("on paper the picture stays and the controls go", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const simulator = await liveSimulator(page);
  await page.emulateMedia({ media: "print" });
  assert.ok(await simulator.locator("svg.memory").first().isVisible());
  assert.ok(!(await simulator.locator("form.controls").isVisible()));
  await close();
});
