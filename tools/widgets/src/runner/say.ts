// The words of a runner: the page's own strings (tools/sphinx_book/strings.toml), which stand beside the element.
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export function readWords(host: Element): Say {
  const strings = JSON.parse(host.querySelector("script.words")?.textContent ?? "{}") as Record<string, string>;
  return (key, values = {}) => {
    const text = strings[key];
    if (text === undefined) throw new Error(`the page has no string ${key}`);
    // {s} and {es} are English's plurals.
    const s = String(values["value"]) === "1" ? "" : "s";
    const all: Record<string, string | number> = { s, es: s === "" ? "" : "es", ...values };
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(all[name] ?? ""));
  };
}
