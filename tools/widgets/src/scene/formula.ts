// A scene's formulas. They arrive as trees, which tools/book_cli/formula.py reads from lesson.toml.

/** A number, the name of a value, or an operation and its operands. */
export type Tree = number | string | Operation;
export type Operation = readonly Tree[];
export type Values = Readonly<Record<string, number>>;

/** What an element of a buffer holds before the run; NaN where nobody wrote it. */
export type Fill = "index" | "hash" | "zeros" | "unwritten";
export type Fills = Readonly<Record<string, Fill>>;

export const FILLS: Record<Fill, (i: number) => number> = {
  index: (i) => i,
  // 16 bits that differ from the neighbours'; exact in a float.
  hash: (i) => (Math.imul(i, 2654435761) >>> 12) & 0xffff,
  zeros: () => 0,
  unwritten: () => NaN,
};

/** The formula as a function of `i`, an element's index. */
export function compile(tree: Tree, values: Values, fills: Fills = {}): (i: number) => number {
  if (typeof tree === "number") return () => tree;
  if (typeof tree === "string") {
    if (tree === "i") return (i) => i;
    const value = values[tree];
    if (value === undefined) throw new Error(`the formula speaks of ${tree}, which has no value`);
    return () => value;
  }
  const [operation, ...operands] = tree as [string, ...Tree[]];
  if (operation === "at") {
    const [buffer, index] = operands;
    const filled = FILLS[fills[buffer as string] ?? "unwritten"];
    const at = compile(index as Tree, values, fills);
    return (i) => filled(at(i));
  }
  const [a, b] = operands.map((operand) => compile(operand, values, fills)) as [Evaluate, Evaluate];
  switch (operation) {
    case "+":
      return (i) => a(i) + b(i);
    case "-":
      return (i) => a(i) - b(i);
    case "*":
      return (i) => a(i) * b(i);
    case "//":
      return (i) => Math.floor(a(i) / b(i));
    case "%":
      return (i) => a(i) % b(i);
    case "min":
      return (i) => Math.min(a(i), b(i));
    case "max":
      return (i) => Math.max(a(i), b(i));
    case "ceil_div":
      return (i) => Math.ceil(a(i) / b(i));
  }
  throw new Error(`the formula has an operation ${operation}, which the page does not know`);
}

type Evaluate = (i: number) => number;

export function evaluate(tree: Tree, values: Values): number {
  return compile(tree, values)(0);
}
