// The words of a runner: the page's own strings (tools/sphinx_book/strings.toml), which scenes/words.js brings.
declare global {
  var gtlRunWords: Record<string, string> | undefined;
}

export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export const say: Say = (key, values = {}) => {
  const text = globalThis.gtlRunWords?.[key];
  if (text === undefined) throw new Error(`the page has no string ${key}`);
  // {s} and {es} are English's plurals.
  const isOne = String(values["value"]) === "1";
  const all: Record<string, string | number> = { s: isOne ? "" : "s", es: isOne ? "" : "es", ...values };
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(all[name] ?? ""));
};
