// Divergence: the condition on which the lanes disagree, and the instruction that the reader looks at.
import type { SimulatorEvent, Values } from "../../simulator.ts";
import { differences, integer, oneOf } from "../../values.ts";

export const CONDITIONS = ["ways", "bound", "rounds"] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface State {
  condition: Condition;
  /** The kernel's last argument: how many lanes go together, how many have an element, the most rounds. */
  n: number;
  /** The instruction that is looked at, from 1; the last one when there are fewer. */
  step: number;
}

/** The instruction that is looked at first: where lanes are missing. */
const FIRST_LOOK: Record<Condition, number> = { ways: 20, bound: 13, rounds: 22 };

export const DEFAULT: State = { condition: "ways", n: 1, step: FIRST_LOOK.ways };

/** More rounds would only make the run longer. */
export const BOUNDS: Record<Condition, { least: number; most: number }> = {
  ways: { least: 1, most: 32 },
  bound: { least: 0, most: 32 },
  rounds: { least: 1, most: 8 },
};
const MOST_STEPS = 999;

export function parse(values: Values): State {
  const condition = oneOf(CONDITIONS, values["condition"], DEFAULT.condition);
  const { least, most } = BOUNDS[condition];
  return {
    condition,
    n: integer(values["n"], least, most, Math.max(least, DEFAULT.n)),
    step: integer(values["step"], 1, MOST_STEPS, FIRST_LOOK[condition]),
  };
}

export function controlValues(state: State): Record<string, string> {
  return { condition: state.condition, n: String(state.n), step: String(state.step) };
}

/** The values that differ from the usual ones of this condition. */
export function unusualValues(state: State): Values {
  const usual = { ...DEFAULT, step: FIRST_LOOK[state.condition] };
  return differences(controlValues(state), controlValues(usual));
}

export function step(state: State, event: SimulatorEvent): State {
  if (event.kind !== "set") return state;
  const { step, ...others } = controlValues(state);
  const kept: Values = event.name === "condition" ? others : { ...others, step: step ?? "" };
  return parse({ ...kept, [event.name]: event.value });
}
