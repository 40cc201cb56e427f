// Nothing below a simulator moves while the reader drags a slider.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LANGUAGES, launch, open } from "./browser.mjs";

const SIZES = { wide: {}, phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** For each choice of the first list, each slider from end to end: the heights that a drag has, where it has more than one. */
function unsteady(host) {
  const set = (control, value) => {
    control.value = String(value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const list = host.querySelector("select");
  const choices = list === null ? [null] : [...list.options].map(({ value }) => value);
  return choices.flatMap((choice) => {
    host.querySelector("[data-action=reset]").click();
    if (choice !== null) set(list, choice);
    return [...host.querySelectorAll("form input[type=range]")].flatMap((slider) => {
      const [first, least, most, step] = [slider.value, slider.min, slider.max, slider.step || 1].map(Number);
      const stride = step * Math.ceil((most - least) / step / 48);
      const heights = new Set();
      for (let value = least; value < most + stride; value += stride) {
        set(slider, Math.min(value, most));
        heights.add(Math.round(host.getBoundingClientRect().height));
      }
      set(slider, first);
      if (choice !== null && list.value !== choice) set(list, choice); // Some sliders choose by themselves.
      return heights.size === 1 ? [] : [`${choice}, ${slider.name}: ${[...heights].join(", ")} px`];
    });
  });
}

for (const language of LANGUAGES) {
  for (const [size, options] of Object.entries(SIZES)) {
    test(`a simulator keeps its height while a slider is dragged (${language}, ${size})`, async () => {
      const { page, close } = await open(browser, `${language}/lab.html`, options);
      const names = await page.$$eval("gtl-simulator", (all) => all.map((one) => one.getAttribute("name")));
      assert.equal(names.length, 10);
      for (const name of names) {
        const simulator = page.locator(`gtl-simulator[name=${name}]`);
        await simulator.scrollIntoViewIfNeeded();
        await page.waitForSelector(`gtl-simulator[name=${name}][data-live]`);
        assert.deepEqual(await simulator.evaluate(unsteady), [], name);
      }
      await close();
    });
  }
}
