// The warp stepper as HTML: the frame, drawn once, and the parts that change with the position.
import { LANES } from "../counting.ts";
import { escapeHtml, fill, formatCount, type Language } from "../language.ts";
import { drawOverview } from "./overview.ts";
import { coordinates, describeLane, drawAccesses, drawLanes, threadOf } from "./instrument.ts";
import { drawChoices, drawFormats, drawRegisters } from "./register_view.ts";
import { drawTrace, sayLanes, noteOf } from "./trace_table.ts";
import type { Launch, Scene, View } from "./view.ts";
import { WORDS } from "./words.ts";

export const FIRST_VIEW: View = { position: 0, lane: null, kept: [], format: "auto" };

/** By the name of the page's `[data-part]`: what shows the position. */
export interface Drawing {
  where: string;
  present: string;
  trace: string;
  lanes: string;
  accesses: string;
  inspected: string;
  registers: string;
  position: string;
  /** For the ear. */
  status: string;
}

export function drawStepper(scene: Scene): Drawing {
  return {
    where: drawWhere(scene),
    present: drawPresent(scene),
    trace: drawTrace(scene),
    lanes: drawLanes(scene),
    accesses: drawAccesses(scene),
    inspected: describeLane(scene),
    registers: drawRegisters(scene),
    position: drawPosition(scene),
    status: describe(scene),
  };
}

/** What changes when there is more of the trace. */
export function drawExtent(scene: Scene): { overview: string; choices: string } {
  return { overview: drawOverview(scene.trace), choices: drawChoices(scene) };
}

/** The block and the threads of the warp. */
function drawWhere({ trace, view, launch, language }: Scene): string {
  const { block, warp } = trace.at(view.position).state;
  const threads = launch.block[0] * launch.block[1] * launch.block[2];
  const last = Math.min(LANES, threads - warp * LANES) - 1;
  return fill(WORDS.whereIs[language], {
    block: coordinates(block, launch.grid),
    first: threadOf(0, warp, launch),
    last: threadOf(last, warp, launch),
  });
}

/** The source line of the present instruction. */
function drawPresent({ trace, view, launch, language }: Scene): string {
  const executed = trace.executed(view.position);
  if (executed === null) return `<span class="quiet">${WORDS.nothingYet[language]}</span>`;
  const { line } = executed;
  if (line === undefined) return `<span class="quiet">${WORDS.noLine[language]}</span>`;
  const text = launch.sourceLine(line);
  const code = text === null ? "" : ` <code>${escapeHtml(text.trim())}</code>`;
  return `<span class="line-name">${fill(WORDS.lineOf[language], { line })}</span>${code}`;
}

export function drawPosition({ trace, view, language }: Scene): string {
  const words = trace.hasEnded ? WORDS.positionOf : WORDS.positionSoFar;
  return fill(words[language], { n: formatCount(view.position), last: formatCount(trace.last) });
}

function describe({ trace, view, language }: Scene): string {
  const { state } = trace.at(view.position);
  if (state.last === undefined) return WORDS.nothingYet[language];
  const { line, ptx, mask } = state.last;
  const place = line === undefined ? WORDS.noLine[language] : fill(WORDS.lineOf[language], { line });
  const note = noteOf(trace, view.position, language);
  const ended = state.state === "finished" ? WORDS.finished[language] : "";
  const comma = language === "zh" ? "；" : "; ";
  return escapeHtml(
    [`${place}: ${ptx.replace(/;$/, "")}`, sayLanes(mask, language), note, ended].filter(Boolean).join(comma),
  );
}

/** A command's button: its name and its key. */
const COMMANDS = [
  { name: "restart", keys: "Home", shown: "Home" },
  { name: "back", keys: "ArrowLeft b", shown: "←" },
  { name: "step", keys: "ArrowRight n", shown: "→" },
  { name: "next-line", keys: "Shift+ArrowRight l", shown: "⇧→" },
] as const;
const GOALS = [
  { name: "access", keys: "a" },
  { name: "groups", keys: "d" },
  { name: "barrier", keys: "s" },
  { name: "end", keys: "End" },
] as const;

/** What the cells of a warp's row mean. */
const SIGNS = ["executes", "off", "elsewhere", "ended"] as const;

/** The inside of the element, before anything has run. */
export function drawFrame(launch: Launch, language: Language): string {
  const say = (name: keyof typeof WORDS): string => WORDS[name][language];
  const blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const warps = Math.ceil((launch.block[0] * launch.block[1] * launch.block[2]) / LANES);
  const part = (name: keyof Drawing | "overview" | "choices" | "table", tag: string, attributes = ""): string =>
    `<${tag} data-part="${name}"${attributes}></${tag}>`;
  const command = ({ name, keys, shown }: (typeof COMMANDS)[number]): string =>
    `<button type="button" data-command="${name}" aria-keyshortcuts="${keys}">` +
    `${say(name === "next-line" ? "nextLine" : name)} <kbd aria-hidden="true">${shown}</kbd></button>`;
  const goal = ({ name, keys }: (typeof GOALS)[number]): string =>
    `<button type="button" data-command="${name}" aria-keyshortcuts="${keys}">${say(name)} ` +
    `<kbd aria-hidden="true">${keys}</kbd></button>`;
  const number = (name: "block" | "warp", most: number): string =>
    `<label>${say(name)} <input type="number" name="${name}" min="0" max="${most}" value="0" inputmode="numeric"></label>`;
  const sign = (name: (typeof SIGNS)[number]): string => `<span><i class="${name}"></i> ${say(name)}</span>`;
  const key = (keys: string, words: string): string =>
    `<div><dt>${keys
      .split(" ")
      .map((each) => `<kbd>${each}</kbd>`)
      .join(" ")}</dt><dd>${words}</dd></div>`;
  return (
    `<div class="stepper-frame" role="group" aria-label="${say("title")}">` +
    `<form class="where"><strong>${say("title")}</strong>${number("block", blocks - 1)}${number("warp", warps - 1)}` +
    part("where", "span", ` class="quiet"`) +
    `<button type="button" data-command="close">${say("close")}</button></form>` +
    `<div class="commands">${COMMANDS.map(command).join("")}</div>` +
    `<div class="goals"><span>${say("jump")}</span>${GOALS.map(goal).join("")}` +
    `<form class="to-line"><label>${say("line")} <input type="number" name="line" inputmode="numeric"></label>` +
    `</form></div><div class="scrubber"><div>${part("overview", "div")}` +
    `<input type="range" name="position" min="0" max="0" value="0" aria-label="${say("position")}"></div>` +
    `${part("position", "output", ` class="position"`)}</div>` +
    `<p class="message" data-message role="status"></p>` +
    part("present", "p") +
    part("trace", "div") +
    `<p class="signs">${SIGNS.map(sign).join("")}</p>` +
    `<div class="instrument">` +
    part("lanes", "div", ` class="lanes parts" data-columns="8" role="group" aria-label="${say("columnLanes")}"`) +
    `${part("accesses", "div")}${part("inspected", "p", ` class="inspected"`)}</div>` +
    `<section class="registers"><div class="registers-head"><strong>${say("registers")}</strong>` +
    `<label>${say("format")} <select name="format">${drawFormats("auto", language)}</select></label>` +
    `<label>${say("watch")} ${part("choices", "select", ` name="keep"`)}</label></div>` +
    `${part("registers", "div")}` +
    `<details class="data"><summary>${say("table")}</summary>${part("table", "div")}</details></section>` +
    `<details class="keys"><summary>${say("keys")}</summary><dl>` +
    key("→ n", say("keyStep")) +
    key("← b", say("keyBack")) +
    key("⇧→ l ⇧←", say("keyLine")) +
    key("a", say("keyAccess")) +
    key("d", say("keyGroups")) +
    key("s", say("keyBarrier")) +
    key("Home End", say("keyEnds")) +
    `</dl><p>${say("keyLanes")}</p><p>${say("overviewSays")}</p></details>` +
    part("status", "p", ` class="spoken" role="status"`) +
    `</div>`
  );
}

/** In the place of the stepper, when it cannot be opened. */
export function drawBroken(reason: string, language: Language): string {
  return (
    `<div class="stepper-frame"><p class="message" role="status">` +
    `${escapeHtml(fill(WORDS.broken[language], { reason }))}</p>` +
    `<p><button type="button" data-command="close">${WORDS.close[language]}</button></p></div>`
  );
}
