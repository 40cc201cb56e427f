// Findings of the checks in the page's words, at their lines.
import type { Finding } from "../emulator/messages.ts";
import { escapeHtml } from "../language.ts";
import type { Scene } from "../scene/scene.ts";
import type { Say } from "./say.ts";

/** Reports that a note quotes: more are the same again. */
const MOST_TEXTS = 4;

/** What is one mistake to the reader: what a check says of a line, for whatever blocks and addresses, and with whatever lines. */
interface Mistake {
  /** Null: none of the program's. */
  line: number | null;
  others: Set<number>;
  findings: Finding[];
}

export interface Note {
  line: number;
  check: string;
  words: string;
  text: string;
}

function mistakes(scene: Scene, findings: readonly Finding[], say: Say): Mistake[] {
  const found = new Map<string, Mistake>();
  for (const finding of findings) {
    const all = finding.places.filter(({ file }) => file === scene.file).map(({ line }) => line);
    const lines = all.length === 0 ? [null] : new Set(all);
    for (const line of lines) {
      const others = all.filter((each) => each !== line);
      // Of a race, the lines that it is with are gathered; of others, the same words at the same line say nothing more.
      const said = finding.check === "racecheck" ? `${spaceOf(finding)} ${others.length > 0}` : words(finding, [], say);
      const key = `${line} ${finding.check} ${said}`;
      const known = found.get(key) ?? { line, others: new Set(), findings: [] };
      others.slice(0, 1).forEach((other) => known.others.add(other));
      known.findings.push(finding);
      found.set(key, known);
    }
  }
  return [...found.values()];
}

/** How many notes there are to read; a mistake at none of the program's lines counts as well. */
export function countOf(scene: Scene, findings: readonly Finding[], say: Say): number {
  return mistakes(scene, findings, say).length;
}

/** A note for every line of the program that a finding names. */
export function notes(scene: Scene, findings: readonly Finding[], say: Say): Note[] {
  return mistakes(scene, findings, say).flatMap(({ line, others, findings: same }) => {
    const [first] = same;
    if (line === null || first === undefined) return [];
    const texts = new Set(same.map(({ text }) => text.trimEnd()));
    const sorted = [...others].sort((a, b) => a - b);
    return {
      line,
      check: first.check,
      words: words(first, sorted, say),
      text: [...texts].slice(0, MOST_TEXTS).join("\n"),
    };
  });
}

export function noteHtml(note: Note, say: Say): string {
  return (
    `<span class="finding"><strong>${escapeHtml(note.check)}</strong> ${escapeHtml(note.words)}` +
    `<details><summary>${escapeHtml(say("run-finding-details"))}</summary>` +
    `<samp>${escapeHtml(note.text)}</samp></details></span>`
  );
}

function spaceOf({ text }: Finding): string {
  return /__(global|shared|local)__/.exec(text)?.[1] ?? "global";
}

function firstLine({ text }: Finding): string {
  return text.split("\n")[0]?.replace(/^=+ /, "") ?? "";
}

function words(finding: Finding, others: readonly number[], say: Say): string {
  const { text } = finding;
  const space = say(`run-${spaceOf(finding)}`);
  if (finding.check === "racecheck") {
    if (others.length === 0) return say("run-race-itself", { space });
    const other = others.join(say("run-and"));
    return say(others.length === 1 ? "run-race" : "run-races", { space, other });
  }
  if (finding.check === "initcheck") return say("run-uninitialised", { space });
  if (finding.check === "synccheck") return say("run-sync");
  const access = /(Invalid|Misaligned) __\w+__ (read|write|atomic) of size (\d+)/.exec(text);
  const place = /by thread \((\d+,\d+,\d+)\) in block \((\d+,\d+,\d+)\)/.exec(text);
  if (access !== null && place !== null) {
    const [, what, does, size = ""] = access;
    const [, thread = "", block = ""] = place;
    const key = what === "Invalid" ? "run-outside" : "run-misaligned";
    return say(key, { thread: `(${thread})`, block: `(${block})`, does: say(`run-${does}`), count: size });
  }
  return firstLine(finding);
}
