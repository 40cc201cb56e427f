// Lighthouse, all four categories, on the pages as a web host would serve them to a mid-tier phone on a slow network.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, test } from "node:test";

import { LANGUAGES, LESSON, launch, loadModule, serve } from "./browser.mjs";

const LEAST_SCORE = 0.98;
/** Of a lesson's performance, whose goal is 98 as well: it had 97 to 100 as this machine passed for 1.7 to 3.3 phones. When other programs
 *  have the processor, all tries may fall short of it, by what they took. */
const LEAST_PERFORMANCE_OF_A_LESSON = 0.9;
/** Performance is measured, and another program may have had the processor: a page may try again, but must get there. */
const TRIES = 3;
/** A mid-tier phone in Lighthouse's index of speed: its default, four times slower, takes a desktop machine of 1500 to it. */
const PHONE_INDEX = 375;

let browser, server, port, lighthouse;
before(async () => {
  port = await freePort();
  browser = await launch([`--remote-debugging-port=${port}`]);
  server = await serve();
  lighthouse = (await loadModule("lighthouse")).default;
});
after(async () => {
  server.close();
  await browser.close();
});

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}

/** How many times faster than the phone this machine is now: slow and busy machines are judged as others are. */
async function measureSlowdown() {
  const { pageFunctions } = await loadModule("lighthouse/core/lib/page-functions.js");
  const page = await browser.newPage();
  const index = await page.evaluate(`(${pageFunctions.computeBenchmarkIndex})()`);
  await page.close();
  return index / PHONE_INDEX;
}

async function audit(url, leastPerformance) {
  const slowdown = await measureSlowdown();
  const { lhr } = await lighthouse(url, {
    port,
    logLevel: "error",
    throttling: {
      rttMs: 150,
      throughputKbps: 1638.4,
      requestLatencyMs: 562.5,
      downloadThroughputKbps: 1474.56,
      uploadThroughputKbps: 675,
      cpuSlowdownMultiplier: slowdown,
    },
  });
  const categories = Object.values(lhr.categories);
  assert.equal(categories.length, 4);
  const least = { ...Object.fromEntries(categories.map(({ id }) => [id, LEAST_SCORE])), performance: leastPerformance };
  const short = categories.filter(({ id, score }) => score < least[id]);
  const reasons = short.flatMap(({ title, score, auditRefs }) =>
    auditRefs
      .map(({ id, weight }) => ({ ...lhr.audits[id], weight }))
      .filter((audit) => audit.weight > 0 && audit.score !== null && audit.score < 0.9)
      .map(({ id, displayValue, details }) => {
        const first = details?.items?.[0];
        const place = first?.node?.selector ?? first?.source?.selector ?? "";
        return `${title} ${score}: ${id} ${displayValue ?? ""} ${place}`;
      }),
  );
  const scores = categories.map(({ title, score }) => `${title} ${score}`).join(", ");
  return {
    said: `${scores}; this machine: ${slowdown.toFixed(1)} phones`,
    isEnough: short.length === 0,
    reasons,
  };
}

for (const language of LANGUAGES) {
  for (const path of ["index.html", LESSON]) {
    const leastPerformance = path === LESSON ? LEAST_PERFORMANCE_OF_A_LESSON : LEAST_SCORE;
    test(`Lighthouse gives ${language}/${path} enough in all categories`, async (context) => {
      let result;
      for (let tries = 0; tries < TRIES && !result?.isEnough; ++tries) {
        result = await audit(`${server.base}/${language}/${path}`, leastPerformance);
        context.diagnostic(result.said);
      }
      assert.ok(result.isEnough, `${result.said}\n${result.reasons.join("\n")}`);
    });
  }
}
