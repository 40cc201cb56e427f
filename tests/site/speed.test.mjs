// emulator.wasm keeps its speed in the browser, and the page answers while it runs. The goal is 400 M thread instructions/s
// (`node tests/site/benchmark.mjs`); a test cannot hold it on any machine, busy or slow: it compares with a plain loop on the
// same machine at the same time.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { LESSON, launch, open, wasm } from "./browser.mjs";
import { startEmulator } from "./emulator_speed.mjs";

const KERNELS = ["copy", "transpose", "shared_fma"];
// Measured: 1.0 thread instructions a step of the loop, in the mean of the three, with counters. Half of it is beyond noise, and is
// passed when the vector instructions are lost, or an instruction of a warp is taken lane by lane.
const LEAST_PER_STEP = 0.5;
const LONG_TASK_MS = 50;

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("the emulator executes half a thread instruction, or more, in a step of a plain loop", async (context) => {
  const emulator = await startEmulator(browser, wasm);
  const loop = await emulator.rate("plain loop", "");
  let product = 1;
  for (const kernel of KERNELS) {
    const rate = await emulator.rate(kernel, "counters");
    context.diagnostic(`${kernel}: ${rate.toFixed(0)} M thread instructions/s, ${(rate / loop).toFixed(2)} a step`);
    product *= rate / loop;
  }
  const mean = product ** (1 / KERNELS.length);
  assert.ok(
    mean >= LEAST_PER_STEP,
    `${mean.toFixed(2)} thread instructions a step; the loop does ${loop.toFixed(0)} M/s`,
  );
  await emulator.close();
});

test("while kernels run, no task of the page's own thread takes 50 ms of the processor", async (context) => {
  const { page, close } = await open(browser, `en/${LESSON}`);
  await page.locator("#run-transposes").scrollIntoViewIfNeeded();
  await page.waitForSelector("#run-transposes[data-live]");
  await page.waitForLoadState("networkidle");
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await page.evaluate(() => performance.mark("run-begins"));
  await page.locator("#run-transposes [data-action=all]").click();
  await page.waitForFunction(() => {
    const host = document.querySelector("#run-transposes");
    return (
      !host.hasAttribute("data-busy") && host.querySelector("[data-part=said]").textContent.startsWith("6 kernels")
    );
  });
  await page.evaluate(() => performance.mark("run-ends"));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const [begin, end] = ["run-begins", "run-ends"].map((name) => traceEvents.find((event) => event.name === name));
  // `tdur` is the thread's processor time: another program on the machine does not lengthen it. An event now and then has none.
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, tdur }) =>
      name === "ThreadControllerImpl::RunTask" &&
      tdur !== undefined &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts > begin.ts &&
      ts < end.ts,
  );
  assert.ok(tasks.length > 20, `${tasks.length} tasks were seen`);
  const longest = Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
  context.diagnostic(`the longest of ${tasks.length} tasks took ${longest.toFixed(0)} ms`);
  assert.ok(longest < LONG_TASK_MS, `${longest} ms`);
  await close();
});
