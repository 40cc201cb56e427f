// The lab: every instrument on one page, by pointer, keyboard and phone, in both languages, and without scripts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { axe, LANGUAGES, launch, number, open } from "./browser.mjs";

const LAB = "lab.html";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const simulators = (page) =>
  page.locator("gtl-simulator").evaluateAll((elements) => elements.map((element) => element.getAttribute("name")));

/** Scrolls to a simulator and waits until it answers. */
async function live(page, name) {
  const simulator = page.locator(`gtl-simulator[name=${name}]`);
  await simulator.scrollIntoViewIfNeeded();
  await page.waitForSelector(`gtl-simulator[name=${name}][data-live]`);
  return simulator;
}

for (const language of LANGUAGES) {
  for (const colorScheme of ["light", "dark"]) {
    test(`every instrument comes alive, and axe finds nothing (${language}, ${colorScheme})`, async () => {
      const { page, close } = await open(browser, `${language}/${LAB}`, { colorScheme });
      const names = await simulators(page);
      assert.ok(names.length >= 5);
      for (const name of names) {
        const simulator = await live(page, name);
        await simulator.locator("details.data > summary").click();
        assert.ok(await simulator.locator("details.data tbody tr").first().isVisible(), name);
      }
      const { violations } = await axe(page).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" "))}`,
      );
      assert.deepEqual(found, []);
      await close();
    });
  }

  test(`without scripts every instrument shows its picture and numbers (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LAB}`, { javaScriptEnabled: false });
    for (const name of await simulators(page)) {
      const simulator = page.locator(`gtl-simulator[name=${name}]`);
      assert.ok(await simulator.locator("[data-part=picture] > *").first().isVisible(), name);
      assert.notEqual(await simulator.locator("[data-part=numbers]").textContent(), "", name);
      assert.ok(!(await simulator.locator("form.controls").isVisible()), name);
    }
    await close();
  });

  test(`no instrument is wider than a phone (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LAB}`, PHONE);
    for (const name of await simulators(page)) await live(page, name);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await close();
  });
}

test("index: a cell picks its thread, the code shows its values, and numbers can be typed", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  const index = await live(page, "index");
  await index.locator("[data-set=blockIdx][data-value='3,0,0']").click();
  await index.locator("[data-set=threadIdx][data-value='58,0,0']").click();
  assert.match(await index.locator(".formula").textContent(), /3 \* 64 \+ 58 = 250/);
  assert.equal(await number(index, "element"), "none");
  assert.equal(await index.locator("[name='threadIdx.x']").inputValue(), "58");
  const threads = index.locator("[name='block.x']");
  await threads.fill("");
  await threads.pressSequentially("16");
  assert.equal(await index.locator("[name='threadIdx.x']").inputValue(), "15");
  assert.match(await index.locator("[data-part=summary]").textContent(), /186 of 250 elements have no thread/);
  // What makes no sense is put right when the field is left.
  await threads.fill("0");
  await threads.press("Tab");
  assert.equal(await threads.inputValue(), "1");
  await close();
});

test("a link to an instrument far down the page opens there, with its setting", async () => {
  const { page, close } = await open(browser, `en/${LAB}#simulator-occupancy?threads=512&registers=64`);
  const occupancy = page.locator("gtl-simulator[name=occupancy]");
  await page.waitForSelector("gtl-simulator[name=occupancy][data-live]");
  assert.equal(await number(occupancy, "occupancy"), "50 %");
  const { y } = await occupancy.locator("form").boundingBox();
  assert.ok(y > -900 && y < 900, `the instrument stands at ${y}`);
  await page.evaluate(() => (location.hash = "simulator-banks?pattern=column&padding=1"));
  await page.waitForSelector("gtl-simulator[name=banks][data-live]");
  assert.equal(await number(page.locator("gtl-simulator[name=banks]"), "wavefronts"), "1");
  await close();
});

test("index: a setting is in the address and opens again", async () => {
  const { page, close } = await open(browser, `zh/${LAB}#simulator-index?grid.x=3&grid.y=2&block.x=16&block.y=16`);
  const index = await live(page, "index");
  assert.equal(await index.locator("[name='grid.y']").inputValue(), "2");
  await index.locator("[name='extent.x']").fill("40");
  await page.waitForFunction(() => location.hash.includes("extent.x=40"));
  assert.match(page.url(), /block\.y=16/);
  await close();
});

test("banks: padding takes a column from 32 wavefronts to one, by keyboard too", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  const banks = await live(page, "banks");
  assert.equal(await number(banks, "wavefronts"), "32");
  await banks.locator("[name=padding][value='0']").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await number(banks, "wavefronts"), "1");
  await banks.locator("[name=stride]").fill("16");
  assert.equal(await banks.locator("[name=pattern]").inputValue(), "strided");
  assert.equal(await number(banks, "wavefronts"), "16");
  await banks.locator("[data-lane='0']").hover();
  assert.match(await banks.locator(".inspected").textContent(), /Lane 0: offset 0, bank 0\./);
  await close();
});

test("banks: a tap switches a lane on a phone", async () => {
  const { page, close } = await open(browser, `zh/${LAB}`, PHONE);
  const banks = await live(page, "banks");
  await banks.locator("[data-lane='3']").tap();
  assert.equal(await number(banks, "wavefronts"), "31");
  await close();
});

test("occupancy: registers lower it, a bar sets the block size", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  const occupancy = await live(page, "occupancy");
  await occupancy.locator("[name=registers]").fill("32");
  assert.equal(await number(occupancy, "occupancy"), "100 %");
  await occupancy.locator("[name=registers]").fill("64");
  assert.equal(await number(occupancy, "occupancy"), "50 %");
  await occupancy.locator(".eights-4 [data-set=threads][data-value='1024']").click();
  assert.equal(await occupancy.locator("[name=threads]").inputValue(), "1024");
  assert.equal(await number(occupancy, "blocks"), "1");
  await close();
});

test("divergence: the emulator steps the warp, a line of the run is looked at, and n changes the paths", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  const divergence = await live(page, "divergence");
  assert.equal(await number(divergence, "instructions"), "32");
  const label = divergence.locator("label:has([name=n]) .name");
  assert.equal(await label.textContent(), "Argument group");
  await divergence.locator("svg.history [data-set=step]").nth(20).click();
  assert.equal(await divergence.locator("[name=step]").inputValue(), "21");
  assert.equal(await divergence.locator("[data-part=picture] .lane.active").count(), 16);
  await divergence.locator("[name=step]").focus();
  await page.keyboard.press("Home");
  assert.equal(await divergence.locator("[data-part=picture] .lane.active").count(), 32);
  await divergence.locator("[name=n]").fill("32");
  assert.equal(await number(divergence, "lanes"), "32");
  await divergence.locator("[name=condition]").selectOption("bound");
  await divergence.locator("[name=n]").fill("5");
  assert.match(await divergence.locator("[data-part=summary]").textContent(), /instructions run with lanes missing/);
  await page.waitForFunction(() => location.hash.includes("condition=bound"));
  await divergence.locator("[name=condition]").selectOption("rounds");
  assert.equal(await label.textContent(), "Argument most");
  await close();
});

test("the lab is linked from the bar, the map and the home page", async () => {
  const { page, close } = await open(browser, "en/index.html");
  for (const place of [".bar", "#map", "main"]) {
    assert.ok((await page.locator(`${place} a[href^="${LAB}"]`).count()) > 0, place);
  }
  await close();
});
