// Questions and progress in the browser: wrong, then right; what is kept, in both languages; erased again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LANGUAGES, LESSON, launch, open } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const ask = (page) => page.locator("gtl-quiz[data-kind=single]").first();
const choose = (quiz, right) => quiz.locator(`li[data-right="${right}"] input`).first().check();
const check = (quiz) => quiz.locator("button[type=submit]").click();
const shown = (quiz) => quiz.locator("details.explanation:visible").count();

/** Puts an order question's items in their places, with the keyboard alone. */
async function sort(quiz) {
  const count = await quiz.locator("li[data-item]").count();
  for (let item = 0; item < count; ++item) {
    const up = quiz.locator(`li[data-item="${item}"] .moves button`).first();
    const place = () =>
      quiz.locator("li[data-item]").evaluateAll((all, i) => all.findIndex((li) => li.dataset.item === i), String(item));
    while ((await place()) > item) await up.press("Enter");
  }
}

for (const language of LANGUAGES) {
  test(`an order is explained at its first misplaced item, kept when right (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LESSON}`);
    const quiz = page.locator("gtl-quiz[data-kind=order]");
    await quiz.locator(".moves button").first().click();
    await check(quiz);
    assert.equal(await quiz.getAttribute("data-verdict"), "wrong");
    assert.equal(await shown(quiz), 1);
    await sort(quiz);
    await check(quiz);
    assert.equal(await quiz.getAttribute("data-verdict"), "right");
    await page.reload();
    const items = await quiz.locator("li[data-item]").evaluateAll((all) => all.map((li) => li.dataset.item));
    assert.deepEqual(
      items,
      items.map((_, place) => String(place)),
    );
    await close();
  });

  test(`a line is pointed at: a wrong one is explained, the right one is found (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LESSON}`);
    const quiz = page.locator("gtl-quiz[data-kind=line]");
    await quiz.locator("li", { hasText: "__syncthreads" }).locator("input").check();
    await check(quiz);
    assert.equal(await shown(quiz), 1);
    await choose(quiz, true);
    await check(quiz);
    assert.equal(await quiz.getAttribute("data-verdict"), "right");
    await close();
  });

  test(`a wrong answer is explained, the right one explains all (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LESSON}`);
    const quiz = ask(page);
    assert.equal(await shown(quiz), 0);
    await check(quiz);
    assert.equal(await shown(quiz), 0, "checking without an answer reveals nothing");
    await choose(quiz, false);
    assert.equal(await shown(quiz), 0, "choosing reveals nothing");
    await check(quiz);
    assert.equal(await quiz.getAttribute("data-verdict"), "wrong");
    assert.equal(await shown(quiz), 1);
    assert.notEqual(await quiz.locator(".feedback").textContent(), "");
    await choose(quiz, true);
    await check(quiz);
    assert.equal(await quiz.getAttribute("data-verdict"), "right");
    assert.equal(await shown(quiz), await quiz.locator("li").count());
    await close();
  });
}

test("every question of the lesson can be answered right", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  for (const quiz of await page.locator("gtl-quiz").all()) {
    const id = await quiz.getAttribute("id");
    if ((await quiz.getAttribute("data-kind")) === "number")
      await quiz.locator("input").fill(await quiz.getAttribute("data-answer"));
    else if ((await quiz.getAttribute("data-kind")) === "order") await sort(quiz);
    else for (const box of await quiz.locator(`li[data-right="true"] input`).all()) await box.check();
    await check(quiz);
    assert.equal(await quiz.getAttribute("data-verdict"), "right", id);
  }
  await close();
});

test("the answer is kept, in the other language too, until it is erased", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  await choose(ask(page), true);
  await check(ask(page));
  await page.goto(page.url().replace("/en/", "/zh/"));
  assert.equal(await ask(page).getAttribute("data-verdict"), "right");
  assert.ok(await ask(page).locator(`li[data-right="true"] input`).isChecked());
  const filled = () =>
    page
      .locator(`li[data-lesson="6"] .cell`)
      .first()
      .evaluate((cell) => Number(cell.style.getPropertyValue("--filled")));
  assert.ok((await filled()) > 0, "the map's cell is not filled");
  const erase = page.locator("gtl-progress [data-action=erase]");
  await erase.click();
  assert.ok((await filled()) > 0, "one press must not erase");
  await erase.click();
  // The section in view may count as read again by now; an answer may not.
  assert.match(await page.locator("gtl-progress .progress-text").textContent(), /答对 0 \//);
  assert.equal(await ask(page).getAttribute("data-verdict"), "none", "the question is open again at once");
  await page.reload();
  assert.notEqual(await ask(page).getAttribute("data-verdict"), "right");
  await close();
});

test("a section whose end was looked at counts as read", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const before = await page.locator("gtl-progress .progress-text").textContent();
  await page
    .locator("main section[id]:has(> h2)")
    .nth(1)
    .evaluate((section) =>
      section.lastElementChild.scrollIntoView({
        block: "center",
        behavior: "instant",
      }),
    );
  await page.waitForFunction(
    (text) => document.querySelector("gtl-progress .progress-text").textContent !== text,
    before,
    { timeout: 20_000 },
  );
  await close();
});

test("what is kept can be saved to a file and loaded again", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  await choose(ask(page), true);
  await check(ask(page));
  const download = page.waitForEvent("download");
  await page.locator("gtl-progress [data-action=save]").click();
  const file = await (await download).path();
  const erase = page.locator("gtl-progress [data-action=erase]");
  await erase.click();
  await erase.click();
  const load = page.locator("gtl-progress input[type=file]");
  const said = page.locator("gtl-progress .progress-message");
  await load.setInputFiles({ name: "notes.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.waitForFunction(() =>
    document.querySelector(".progress-message").textContent.includes("“notes.json” was not"),
  );
  assert.equal(await ask(page).getAttribute("data-verdict"), "none");
  await load.setInputFiles(file);
  await page.waitForSelector("gtl-quiz[data-kind=single][data-verdict=right]");
  assert.match(await said.textContent(), /has been added/);
  await page.reload();
  assert.equal(await ask(page).getAttribute("data-verdict"), "right");
  await close();
});

test("each question has its state among the lesson's, and the map says how much is done", async () => {
  const { page, close } = await open(browser, `zh/${LESSON}`);
  const states = () =>
    page.locator(".progress-questions a").evaluateAll((links) => links.map((link) => link.dataset.state));
  const count = await page.locator("gtl-quiz").count();
  assert.deepEqual(await states(), Array(count).fill("open"));
  const number = await page
    .locator("gtl-quiz")
    .evaluateAll((all) => all.findIndex((quiz) => quiz.dataset.kind === "single"));
  await choose(ask(page), false);
  await check(ask(page));
  assert.equal((await states())[number], "tried");
  await choose(ask(page), true);
  await check(ask(page));
  assert.equal((await states())[number], "solved");
  const link = page.locator(".progress-questions a").nth(number);
  assert.equal(await link.getAttribute("aria-label"), `第 ${number + 1} 题，已答对`);
  await link.click();
  assert.ok((await ask(page).boundingBox()).y < 900);
  const onMap = page.locator(`.map li[data-lesson="6"] .title`);
  assert.match(await onMap.textContent(), /（已完成 \d+%）/);
  await page.goto(page.url().replace(LESSON, "index.html").split("#")[0]);
  assert.match(await page.locator(`.book-map li[data-lesson="6"] .title`).textContent(), /（已完成 \d+%）/);
  await close();
});

test("a page in another tab follows", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const other = await page.context().newPage();
  await other.goto(page.url().replace("/en/", "/zh/"));
  await choose(ask(page), true);
  await check(ask(page));
  await other.waitForSelector("gtl-quiz[data-kind=single][data-verdict=right]");
  await close();
});

test("what became of a file stays when a section is read meanwhile", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const file = { name: "notes.json", mimeType: "application/json", buffer: Buffer.from("{}") };
  await page.locator("gtl-progress input[type=file]").setInputFiles(file);
  const message = page.locator("gtl-progress .progress-message");
  await message.filter({ hasText: "was not saved by this book" }).waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event("gtl-kept-changed")));
  assert.match(await message.textContent(), /was not saved by this book/);
  await close();
});

for (const [why, deny] of [
  [
    "denied",
    () =>
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      }),
  ],
  [
    "full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  ],
]) {
  test(`when storage is ${why}, the page does not say that it keeps anything`, async () => {
    const { page, close } = await open(browser, `en/${LESSON}`, { before: (page) => page.addInitScript(deny) });
    const quiz = page.locator("gtl-quiz[data-kind=single]").first();
    await quiz.locator("input").first().check();
    await quiz.locator("button[type=submit]").click();
    const kept = await page.locator("gtl-progress .progress-kept").textContent();
    assert.match(kept, /keeps nothing.*Save it to a file/);
    assert.doesNotMatch(kept, /Kept in this browser/);
    await close();
  });
}
