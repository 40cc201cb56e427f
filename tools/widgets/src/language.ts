// Which language a widget speaks, and how it writes numbers.

export type Language = "en" | "zh";

export type Words = Record<Language, string>;

export function languageOf(element: Element): Language {
  const lang = element.closest("[lang]")?.getAttribute("lang") ?? "en";
  return lang.startsWith("zh") ? "zh" : "en";
}

/** 1024 → 1,024 */
export function formatCount(value: number): string {
  return value.toLocaleString("en-US");
}

/** At most `digits` decimals, none that say nothing: 12.5, 100. */
export function formatDecimal(value: number, digits: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** Puts values into the braces of a sentence: fill("{n} lanes", { n: 4 }). */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
