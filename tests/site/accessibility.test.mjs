// Everyone can read it: axe in both languages and schemes, with everything opened; phones; nothing that moves by itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { axe, LANGUAGES, LESSON, launch, liveSimulator, open, site } from "./browser.mjs";

const PAGES = ["index.html", LESSON, "search.html"];
/** Hundreds of lines of code and cards are made alike: the first ones are looked at, or axe would take minutes. */
const LIKE_OTHERS = "details.program .line:nth-child(n + 31), .cards > li:nth-child(n + 16)";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** What a reader can unfold: every answer judged wrong or right, every fold, the card of a figure. */
async function openEverything(page) {
  for (const quiz of await page.locator("gtl-quiz").all()) {
    const box = quiz.locator("input").first();
    if ((await box.count()) > 0)
      await box.evaluate((input) => {
        if (input.type === "radio" || input.type === "checkbox") input.click();
        else input.value = "1";
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
    await quiz.locator("form").evaluate((form) => form.requestSubmit());
  }
  await page.evaluate(async (likeOthers) => {
    for (const one of document.querySelectorAll(likeOthers)) one.remove();
    for (const details of document.querySelectorAll("details")) details.open = true;
    document.querySelector(".figure[href^='#evidence-']")?.focus();
    // The page learns in the frames that follow what scrolls sideways, and lets the keyboard reach it.
    for (let frame = 0; frame < 3; ++frame) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, LIKE_OTHERS);
}

for (const language of LANGUAGES) {
  for (const colorScheme of ["light", "dark"]) {
    for (const path of PAGES) {
      test(`axe finds nothing: ${language}/${path}, ${colorScheme}`, async () => {
        const { page, close } = await open(browser, `${language}/${path}`, {
          colorScheme,
        });
        if (path !== "search.html") await liveSimulator(page);
        await openEverything(page);
        // In the dark only the colours are others.
        const { violations } = await (
          colorScheme === "dark" ? axe(page).withRules(["color-contrast"]) : axe(page)
        ).analyze();
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

test("axe finds nothing in what covers a phone's page: the map, the search", async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  for (const [button, shown] of [
    [".map-button", ".map"],
    [".search-button", ".search-panel"],
  ]) {
    const { page, close } = await open(browser, `zh/${LESSON}`, phone);
    await page.locator(button).click();
    assert.ok(await page.locator(shown).isVisible());
    const { violations } = await axe(page).include(shown).analyze();
    assert.deepEqual(violations, []);
    await close();
  }
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
