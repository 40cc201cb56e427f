// The inside of a simulator's element: the same for the static page and the live one.
import { drawLegend } from "./drawing.ts";
import type { Language } from "./language.ts";
import { renderLanes } from "./lanes.ts";
import type { Simulator } from "./simulator.ts";
import { WORDS } from "./simulator_words.ts";

export interface RenderOptions {
  language: Language;
  /** Unique on the page. */
  id: string;
  /** The names of the controls to show; null: a figure, without any. */
  controls: readonly string[] | "all" | null;
}

export function renderSimulator<State, Code>(
  simulator: Simulator<State, Code>,
  state: State,
  code: Code,
  options: RenderOptions,
): string {
  const { language, id, controls } = options;
  const isLive = controls !== null;
  const drawing = simulator.draw(state, code, { language, id, live: isLive });
  const part = (name: keyof typeof drawing, tag: string, attributes = ""): string =>
    `<${tag} data-part="${name}"${attributes}>${drawing[name]}</${tag}>`;
  const action = (name: "reset" | "share"): string =>
    `<button type="button" data-action="${name}">${WORDS[name][language]}</button>`;

  const all = isLive ? simulator.controls(state, language) : {};
  const shown = controls === "all" ? Object.keys(all) : (controls ?? []);
  const form = isLive
    ? `<form class="controls" data-count="${shown.length}" aria-label="${simulator.title[language]}">` +
      shown.map((name) => all[name] ?? "").join("") +
      `<span class="actions">${action("reset")}${action("share")}</span></form>`
    : "";
  const lanes = simulator.activeLanes ? renderLanes(simulator.activeLanes(state), language, isLive) : "";
  const table = `<details class="data"><summary>${WORDS.table[language]}</summary>${part("table", "div")}</details>`;
  return (
    `<div class="simulator-frame"><div class="simulator-body${isLive ? "" : " still"}">` +
    form +
    `<div class="instrument">${lanes}${part("picture", "div")}</div>` +
    part("numbers", "div") +
    part("summary", "p", isLive ? ` role="status"` : "") +
    drawLegend(simulator.legend, language) +
    table +
    `</div></div>`
  );
}
