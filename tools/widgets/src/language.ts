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

/** Three significant digits, but whole numbers, and the whole part of the others, as they are: 0.167, 31.5, 4,096. */
export function formatShort(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return formatDecimal(value, 0);
  return value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
}

/** About how many, in the steps in which the language counts: 45 million, 4500 万. */
export function formatMillions(value: number, language: Language): string {
  const about = (unit: number): string =>
    (value / unit).toLocaleString("en-US", { maximumSignificantDigits: 2, useGrouping: false });
  if (language === "en") return `${about(1e6)} million`;
  return value >= 1e8 ? `${about(1e8)} 亿` : `${about(1e4)} 万`;
}

/** Puts values into the braces of a sentence: fill("{n} lanes", { n: 4 }). Between Chinese and a value in Latin letters or digits
 *  there is a space. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (blank: string, name: string, at: number) => {
    const text = String(values[name]);
    return gap(sentence[at - 1], text[0]) + text + gap(text.at(-1), sentence[at + blank.length]);
  });
}

const HAN = /\p{Script=Han}/u;
const LATIN = /[A-Za-z0-9]/;

function gap(left = "", right = ""): string {
  return (HAN.test(left) && LATIN.test(right)) || (LATIN.test(left) && HAN.test(right)) ? " " : "";
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
