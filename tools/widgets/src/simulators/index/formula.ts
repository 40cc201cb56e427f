// The lines of the kernel that find the thread's element, with the picked thread's values. Code is the same in both languages.
import { escapeHtml, formatCount, type Language } from "../../language.ts";
import { dimensions, elementAt, isInside } from "./place.ts";
import { AXES, type Axis, type State, type Triple } from "./state.ts";
import { WORDS } from "./words.ts";

const NAMES: Record<Axis, string> = { x: "width", y: "height", z: "depth" };

export function drawFormula(state: State, at: Triple, language: Language): string {
  const lines = formulaOf(state, at, language).map(
    ([code, values]) => `<li><code>${escapeHtml(code)}</code> <code class="values">${escapeHtml(values)}</code></li>`,
  );
  return `<ol class="formula">${lines.join("")}</ol>`;
}

/** Lines of code, each with the values of the picked thread. */
export function formulaOf(state: State, at: Triple, language: Language): [code: string, values: string][] {
  const axes = AXES.slice(0, dimensions(state));
  const isOneDimensional = axes.length === 1;
  const name = (axis: Axis): string => (isOneDimensional ? "i" : axis);
  const bound = (axis: Axis): string => (isOneDimensional ? "n" : NAMES[axis]);
  const { block, blockIdx, threadIdx, extent } = state;
  const lines = axes.map((axis): [string, string] => [
    `${name(axis)} = blockIdx.${axis} * blockDim.${axis} + threadIdx.${axis}`,
    `= ${blockIdx[axis]} * ${block[axis]} + ${threadIdx[axis]} = ${at[axis]}`,
  ]);
  const outcome = (isInside(state, at) ? WORDS.runs : WORDS.cut)[language];
  lines.push([
    `if (${axes.map((axis) => `${name(axis)} < ${bound(axis)}`).join(" && ")})`,
    `${axes.map((axis) => `${at[axis]} < ${extent[axis]}`).join(" && ")}: ${outcome}`,
  ]);
  if (!isOneDimensional && isInside(state, at)) lines.push(element(state, at, axes.length === 3));
  return lines;
}

function element(state: State, at: Triple, isDeep: boolean): [string, string] {
  const [slow, fast]: [Axis, Axis] = state.order === "row" ? ["y", "x"] : ["x", "y"];
  const { extent } = state;
  const result = formatCount(elementAt(state, at));
  if (!isDeep) {
    return [`i = ${slow} * ${NAMES[fast]} + ${fast}`, `= ${at[slow]} * ${extent[fast]} + ${at[fast]} = ${result}`];
  }
  return [
    `i = (z * ${NAMES[slow]} + ${slow}) * ${NAMES[fast]} + ${fast}`,
    `= (${at.z} * ${extent[slow]} + ${at[slow]}) * ${extent[fast]} + ${at[fast]} = ${result}`,
  ];
}
