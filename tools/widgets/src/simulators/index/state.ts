// The index explorer: a launch, the extent of the data, and the thread that the reader picks.
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { integer, oneOf } from "../../values.ts";

export const AXES = ["x", "y", "z"] as const;
export type Axis = (typeof AXES)[number];
export type Triple = Record<Axis, number>;

/** Larger grids would not be legible; CUDA allows far more. */
export const MOST_BLOCKS: Triple = { x: 32, y: 16, z: 4 };
/** CUDA's own bounds of a block's sides, and of their product. */
export const MOST_SIDE: Triple = { x: 1024, y: 1024, z: 64 };
export const MOST_THREADS = 1024;
export const MOST_EXTENT: Triple = { x: 99_999, y: 99_999, z: 99_999 };

export const ORDERS = ["row", "column"] as const;

export interface State {
  grid: Triple;
  block: Triple;
  /** The data: width, height, depth. */
  extent: Triple;
  /** The block and the thread that the reader wants; `settled` for those that there are. */
  blockIdx: Triple;
  threadIdx: Triple;
  /** In which order the elements lie in memory: x runs along a row (`row`), or y does. */
  order: (typeof ORDERS)[number];
}

const ONE: Triple = { x: 1, y: 1, z: 1 };
const FIRST: Triple = { x: 0, y: 0, z: 0 };

export const DEFAULT: State = {
  grid: { ...ONE, x: 4 },
  block: { ...ONE, x: 64 },
  extent: { ...ONE, x: 250 },
  blockIdx: { ...FIRST, x: 1 },
  threadIdx: { ...FIRST, x: 37 },
  order: "row",
};

/** The names of a triple's values: "grid.x" … */
export const TRIPLES = ["grid", "block", "extent", "blockIdx", "threadIdx"] as const;

export function parse(values: Values): State {
  const triple = (name: (typeof TRIPLES)[number], least: number, most: Triple): Triple => {
    const one = (axis: Axis): number => integer(values[`${name}.${axis}`], least, most[axis], DEFAULT[name][axis]);
    return { x: one("x"), y: one("y"), z: one("z") };
  };
  return {
    grid: triple("grid", 1, MOST_BLOCKS),
    block: triple("block", 1, MOST_SIDE),
    extent: triple("extent", 1, MOST_EXTENT),
    blockIdx: triple("blockIdx", 0, lastOf(MOST_BLOCKS)),
    threadIdx: triple("threadIdx", 0, lastOf(MOST_SIDE)),
    order: oneOf(ORDERS, values["order"], DEFAULT.order),
  };
}

export function lastOf(size: Triple): Triple {
  return { x: size.x - 1, y: size.y - 1, z: size.z - 1 };
}

/** The state with the block and the thread within the launch. What the reader wants is kept: a number that is being typed
 *  makes the launch small for a moment. */
export function settled(state: State): State {
  const within = (wanted: Triple, size: Triple): Triple => ({
    x: Math.min(wanted.x, size.x - 1),
    y: Math.min(wanted.y, size.y - 1),
    z: Math.min(wanted.z, size.z - 1),
  });
  return {
    ...state,
    blockIdx: within(state.blockIdx, state.grid),
    threadIdx: within(state.threadIdx, state.block),
  };
}

export function values(state: State): Record<string, string> {
  const triples = TRIPLES.flatMap((name) => AXES.map((axis) => [`${name}.${axis}`, String(state[name][axis])]));
  return { ...Object.fromEntries(triples), order: state.order };
}

export function controlValues(state: State): Record<string, string> {
  return values(settled(state));
}

export function controlLimits(state: State): Record<string, number> {
  return Object.fromEntries(
    AXES.flatMap((axis) => [
      [`blockIdx.${axis}`, state.grid[axis] - 1],
      [`threadIdx.${axis}`, state.block[axis] - 1],
    ]),
  );
}

export function step(state: State, event: SimulatorEvent): State {
  if (event.kind !== "set") return state;
  const next = values(state);
  // A block or a thread picked in the picture: "3,0,0".
  if (event.name === "blockIdx" || event.name === "threadIdx") {
    event.value.split(",").forEach((value, i) => (next[`${event.name}.${AXES[i]}`] = value));
  } else if (event.value !== "") {
    next[event.name] = event.value;
  }
  return parse(next);
}
