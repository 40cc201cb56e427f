// Fills the cells of the book's map, on every page.
import { CHANGED, kept } from "../store.ts";
import { progressOf } from "./progress.ts";
import { LANES } from "../counting.ts";

export function showProgressOnMap(): void {
  const show = (): void => {
    const { lessons } = kept();
    for (const entry of document.querySelectorAll<HTMLElement>("li[data-lesson]")) {
      const lesson = lessons[entry.dataset["lesson"] ?? ""];
      const filled = lesson === undefined ? 0 : progressOf(lesson).filled;
      entry.querySelector<HTMLElement>(".cell")?.style.setProperty("--filled", String(filled));
      entry.toggleAttribute("data-done", filled === LANES);
    }
  };
  document.addEventListener(CHANGED, show);
  show();
}
