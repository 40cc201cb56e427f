// Scripts that are loaded when they are needed: one that did not arrive is said to the reader, with what to do, and asked for again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LESSON, launch, open, serve } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const [language, words] of [
  ["en", /run\.js could not be loaded.*try again/],
  ["zh", /run\.js 加载失败.*重试/],
]) {
  test(`a runner whose script did not arrive says so, and recovers (${language})`, async () => {
    const server = await serve();
    const { page } = await open(browser, `${language}/${LESSON}`, {
      base: server.base,
      before: (page) => page.route("**/run.js", (route) => route.abort()),
    });
    await page.evaluate(() => (location.hash = "#run-tile"));
    await page.waitForSelector("#run-tile[data-broken]");
    assert.match(await page.locator("#run-tile .run-status").textContent(), words);
    await page.unroute("**/run.js");
    await page.locator("#run-tile button.primary").click();
    await page.waitForFunction(() =>
      /256|65,536/.test(document.querySelector("#run-tile [data-part=said]")?.textContent ?? ""),
    );
    assert.equal(await page.locator("#run-tile[data-broken]").count(), 0);
    await page.context().close();
    server.close();
  });
}

test("the emulator's script and a simulator's are asked for again", async () => {
  const server = await serve();
  const failing = "**/{emulator,counting,simulator-coalescing}.js";
  const { page } = await open(browser, `en/${LESSON}#run-tile`, {
    base: server.base,
    before: (page) => page.route(failing, (route) => route.abort()),
  });
  await page.waitForSelector("#run-tile[data-live]");
  const said = page.locator("#run-tile [data-part=said]");
  await page.locator("#run-tile button.primary").click();
  await said.filter({ hasText: /emulator\.js could not be loaded.*try again/ }).waitFor();
  await page.evaluate(() => (location.hash = "#simulator-coalescing?stride=4"));
  await page.waitForSelector("#simulator-coalescing[data-broken]");
  await page.unroute(failing);
  await page.locator("#simulator-coalescing").getByRole("button", { name: "Try again" }).click();
  await page.waitForSelector("#simulator-coalescing[data-live]");
  await page.locator("#run-tile button.primary").click();
  await said.filter({ hasText: "All 65,536 elements are right." }).waitFor();
  await page.context().close();
  server.close();
});

test("without web workers, a runner says what is missing", async () => {
  const { page, close } = await open(browser, `en/${LESSON}#run-tile`, {
    before: (page) => page.addInitScript(() => delete globalThis.Worker),
  });
  await page.waitForSelector("#run-tile[data-live]");
  await page.locator("#run-tile button.primary").click();
  await page.locator("#run-tile [data-part=said]", { hasText: /web workers.*another browser/ }).waitFor();
  await close();
});

test("a search whose index did not arrive says so, and the next one finds", async () => {
  const server = await serve();
  const { page } = await open(browser, `en/${LESSON}`, {
    base: server.base,
    before: (page) => page.route("**/searchindex.js", (route) => route.abort()),
  });
  await page.keyboard.press("/");
  const field = page.locator(".search-panel input");
  await field.fill("sector");
  await page.locator(".search-count", { hasText: "could not be loaded" }).waitFor();
  await page.unroute("**/searchindex.js");
  await field.fill("sectors");
  await page.locator(".search-count", { hasText: /\d+ places/ }).waitFor();
  await page.context().close();
  server.close();
});
