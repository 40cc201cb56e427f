// Registers of the 32 lanes: those that the instruction names, and those that the reader keeps in view.
import { LANES } from "../counting.ts";
import { drawTable } from "../drawing.ts";
import { escapeHtml, fill, type Language } from "../language.ts";
import { isActive } from "../lanes.ts";
import { partWords, presentParts } from "./instrument.ts";
import { writtenRegisters } from "./ptx_text.ts";
import type { Register } from "./trace.ts";
import { FORMATS, formatValue, ruleOf } from "./values.ts";
import type { Scene } from "./view.ts";
import { partOf } from "./warp_row.ts";
import { WORDS } from "./words.ts";

/** Characters that a cell holds, 16 in a row on a phone, and 32 on a wide page; longer values stand in rows of eight. */
const [SHORT, MIDDLE] = [3, 4];

export function shownRegisters({ trace, view }: Scene): string[] {
  return [...new Set([...view.kept, ...trace.named(view.position)])];
}

export function drawRegisters(scene: Scene): string {
  const { language } = scene;
  const names = shownRegisters(scene);
  const rows = names.map((name) => drawRegister(name, scene)).join("");
  return rows === "" ? `<p class="quiet">${WORDS.noRegisters[language]}</p>` : rows;
}

/** A value for each lane; "" where the lane has not written the register. */
function valuesOf(register: Register, { trace, view, launch }: Scene): string[] {
  const type = trace.type(register.name, view.position);
  return register.values.map((bits, lane) =>
    isActive(register.written, lane) ? formatValue(bits, type, view.format, launch.buffers) : "",
  );
}

function drawRegister(name: string, scene: Scene): string {
  const { trace, view, language } = scene;
  const register = trace.register(name, view.position);
  const isKept = view.kept.includes(name);
  const keep =
    `<button type="button" class="keep" data-keep="${name}" data-key="keep-${name}" aria-pressed="${isKept}" ` +
    `aria-label="${fill(WORDS.keepName[language], { name })}">${WORDS.keep[language]}</button>`;
  const type = trace.type(name, view.position);
  const values = register === null ? [] : valuesOf(register, scene);
  const rule =
    register === null || register.written === 0 ? WORDS.unwritten[language] : ruleOf(values, register.written);
  const head =
    `<div class="register-head"><code class="name">${name}</code> <span class="type">${type}</span> ` +
    `<span class="writer">${writerWords(register, scene)}</span>${keep}</div>`;
  return `<div class="register">${head}${drawValues(values, rule, scene)}</div>`;
}

/** Where the register was written last: as near as a register comes to a variable's name. */
function writerWords(register: Register | null, { trace, view, launch, language }: Scene): string {
  const executed = trace.executed(view.position);
  if (register === null || executed === null) return "";
  if (writtenRegisters(trace.instruction(executed.ptx)).includes(register.name)) return WORDS.writtenNow[language];
  const line = register.writer?.line;
  if (line === undefined) return "";
  const text = launch.sourceLine(line)?.trim() ?? "";
  return `${fill(WORDS.writtenOn[language], { line })} <code>${escapeHtml(text)}</code>`;
}

function drawValues(values: readonly string[], rule: string | null, scene: Scene): string {
  const longest = Math.max(0, ...values.map((value) => value.length));
  const summary = rule === null ? "" : `<p class="rule"><code>${escapeHtml(rule)}</code></p>`;
  // A rule says it all, unless the cells can say it too.
  if (values.length === 0 || (rule !== null && longest > MIDDLE)) return summary;
  const { executes } = presentParts(scene);
  const cell = (lane: number): string => {
    const classes = [
      "value",
      isActive(executes, lane) ? "executes" : "",
      lane === scene.view.lane ? "inspected" : "",
      values[lane] === "" ? "none" : "",
    ];
    return `<span class="${classes.filter(Boolean).join(" ")}" title="lane ${lane}">${escapeHtml(values[lane] || "·")}</span>`;
  };
  const eights = [0, 8, 16, 24].map(
    (first) => `<span class="eight">${Array.from({ length: 8 }, (_, i) => cell(first + i)).join("")}</span>`,
  );
  const width = longest <= SHORT ? "short" : longest <= MIDDLE ? "middle" : "long";
  return `${summary}<div class="values ${width}" aria-hidden="true">${eights.join("")}</div>`;
}

/** The same numbers, lane by lane. */
export function drawLaneTable(scene: Scene): string {
  const { trace, view, launch, language } = scene;
  const parts = presentParts(scene);
  const { warp } = trace.at(view.position).state;
  const columns = shownRegisters(scene).map((name) => {
    const register = trace.register(name, view.position);
    return { name, values: register === null ? [] : valuesOf(register, scene) };
  });
  const heads = [WORDS.columnLane[language], WORDS.columnDoes[language], ...columns.map(({ name }) => name)];
  const rows = Array.from({ length: LANES }, (_, lane) => [
    lane,
    partWords(partOf(lane, parts), lane, launch, warp, language),
    ...columns.map(({ values }) => escapeHtml(values[lane] || "·")),
  ]);
  return drawTable(heads, rows);
}

/** The registers that can be kept in view, as options of a select. */
export function drawChoices({ trace, view, language }: Scene): string {
  const options = trace
    .all(view.position)
    .filter(({ name }) => !view.kept.includes(name))
    .map(({ name, writer }) => {
      const line = writer?.line === undefined ? "" : fill(WORDS.lineOf[language], { line: writer.line });
      const words = [name, trace.type(name, view.position), line].filter(Boolean).join(" · ");
      return `<option value="${name}">${words}</option>`;
    });
  return `<option value="">${WORDS.choose[language]}</option>${options.join("")}`;
}

export function drawFormats(format: string, language: Language): string {
  return FORMATS.map(
    (name) => `<option value="${name}"${name === format ? " selected" : ""}>${WORDS[name][language]}</option>`,
  ).join("");
}
