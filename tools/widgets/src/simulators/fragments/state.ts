// Matrix fragments: which instruction and matrix the reader looks at, and which lane or element.
import { LANES } from "../../counting.ts";
import type { ElementType, MatrixRole, Shape } from "../../matrix_fragments.ts";
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { differences, oneOf } from "../../values.ts";

export type Form =
  | {
      name: string;
      instruction: "mma" | "wgmma";
      /** Of A and B, and of C and D. */
      factors: ElementType;
      result: ElementType;
      shape: Shape;
    }
  | { name: string; instruction: "ldmatrix"; matrices: 1 | 2 | 4; transposed: boolean };

function multiply(
  instruction: "mma" | "wgmma",
  [m, n, k]: [number, number, number],
  factors: ElementType,
  result: ElementType,
): Form {
  const name = `${instruction}.m${m}n${n}k${k}.${result}.${factors}`;
  return { name, instruction, factors, result, shape: { m, n, k } };
}

function load(matrices: 1 | 2 | 4, transposed: boolean): Form {
  return { name: `ldmatrix.x${matrices}${transposed ? ".trans" : ""}`, instruction: "ldmatrix", matrices, transposed };
}

export const FORMS: readonly [Form, ...Form[]] = [
  multiply("mma", [16, 8, 16], "f16", "f32"),
  multiply("mma", [16, 8, 16], "f16", "f16"),
  multiply("mma", [16, 8, 16], "bf16", "f32"),
  multiply("mma", [16, 8, 8], "f16", "f32"),
  multiply("mma", [16, 8, 8], "tf32", "f32"),
  multiply("mma", [16, 8, 4], "tf32", "f32"),
  multiply("mma", [16, 8, 32], "s8", "s32"),
  multiply("mma", [16, 8, 16], "s8", "s32"),
  multiply("mma", [16, 8, 32], "e4m3", "f32"),
  multiply("mma", [8, 8, 4], "f64", "f64"),
  load(1, false),
  load(2, false),
  load(4, false),
  load(4, true),
  multiply("wgmma", [64, 16, 16], "f16", "f32"),
  multiply("wgmma", [64, 16, 8], "tf32", "f32"),
];

export const OPERANDS = ["A", "B", "D"] as const satisfies readonly MatrixRole[];

export interface State {
  form: Form;
  /** Of mma and wgmma. */
  operand: MatrixRole;
  /** The lane whose elements stay marked, and the register where the reader has chosen one; ldmatrix: of all matrices. */
  lane: number;
  register: number | null;
  /** What the reader looks at meanwhile. */
  pointed: { lane: number; register: number | null } | null;
}

export const DEFAULT: State = { form: FORMS[0], operand: "A", lane: 5, register: null, pointed: null };

export function parse(values: Values): State {
  return ["form", "operand", "lane", "register"].reduce(
    (state, name) => (values[name] === undefined ? state : set(state, name, String(values[name]))),
    DEFAULT,
  );
}

export function values(state: State): Values {
  return differences(loose(state), loose(DEFAULT));
}

function loose({ form, operand, lane, register }: State): Values {
  return { form: form.name, operand, lane, ...(register === null ? {} : { register }) };
}

export function step(state: State, event: SimulatorEvent): State {
  if (event.kind === "set") return set(state, event.name, event.value);
  if (event.kind === "point") return { ...state, pointed: event.target === null ? null : held(event.target) };
  return state;
}

function set(state: State, name: string, value: string): State {
  switch (name) {
    case "form":
      return { ...state, form: FORMS.find((form) => form.name === value) ?? state.form, register: null };
    case "operand":
      return { ...state, operand: oneOf<MatrixRole>(OPERANDS, value, state.operand), register: null };
    case "lane":
      return isCount(value) && Number(value) < LANES ? { ...state, lane: Number(value), register: null } : state;
    case "register":
      return isCount(value) ? { ...state, register: Number(value) } : state;
    case "held": {
      const chosen = held(value);
      return chosen === null ? state : { ...state, ...chosen };
    }
    default:
      return state;
  }
}

function isCount(value: string): boolean {
  return /^\d{1,3}$/.test(value);
}

/** "5" is lane 5, "5.2" its register 2. */
function held(target: string): { lane: number; register: number | null } | null {
  const [lane = "", register] = target.split(".");
  if (!isCount(lane) || Number(lane) >= LANES || (register !== undefined && !isCount(register))) return null;
  return { lane: Number(lane), register: register === undefined ? null : Number(register) };
}
