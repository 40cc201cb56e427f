// What the reader has chosen, and how it stands in the page's address.
import type { Values as Loose } from "../simulator.ts";
import type { Values } from "../scene/formula.ts";
import { allowed, defaults, type Scene } from "../scene/scene.ts";

export interface Choice {
  variant: string;
  /** A second variant, to compare with. */
  compare: string | null;
  bug: string | null;
  values: Values;
}

export function firstChoice(scene: Scene, variants: readonly string[]): Choice {
  return { variant: variants[0] ?? "", compare: null, bug: null, values: defaults(scene) };
}

/** Of loose values: what is missing or unknown has its default. */
export function parseChoice(scene: Scene, variants: readonly string[], loose: Loose): Choice {
  const known = (name: string): string | null => variants.find((id) => id === loose[name]) ?? null;
  const first = firstChoice(scene, variants);
  const values = scene.parameters.map((parameter): [string, number] => {
    const given = loose[parameter.name];
    return [parameter.name, given === undefined ? parameter.default : allowed(parameter, Number(given))];
  });
  return {
    variant: known("variant") ?? first.variant,
    compare: known("compare"),
    bug: scene.bugs.find(({ id }) => id === loose["bug"])?.id ?? null,
    values: Object.fromEntries(values),
  };
}

/** What differs from the first choice. */
export function looseChoice(scene: Scene, variants: readonly string[], choice: Choice): Loose {
  const first = firstChoice(scene, variants);
  const loose: Loose = {};
  if (choice.variant !== first.variant) loose["variant"] = choice.variant;
  if (choice.compare !== null) loose["compare"] = choice.compare;
  if (choice.bug !== null) loose["bug"] = choice.bug;
  for (const [name, value] of Object.entries(choice.values)) if (value !== first.values[name]) loose[name] = value;
  return loose;
}

/** Whether two choices give the same runs: what was run for one still stands for the other. */
export function sameRuns(a: Choice, b: Choice): boolean {
  return a.bug === b.bug && JSON.stringify(a.values) === JSON.stringify(b.values);
}
