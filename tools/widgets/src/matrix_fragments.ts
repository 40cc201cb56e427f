// Which elements of a matrix each lane holds in which register: the emulator's own layouts
// (tools/emulator/wasm/fragments.cc) behind a typed interface.

/** Of matrices: as the emulator numbers them (MatrixRole of decode/matrix_form.h). C is held as D is. */
export const MATRIX_ROLES = ["D", "A", "B"] as const;
export type MatrixRole = (typeof MATRIX_ROLES)[number];
/** In the order of kTypes in fragments.cc. */
export const ELEMENT_TYPES = ["f16", "bf16", "tf32", "f64", "s8", "e4m3", "f32", "s32"] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

/** Of the product of an m × k by a k × n matrix. */
export interface Shape {
  m: number;
  n: number;
  k: number;
}

/** How the lanes of a warp hold a matrix, or one warp's part of it. */
export interface Fragment {
  rows: number;
  columns: number;
  /** Of an element. */
  bits: number;
  /** That a lane holds: of 32 bits, or of 64 where an element has as many. */
  registers: number;
  /** Elements in a register. */
  parts: number;
  /** What `lane` holds in part `part`, from the lowest bits, of register `register`. */
  element(lane: number, register: number, part: number): { row: number; column: number };
}

export interface FragmentExports {
  mma_exists(a: number, b: number, d: number, m: number, n: number, k: number): number;
  wgmma_exists(a: number, b: number, d: number, m: number, n: number, k: number): number;
  choose_mma(role: number, type: number, m: number, n: number, k: number): void;
  choose_matrix(transposed: number): void;
  fragment_rows(): number;
  fragment_columns(): number;
  fragment_bits(): number;
  fragment_registers(): number;
  element(lane: number, register: number, part: number): number;
  naming_lane(matrix: number, row: number): number;
}

const LANES = 32;

export class MatrixFragments {
  constructor(private readonly code: FragmentExports) {}

  /** Whether mma, or wgmma, has this shape for A and B of type `factors` and D of type `result`. */
  exists(instruction: "mma" | "wgmma", factors: ElementType, result: ElementType, { m, n, k }: Shape): boolean {
    const [a, d] = [ELEMENT_TYPES.indexOf(factors), ELEMENT_TYPES.indexOf(result)];
    return (instruction === "mma" ? this.code.mma_exists : this.code.wgmma_exists)(a, a, d, m, n, k) !== 0;
  }

  /** A matrix of mma, or of wgmma (m is 64: one warp's 16 rows). */
  ofProduct(role: MatrixRole, type: ElementType, { m, n, k }: Shape): Fragment {
    this.code.choose_mma(MATRIX_ROLES.indexOf(role), ELEMENT_TYPES.indexOf(type), m, n, k);
    return this.chosen();
  }

  /** One of the 8 × 8 matrices that ldmatrix loads. */
  ofLoad(transposed: boolean): Fragment {
    this.code.choose_matrix(Number(transposed));
    return this.chosen();
  }

  /** ldmatrix: the lane whose address is that of `row` of a matrix. */
  namingLane(matrix: number, row: number): number {
    return this.code.naming_lane(matrix, row);
  }

  private chosen(): Fragment {
    const registers = this.code.fragment_registers();
    const bits = this.code.fragment_bits();
    const parts = Math.max(1, 32 / bits);
    // Read now: the next fragment takes this one's place.
    const held = Array.from({ length: LANES * registers * parts }, (_, i) => {
      const [lane, rest] = [Math.floor(i / (registers * parts)), i % (registers * parts)];
      const place = this.code.element(lane, Math.floor(rest / parts), rest % parts);
      return { row: place >>> 16, column: place & 0xffff };
    });
    return {
      rows: this.code.fragment_rows(),
      columns: this.code.fragment_columns(),
      bits,
      registers,
      parts,
      element: (lane, register, part) => held[(lane * registers + register) * parts + part] ?? { row: 0, column: 0 },
    };
  }
}
