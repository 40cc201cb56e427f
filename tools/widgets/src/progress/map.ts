// Fills the cells of the book's map, on every page, and says for those who do not see them how full they are.
import { CHANGED, kept } from "../store.ts";
import { progressOf } from "./progress.ts";
import { LANES } from "../counting.ts";
import { fill, languageOf, type Words } from "../language.ts";

const SAID: Words = { en: " ({percent}% done)", zh: "（已完成 {percent}%）" };

function say(entry: Element, words: string): void {
  const title = entry.querySelector(".title");
  let said = title?.querySelector(".progress-said") ?? null;
  if (title === null || (said === null && words === "")) return;
  if (said === null) {
    said = document.createElement("span");
    said.className = "progress-said visually-hidden";
    title.append(said);
  }
  said.textContent = words;
}

export function showProgressOnMap(): void {
  const show = (): void => {
    const { lessons } = kept();
    for (const entry of document.querySelectorAll<HTMLElement>("li[data-lesson]")) {
      const lesson = lessons[entry.dataset["lesson"] ?? ""];
      const filled = lesson === undefined ? 0 : progressOf(lesson).filled;
      entry.querySelector<HTMLElement>(".cell")?.style.setProperty("--filled", String(filled));
      entry.toggleAttribute("data-done", filled === LANES);
      say(entry, filled === 0 ? "" : fill(SAID[languageOf(entry)], { percent: Math.floor((100 * filled) / LANES) }));
    }
  };
  document.addEventListener(CHANGED, show);
  show();
}
