// The coalescing simulator on its page: pointer, keyboard, touch, shared addresses, the picture without scripts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LANGUAGES, LESSON, launch, liveSimulator, number, open, switchLanguage } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const stride = (simulator) => simulator.locator("[name=stride]");

for (const language of LANGUAGES) {
  test(`dragging the stride from 1 to 8 takes 4 sectors to 32 (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LESSON}`);
    const simulator = await liveSimulator(page);
    await stride(simulator).fill("1");
    assert.equal(await number(simulator, "sectors"), "4");
    assert.equal(await number(simulator, "bytes-moved"), "128");
    await stride(simulator).fill("8");
    assert.equal(await number(simulator, "sectors"), "32");
    assert.equal(await number(simulator, "bytes-moved"), "1,024");
    assert.equal(await simulator.locator("svg.eights-4 .box").count(), 32);
    await close();
  });
}

test("the home page's figure answers to its one slider", async () => {
  const { page, close } = await open(browser, "en/index.html");
  const simulator = await liveSimulator(page);
  assert.equal(await number(simulator, "sectors"), "32");
  await stride(simulator).fill("1");
  assert.equal(await number(simulator, "sectors"), "4");
  assert.equal(await simulator.locator("[name=width]").count(), 0);
  await close();
});

test("every pattern and width is reached and counted", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const simulator = await liveSimulator(page);
  for (const [pattern, sectors] of [
    ["contiguous", "4"],
    ["reversed", "4"],
    ["permuted", "4"],
    ["broadcast", "1"],
  ]) {
    await simulator.locator("[name=pattern]").selectOption(pattern);
    assert.equal(await number(simulator, "sectors"), sectors, pattern);
  }
  await simulator.locator("[name=pattern]").selectOption("contiguous");
  for (const [width, sectors] of [
    ["1", "1"],
    ["2", "2"],
    ["8", "8"],
    ["16", "16"],
  ]) {
    await simulator.locator(`[name=width][value="${width}"]`).check();
    assert.equal(await number(simulator, "sectors"), sectors, `${width} bytes`);
  }
  await close();
});

test("the keyboard alone reaches and works every control", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.closest("gtl-simulator")
        ? at.name || at.dataset.set || at.dataset.action || (at.dataset.lane ? `lane ${at.dataset.lane}` : at.localName)
        : "";
    });
  await liveSimulator(page);
  const simulator = page.locator("gtl-simulator").first();
  const reached = new Set();
  // The slider: from the start of the page by Tab alone.
  for (let presses = 0; presses < 300 && !reached.has("summary"); ++presses) {
    await page.keyboard.press("Tab");
    const name = await focused();
    if (name !== "") reached.add(name);
    if (name === "stride" && (await number(simulator, "sectors")) === "32") {
      await page.keyboard.press("Home");
      assert.equal(await number(simulator, "sectors"), "4");
    }
    if (name === "offset") {
      await page.keyboard.press("ArrowRight");
      assert.equal(await number(simulator, "sectors"), "5");
      await page.keyboard.press("ArrowLeft");
    }
    if (name === "lane 0") {
      await page.keyboard.press("End");
      assert.equal(await focused(), "lane 31");
      await page.keyboard.press("Space");
      assert.equal(await number(simulator, "bytes-used"), "124");
      assert.equal(await simulator.locator("[data-lane='31']").getAttribute("aria-pressed"), "false");
    }
  }
  for (const name of ["pattern", "stride", "offset", "width", "lanes", "reset", "share", "lane 0", "summary"]) {
    assert.ok(reached.has(name), `${name} is not reached; reached: ${[...reached].join(", ")}`);
  }
  await close();
});

test("dragging over lanes switches them off, and each only once", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const simulator = await liveSimulator(page);
  await stride(simulator).fill("1");
  const middle = async (lane) => {
    const box = await simulator.locator(`[data-lane="${lane}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(8)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(15)), { steps: 40 });
  await page.mouse.up();
  assert.equal(await number(simulator, "bytes-used"), "96");
  assert.equal(await number(simulator, "sectors"), "3");
  await page.mouse.click(...(await middle(8)));
  assert.equal(await number(simulator, "bytes-used"), "100");
  await close();
});

test("a tap switches a lane on a phone", async () => {
  const { page, close } = await open(browser, `zh/${LESSON}`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const simulator = await liveSimulator(page);
  await stride(simulator).fill("1");
  await simulator.locator("[data-lane='3']").tap();
  assert.equal(await number(simulator, "bytes-used"), "124");
  await simulator.locator("[data-lane='3']").tap();
  assert.equal(await number(simulator, "bytes-used"), "128");
  await close();
});

test("a setting is in the address, opens again, and comes along to the other language", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const simulator = await liveSimulator(page);
  await simulator.locator("[name=width][value='2']").check();
  await stride(simulator).fill("3");
  await page.waitForFunction(() => location.hash.includes("stride=3"));
  assert.match(page.url(), /width=2/);
  await page.reload();
  await liveSimulator(page);
  assert.equal(await stride(page.locator("gtl-simulator").first()).inputValue(), "3");
  await switchLanguage(page);
  await page.waitForURL(`**/zh/${LESSON}#*stride=3*`);
  assert.equal(await stride(await liveSimulator(page)).inputValue(), "3");
  await close();
});

test("reset returns to the page's own setting", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const simulator = await liveSimulator(page);
  const before = await number(simulator, "sectors");
  await stride(simulator).fill("5");
  await simulator.locator("[data-action=reset]").click();
  assert.equal(await number(simulator, "sectors"), before);
  await close();
});

test("the table lists what the picture shows", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const simulator = await liveSimulator(page);
  await stride(simulator).fill("2");
  await simulator.locator("details.data > summary").click();
  assert.equal(await simulator.locator("details.data tbody tr").count(), 8);
  await close();
});

for (const language of LANGUAGES) {
  test(`without scripts the page shows the picture, its numbers and the explanations' places (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LESSON}`, {
      javaScriptEnabled: false,
    });
    const simulator = page.locator("gtl-simulator").first();
    assert.ok(await simulator.locator("svg.eights-4").isVisible());
    assert.equal(await number(simulator, "sectors"), "32");
    assert.ok(!(await simulator.locator("form.controls").isVisible()));
    const top = async (selector) => (await simulator.locator(selector).boundingBox()).y;
    assert.ok(
      (await top("[data-part=summary]")) > (await top("svg.eights-4")),
      "the sentence stands above the picture",
    );
    assert.ok(await page.locator("gtl-quiz details.explanation > summary").first().isVisible());
    await close();
  });
}

test("when the counting code does not arrive, the simulator says so", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/counting.js", (route) => route.abort());
  const { pathToFileURL } = await import("node:url");
  await page.goto(`${pathToFileURL(process.env.GTL_SITE).href}/en/${LESSON}`);
  await page.locator("gtl-simulator").first().scrollIntoViewIfNeeded();
  await page.waitForSelector("gtl-simulator[data-broken]");
  assert.match(await page.locator("gtl-simulator [data-part=summary]").first().textContent(), /could not be loaded/);
  await context.close();
});
