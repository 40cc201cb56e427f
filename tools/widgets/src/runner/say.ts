// The words of a runner: the page's own strings (tools/sphinx_book/strings.toml), which scenes/words.js brings.
import { fill } from "../language.ts";

declare global {
  var gtlRunWords: Record<string, string> | undefined;
}

export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export const say: Say = (key, values = {}) => {
  const text = globalThis.gtlRunWords?.[key];
  if (text === undefined) throw new Error(`the page has no string ${key}`);
  // {s} and {es} are English's plurals.
  const isOne = String(values["value"] ?? values["count"]) === "1";
  return fill(text, { s: isOne ? "" : "s", es: isOne ? "" : "es", ...values });
};
