// The elements of a scene's buffers: filled before a run, compared after it. In the worker, because there may be many.
import type { Emulator } from "../emulator/emulator.ts";
import { compile, FILLS, type Fill, type Fills, type Tree, type Values } from "./formula.ts";
import type { ElementType } from "./scene.ts";

export interface Filling {
  address: bigint;
  type: ElementType;
  size: number;
  fill: Exclude<Fill, "unwritten">;
}

export interface Comparison {
  address: bigint;
  type: ElementType;
  size: number;
  expected: Tree;
  values: Values;
  fills: Fills;
}

export interface Mismatch {
  index: number;
  got: number;
  expected: number;
}

const ARRAYS = { float: Float32Array, int: Int32Array } as const;

export function fill(emulator: Emulator, { address, type, size, fill }: Filling): void {
  const values = new ARRAYS[type](size);
  for (let i = 0; i < size; ++i) values[i] = FILLS[fill](i);
  emulator.write(address, new Uint8Array(values.buffer));
}

/** The first element that is not as expected, null when all are. */
export function compare(emulator: Emulator, wanted: Comparison): Mismatch | null {
  const { address, type, size } = wanted;
  const values = new ARRAYS[type](emulator.read(address, size * ARRAYS[type].BYTES_PER_ELEMENT));
  const expectedAt = compile(wanted.expected, wanted.values, wanted.fills);
  for (let index = 0; index < size; ++index) {
    const expected = type === "float" ? Math.fround(expectedAt(index)) : expectedAt(index);
    const got = values[index] as number;
    if (got !== expected) return { index, got, expected };
  }
  return null;
}
