// The pieces that every drawing is made of: numbers, tables, the legend. HTML as text.
import type { Language, Words } from "./language.ts";

export interface NumberShown {
  /** Tells it from the others: `data-number`. */
  name: string;
  value: string;
  words: string;
}

export function drawNumbers(numbers: readonly NumberShown[]): string {
  const number = ({ name, value, words }: NumberShown): string =>
    `<div class="number"><dt>${words}</dt><dd data-number="${name}">${value}</dd></div>`;
  return `<dl>${numbers.map(number).join("")}</dl>`;
}

/** The first cell of a row is its head. */
export function drawTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const row = ([first = "", ...rest]: readonly (string | number)[]): string =>
    `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  const head = heads.map((words) => `<th scope="col">${words}</th>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.map(row).join("")}</tbody></table>`;
}

/** The sentence under a picture. `spoken` is for the ear alone: what the picture and the numbers show. */
export function drawSummary(spoken: string, verdict: string, inspected = "", mark: "∴" | "◆" = "∴"): string {
  return (
    `<span class="spoken">${spoken} </span>` +
    `<strong><span class="mark" aria-hidden="true">${mark}</span> ${verdict}</strong>` +
    `<span class="inspected">${inspected}</span>`
  );
}

/** What a colour of the picture means, or where a number comes from. */
export type LegendEntry = { key: string; words: Words } | { mark: "●" | "◆" | "∴"; words: Words };

export const COUNTED: LegendEntry = {
  mark: "◆",
  words: { en: "counted by the code of the emulator", zh: "由模拟器的代码计数" },
};
export const DERIVED: LegendEntry = { mark: "∴", words: { en: "derived from the counts", zh: "由计数推出" } };

export function drawLegend(entries: readonly LegendEntry[], language: Language): string {
  const entry = (entry: LegendEntry): string =>
    "key" in entry
      ? `<span class="key ${entry.key}">${entry.words[language]}</span>`
      : `<span class="evidence"><span class="mark" aria-hidden="true">${entry.mark}</span> ${entry.words[language]}</span>`;
  return `<p class="legend">${entries.map(entry).join(" ")}</p>`;
}
