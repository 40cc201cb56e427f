// A reduction or a scan by one thread block, step by step: which thread reads, adds and writes what. Between two steps is a
// barrier. What is counted of it comes from the emulator's code (cost.ts).

/** One thread's write. The values are those from before the step. */
export interface Operation {
  thread: number;
  /** The cell that it writes: a word of shared memory, or a thread's register where the lanes exchange registers. */
  target: number;
  /** The cells it takes: their sum is written. None: zero is written. */
  sources: readonly number[];
}

/** One instruction on shared memory: the word that each thread of the block asks for; null where a thread does not take
 *  part. */
export interface Access {
  kind: "load" | "store";
  words: readonly (number | null)[];
}

export interface Step {
  /** The distance between the two cells that are added. */
  distance: number;
  /** What is done, where it is not an addition at a distance: a name of words.ts. */
  phase?: "up" | "clear" | "down" | "exchange";
  operations: readonly Operation[];
  accesses: readonly Access[];
  /** The statement, in CUDA C++. */
  code: string;
}

export interface Algorithm {
  name: string;
  /** How many threads work on so many elements. */
  threads(elements: number): number;
  steps(elements: number): Step[];
}

/** The values of all cells before the first step, and after each. */
export function run(input: readonly number[], steps: readonly Step[]): number[][] {
  const rows = [[...input]];
  for (const { operations } of steps) {
    const before = rows.at(-1) ?? [];
    const after = [...before];
    for (const { target, sources } of operations)
      after[target] = sources.reduce((sum, source) => sum + (before[source] ?? 0), 0);
    rows.push(after);
  }
  return rows;
}

/** Whether the value in a cell after each step (the input is row 0) is part of the result, the cells `results` at the end. */
export function needed(elements: number, steps: readonly Step[], results: readonly number[]): boolean[][] {
  let after = Array.from({ length: elements }, (_, cell) => results.includes(cell));
  const rows = [after];
  for (const { operations } of [...steps].reverse()) {
    const before = [...after];
    for (const { target } of operations) before[target] = false;
    for (const { target, sources } of operations)
      if (after[target]) for (const source of sources) before[source] = true;
    rows.unshift(before);
    after = before;
  }
  return rows;
}

/** 1, 2, 4 … below `end`. */
export function powersBelow(end: number): number[] {
  return Array.from({ length: Math.log2(end) }, (_, exponent) => 2 ** exponent);
}

/** One access by those threads for which `word` gives one. */
export function access(kind: Access["kind"], threads: number, word: (thread: number) => number | null): Access {
  return { kind, words: Array.from({ length: threads }, (_, thread) => word(thread)) };
}
