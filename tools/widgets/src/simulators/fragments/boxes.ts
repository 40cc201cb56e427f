// The matrix as boxes: one for each register of each lane, over the neighbouring elements that it holds.
import { type Counting, LANES } from "../../counting.ts";
import type { Fragment } from "../../matrix_fragments.ts";
import type { State } from "./state.ts";

export interface Box {
  lane: number;
  register: number;
  /** Of ldmatrix; 0 otherwise. */
  matrix: number;
  /** In the order of the register's bits, from the lowest. */
  elements: { row: number; column: number }[];
}

export interface Matrix {
  layout: Fragment;
  /** How many matrices there are side by side: ldmatrix loads up to four. */
  count: number;
  /** Row by row, matrix by matrix: as they stand on the page. */
  boxes: Box[];
}

/** What the state's fragment looks like; null: no lane holds that matrix. */
export function matrixOf({ form, operand }: State, counting: Counting): Matrix | null {
  if (form.instruction === "ldmatrix") {
    const layout = counting.fragments.ofLoad(form.transposed);
    return { layout, count: form.matrices, boxes: boxesOf(layout, form.matrices) };
  }
  if (form.instruction === "wgmma" && operand === "B") return null;
  const type = operand === "D" ? form.result : form.factors;
  const layout = counting.fragments.ofProduct(operand, type, form.shape);
  return { layout, count: 1, boxes: boxesOf(layout, 1) };
}

function boxesOf(layout: Fragment, matrices: number): Box[] {
  const boxes: Box[] = [];
  for (let lane = 0; lane < LANES; ++lane) {
    for (let register = 0; register < layout.registers * matrices; ++register) {
      const elements = Array.from({ length: layout.parts }, (_, part) =>
        layout.element(lane, register % layout.registers, part),
      );
      boxes.push({ lane, register, matrix: Math.floor(register / layout.registers), elements });
    }
  }
  const first = (box: Box): { row: number; column: number } => box.elements[0] ?? { row: 0, column: 0 };
  return boxes.sort((a, b) => a.matrix - b.matrix || first(a).row - first(b).row || first(a).column - first(b).column);
}
