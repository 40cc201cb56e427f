// English's singular and plural within a sentence.
import { fill } from "./language.ts";

const ENGLISH = new Intl.PluralRules("en");

/** Fills the braces of a sentence, and chooses words by a value: fillCounted("{n} {n|lane is|lanes are} idle", { n: 1 }). */
export function fillCounted(sentence: string, values: Readonly<Record<string, string | number>>): string {
  const chosen = sentence.replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name: string, one: string, others: string) =>
    // A number with separators is none to Number, and is not one either.
    ENGLISH.select(Number(values[name])) === "one" ? one : others,
  );
  return fill(chosen, values);
}
