// The inside of a simulator's element: the same for the static page and the live one.
import type { Counting } from "./counting.ts";
import type { Language } from "./language.ts";
import { renderLanes } from "./lanes.ts";
import type { Simulator } from "./simulator.ts";
import { WORDS } from "./simulator_words.ts";

export interface RenderOptions {
  language: Language;
  /** Unique on the page. */
  id: string;
  /** The names of the groups of controls to show; null: a figure, without any. */
  controls: readonly string[] | null;
}

export function renderSimulator<State>(simulator: Simulator<State>, state: State, counting: Counting, options: RenderOptions): string {
  const { language, id, controls } = options;
  const drawing = simulator.draw(state, counting, { language, id, live: controls !== null });
  const part = (name: keyof typeof drawing, tag: string, attributes = ""): string =>
    `<${tag} data-part="${name}"${attributes}>${drawing[name]}</${tag}>`;
  const legend =
    `<p class="legend"><span class="key used">${WORDS.used[language]}</span> <span class="key wasted">${WORDS.wasted[language]}</span> ` +
    `<span class="evidence"><span aria-hidden="true">◆</span> ${WORDS.counted[language]}</span> ` +
    `<span class="evidence"><span aria-hidden="true">∴</span> ${WORDS.derived[language]}</span></p>`;
  const head =
    controls === null
      ? ""
      : `<form class="controls" data-count="${controls.length}" aria-label="${simulator.title[language]}">${simulator.controls(state, language, controls)}` +
        `<span class="actions"><button type="button" data-action="reset">${WORDS.reset[language]}</button>` +
        `<button type="button" data-action="share">${WORDS.share[language]}</button></span></form>`;
  return (
    `<div class="simulator-frame"><div class="simulator-body${controls === null ? " still" : ""}">${head}` +
    `<div class="instrument">${renderLanes(simulator.activeLanes(state), language, controls !== null)}${part("picture", "div")}</div>` +
    part("numbers", "div") +
    part("summary", "p", ` role="status"`) +
    legend +
    `<details class="data"><summary>${WORDS.table[language]}</summary>${part("table", "div")}</details></div></div>`
  );
}
