// The trace as a table: the instructions that ran last, each with its 32 lanes, and where the lanes stand now.
import { LANES } from "../counting.ts";
import type { LaneGroup, MemoryAccess, StepState } from "../emulator/messages.ts";
import { countBits, lanesOf, ranges } from "../lanes.ts";
import { escapeHtml, fill, formatCount, type Language, type Words } from "../language.ts";
import { happenings, isBarrier } from "./happenings.ts";
import type { Executed, Trace } from "./trace.ts";
import type { Scene } from "./view.ts";
import { drawWarpRow, type Parts } from "./warp_row.ts";
import { GROUP_STATES, WORDS } from "./words.ts";

/** Instructions before the present one. */
const BEFORE = 4;
const MOST_GROUPS = 8;

export function drawTrace({ trace, view, language }: Scene): string {
  const { position } = view;
  const rows = [];
  for (let at = position - BEFORE; at <= position; ++at) {
    rows.push(at < Math.max(1, trace.first) ? emptyRow() : executedRow(trace, at, at === position, language));
  }
  const state = trace.at(position).state;
  const groups = state.groups.slice(0, MOST_GROUPS).map((group, i) => groupRow(group, i === 0, state, language));
  const more = state.groups.length - groups.length;
  if (more > 0) groups.push(sentenceRow(counted(more, WORDS.moreGroup, WORDS.moreGroups, language)));
  if (state.groups.length === 0) groups.push(sentenceRow(WORDS.finished[language]));
  const heads = [
    WORDS.columnNumber,
    WORDS.columnLine,
    WORDS.columnInstruction,
    WORDS.columnLanes,
    WORDS.columnNote,
  ].map((words) => `<th scope="col">${words[language]}</th>`);
  return (
    `<table class="trace"><caption class="spoken">${WORDS.trace[language]}</caption>` +
    `<thead class="spoken"><tr>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody>` +
    `<tbody class="standing"><tr class="heading"><th scope="rowgroup" colspan="5">${WORDS.standing[language]}</th></tr>` +
    `${groups.join("")}</tbody></table>`
  );
}

function emptyRow(): string {
  return `<tr class="empty" aria-hidden="true"><td></td><td></td><td><code>&nbsp;</code></td><td></td><td></td></tr>`;
}

function sentenceRow(words: string): string {
  return `<tr class="sentence"><td></td><td></td><td colspan="3">${words}</td></tr>`;
}

function executedRow(trace: Trace, at: number, isPresent: boolean, language: Language): string {
  const { state } = trace.at(at);
  const { last } = state;
  if (last === undefined) return emptyRow();
  const parts = { executes: last.mask, off: last.predicated, alive: (trace.before(at) ?? state).alive };
  const note = noteOf(trace, at, language);
  return (
    `<tr${isPresent ? ` class="present" aria-current="step"` : ""}><td class="number">${at}</td>` +
    `<td class="number">${last.line ?? ""}</td><td><code>${escapeHtml(last.ptx || "ret;")}</code></td>` +
    `<td>${lanesCell(parts, language)}</td><td class="note">${note}</td></tr>`
  );
}

function groupRow(group: LaneGroup, isNext: boolean, { alive }: StepState, language: Language): string {
  const parts = { executes: group.mask, off: 0, alive };
  const runsNext = isNext && group.state === "ready";
  const words = runsNext ? WORDS.next[language] : GROUP_STATES[group.state][language];
  return (
    `<tr class="group ${runsNext ? "next" : group.state}"><td></td><td class="number">${group.line ?? ""}</td>` +
    `<td><code>${escapeHtml(group.ptx || "ret;")}</code></td>` +
    `<td>${lanesCell(parts, language)}</td><td class="note">${words}</td></tr>`
  );
}

function lanesCell(parts: Parts, language: Language): string {
  const off = parts.off === 0 ? "" : fill(WORDS.switchedOff[language], { lanes: sayLanes(parts.off, language) });
  const spoken = [sayLanes(parts.executes, language), off].filter(Boolean).join(", ");
  return `${drawWarpRow(parts)}<span class="spoken">${spoken}</span>`;
}

export function sayLanes(mask: number, language: Language): string {
  const lanes = lanesOf(mask);
  if (lanes.length === 0) return WORDS.noLanes[language];
  if (lanes.length === LANES) return WORDS.allLanes[language];
  return fill((lanes.length === 1 ? WORDS.oneLane : WORDS.someLanes)[language], { lanes: ranges(lanes) });
}

/** What an instruction did, in a few words: what it moved, who parted, met, ended, waits. */
export function noteOf(trace: Trace, position: number, language: Language): string {
  const after = trace.at(position).state;
  const { parted, met, ended } = happenings(trace.before(position), after);
  const counts = (masks: readonly number[]): string => masks.map(countBits).join(" + ");
  const notes = after.accesses.map((access) => countOf(access, language));
  if (after.state === "faulted") notes.push(WORDS.faulted[language]);
  if (parted.length > 0) notes.push(fill(WORDS.parted[language], { groups: counts(parted) }));
  if (after.last !== undefined && parted.length === 0) notes.push(jumpOf(trace, after.last, language));
  if (met.length > 0) notes.push(fill(WORDS.met[language], { groups: counts(met) }));
  if (after.last !== undefined && isBarrier(trace.instruction(after.last.ptx))) notes.push(WORDS.atBarrier[language]);
  if (ended !== 0) notes.push(fill(endWords(ended)[language], { lanes: sayLanes(ended, language) }));
  return notes.filter(Boolean).join(language === "zh" ? "；" : "; ");
}

/** Of a conditional branch that keeps the lanes together: whether they jump. */
function jumpOf(trace: Trace, { ptx, mask }: Executed, language: Language): string {
  const { opcode, guard } = trace.instruction(ptx);
  if (opcode !== "bra" || guard === "") return "";
  return (mask === 0 ? WORDS.noneJumps : WORDS.allJump)[language];
}

/** "4 sectors", "1 wavefront": the count by which its kind of memory is judged. */
export function countOf(access: MemoryAccess, language: Language): string {
  if (access.sectorCount !== undefined) return counted(access.sectorCount, WORDS.oneSector, WORDS.sectors, language);
  if (access.wavefronts !== undefined)
    return counted(access.wavefronts, WORDS.oneWavefront, WORDS.wavefronts, language);
  return "";
}

function counted(n: number, one: Words, many: Words, language: Language): string {
  return n === 1 ? one[language] : fill(many[language], { n: formatCount(n) });
}

function endWords(lanes: number): Words {
  return lanesOf(lanes).length === 1 ? WORDS.oneEndedNow : WORDS.endedNow;
}
