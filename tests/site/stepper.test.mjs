// The warp stepper below a runner's listings: by pointer, by keyboard alone, on a phone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { axe, LANGUAGES, LESSON, launch, open } from "./browser.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Opens the stepper on a transpose through a tile. */
async function openStepper(page, variant = "tile") {
  const runner = page.locator("gtl-run#run-tile");
  await runner.scrollIntoViewIfNeeded();
  await page.waitForSelector("gtl-run#run-tile[data-live]");
  await runner.locator("[name=variant]").selectOption(variant);
  await runner.locator("[data-action=step]").click();
  await page.waitForSelector("gtl-stepper tr.group");
  return runner.locator("gtl-stepper");
}

const present = (stepper, cell) => stepper.locator(`tr.present > td:nth-child(${cell})`).innerText();
const positionOf = async (stepper) => Number(await stepper.locator("[name=position]").inputValue());

for (const language of LANGUAGES) {
  test(`a warp of the transpose is stepped from its load to its barrier and back (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LESSON}`);
    const stepper = await openStepper(page);
    assert.equal(await stepper.locator("tr.group").count(), 1);
    // Row 0 of the matrix: 32 floats in a row, 4 sectors; then the tile's first row, one wavefront.
    await stepper.locator("[data-command=access]").click();
    assert.match(await present(stepper, 3), /^ld\.global/);
    assert.equal(await stepper.locator("svg.memory.eights-4 .box").count(), 4);
    await stepper.locator("[data-command=access]").click();
    assert.match(await present(stepper, 3), /^st\.shared/);
    assert.match(await present(stepper, 5), language === "zh" ? /^1 个 wavefront$/ : /^1 wavefront$/);
    await stepper.locator("[data-command=barrier]").click();
    assert.match(await present(stepper, 3), /^bar\.sync/);
    assert.match(await stepper.locator("tr.group .note").innerText(), language === "zh" ? /栅栏/ : /barrier/);
    // The line of the barrier is marked in the listing, and said.
    const line = await present(stepper, 2);
    const marked = page.locator("gtl-run#run-tile .line.runs");
    assert.equal(await marked.locator(".line-number").getAttribute("data-line"), line);
    assert.match(await marked.innerText(), /__syncthreads\(\);/);
    assert.match(await stepper.locator("[data-part=status]").textContent(), new RegExp(`\\b${line}\\b.*bar\\.sync`));

    const position = await positionOf(stepper);
    await stepper.locator("[data-command=back]").click();
    assert.equal(await positionOf(stepper), position - 1);
    await stepper.locator("[data-command=restart]").click();
    assert.equal(await positionOf(stepper), 0);
    await stepper.locator("[data-command=end]").click();
    await page.waitForFunction(() => document.querySelector("gtl-stepper tr.present")?.textContent.includes("ret;"));
    assert.equal(await stepper.locator("[data-command=step]").getAttribute("aria-disabled"), "true");
    await close();
  });
}

test("the keyboard alone opens it, goes through the warp, walks the lanes and closes it", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  await page.locator("gtl-run#run-tile").scrollIntoViewIfNeeded();
  await page.waitForSelector("gtl-run#run-tile[data-live]");
  const button = page.locator("gtl-run#run-tile [data-action=step]");
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("gtl-stepper tr.group");
  const stepper = page.locator("gtl-stepper");
  const focused = () => page.evaluate(() => ({ ...document.activeElement.dataset }));
  await page.waitForFunction(() => document.activeElement.dataset.command === "step");

  const after = async (key) => {
    await page.keyboard.press(key);
    return positionOf(stepper);
  };
  assert.equal(await after("ArrowRight"), 1);
  assert.equal(await after("n"), 2);
  assert.equal(await after("ArrowLeft"), 1);
  assert.equal(await after("b"), 0);
  const first = await after("l");
  const second = await after("Shift+ArrowRight");
  assert.ok(second > first);
  assert.ok((await after("Shift+ArrowLeft")) < second);
  await after("a");
  assert.match(await present(stepper, 3), /^ld\.global/);
  assert.equal(await after("Home"), 0);

  // From the button on, Tab reaches the lanes as one stop; arrows walk them, the other keys still step.
  await after("a");
  for (let presses = 0; presses < 40 && (await focused()).lane === undefined; ++presses)
    await page.keyboard.press("Tab");
  assert.equal((await focused()).lane, "0");
  await page.keyboard.press("End");
  assert.equal((await focused()).lane, "31");
  assert.match(await stepper.locator("[data-part=inspected]").textContent(), /Lane 31, thread \(31, 0\)/);
  assert.equal(await stepper.locator("svg.memory.eights-4 .ray").count(), 1);
  const position = await positionOf(stepper);
  assert.equal(await after("n"), position + 1);
  assert.equal((await focused()).lane, "31");

  await stepper.locator("[data-command=close]").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("gtl-stepper").count(), 0);
  assert.equal((await focused()).action, "step");
  assert.equal(await page.locator(".line.runs").count(), 0);
  await close();
});

test("a click on a line number runs to that line, and leaves the address alone", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const stepper = await openStepper(page);
  const address = page.url();
  const line = page.locator("gtl-run#run-tile .line", { hasText: "= tile[threadIdx.x][threadIdx.y + step];" });
  await line.locator(".line-number").click();
  await page.waitForSelector("gtl-run#run-tile .line.runs");
  assert.equal(await present(stepper, 2), await line.locator(".line-number").getAttribute("data-line"));
  assert.equal(page.url(), address);
  // By its number, too.
  await stepper.locator("[data-command=restart]").click();
  await stepper.locator("[name=line]").fill(await line.locator(".line-number").getAttribute("data-line"));
  await stepper.locator("[name=line]").press("Enter");
  await page.waitForFunction(() => Number(document.querySelector("gtl-stepper [name=position]").value) > 0);
  assert.equal(await present(stepper, 2), await line.locator(".line-number").getAttribute("data-line"));
  await close();
});

test("what the reader chooses in the runner is what is stepped: the padding takes 32 wavefronts to 1", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const stepper = await openStepper(page, "tile");
  const firstLoadOfTile = async () => {
    await stepper.locator("[data-command=barrier]").click();
    await stepper.locator("[data-command=access]").click();
    return present(stepper, 5);
  };
  assert.equal(await firstLoadOfTile(), "32 wavefronts");
  assert.equal(await stepper.locator("svg.banks.eights-4 .used").count(), 32);
  await page.locator("gtl-run#run-tile [name=variant]").selectOption("tile-padded");
  await page.waitForFunction(() => document.querySelector("gtl-stepper [name=position]").value === "0");
  assert.equal(await firstLoadOfTile(), "1 wavefront");
  await close();
});

test("another warp is another row, and a warp that no block has is not stepped", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const stepper = await openStepper(page);
  await stepper.locator("[name=warp]").fill("99");
  await stepper.locator("[name=warp]").press("Tab");
  await page.waitForFunction(() =>
    document.querySelector("gtl-stepper [data-part=where]").textContent.includes("(0, 7)"),
  );
  assert.equal(await stepper.locator("[name=warp]").inputValue(), "7");
  assert.equal(await stepper.locator("[data-part=where]").innerText(), "block (0, 0), threads (0, 7) to (31, 7)");
  await close();
});

test("registers: those of the instruction, one that is kept, all 32 lanes in a table", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const stepper = await openStepper(page);
  await stepper.locator("[data-command=access]").click();
  const names = () => stepper.locator(".register .name").allTextContents();
  const [loaded] = await names();
  assert.match(loaded, /^%f\d+$/);
  // Row 0 of the input: element i is i.
  assert.equal(await stepper.locator(".register").first().locator(".rule").innerText(), "lane");
  await stepper.locator(`[data-keep="${loaded}"]`).click();
  await stepper.locator("[data-command=barrier]").click();
  assert.deepEqual(await names(), [loaded]);
  await stepper.locator("details.data > summary").click();
  assert.equal(await stepper.locator("details.data tbody tr").count(), 32);
  assert.equal(await stepper.locator("details.data tbody tr").nth(31).locator("td").last().innerText(), "31");
  await stepper.locator("[name=format]").selectOption("hexadecimal");
  // 31.0f: 1.9375 times 2^4, exponent 131.
  assert.equal(await stepper.locator("details.data tbody tr").nth(31).locator("td").last().innerText(), "0x41f80000");
  await close();
});

test("a line without an instruction keeps the reader's place, and says why", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const stepper = await openStepper(page);
  const place = () => stepper.locator("[name=position]").inputValue();
  for (let presses = 0; presses < 9; ++presses) await stepper.locator("[data-command=step]").click();
  assert.equal(await place(), "9");
  for (const line of ["9999", "1", "-3"]) {
    await stepper.locator("[name=line]").fill(line);
    await stepper.locator("[name=line]").press("Enter");
    await stepper
      .locator("[data-message]", { hasText: `Line ${line} has no instruction that this warp executes` })
      .waitFor();
    assert.equal(await place(), "9");
  }
  await close();
});

test("without its barrier the warp meets none, and without its bound it ends in a finding", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const stepper = await openStepper(page);
  const plant = async (bug) => {
    await page.evaluate(() => document.querySelector("gtl-stepper").firstElementChild.classList.add("before"));
    await page.locator("gtl-run#run-tile [name=bug]").selectOption(bug);
    await page.waitForSelector("gtl-stepper .stepper-frame:not(.before) tr.group");
  };
  const message = async () => {
    await page.waitForFunction(() => document.querySelector("gtl-stepper [data-message]").textContent !== "");
    return stepper.locator("[data-message]").innerText();
  };
  await plant("no-barrier");
  await stepper.locator("[data-command=barrier]").click();
  assert.match(await message(), /ended before it got there/);
  // Columns 224 to 249 are block 7's. Its warp 2 stores columns 226, 234, 242, and then 250: the first one behind the output.
  await plant("no-bound");
  await stepper.locator("[name=block]").fill("7");
  await stepper.locator("[name=warp]").fill("2");
  await stepper.locator("[name=warp]").press("Tab");
  await page.waitForFunction(() =>
    document.querySelector("gtl-stepper [data-part=where]").textContent.includes("(0, 2)"),
  );
  await stepper.locator("[data-command=end]").click();
  assert.match(await message(), /Invalid __global__ write of size 4/);
  assert.match(await present(stepper, 3), /^st\.global/);
  await close();
});

for (const language of LANGUAGES) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing while a warp is stepped (${language}, ${colorScheme})`, async () => {
      const { page, close } = await open(browser, `${language}/${LESSON}`, { colorScheme });
      const stepper = await openStepper(page);
      await stepper.locator("[data-command=access]").click();
      for (const details of ["data", "keys"]) await stepper.locator(`details.${details} > summary`).click();
      const { violations } = await axe(page).include("gtl-stepper").analyze();
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`),
        [],
      );
      await close();
    });
  }
}

test("on a phone: taps step and inspect, and nothing is wider than the page", async () => {
  const { page, close } = await open(browser, `zh/${LESSON}`, PHONE);
  const stepper = await openStepper(page);
  await stepper.locator("[data-command=access]").tap();
  assert.match(await present(stepper, 3), /^ld\.global/);
  assert.ok(await stepper.locator("svg.memory.eights-2").isVisible());
  await stepper.locator("[data-lane='5']").tap();
  assert.match(await stepper.locator("[data-part=inspected]").innerText(), /lane 5，线程 \(5, 0\)/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await close();
});
