// Loose values (a form's, an address's) made into those of a state, and back.
import type { Values } from "./simulator.ts";

type Loose = string | number | undefined;

/** The nearest whole number from `least` to `most`; `otherwise` for what is none. */
export function integer(value: Loose, least: number, most: number, otherwise: number): number {
  if (value === undefined || value === "") return otherwise;
  const number = Math.round(Number(value));
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : otherwise;
}

export function oneOf<T extends string>(known: readonly T[], value: Loose, otherwise: T): T {
  return known.find((name) => name === String(value)) ?? otherwise;
}

/** The values that are not the usual ones. */
export function differences(values: Values, usual: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== usual[name]));
}

/** A fixed choice that looks random: a hash (the finaliser of MurmurHash3). */
export function scramble(value: number): number {
  let hash = Math.imul(value + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
