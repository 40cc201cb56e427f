// Measured charts: there without scripts; a reader's own GPU is drawn beside ours, kept until erased, never sent; any other
// file is refused in words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { axe, LANGUAGES, LESSON, launch, open } from "./browser.mjs";

const PROGRAM = "06_access_patterns";
const GPU = "NVIDIA GeForce RTX 4090";
let browser, ours;
before(async () => {
  browser = await launch();
  ours = readFileSync(new URL("../../lessons/06-coalescing/measured/h200.json", import.meta.url), "utf8");
});
after(() => browser.close());

const chartOf = (page) => page.locator("gtl-chart").first();
const legend = (page) => chartOf(page).locator(".chart-legend li").allTextContents();
const said = (page) => chartOf(page).locator("[data-part=status]").textContent();
const choose = (page, name, text) =>
  chartOf(page)
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });

/** A measurement of another GPU, a quarter as fast, with one thing changed. */
function theirs(change = () => {}) {
  const document = JSON.parse(ours);
  document.gpu = { ...document.gpu, name: GPU };
  for (const { timing } of Object.values(document.programs))
    for (const { cells } of timing.rows)
      for (const cell of Object.values(cells)) for (const key of Object.keys(cell)) cell[key] /= 4;
  change(document);
  return JSON.stringify(document);
}

async function untilSaid(page, words) {
  await page.waitForFunction(
    (part) => document.querySelector("gtl-chart [data-part=status]")?.textContent.includes(part),
    words,
  );
}

test("without scripts there are the picture and its numbers, and nothing to press", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`, { javaScriptEnabled: false });
  const picture = chartOf(page).locator("svg.chart-picture.wide");
  assert.ok(await picture.isVisible());
  const stride8 = JSON.parse(ours).programs[PROGRAM].timing.rows.find(({ row }) => row === "stride 8");
  const figure = Math.round(stride8.cells["useful GB/s"].median).toLocaleString("en-US");
  assert.ok((await picture.locator("text.value").allTextContents()).includes(figure));
  await chartOf(page).locator("summary").click();
  const row = chartOf(page).locator("tr", { hasText: "stride 8" });
  assert.match(await row.textContent(), new RegExp(figure));
  assert.ok(!(await chartOf(page).locator(".chart-add").isVisible()));
  await close();
});

for (const language of LANGUAGES) {
  test(`a reader's GPU is drawn, kept in both languages, and erased (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LESSON}`);
    await choose(page, "geforce-rtx-4090.json", theirs());
    await untilSaid(page, GPU);
    assert.equal((await legend(page)).length, 2);
    assert.ok((await legend(page))[1].includes(GPU));
    assert.equal(await chartOf(page).locator("svg.wide g.series").count(), 2);
    const other = page.locator("gtl-chart").nth(1);
    assert.equal(await other.locator(".chart-legend li").count(), 2, "the file's other tables are drawn too");
    const shown = await axe(page).include("gtl-chart").analyze();
    assert.deepEqual(shown.violations, []);

    await page.goto(page.url().replace(`/${language}/`, language === "en" ? "/zh/" : "/en/"));
    assert.equal((await legend(page)).length, 2);
    await chartOf(page).locator("[data-remove]").press("Enter");
    assert.equal((await legend(page)).length, 1);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute("type")),
      "file",
      "the focus stays near",
    );
    await page.reload();
    assert.equal((await legend(page)).length, 1);
    await close();
  });
}

test("a file that is dropped on the chart is taken as one that is chosen", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  await chartOf(page).evaluate((chart, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "gpu.json"));
    chart.dispatchEvent(new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true }));
    if (!chart.hasAttribute("data-over")) throw new Error("nothing shows where the file would go");
    chart.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, theirs());
  await untilSaid(page, GPU);
  assert.equal((await legend(page)).length, 2);
  await close();
});

test("any other file is refused: what it is, and what to do", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const damaged = (change) => theirs((document) => change(document.programs[PROGRAM], document));
  for (const [text, words] of [
    ["stride 8   962", "is not JSON"],
    ['{"format":1,"lessons":{}}', "no measurement"],
    [theirs((document) => (document.format = 2)), "has format 2"],
    [theirs((document) => delete document.programs[PROGRAM]), "measures 07_transpose"],
    [damaged((program) => (program.source_sha256 = "0")), "another version of 06_access_patterns"],
    [damaged((program) => (program.timing.rows = [])), "“stride in floats”"],
    [" ".repeat(9 * 2 ** 20), "larger than 8 MB"],
  ]) {
    await choose(page, "mine.json", text);
    await untilSaid(page, words);
    assert.ok((await said(page)).includes("“mine.json”"), words);
    assert.equal((await legend(page)).length, 1, words);
  }
  await page.reload();
  assert.equal((await legend(page)).length, 1, "nothing of them is kept");
  await close();
});

test("a chart shows three GPUs of the reader's, and says so to a fourth", async () => {
  const { page, close } = await open(browser, `zh/${LESSON}`, { viewport: { width: 390, height: 844 } });
  for (const name of ["A", "B", "C"]) {
    await choose(
      page,
      `${name}.json`,
      theirs((document) => (document.gpu.name = name)),
    );
    await untilSaid(page, name);
  }
  await choose(
    page,
    "D.json",
    theirs((document) => (document.gpu.name = "D")),
  );
  await untilSaid(page, "最多画 3 块");
  assert.equal((await legend(page)).length, 4);
  assert.ok(await chartOf(page).locator("svg.narrow").isVisible());
  assert.ok(!(await chartOf(page).locator("svg.wide").isVisible()));
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await close();
});

test("on paper the numbers stand under the picture, and the controls go", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  await page.emulateMedia({ media: "print" });
  assert.ok(await chartOf(page).locator("svg.wide").isVisible());
  assert.ok((await chartOf(page).locator("table").boundingBox()).height > 50);
  assert.ok(!(await chartOf(page).locator(".chart-add").isVisible()));
  await close();
});
