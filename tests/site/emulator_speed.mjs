// How fast emulator.wasm runs in the browser: the kernels of the benchmark, in a worker as the page's, timed by the processor
// time of the page's process, because other work on the machine should not count.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const EMULATOR_TESTS = new URL("../emulator/", import.meta.url);
const SHORTEST_S = 0.25;

/** Runs in the page's worker: answers {kernel, watch, launches} with the thread instructions executed. */
const WORKER = `
import { Emulator, FINISHED } from "/wasm/emulator.mjs";
import { prepare, WATCHES } from "/wasm/benchmark_kernels.mjs";

const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
const emulator = await Emulator.create(await bytes("/emulator.wasm"));
const kernels = prepare(emulator, new TextDecoder().decode(await bytes("/kernels/kernels.ptx")));

/** A loop that any machine runs at its own speed: steps of a xorshift generator. */
function plainLoop(steps) {
  let x = 123456789;
  for (let step = 0; step < steps; ++step) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  return x;
}

onmessage = ({ data: { kernel, watch, launches } }) => {
  let work = 0;
  for (let launch = 0; launch < launches; ++launch) {
    if (kernel === "plain loop") {
      plainLoop(2e7);
      work += 2e7;
      continue;
    }
    emulator.begin(...kernels.find(([name]) => name === kernel), WATCHES[watch]);
    if (emulator.finish() !== FINISHED) throw new Error(emulator.findings()[0].text);
    work += emulator.threadInstructions;
  }
  postMessage(work);
};
postMessage(kernels.map(([name]) => name));
`;

/** Serves the page, the worker, the tests' own modules and the emulator's module. */
async function serve(wasm) {
  const files = {
    "/": ["text/html", "<!doctype html><title>benchmark</title>"],
    "/worker.mjs": ["text/javascript", WORKER],
    "/emulator.wasm": ["application/wasm", await readFile(wasm)],
  };
  const server = createServer(async ({ url }, response) => {
    const found = files[url] ?? [
      url.endsWith(".mjs") ? "text/javascript" : "text/plain",
      await readFile(fileURLToPath(new URL(`.${url}`, EMULATOR_TESTS))).catch(() => null),
    ];
    response.writeHead(found[1] === null ? 404 : 200, { "content-type": found[0] }).end(found[1]);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The emulator in a page of `browser`: `kernels`, and `rate(kernel, watch)` in millions a second. */
export async function startEmulator(browser, wasm) {
  const server = await serve(wasm);
  const page = await browser.newPage();
  const processes = await browser.newBrowserCDPSession();
  await page.goto(server.address);
  const kernels = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        window.emulator = new Worker("worker.mjs", { type: "module" });
        window.emulator.onmessage = ({ data }) => resolve(data);
        window.emulator.onerror = ({ message }) => reject(new Error(message));
      }),
  );

  /** Processor seconds of all the pages' processes; only one is busy. */
  async function processorTime() {
    const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }

  async function run(kernel, watch, launches) {
    const before = await processorTime();
    const work = await page.evaluate(
      (order) =>
        new Promise((resolve, reject) => {
          window.emulator.onmessage = ({ data }) => resolve(data);
          window.emulator.onerror = ({ message }) => reject(new Error(message));
          window.emulator.postMessage(order);
        }),
      { kernel, watch, launches },
    );
    return { work, seconds: (await processorTime()) - before };
  }

  return {
    kernels,
    /** The best of three measurements, each long enough for the clock; the first launches let the browser compile. */
    async rate(kernel, watch) {
      let launches = 1;
      while ((await run(kernel, watch, launches)).seconds < SHORTEST_S) launches *= 2;
      let best = 0;
      for (let repeat = 0; repeat < 3; ++repeat) {
        const { work, seconds } = await run(kernel, watch, launches);
        best = Math.max(best, work / seconds / 1e6);
      }
      return best;
    },
    async close() {
      await page.close();
      server.close();
    },
  };
}
