// Reading: both languages, from a folder and from a server; language switch, scheme, search.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LANGUAGES, LESSON, launch, open, serve, switchLanguage } from "./browser.mjs";

let browser, server;
before(async () => {
  browser = await launch();
  server = await serve();
});
after(async () => {
  server.close();
  await browser.close();
});

for (const language of LANGUAGES) {
  for (const path of ["index.html", LESSON, "search.html"]) {
    test(`${language}/${path} opens from a folder and from a server, without an error or a request elsewhere`, async () => {
      for (const base of [undefined, server.base]) {
        const { page, close } = await open(browser, `${language}/${path}`, base ? { base } : {});
        assert.equal(await page.locator("main h1").count(), 1);
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await page.waitForTimeout(300);
        await close();
      }
    });
  }
}

test("the other language opens at the same section, and back", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const id = await page.locator("main section[id]:has(> h2)").nth(2).getAttribute("id");
  await page.goto(`${page.url()}#${id}`);
  await switchLanguage(page);
  await page.waitForURL(`**/zh/${LESSON}#${id}`);
  assert.match((await page.locator("html").getAttribute("lang")) ?? "", /^zh/);
  const { y } = await page.locator(`section[id="${id}"] > h2`).boundingBox();
  assert.ok(y >= 0 && y < 450, `the section's heading stands at ${y}`);
  await switchLanguage(page);
  await page.waitForURL(`**/en/${LESSON}#${id}`);
  await close();
});

test("a reader in the middle of a page, with no section in the address, stays there in the other language", async () => {
  const { page, close } = await open(browser, `zh/${LESSON}`);
  const section = page.locator("main section[id]:has(> h2)").nth(3);
  const id = await section.getAttribute("id");
  await section.evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
  await switchLanguage(page);
  await page.waitForURL(`**/en/${LESSON}#${id}`);
  await close();
});

test("the reader's choice of scheme stays", async () => {
  const { page, close } = await open(browser, "en/index.html", {
    colorScheme: "light",
  });
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.locator("button.scheme").click();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await paper(), dark);
  await close();
});

for (const [language, words] of [
  ["zh", "线程束"],
  ["zh", "合并访问"],
  ["en", "coalescing"],
  ["zh", "coalescing"],
]) {
  test(`search in ${language} finds ${words} and leads to the place`, async () => {
    const { page, close } = await open(browser, `${language}/index.html`);
    await page.keyboard.press("/");
    await page.locator(".search-panel input").fill(words);
    const result = page.locator(`.search-panel .search-results a[href*="06-coalescing"]`).first();
    await result.waitFor();
    assert.match((await result.textContent()).toLowerCase(), new RegExp(words));
    await result.click();
    await page.waitForURL(`**/${language}/${LESSON}#*`);
    const target = decodeURIComponent(new URL(page.url()).hash.slice(1));
    assert.equal(await page.locator(`[id="${target}"]`).count(), 1);
    await close();
  });
}

test("search says when nothing is found", async () => {
  const { page, close } = await open(browser, "en/index.html");
  await page.keyboard.press("/");
  await page.locator(".search-panel input").fill("qqxyzzy");
  await page.waitForFunction(() => document.querySelector(".search-panel .search-count")?.textContent !== "");
  assert.equal(await page.locator(".search-panel .search-results a").count(), 0);
  await close();
});
