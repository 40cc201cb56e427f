// Findings of the checks in the page's words, at their lines.
import type { Finding } from "../emulator/messages.ts";
import { escapeHtml } from "../language.ts";
import type { Scene } from "../scene/scene.ts";
import type { Say } from "./say.ts";

/** How many different findings: the checks report one for each block and address, where the mistake is one. */
export function kindsOf(findings: readonly Finding[]): number {
  const kinds = findings.map(
    ({ check, places }) => `${check} ${places.map(({ file, line }) => `${file}:${line}`).join()}`,
  );
  return new Set(kinds).size;
}

export interface Note {
  line: number;
  check: string;
  words: string;
  text: string;
}

/** A note for every line of the program that a finding names. */
export function notes(scene: Scene, findings: readonly Finding[], say: Say): Note[] {
  const found: Note[] = [];
  for (const finding of findings) {
    const lines = finding.places.filter(({ file }) => file === scene.file).map(({ line }) => line);
    for (const line of new Set(lines)) {
      const other = lines.find((each) => each !== line) ?? null;
      const note = { line, check: finding.check, words: words(finding, other, say), text: finding.text };
      // The same words at the same line say nothing more.
      if (!found.some((known) => known.line === line && known.words === note.words)) found.push(note);
    }
  }
  return found;
}

export function noteHtml(note: Note, say: Say): string {
  return (
    `<span class="finding"><strong>${escapeHtml(note.check)}</strong> ${escapeHtml(note.words)}` +
    `<details><summary>${escapeHtml(say("run-finding-details"))}</summary>` +
    `<samp>${escapeHtml(note.text.trimEnd())}</samp></details></span>`
  );
}

function words(finding: Finding, other: number | null, say: Say): string {
  const { text } = finding;
  const space = say(`run-${/__(global|shared|local)__/.exec(text)?.[1] ?? "global"}`);
  if (finding.check === "racecheck")
    return other === null ? say("run-race-itself", { space }) : say("run-race", { space, other });
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
  return text.split("\n")[0]?.replace(/^=+ /, "") ?? "";
}
