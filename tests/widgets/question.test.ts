// The quiz: judging, and what is revealed when.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  feedback,
  moved,
  parseNumber,
  shownExplanations,
  step,
  UNANSWERED,
  type Question,
  type State,
} from "#widgets/quiz/question.ts";

const SINGLE: Question = { kind: "single", right: [false, true, false] };
const MULTIPLE: Question = { kind: "multiple", right: [true, false, true] };
const NUMBER: Question = { kind: "number", answer: 12.5, tolerance: 0 };

const answer = (question: Question, answer: string[], from: State = UNANSWERED): State =>
  step(question, step(question, from, { kind: "answer", answer }), {
    kind: "check",
  });

test("nothing is explained before an attempt", () => {
  for (const question of [SINGLE, MULTIPLE, NUMBER]) {
    assert.deepEqual(shownExplanations(question, UNANSWERED), []);
    assert.deepEqual(shownExplanations(question, step(question, UNANSWERED, { kind: "answer", answer: ["1"] })), []);
  }
});

test("checking without an answer is no attempt", () => {
  const state = step(SINGLE, UNANSWERED, { kind: "check" });
  assert.equal(state.verdict, "empty");
  assert.equal(state.attempts, 0);
  assert.equal(answer(NUMBER, [" "]).verdict, "empty");
});

test("a wrong choice is explained, and only that one", () => {
  const wrong = answer(SINGLE, ["0"]);
  assert.equal(wrong.verdict, "wrong");
  assert.deepEqual(shownExplanations(SINGLE, wrong), [0]);
  assert.equal(wrong.solved, false);
});

test("the right choice after a wrong one is right, and everything is explained", () => {
  const right = answer(SINGLE, ["1"], answer(SINGLE, ["0"]));
  assert.equal(right.verdict, "right");
  assert.equal(right.attempts, 2);
  assert.deepEqual(shownExplanations(SINGLE, right), [0, 1, 2]);
  assert.equal(feedback(SINGLE, right, "en"), "Right.");
});

test("of several choices, all right ones and no other must be chosen", () => {
  assert.equal(answer(MULTIPLE, ["0", "2"]).verdict, "right");
  const tooFew = answer(MULTIPLE, ["0"]);
  assert.equal(tooFew.verdict, "wrong");
  assert.deepEqual(shownExplanations(MULTIPLE, tooFew), []);
  assert.equal(feedback(MULTIPLE, tooFew, "en"), "So far right, but something is missing.");
  const tooMany = answer(MULTIPLE, ["0", "1", "2"]);
  assert.deepEqual(shownExplanations(MULTIPLE, tooMany), [1]);
  assert.match(feedback(MULTIPLE, tooMany, "en"), /Wrong among your choices: 1\./);
});

test("a number is explained when it is right or after two attempts", () => {
  const once = answer(NUMBER, ["8"]);
  assert.deepEqual(shownExplanations(NUMBER, once), []);
  assert.equal(feedback(NUMBER, once, "zh"), "不是 8。再试一次。");
  assert.deepEqual(shownExplanations(NUMBER, answer(NUMBER, ["9"], once)), [0]);
  assert.deepEqual(shownExplanations(NUMBER, answer(NUMBER, ["12.5 %"])), [0]);
});

test("a number within the tolerance is right", () => {
  const about: Question = { kind: "number", answer: 100, tolerance: 5 };
  assert.equal(answer(about, ["105"]).verdict, "right");
  assert.equal(answer(about, ["105.1"]).verdict, "wrong");
  assert.equal(answer({ kind: "number", answer: 0.3, tolerance: 0 }, ["0.3"]).verdict, "right");
});

test("text that is no number is no attempt", () => {
  const state = answer(NUMBER, ["a lot"]);
  assert.equal(state.verdict, "unreadable");
  assert.equal(state.attempts, 0);
});

test("numbers are read as readers write them", () => {
  assert.equal(parseNumber("1,024"), 1024);
  assert.equal(parseNumber(" 12.5 % "), 12.5);
  assert.equal(parseNumber("１２８"), 128);
  assert.equal(parseNumber("8×"), 8);
  assert.equal(parseNumber("−3"), -3);
  assert.equal(parseNumber("1e3"), 1000);
  for (const text of ["", "four", "1.2.3", "--1", "12 sectors"]) assert.equal(parseNumber(text), null);
});

test("changing the answer takes the verdict away but not what was achieved", () => {
  const solved = answer(SINGLE, ["1"]);
  const changed = step(SINGLE, solved, { kind: "answer", answer: ["0"] });
  assert.equal(changed.verdict, "none");
  assert.equal(changed.solved, true);
});

const ORDER: Question = { kind: "order", items: 4 };

test("an order is wrong from its first misplaced item on, and that item is explained", () => {
  const wrong = answer(ORDER, ["0", "2", "1", "3"]);
  assert.equal(wrong.verdict, "wrong");
  assert.deepEqual(shownExplanations(ORDER, wrong), [2]);
  assert.equal(feedback(ORDER, wrong, "en"), "Right up to place 1. Read why, then go on.");
  assert.equal(feedback(ORDER, answer(ORDER, ["3", "0", "1", "2"]), "en"), "The first place is not right yet.");
});

test("the whole order right explains every item", () => {
  const right = answer(ORDER, ["0", "1", "2", "3"]);
  assert.equal(right.solved, true);
  assert.deepEqual(shownExplanations(ORDER, right), [0, 1, 2, 3]);
});

test("an item moves by one place and stops at the ends", () => {
  assert.deepEqual(moved(["a", "b", "c"], 1, -1), ["b", "a", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], 1, 1), ["a", "c", "b"]);
  assert.deepEqual(moved(["a", "b", "c"], 0, -1), ["a", "b", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 1), ["a", "b", "c"]);
});

const LINE: Question = { kind: "line", right: [false, false, true], explained: [false, true, true] };

test("pointing at a wrong line says why where the line says so", () => {
  assert.equal(feedback(LINE, answer(LINE, ["0"]), "en"), "Not this line. Try again.");
  assert.equal(feedback(LINE, answer(LINE, ["1"]), "en"), "Not this one. Read why, then try again.");
  assert.deepEqual(shownExplanations(LINE, answer(LINE, ["1"])), [1]);
  assert.equal(answer(LINE, ["2"]).verdict, "right");
});

test("a wrong number is repeated without the spaces around it", () => {
  assert.equal(feedback(NUMBER, answer(NUMBER, [" 999 "]), "en"), "Not 999. Try again.");
});
