// A link to a widget opens at it, with its setting, wherever on the page it stands. Nothing here scrolls: the page does it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LANGUAGES, LESSON, launch, open, serve, switchLanguage } from "./browser.mjs";

const LAB = "lab.html";
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Longer than a widget is brought back to its place while the page grows. */
const SETTLED_MS = 1800;

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Where the widget stands below the bar, and whether its first control is in the window. */
function standing(page, id) {
  return page.evaluate((widget) => {
    const box = document.getElementById(widget).getBoundingClientRect();
    const control = document.getElementById(widget).querySelector("select, input").getBoundingClientRect();
    const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
    return { below: box.top - bar, isInView: control.top >= bar && control.bottom <= innerHeight };
  }, id);
}

async function assertStandsBelowBar(page, id) {
  await page.waitForSelector(`#${id}[data-live]`);
  await page.waitForTimeout(SETTLED_MS);
  const { below, isInView } = await standing(page, id);
  assert.ok(below >= 0 && below <= 40, `${id} stands ${below} px below the bar`);
  assert.ok(isInView, `the controls of ${id} are outside of the window`);
}

const value = (page, id, name) => page.locator(`#${id} [name=${name}]`).first().inputValue();

for (const language of LANGUAGES) {
  for (const viewport of [DESK, PHONE]) {
    for (const [path, id, setting, name, shown] of [
      [LESSON, "run-tile", "?bug=no-barrier", "bug", "no-barrier"],
      [LAB, "run-transposes", "?rows=64", "rows", "64"],
      [LAB, "simulator-roofline", "?kernel=tile32", "kernel", "tile32"],
      [LAB, "simulator-banks", "?stride=8", "stride", "8"],
      [LESSON, "run-tile", "", "rows", "256"],
    ]) {
      test(`${path}#${id}${setting} opens there (${language}, ${viewport.width})`, async () => {
        const { page, close } = await open(browser, `${language}/${path}#${id}${setting}`, { viewport });
        await assertStandsBelowBar(page, id);
        assert.equal(await value(page, id, name), shown);
        await close();
      });
    }
  }
}

test("a runner's link opens there from a server as well", async () => {
  const server = await serve();
  const { page, close } = await open(browser, `zh/${LESSON}#run-tile?bug=no-barrier`, { base: server.base });
  await assertStandsBelowBar(page, "run-tile");
  assert.equal(await value(page, "run-tile", "bug"), "no-barrier");
  await close();
  server.close();
});

test("a runner's setting comes along to the other language", async () => {
  const { page, close } = await open(browser, `en/${LESSON}#run-tile`);
  await assertStandsBelowBar(page, "run-tile");
  await page.locator("#run-tile [name=rows]").fill("96");
  await page.locator("#run-tile [name=rows]").blur();
  await switchLanguage(page);
  await page.waitForURL(`**/zh/${LESSON}#run-tile?rows=96`);
  await assertStandsBelowBar(page, "run-tile");
  assert.equal(await value(page, "run-tile", "rows"), "96");
  await close();
});

test("a reader who moves is not pulled back", async () => {
  const { page, close } = await open(browser, `en/${LAB}#simulator-roofline`);
  await page.waitForSelector("#simulator-roofline[data-live]");
  await page.mouse.wheel(0, 600);
  await page.waitForFunction(() => document.getElementById("simulator-roofline").getBoundingClientRect().top < 0);
  await page.waitForTimeout(SETTLED_MS);
  assert.ok((await standing(page, "simulator-roofline")).below < -100);
  await close();
});

test("a default setting's link has no empty question mark", async () => {
  const { page, close } = await open(browser, `en/${LESSON}#run-tile?rows=64`);
  await page.waitForSelector("#run-tile[data-live]");
  await page.locator("#run-tile [name=rows]").fill("256");
  await page.locator("#run-tile [data-action=share]").click();
  assert.match(page.url(), /#run-tile$/);
  await close();
});
