// Where a thread stands: CUDA's own numbering of threads, warps and lanes, and the element that is the thread's.
import { LANES } from "../../counting.ts";
import { AXES, MOST_THREADS, type State, type Triple } from "./state.ts";

export const ELEMENT_BYTES = 4;

/** 1, 2 or 3: the last axis along which there is more than one of anything. */
export function dimensions({ grid, block, extent }: State): 1 | 2 | 3 {
  const isUsed = (axis: "y" | "z"): boolean => [grid, block, extent].some((size) => size[axis] > 1);
  return isUsed("z") ? 3 : isUsed("y") ? 2 : 1;
}

export function volume(size: Triple): number {
  return size.x * size.y * size.z;
}

export function isLaunchable(block: Triple): boolean {
  return volume(block) <= MOST_THREADS;
}

/** x runs fastest, then y, then z: so are threads numbered in their block, and 32 of them in a row are a warp. */
export function numberIn(size: Triple, at: Triple): number {
  return (at.z * size.y + at.y) * size.x + at.x;
}

export function placeIn(size: Triple, number: number): Triple {
  return {
    x: number % size.x,
    y: Math.floor(number / size.x) % size.y,
    z: Math.floor(number / (size.x * size.y)),
  };
}

export function globalIndex({ block }: State, blockIdx: Triple, threadIdx: Triple): Triple {
  return {
    x: blockIdx.x * block.x + threadIdx.x,
    y: blockIdx.y * block.y + threadIdx.y,
    z: blockIdx.z * block.z + threadIdx.z,
  };
}

export function isInside({ extent }: State, at: Triple): boolean {
  return AXES.every((axis) => at[axis] < extent[axis]);
}

/** The element's number in memory. */
export function elementAt({ extent, order }: State, at: Triple): number {
  return order === "row" ? (at.z * extent.y + at.y) * extent.x + at.x : (at.z * extent.x + at.x) * extent.y + at.y;
}

export interface LaneOfWarp {
  lane: number;
  threadIdx: Triple;
  at: Triple;
  /** False: the guard lets it do nothing. */
  inside: boolean;
}

/** The lanes of the picked thread's warp; the last warp of a block may have fewer than 32. */
export function lanesOfWarp(state: State): LaneOfWarp[] {
  const first = LANES * Math.floor(numberIn(state.block, state.threadIdx) / LANES);
  const count = Math.min(LANES, volume(state.block) - first);
  return Array.from({ length: count }, (_, lane) => {
    const threadIdx = placeIn(state.block, first + lane);
    const at = globalIndex(state, state.blockIdx, threadIdx);
    return { lane, threadIdx, at, inside: isInside(state, at) };
  });
}

/** Threads launched, elements that have a thread, and elements that have none. */
export function coverage({ grid, block, extent }: State): { threads: number; covered: number; missed: number } {
  const reached = (axis: "x" | "y" | "z"): number => Math.min(extent[axis], grid[axis] * block[axis]);
  const covered = reached("x") * reached("y") * reached("z");
  return { threads: volume(grid) * volume(block), covered, missed: volume(extent) - covered };
}
