// Progress: a lesson as 32 cells, and what is accepted from a file.
import assert from "node:assert/strict";
import { test } from "node:test";

import { forPage, merged, progressOf, withSection } from "#widgets/progress/progress.ts";
import { emptyLesson, parseKept, type KeptLesson } from "#widgets/store.ts";

const solved = { answer: ["1"], attempts: 1, solved: true };
const tried = { answer: ["0"], attempts: 1, solved: false };

test("nothing read fills no cell, everything all 32", () => {
  assert.equal(progressOf(emptyLesson()).filled, 0);
  assert.equal(progressOf({ sections: ["a", "b"], answers: { q: solved }, total: 3 }).filled, 32);
});

test("one of three things fills 10 cells", () => {
  assert.equal(progressOf({ sections: ["a"], answers: {}, total: 3 }).filled, 10);
});

test("an attempt that was wrong does not count", () => {
  assert.deepEqual(progressOf({ sections: [], answers: { q: tried }, total: 4 }), {
    filled: 0,
    sections: 0,
    solved: 0,
  });
});

test("a section counts once", () => {
  const once = withSection(emptyLesson(), "a");
  assert.deepEqual(withSection(once, "a"), once);
});

test("what the page no longer has is dropped, so that a lesson can be finished", () => {
  const old: KeptLesson = {
    sections: ["a", "gone"],
    answers: { q: solved, old: solved },
    total: 4,
  };
  assert.deepEqual(forPage(old, ["a", "b"], ["q"]), {
    sections: ["a"],
    answers: { q: solved },
    total: 3,
  });
});

test("what a file holds is added, and nothing is taken away", () => {
  const ours = {
    format: 1 as const,
    lessons: { "6": { sections: ["a"], answers: { q: solved, r: tried, s: tried }, total: 4 } },
  };
  const theirs = {
    format: 1 as const,
    lessons: {
      "6": { sections: ["a", "b"], answers: { q: tried, r: solved }, total: 3 },
      "7": { sections: ["c"], answers: {}, total: 2 },
    },
  };
  assert.deepEqual(merged(ours, theirs), {
    format: 1,
    lessons: {
      "6": { sections: ["a", "b"], answers: { q: solved, r: solved, s: tried }, total: 4 },
      "7": { sections: ["c"], answers: {}, total: 2 },
    },
  });
});

test("a file is accepted only if this book wrote it", () => {
  const kept = {
    format: 1,
    lessons: { "6": { sections: ["a"], answers: { q: solved }, total: 3 } },
  };
  assert.deepEqual(parseKept(JSON.stringify(kept)), kept);
  for (const text of [
    "",
    "null",
    "[]",
    '{"format":2,"lessons":{}}',
    '{"format":1,"lessons":[]}',
    '{"format":1,"lessons":{"6":{"sections":"a","answers":{},"total":1}}}',
    '{"format":1,"lessons":{"6":{"sections":[],"answers":{"q":{"answer":[1],"attempts":1,"solved":true}},"total":1}}}',
  ]) {
    assert.equal(parseKept(text), null);
  }
});
