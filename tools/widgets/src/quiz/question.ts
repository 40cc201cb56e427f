// A question: what is right, what the reader answered, what may be shown.
import type { Language, Words } from "../language.ts";
import { fill } from "../language.ts";

export type Question =
  | { kind: "single" | "multiple"; /** By choice. */ right: boolean[] }
  | {
      kind: "line";
      /** By line. */ right: boolean[];
      /** Lines that say why they are not the one. */ explained: boolean[];
    }
  | { kind: "order"; /** How many items there are; "0" comes first. */ items: number }
  | { kind: "number"; answer: number; tolerance: number };

export type Verdict = "none" | "empty" | "unreadable" | "wrong" | "right";

export interface State {
  /** The values of the chosen boxes (positions), the items' values in the reader's order, or the text of the number field. */
  answer: string[];
  attempts: number;
  solved: boolean;
  verdict: Verdict;
}

export type QuizEvent = { kind: "answer"; answer: string[] } | { kind: "check" };

export const UNANSWERED: State = { answer: [], attempts: 0, solved: false, verdict: "none" };

/** A wrong number says nothing of why: its explanation comes after this many attempts. */
const ATTEMPTS_BEFORE_EXPLANATION = 2;

export function step(question: Question, state: State, event: QuizEvent): State {
  if (event.kind === "answer") return { ...state, answer: event.answer, verdict: "none" };
  const verdict = judge(question, state.answer);
  if (verdict === "empty" || verdict === "unreadable") return { ...state, verdict };
  return { ...state, verdict, attempts: state.attempts + 1, solved: state.solved || verdict === "right" };
}

function judge(question: Question, answer: readonly string[]): Verdict {
  if (answer.every((value) => value.trim() === "")) return "empty";
  if (question.kind === "number") {
    const number = parseNumber(answer[0] ?? "");
    if (number === null) return "unreadable";
    // A decimal that has no exact double may stand a last digit away from the answer.
    const rounding = 1e-9 * Math.max(1, Math.abs(question.answer));
    return Math.abs(number - question.answer) <= question.tolerance + rounding ? "right" : "wrong";
  }
  if (question.kind === "order") return firstMisplaced(answer) === null ? "right" : "wrong";
  return question.right.every((right, choice) => right === answer.includes(String(choice))) ? "right" : "wrong";
}

/** The place, from 0, of the first item that belongs elsewhere; null when all are in order. */
function firstMisplaced(answer: readonly string[]): number | null {
  const place = answer.findIndex((value, position) => value !== String(position));
  return place < 0 ? null : place;
}

/** The order after the item at `place` has moved one up (-1) or down (1); at the end it stays. */
export function moved(order: readonly string[], place: number, by: -1 | 1): string[] {
  const result = [...order];
  const [item] = result.splice(place, 1);
  if (item !== undefined) result.splice(Math.min(Math.max(place + by, 0), result.length), 0, item);
  return result;
}

/** A number as readers write one: 1,024 · 12.5 % · １２８ · ×8. */
export function parseNumber(text: string): number | null {
  const plain = text
    .normalize("NFKC")
    .replace(/[\s,_%×]/g, "")
    .replace("−", "-");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

/** Which explanations are shown: values of choices or items; a number question has one, 0. */
export function shownExplanations(question: Question, state: State): number[] {
  if (question.kind === "number")
    return state.verdict === "right" || state.attempts >= ATTEMPTS_BEFORE_EXPLANATION ? [0] : [];
  if (question.kind === "order") {
    if (state.verdict === "right") return state.answer.map(Number);
    const place = state.verdict === "wrong" ? firstMisplaced(state.answer) : null;
    return place === null ? [] : [Number(state.answer[place])];
  }
  const all = question.right.map((_, choice) => choice);
  if (state.verdict === "right") return all;
  // Only what was chosen and is wrong: the rest is still to be found.
  return state.verdict === "wrong"
    ? all.filter((choice) => state.answer.includes(String(choice)) && !question.right[choice])
    : [];
}

const WORDS = {
  empty: { en: "Answer first.", zh: "请先作答。" },
  unreadable: { en: "Write a number, such as 12.5 or 1,024.", zh: "请输入一个数，例如 12.5 或 1,024。" },
  right: { en: "Right.", zh: "正确。" },
  wrongSingle: { en: "Not this one. Read why, then try again.", zh: "不是这一个。看看原因，再试一次。" },
  wrongLine: { en: "Not this line. Try again.", zh: "不是这一行。再试一次。" },
  wrongOrder: {
    en: "Right up to place {n}. Read why, then go on.",
    zh: "前 {n} 位都对。看看原因，再往下排。",
  },
  wrongOrderFirst: { en: "The first place is not right yet.", zh: "第一位就不对。看看原因，再试一次。" },
  wrongNumber: { en: "Not {answer}. Try again.", zh: "不是 {answer}。再试一次。" },
  wrongNumberExplained: { en: "Not {answer}. The explanation is below.", zh: "不是 {answer}。解释见下方。" },
  tooMany: {
    en: "Wrong among your choices: {n}. Read why, then try again.",
    zh: "你选的有 {n} 项不对。看看原因，再试一次。",
  },
  tooFew: { en: "So far right, but something is missing.", zh: "选的都对，但还不全。" },
} satisfies Record<string, Words>;

export function feedback(question: Question, state: State, language: Language): string {
  switch (state.verdict) {
    case "none":
      return "";
    case "empty":
    case "unreadable":
    case "right":
      return WORDS[state.verdict][language];
    case "wrong": {
      if (question.kind === "number") {
        const words = state.attempts >= ATTEMPTS_BEFORE_EXPLANATION ? WORDS.wrongNumberExplained : WORDS.wrongNumber;
        return fill(words[language], { answer: (state.answer[0] ?? "").trim() });
      }
      if (question.kind === "single") return WORDS.wrongSingle[language];
      if (question.kind === "line")
        return WORDS[question.explained[Number(state.answer[0])] ? "wrongSingle" : "wrongLine"][language];
      if (question.kind === "order") {
        const n = firstMisplaced(state.answer) ?? 0;
        return n === 0 ? WORDS.wrongOrderFirst[language] : fill(WORDS.wrongOrder[language], { n });
      }
      const n = shownExplanations(question, state).length;
      return n === 0 ? WORDS.tooFew[language] : fill(WORDS.tooMany[language], { n });
    }
  }
}
