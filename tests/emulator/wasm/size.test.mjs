// The module's budget: a page loads it, compressed, when a kernel runner comes into view.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

test("the module is at most 400 KB, compressed", (context) => {
  const size = gzipSync(readFileSync(process.env.EMULATOR_WASM), { level: 9 }).length;
  context.diagnostic(`${size} bytes`);
  assert.ok(size <= Number(process.env.WASM_LIMIT), `${size} bytes`);
});
