// What the browser tests share: the browser, the site from its folder and from a server, and a watch on every page.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { delimiter, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

export const widgets = fileURLToPath(new URL("../../tools/widgets/", import.meta.url));
export const site = process.env.GTL_SITE ?? "";
/** The emulator's module, where it was built. */
export const wasm = join(site, "..", "lib", "emulator.wasm");
export const LESSON = "lessons/06-coalescing/index.html";
export const LANGUAGES = ["en", "zh"];

const load = createRequire(join(widgets, "package.json"));
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
// Without a sandbox, as a container's root has none; without the services that would go to the network by themselves.
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const PATIENCE_MS = 30_000;

/** The user's own browser, else one on PATH; null when there is none. */
export function findBrowser() {
  if (process.env.BOOK_BROWSER) return process.env.BOOK_BROWSER;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

export function launch(more = []) {
  return load("playwright-core").chromium.launch({
    executablePath: findBrowser(),
    args: [...ARGUMENTS, ...more],
  });
}

/** A module of tools/widgets' packages. */
export function loadModule(name) {
  return import(pathToFileURL(load.resolve(name)).href);
}

export function axe(page) {
  const { AxeBuilder } = load("@axe-core/playwright");
  return new AxeBuilder({ page }).options({ preload: false }); // It would fetch style sheets, which a folder's pages may not.
}

/** A page of the site in a context of its own; `before` prepares it. `close` fails the test on a console error or a request to
 *  another host. */
export async function open(browser, path, { base = pathToFileURL(site).href, before = () => {}, ...options } = {}) {
  // Reduced motion: a test does not wait for the page to finish scrolling smoothly.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Leaving a page ends what it still loads.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") wrong.push(`request failed: ${request.url()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (![base, "data:", "blob:"].some((allowed) => url.startsWith(allowed)))
      wrong.push(`request to another place: ${url}`);
  });
  await before(page);
  await page.goto(`${base}/${path}`);
  return {
    page,
    async close() {
      await context.close();
      assert.deepEqual(wrong, []);
    },
  };
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** The site from a server that compresses what it sends, as web hosts do. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    try {
      const file = path.endsWith("/") ? `${path}index.html` : path;
      const body = await readFile(join(site, file));
      response
        .writeHead(200, {
          "content-type": `${TYPES[extname(file)] ?? "application/octet-stream"}; charset=utf-8`,
          "content-encoding": "gzip",
        })
        .end(gzipSync(body));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close(),
  };
}

/** Follows the switch to the other language. By the pointer itself: a driver's click first scrolls to where the bar, which
 *  sticks to the window, would stand otherwise, and the reader is then in another section. */
export async function switchLanguage(page) {
  const box = await page.locator(".bar .language").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Scrolls to the simulator, where the counting code is loaded, and waits until it answers. */
export async function liveSimulator(page) {
  const simulator = page.locator("gtl-simulator").first();
  await simulator.scrollIntoViewIfNeeded();
  await page.waitForSelector("gtl-simulator[data-live]");
  return simulator;
}

export function number(simulator, name) {
  return simulator.locator(`[data-number=${name}]`).textContent();
}
