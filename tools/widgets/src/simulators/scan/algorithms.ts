// Two ways in which a block computes the sums of all prefixes.
import { access, type Algorithm, type Operation, powersBelow, type Step } from "../../trees/algorithm.ts";

/** Hillis and Steele (1986): every element adds the one `distance` before it. Inclusive. Two arrays take turns, so that no
 *  thread reads what another has written in the same step: the second lies behind the first. */
const hillisSteele: Algorithm = {
  name: "hillisSteele",
  threads: (elements) => elements,
  steps: (elements) =>
    powersBelow(elements).map((distance, i) => {
      const [from, to] = i % 2 === 0 ? [0, elements] : [elements, 0];
      return {
        distance,
        operations: Array.from({ length: elements }, (_, thread) => ({
          thread,
          target: thread,
          sources: thread < distance ? [thread] : [thread - distance, thread],
        })),
        accesses: [
          access("load", elements, (t) => from + t),
          access("load", elements, (t) => (t < distance ? null : from + t - distance)),
          access("store", elements, (t) => to + t),
        ],
        code: `out[t] = t < ${distance} ? in[t] : in[t - ${distance}] + in[t];`,
      };
    }),
};

/** Blelloch (1990): sums up a tree, then the sums of what lies to the left down the tree. Exclusive, in place. */
const blelloch: Algorithm = {
  name: "blelloch",
  threads: (elements) => elements / 2,
  steps: (elements) => {
    const distances = powersBelow(elements);
    const last = elements - 1;
    const clear: Step = {
      distance: 0,
      phase: "clear",
      operations: [{ thread: 0, target: last, sources: [] }],
      accesses: [access("store", elements / 2, (t) => (t === 0 ? last : null))],
      code: `if (t == 0) x[${last}] = 0;`,
    };
    return [
      ...distances.map((distance) => sweep("up", elements, distance)),
      clear,
      ...[...distances].reverse().map((distance) => sweep("down", elements, distance)),
    ];
  },
};

function sweep(phase: "up" | "down", elements: number, distance: number): Step {
  const threads = elements / 2;
  const right = (t: number): number | null => {
    const cell = 2 * distance * (t + 1) - 1;
    return cell < elements ? cell : null;
  };
  const left = (t: number): number | null => {
    const cell = right(t);
    return cell === null ? null : cell - distance;
  };
  const operations: Operation[] = [];
  for (let thread = 0; thread < threads; ++thread) {
    const [l, r] = [left(thread), right(thread)];
    if (l === null || r === null) continue;
    if (phase === "down") operations.push({ thread, target: l, sources: [r] });
    operations.push({ thread, target: r, sources: [l, r] });
  }
  const loads = [access("load", threads, left), access("load", threads, right)];
  const index = `int i = ${2 * distance} * t + ${2 * distance - 1};  if (i < ${elements})`;
  return {
    distance,
    phase,
    operations,
    accesses:
      phase === "up"
        ? [...loads, access("store", threads, right)]
        : [...loads, access("store", threads, left), access("store", threads, right)],
    code:
      phase === "up"
        ? `${index} x[i] += x[i - ${distance}];`
        : `${index} { int l = x[i - ${distance}];  x[i - ${distance}] = x[i];  x[i] += l; }`,
  };
}

export const SCANS: readonly Algorithm[] = [hillisSteele, blelloch];
