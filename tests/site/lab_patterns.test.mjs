// The lab's instruments for parallel patterns and modern GPUs: reduction, scan, streams, roofline, fragments.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LANGUAGES, launch, number, open } from "./browser.mjs";

const LAB = "lab.html";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Scrolls to a simulator and waits until it answers. */
async function live(page, name) {
  const simulator = page.locator(`gtl-simulator[name=${name}]`);
  await simulator.scrollIntoViewIfNeeded();
  await page.waitForSelector(`gtl-simulator[name=${name}][data-live]`);
  return simulator;
}

const summary = (simulator) => simulator.locator("[data-part=summary]").textContent();

test("reduction: 64 elements by stride conflict; back and forward; a click on a row shows its step", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  const reduction = await live(page, "reduction");
  await reduction.locator("[name=method]").selectOption("stride");
  await reduction.locator("[name=elements][value='64']").check({ force: true });
  assert.equal(await number(reduction, "conflicts"), "15");
  await reduction.locator("[data-set=move][value='1']").click();
  assert.match(await summary(reduction), /Step 2 of 6: 16 additions/);
  await reduction.locator("[data-set=move][value='-1']").click();
  assert.match(await summary(reduction), /Step 1 of 6: 32 additions/);
  await reduction.locator("svg.wide .band[data-value='5']").click();
  assert.equal(await reduction.locator("[name=step]").inputValue(), "5");
  await reduction.locator("svg.wide .row.current .node").first().hover();
  assert.match(await summary(reduction), /Thread 0: x\[0\] = x\[0\] \+ x\[16\]/);
  await close();
});

test("reduction: the keyboard alone steps through it, and the address keeps the step", async () => {
  const { page, close } = await open(browser, `zh/${LAB}#simulator-reduction?method=sequential&elements=32&step=2`);
  const reduction = await live(page, "reduction");
  assert.match(await summary(reduction), /第 2 步（共 5 步）：8 次加法/);
  await reduction.locator("[name=step]").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await summary(reduction), /第 3 步（共 5 步）：4 次加法/);
  await page.waitForFunction(() => location.hash.includes("step=3"));
  await close();
});

test("scan: Blelloch's work against Hillis and Steele's; on a phone the tree stands upright", async () => {
  const { page, close } = await open(browser, `en/${LAB}`, PHONE);
  const scan = await live(page, "scan");
  assert.equal(await number(scan, "work"), "30");
  await scan.locator("[name=method]").selectOption("hillisSteele");
  assert.equal(await number(scan, "work"), "49");
  assert.ok(await scan.locator("svg.tall").isVisible());
  assert.ok(!(await scan.locator("svg.wide").isVisible()));
  await scan.locator("svg.tall .band[data-value='3']").tap();
  assert.match(await summary(scan), /Step 3 of 4/);
  await close();
});

for (const language of LANGUAGES) {
  test(`streams: what the reader changes moves the end (${language})`, async () => {
    const { page, close } = await open(browser, `${language}/${LAB}`);
    const streams = await live(page, "streams");
    // Four chunks: copies of 3, kernels of 4: 3 + 4 · 4 + 3. One after the other: 40.
    assert.equal(await number(streams, "total"), "22");
    await streams.locator("[name=places]").selectOption("none");
    assert.equal(await number(streams, "total"), "40");
    // The forgotten stream: 3, then 4 × 4, three times 3 (copy out beside copy in), then 3.
    await streams.locator("[name=places]").selectOption("forgotten");
    assert.equal(await number(streams, "total"), "31");
    await streams.locator("[name=memory][value=pageable]").check({ force: true });
    assert.equal(await number(streams, "total"), "40");
    await streams.locator("[name=unit][value=ms]").check({ force: true });
    assert.equal(await number(streams, "total"), "40 ms");
    await close();
  });
}

test("streams: looking at an operation says what held it up", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  const streams = await live(page, "streams");
  await streams.locator("svg.w728 [data-point='4']").first().hover();
  assert.match(await summary(streams), /kernel of chunk 2, in stream 2: from 7 to 11\. It waits for kernel of chunk 1/);
  await close();
});

test("roofline: a known kernel, then one's own, typed in", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  const roofline = await live(page, "roofline");
  await roofline.locator("[name=kernel]").selectOption("saxpy");
  assert.equal(await number(roofline, "intensity"), "0.167");
  assert.match(await summary(roofline), /DRAM is the bound/);
  await roofline.locator("[name=flop]").fill("1200");
  assert.equal(await roofline.locator("[name=kernel]").inputValue(), "own");
  assert.equal(await number(roofline, "intensity"), "100");
  assert.match(await summary(roofline), /arithmetic is the bound/);
  // What cannot be is put right when the field is left.
  await roofline.locator("[name=flop]").fill("0");
  await roofline.locator("[name=flop]").press("Tab");
  assert.equal(await roofline.locator("[name=flop]").inputValue(), "1");
  await roofline.locator(".roofline-points li").nth(4).hover();
  assert.match(await summary(roofline), /particles, one field, AoS: .* % of what a copy reaches/);
  await close();
});

/** The names in the chart of which one covers another. */
const overlappingNames = (simulator) =>
  simulator.evaluate((host) => {
    const names = [...host.querySelectorAll("svg.roofline text:not(.tick, .axis)")].filter(
      (one) => one.getClientRects()[0],
    );
    const boxes = names.map((name) => ({ words: name.textContent, box: name.getBoundingClientRect() }));
    // A line of text is taller than its letters.
    const meet = (a, b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3;
    return boxes.flatMap((one, i) =>
      boxes
        .slice(i + 1)
        .filter((other) => meet(one.box, other.box))
        .map((other) => `${one.words} / ${other.words}`),
    );
  });

for (const language of LANGUAGES) {
  test(`roofline: no name covers another, whatever the kernel, wide or on a phone (${language})`, async () => {
    for (const size of [{}, PHONE]) {
      const { page, close } = await open(browser, `${language}/${LAB}`, size);
      const roofline = await live(page, "roofline");
      for (const arithmetic of ["fp32", "fp64"]) {
        for (const memory of ["dram", "l2"]) {
          await roofline.locator(`[name=arithmetic][value=${arithmetic}]`).check({ force: true });
          await roofline.locator(`[name=memory][value=${memory}]`).check({ force: true });
          for (const kernel of ["saxpy", "sum", "stencil", "tile32", "tile128"]) {
            await roofline.locator("[name=kernel]").selectOption(kernel);
            assert.deepEqual(await overlappingNames(roofline), [], `${arithmetic} ${memory} ${kernel}`);
          }
          // Off the scale: at its edge, with an arrow and the number.
          for (const [flop, read, expected] of [
            [12288, 4, /: 3,072 →/],
            [3, 8192, /← .*: 0\.000366/],
          ]) {
            for (const [name, value] of Object.entries({ flop, read, written: 0 }))
              await roofline.locator(`[name=${name}]`).fill(String(value));
            assert.match(await roofline.locator("text.yours >> visible=true").textContent(), expected);
            assert.deepEqual(await overlappingNames(roofline), [], `${arithmetic} ${memory} ${flop}`);
          }
        }
      }
      // Nothing stands out of the form, and the numbers can be read in their fields.
      assert.deepEqual(
        await roofline.evaluate((host) => {
          const right = host.getBoundingClientRect().right + 0.5;
          const inputs = [...host.querySelectorAll("input[type=number]")];
          return [
            ...[...host.querySelectorAll("form *")].filter((one) => one.getBoundingClientRect().right > right),
            ...inputs.filter((one) => ((one.value = "16384"), one.scrollWidth > one.clientWidth)),
          ].map((one) => one.outerHTML);
        }),
        [],
      );
      await close();
    }
  });
}

test("roofline: the mark of a measured ceiling is as large in Chinese as in English", async () => {
  const widths = [];
  for (const language of LANGUAGES) {
    const { page, close } = await open(browser, `${language}/${LAB}`);
    const roofline = await live(page, "roofline");
    const mark = roofline.locator("svg.w728 .ceiling-name .mark").first();
    widths.push(await mark.evaluate((one) => one.getComputedTextLength()));
    await close();
  }
  assert.ok(Math.abs(widths[0] - widths[1]) < 0.5, `${widths}`);
});

test("fragments: lane to elements, element to lane, by pointer and by keyboard", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  const fragments = await live(page, "fragments");
  await fragments.locator("[data-key='lane-9']").hover();
  assert.match(await summary(fragments), /Lane 9 holds: r0: \(2, 2\) \(2, 3\)/);
  await fragments.locator("[data-key='31.3']").hover();
  // groupID 7, threadID_in_group 3: a6 and a7 at row 7 + 8, columns 3 · 2 + 8 and the next.
  assert.match(await summary(fragments), /Lane 31, register 3: a6 at row 15, column 14; a7 at row 15, column 15\./);
  await fragments.locator("[data-key='lane-5']").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "lane-6");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("lane=6"));
  await fragments.locator(".fragment-grid button[tabindex='0']").focus();
  await page.keyboard.press("ArrowDown");
  assert.match(await summary(fragments), /Lane 4, register 0:/);
  await fragments.locator("[name=form]").selectOption("wgmma.m64n16k16.f32.f16");
  await fragments.locator("[name=operand][value=B]").check({ force: true });
  assert.match(await summary(fragments), /no lane holds it/);
  await close();
});

test("fragments: a tap on a phone keeps the choice", async () => {
  const { page, close } = await open(browser, `zh/${LAB}`, PHONE);
  const fragments = await live(page, "fragments");
  await fragments.locator("[data-key='12.0']").tap();
  assert.match(await summary(fragments), /lane 12，寄存器 0：/);
  await page.waitForFunction(() => location.hash.includes("lane=12&register=0"));
  await close();
});

test("fragments: on a phone lanes stay in their boxes, registers are named, and the legend says what is there", async () => {
  const { page, close } = await open(browser, `en/${LAB}`, PHONE);
  const fragments = await live(page, "fragments");
  const forms = await fragments.locator("[name=form] option").evaluateAll((all) => all.map(({ value }) => value));
  for (const form of forms) {
    await fragments.locator("[name=form]").selectOption(form);
    const isLoad = form.startsWith("ldmatrix");
    // What cannot be chosen takes no room.
    assert.equal((await fragments.locator("fieldset:has([name=operand])").boundingBox()) === null, isLoad, form);
    assert.equal(await fragments.locator(".key.naming").isVisible(), isLoad, form);
    for (const operand of isLoad ? ["A"] : ["A", "B", "D"]) {
      if (!isLoad) await fragments.locator(`[name=operand][value=${operand}]`).check({ force: true });
      const wrong = await fragments.evaluate(
        (host) =>
          [...host.querySelectorAll(".fragment-matrix")].flatMap((matrix) => {
            const title = matrix.querySelector(".title")?.textContent ?? "";
            return [...matrix.querySelectorAll(".box")].filter((box) => {
              const [lane, register] = [box.querySelector("b"), box.querySelector("i")];
              const [inner, outer] = [lane.getBoundingClientRect(), box.getBoundingClientRect()];
              const isNamed = register.getClientRects().length > 0 || title.includes(register.textContent);
              return inner.left < outer.left + 0.5 || inner.right > outer.right - 0.5 || !isNamed;
            });
          }).length,
      );
      assert.equal(wrong, 0, `${form} ${operand}`);
    }
  }
  await close();
});

test("scan: numbers stay in their boxes at 64 elements; small figures are explained where there are any", async () => {
  for (const [size, picture] of [
    [{}, "svg.wide"],
    [PHONE, "svg.tall"],
  ]) {
    const { page, close } = await open(browser, `en/${LAB}`, size);
    const scan = await live(page, "scan");
    for (const method of ["hillisSteele", "blelloch"]) {
      await scan.locator("[name=method]").selectOption(method);
      for (const elements of ["8", "64"]) {
        await scan.locator(`[name=elements][value='${elements}']`).check({ force: true });
        const tree = scan.locator(picture);
        const outside = await tree.evaluate((svg) => {
          const frame = svg.getBoundingClientRect();
          return [...svg.querySelectorAll(".node")].filter((node) => {
            const [box, value] = [node, node.nextElementSibling].map((one) => one.getBoundingClientRect());
            return value.left < box.left + 0.5 || value.right > box.right - 0.5 || box.right > frame.right + 0.1;
          }).length;
        });
        assert.equal(outside, 0, `${method} ${elements}`);
        const isThere = (await tree.locator("text.thread").count()) > 0;
        assert.equal(await scan.locator(".key.thread").isVisible(), isThere, `${method} ${elements}`);
      }
    }
    await close();
  }
});

test("on paper the pictures stay and the controls go", async () => {
  const { page, close } = await open(browser, `en/${LAB}`);
  for (const name of ["reduction", "scan", "streams", "roofline", "fragments"]) await live(page, name);
  await page.emulateMedia({ media: "print" });
  for (const name of ["reduction", "scan", "streams", "roofline", "fragments"]) {
    const simulator = page.locator(`gtl-simulator[name=${name}]`);
    assert.ok(await simulator.locator("[data-part=picture] > *").first().isVisible(), name);
    assert.ok(!(await simulator.locator("form.controls").isVisible()), name);
  }
  await close();
});
