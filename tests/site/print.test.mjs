// The book on paper: on an A4 sheet with margins of a centimetre nothing is cut at its sides, from a phone or a desk.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LANGUAGES, LESSON, launch, open } from "./browser.mjs";

/** (210 - 20) mm at 96 pixels an inch. */
const A4 = { width: 718, height: 1047 };

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** What is seen and reaches over a side of the sheet: text by its own lines, the rest by its box. */
function cut(page) {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth + 0.5;
    const isOut = ({ left, right, width, height }) => width > 1 && height > 1 && (left < -0.5 || right > wide);
    const found = [];
    for (const element of document.querySelectorAll("main *")) {
      if (!element.checkVisibility() || element.closest(".visually-hidden")) continue;
      if (isOut(element.getBoundingClientRect())) found.push(element.className || element.localName);
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === "") continue;
        // Spaces may hang over the end of a line.
        for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if ([...range.getClientRects()].some(isOut)) found.push(`“${word}”`);
        }
      }
    }
    return found;
  });
}

for (const language of LANGUAGES) {
  for (const path of [LESSON, "lab.html", "handbook/formats.html"]) {
    test(`no meter, number, caption or line of ${path} is cut (${language})`, async () => {
      const { page, close } = await open(browser, `${language}/${path}`, { viewport: A4 });
      await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
      assert.deepEqual(await cut(page), []);
      await close();
    });
  }
}

test("the findings and the counters of a comparison are whole on paper", async () => {
  const { page, close } = await open(browser, `en/${LESSON}#run-tile?bug=no-barrier&compare=tile-padded`);
  await page.waitForSelector("#run-tile[data-live]");
  await page.locator("#run-tile button.primary").click();
  await page.locator("#run-tile .finding").first().waitFor();
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  assert.deepEqual(await cut(page), []);
  await close();
});
