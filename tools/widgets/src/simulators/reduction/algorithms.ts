// Four ways in which a block adds up its elements, one thread an element.
import { access, type Algorithm, type Operation, powersBelow, type Step } from "../../trees/algorithm.ts";
import { LANES } from "../../counting.ts";

/** Thread `threadOf(i)` adds cell `i + distance` to cell `i`, for those `i` that are the left ends of a pair. */
function pairs(elements: number, distance: number, cellOf: (thread: number) => number | null, code: string): Step {
  const operations: Operation[] = [];
  for (let thread = 0; thread < elements; ++thread) {
    const cell = cellOf(thread);
    if (cell !== null) operations.push({ thread, target: cell, sources: [cell, cell + distance] });
  }
  const right = (thread: number): number | null => {
    const cell = cellOf(thread);
    return cell === null ? null : cell + distance;
  };
  return {
    distance,
    operations,
    accesses: [access("load", elements, cellOf), access("load", elements, right), access("store", elements, cellOf)],
    code,
  };
}

const modulo: Algorithm = {
  name: "modulo",
  threads: (elements) => elements,
  steps: (elements) =>
    powersBelow(elements).map((s) =>
      pairs(elements, s, (t) => (t % (2 * s) === 0 ? t : null), `if (t % ${2 * s} == 0) x[t] += x[t + ${s}];`),
    ),
};

const stride: Algorithm = {
  name: "stride",
  threads: (elements) => elements,
  steps: (elements) =>
    powersBelow(elements).map((s) =>
      pairs(
        elements,
        s,
        (t) => (2 * s * t < elements ? 2 * s * t : null),
        `int i = ${2 * s} * t;  if (i < ${elements}) x[i] += x[i + ${s}];`,
      ),
    ),
};

const sequential: Algorithm = {
  name: "sequential",
  threads: (elements) => elements,
  steps: (elements) =>
    powersBelow(elements)
      .reverse()
      .map((s) => pairs(elements, s, (t) => (t < s ? t : null), `if (t < ${s}) x[t] += x[t + ${s}];`)),
};

/** The lanes pass registers: cell t is the register of thread t. */
function shuffleDown(threads: number, width: number, distance: number, mask: string): Step {
  const operations = Array.from({ length: threads }, (_, thread) => {
    // A lane whose partner lies past the end gets its own value (CUDA Programming Guide, "Warp Shuffle Functions").
    const source = (thread % width) + distance < width ? thread + distance : thread;
    return { thread, target: thread, sources: [thread, source] };
  });
  const lanes = width < LANES ? `, ${width}` : "";
  return { distance, operations, accesses: [], code: `v += __shfl_down_sync(${mask}, v, ${distance}${lanes});` };
}

/** Lane 0 of each warp hands its sum over in shared memory; the lanes of the first warp take one each, or nothing. */
function handOver(elements: number): Step {
  const warps = elements / LANES;
  const take = (thread: number): number[] => (thread < warps ? [LANES * thread] : []);
  return {
    distance: LANES,
    phase: "exchange",
    operations: Array.from({ length: LANES }, (_, thread) => ({ thread, target: thread, sources: take(thread) })),
    accesses: [
      access("store", elements, (t) => (t % LANES === 0 ? t / LANES : null)),
      access("load", elements, (t) => (t < warps ? t : null)),
    ],
    code: `if (lane == 0) x[warp] = v;  __syncthreads();  if (warp == 0) v = lane < ${warps} ? x[lane] : 0;`,
  };
}

const shuffle: Algorithm = {
  name: "shuffle",
  threads: (elements) => elements,
  steps: (elements) => {
    const width = Math.min(elements, LANES);
    const mask = (lanes: number): string => (lanes === LANES ? "~0u" : `0x${(2 ** lanes - 1).toString(16)}u`);
    const down = (threads: number, most: number): Step[] =>
      powersBelow(most)
        .reverse()
        .map((distance) => shuffleDown(threads, width, distance, mask(width)));
    const inWarps = down(elements, width);
    return elements <= LANES ? inWarps : [...inWarps, handOver(elements), ...down(LANES, elements / LANES)];
  },
};

export const REDUCTIONS: readonly Algorithm[] = [modulo, stride, sequential, shuffle];
