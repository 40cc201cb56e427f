// The kernel runner of lesson 06: all transposes with their sectors at the lines, two side by side, planted bugs at their lines,
// a long run stopped, a setting shared. In both languages, at a desk and on a phone, from files and from a server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { axe, LANGUAGES, LESSON, launch, open, serve } from "./browser.mjs";

const SOURCE = new URL("../../lessons/06-coalescing/07_transpose.cu", import.meta.url);
const source = readFileSync(SOURCE, "utf8").split("\n");
const PHONE = { viewport: { width: 390, height: 844 } };
const WORDS = {
  en: {
    all: "6 kernels, all elements right.",
    right: "All 65,536 elements are right.",
    race: /Race with line (\d+)/,
    stopped: "Stopped",
  },
  zh: {
    all: "6 个核函数，全部元素都正确。",
    right: "全部 65,536 个元素都正确。",
    race: /与第 (\d+) 行竞争/,
    stopped: "已停止",
  },
};

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** The runner, once its script is there. */
async function live(page, id) {
  const runner = page.locator(`#${id}`);
  await runner.scrollIntoViewIfNeeded();
  await page.waitForSelector(`#${id}[data-live]`);
  return runner;
}

const said = (runner) => runner.locator("[data-part=said]").textContent();
const button = (runner, action) => runner.locator(`[data-action=${action}]`);

/** Presses the button and waits for what is said of the runs. */
async function run(page, runner, pressed = runner.locator("button.primary")) {
  await pressed.click();
  await page.waitForFunction(
    (host) => !host.hasAttribute("data-busy") && host.querySelector("[data-part=said]").textContent !== "",
    await runner.elementHandle(),
  );
  return said(runner);
}

/** The line's number in the program: of the line with `part` that comes first after `after`. */
function lineOf(part, after = "") {
  const start = source.findIndex((line) => line.includes(after));
  return source.findIndex((line, i) => i >= start && line.includes(part)) + 1;
}

/** The two meters of a line: what is written at its reads and at its writes. */
const metersAt = (runner, line) =>
  runner.locator(`.line:has([data-line="${line}"]) .meter`).evaluateAll((all) => all.map((meter) => meter.textContent));

/** The notes that follow a line. */
const findingsAt = (runner, line) =>
  runner.locator(`.line:has([data-line="${line}"])`).evaluate((element) => {
    const notes = [];
    for (let next = element.nextElementSibling; next?.matches(".finding"); next = next.nextElementSibling)
      notes.push(next.textContent);
    return notes;
  });

for (const language of LANGUAGES) {
  for (const [place, options] of [
    ["desk", {}],
    ["phone", PHONE],
  ]) {
    test(`all transposes run, right, with 4 and 32 sectors at their lines (${language}, ${place})`, async () => {
      const { page, close } = await open(browser, `${language}/${LESSON}`, options);
      const runner = await live(page, "run-transposes");
      assert.ok((await run(page, runner, button(runner, "all"))).startsWith(WORDS[language].all));
      const STATEMENT = "out[size_t(column) * rows + row] =";
      // Whose threadIdx.x runs along a row reads or writes 128 bytes in a row, 4 sectors; on the other side each lane has its own.
      assert.deepEqual(await metersAt(runner, lineOf(STATEMENT, "void transpose_coalesced_reads(")), ["4", "32"]);
      assert.deepEqual(await metersAt(runner, lineOf(STATEMENT, "void transpose_coalesced_writes(")), ["32", "4"]);
      // Tiles: a column of 32 floats in one bank, or with a pitch of 33 in 32.
      assert.deepEqual(await metersAt(runner, lineOf("= tile[threadIdx.x][threadIdx.y + step];")), ["1–32", "4"]);
      const rows = await runner.locator("[data-part=results] tbody tr").count();
      assert.equal(rows, 6);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, "the page scrolls sideways");
      await close();
    });

    test(`without its barrier, the tile's race is reported on its lines (${language}, ${place})`, async () => {
      const { page, close } = await open(browser, `${language}/${LESSON}`, options);
      const runner = await live(page, "run-tile");
      await runner.locator("[name=bug]").selectOption("no-barrier");
      await run(page, runner);
      const [write, read] = [
        lineOf("tile[threadIdx.y + step][threadIdx.x] ="),
        lineOf("= tile[threadIdx.x][threadIdx.y + step];"),
      ];
      const other = async (line) =>
        (await findingsAt(runner, line)).map((note) => WORDS[language].race.exec(note)?.[1]).filter(Boolean);
      assert.deepEqual(await other(write), [String(read)]);
      assert.deepEqual(await other(read), [String(write)]);
      assert.match(await runner.locator(".finding").first().locator("samp").textContent(), /Race on __shared__ memory/);
      // The line itself shows what was changed, until the bug is taken back.
      assert.equal(await runner.locator("[data-planted] ins").textContent(), "  // __syncthreads();");
      await runner.locator("[name=bug]").selectOption("");
      assert.ok((await run(page, runner)).startsWith(WORDS[language].right));
      assert.equal(await runner.locator(".finding, [data-planted]").count(), 0);
      await close();
    });
  }
}

test("as many findings are counted as there are to read, one for a line and a check", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  for (const id of ["run-tile", "run-wide"]) {
    const runner = await live(page, id);
    await runner.locator("[name=bug]").selectOption("no-barrier");
    const counted = Number(/^(\d+) findings of the checks/.exec(await run(page, runner))?.[1]);
    const lines = runner.locator(".listing:not([hidden]) .finding");
    assert.equal(await lines.count(), counted, id);
    const told = await runner.evaluate((host) =>
      [...host.querySelectorAll(".finding")].map((note) => {
        let line = note;
        while (!line.matches(".line")) line = line.previousElementSibling;
        return `${line.id} ${note.querySelector("strong").textContent}`;
      }),
    );
    assert.equal(new Set(told).size, told.length, `${id}: ${told.join()}`);
  }
  await close();
});

test("two variants stand side by side, at the lines and in the tables", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const runner = await live(page, "run-tile");
  await runner.locator("[name=compare]").selectOption("tile-padded");
  await run(page, runner);
  assert.deepEqual(await metersAt(runner, lineOf("= tile[threadIdx.x][threadIdx.y + step];")), ["32", "4", "1", "4"]);
  assert.equal(await runner.locator("[data-part=buffers] canvas").count(), 4);
  await runner.locator(".all-counters summary").click();
  const NAME = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
  const cells = runner.locator(`[data-part=counters] tr:has(code:text-is("${NAME}")) td`);
  // 65,536 loads of one word by 2,048 warp instructions: 32 wavefronts each, or 1.
  assert.deepEqual(await cells.allTextContents(), ["65,536", "2,048"]);
  await close();
});

test("a bound that is dropped stops the kernel on its line, with thread and block", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const runner = await live(page, "run-naive");
  await runner.locator("[name=bug]").selectOption("no-bound");
  assert.equal(await runner.locator("[name=columns]").inputValue(), "250");
  assert.match(await run(page, runner), /stopped by an error/);
  const notes = await findingsAt(
    runner,
    lineOf("out[size_t(column) * rows + row] =", "void transpose_coalesced_reads("),
  );
  assert.ok(
    notes.some((note) => /^memcheck Thread \(\d+,\d+,0\) of block \(7,\d+,0\) writes 4 bytes/.test(note)),
    notes.join(),
  );
  await runner.locator("[name=bug]").selectOption("");
  assert.equal(await runner.locator("[name=columns]").inputValue(), "256");
  await close();
});

test("sizes that a kernel cannot take are said, and the others run", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const runner = await live(page, "run-transposes");
  await runner.locator("[name=rows]").fill("100");
  await runner.locator("[name=columns]").fill("333");
  const words = await run(page, runner, button(runner, "all"));
  assert.match(
    words,
    /^4 kernels, all elements right\..*“float4, in order of reads” did not run: “rows” must be a multiple of 64\./,
  );
  await close();
});

for (const [language, limits, said] of [
  ["en", "1 to 512", (typed) => `1 to 512, not ${typed}`],
  ["zh", "1 到 512", (typed) => `1 到 512，不能是 ${typed}`],
]) {
  test(`a size that cannot be taken is said where it is typed (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LESSON}`);
    const runner = await live(page, "run-tile");
    const rows = runner.locator("label:has([name=rows])");
    assert.equal(await rows.locator(".limits").textContent(), limits);
    for (const [typed, taken] of [
      ["4096", "512"],
      ["0", "1"],
      ["3.5", "4"],
    ]) {
      await rows.locator("input").fill(typed);
      await rows.locator("input").blur();
      assert.equal(await rows.locator(".limits").textContent(), said(typed));
      assert.equal(await rows.locator("input").inputValue(), taken);
    }
    await rows.locator("input").fill("64");
    await rows.locator("input").blur();
    assert.equal(await rows.locator(".limits").textContent(), limits);
    await close();
  });
}

test("the meters of the stored run's size are those that the page was built with", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  for (const id of ["run-naive", "run-tile", "run-wide"]) {
    const runner = await live(page, id);
    const meters = () => runner.locator(".meters").evaluateAll((all) => all.map((each) => each.innerHTML));
    const table = () => runner.locator(".line-counters tbody").innerText();
    const before = [await meters(), await table()];
    await runner.locator("[name=rows]").fill("512");
    await runner.locator("[name=columns]").fill("512");
    await run(page, runner, button(runner, "all"));
    assert.deepEqual([await meters(), await table()], before);
  }
  await close();
});

test("a long run says how far it is, and stops", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const runner = await live(page, "run-transposes");
  await runner.locator("[name=rows]").fill("512");
  await runner.locator("[name=columns]").fill("512");
  // Pressed as soon as it says so: how long the run takes is the machine's business.
  await runner.evaluate((host) => {
    const doing = host.querySelector("[data-part=doing]");
    const watch = new MutationObserver(() => {
      if (!/block [\d,]+ of [\d,]+/.test(doing.textContent)) return;
      watch.disconnect();
      host.querySelector("[data-action=stop]").click();
    });
    watch.observe(doing, { childList: true });
  });
  assert.match(await run(page, runner, button(runner, "all")), new RegExp(WORDS.en.stopped));
  // And the next run is whole.
  await runner.locator("[name=rows]").fill("64");
  await runner.locator("[name=columns]").fill("64");
  assert.match(await run(page, runner), /All 4,096 elements are right/);
  await close();
});

test("a setting is shared by its address, in the other language too", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const runner = await live(page, "run-tile");
  await runner.locator("[name=variant]").selectOption("tile-padded");
  await runner.locator("[name=rows]").fill("96");
  await runner.locator("[name=bug]").selectOption("no-barrier");
  await button(runner, "share").click();
  const address = page.url();
  assert.match(address, /#run-tile\?variant=tile-padded&bug=no-barrier&rows=96$/);
  for (const to of [address, address.replace("/en/", "/zh/")]) {
    await page.goto("about:blank");
    await page.goto(to);
    const shared = await live(page, "run-tile");
    assert.equal(await shared.locator("[name=variant]").inputValue(), "tile-padded");
    assert.equal(await shared.locator("[name=rows]").inputValue(), "96");
    assert.equal(await shared.locator("[name=bug]").inputValue(), "no-barrier");
    assert.equal(await shared.locator("[data-planted]").count(), 1);
  }
  await close();
});

test("results for other settings are dimmed, and the page says so", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const runner = await live(page, "run-tile");
  await run(page, runner);
  await runner.locator("[name=rows]").fill("64");
  await runner.locator("[name=rows]").blur();
  assert.match(await said(runner), /settings have changed/);
  await runner.locator("[name=rows]").fill("256");
  await runner.locator("[name=rows]").blur();
  assert.equal(await runner.getAttribute("data-stale"), null);
  await close();
});

test("the keyboard alone runs, changes and stops", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const runner = await live(page, "run-tile");
  await runner.locator("[name=variant]").focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await runner.locator("[name=variant]").inputValue(), "tile-padded");
  await page.keyboard.press("Tab");
  await page.keyboard.type("128");
  await page.keyboard.press("Enter");
  await runner.locator("[data-part=said]", { hasText: "All 32,768 elements are right." }).waitFor();
  await button(runner, "all").focus();
  await page.keyboard.press("Enter");
  await runner.locator("[data-part=said]", { hasText: "2 kernels, all elements right." }).waitFor();
  const row = runner.locator("[data-show=tile]");
  await row.focus();
  await page.keyboard.press("Enter");
  assert.equal(await runner.locator("[data-show=tile]").getAttribute("aria-pressed"), "true");
  assert.equal(await runner.evaluate((host) => host.contains(document.activeElement)), true);
  await close();
});

test("the other scenes run as well: one request, particles", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  for (const [id, kernels] of [
    ["run-one-request", 12],
    ["run-particles", 4],
  ]) {
    const runner = await live(page, id);
    assert.ok((await run(page, runner, button(runner, "all"))).startsWith(`${kernels} kernels, all elements right.`));
  }
  await close();
});

test("it runs from a server as well", async () => {
  const server = await serve();
  const { page, close } = await open(browser, `zh/${LESSON}`, { base: server.base });
  const runner = await live(page, "run-tile");
  assert.ok((await run(page, runner)).startsWith(WORDS.zh.right));
  await close();
  server.close();
});

test("the emulator is not loaded before a runner is used", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  const loaded = () => page.evaluate(() => [...document.scripts].some(({ src }) => src.endsWith("emulator.js")));
  const runner = await live(page, "run-tile");
  assert.equal(await loaded(), false);
  await run(page, runner);
  assert.equal(await loaded(), true);
  await close();
});

test("without scripts, the listings and the stored counters stay", async () => {
  const { page, close } = await open(browser, `en/${LESSON}`, { javaScriptEnabled: false });
  const runner = page.locator("#run-tile");
  assert.equal(await runner.locator(".run-controls").isVisible(), false);
  assert.ok(await runner.locator(".listing").isVisible());
  assert.deepEqual(await runner.locator(".stored tbody td").allTextContents(), ["4", "4", "32", "4", "4", "1"]);
  assert.equal(await page.locator("#run-transposes .listing").first().isVisible(), false);
  await close();
});

for (const language of LANGUAGES) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing in a runner's results (${language}, ${colorScheme})`, async () => {
      const { page, close } = await open(browser, `${language}/${LESSON}`, { colorScheme });
      const runner = await live(page, "run-tile");
      await runner.locator("[name=bug]").selectOption("no-barrier");
      await runner.locator("[name=compare]").selectOption("tile-padded");
      await run(page, runner);
      await runner.locator(".finding summary").first().click();
      await runner.locator(".all-counters summary").click();
      const { violations } = await axe(page).include("#run-tile").analyze();
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join("; ")}`),
        [],
      );
      await close();
    });
  }
}
