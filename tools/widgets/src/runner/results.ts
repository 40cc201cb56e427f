// What a run gave: a sentence, a table of the runs, all counters.
import { escapeHtml, formatCount, formatDecimal, formatMillions, type Language } from "../language.ts";
import type { Outcome } from "../scene/run_variant.ts";
import { metricValue, type Metric, type Scene, type Variant } from "../scene/scene.ts";
import { countOf } from "./findings.ts";
import type { Say } from "./say.ts";

const LEAST_MEASURED = 1e6;

/** A variant that ran, or why it did not. */
export interface Run {
  variant: Variant;
  outcome: Outcome | null;
  why: string;
}

export function isRight(outcome: Outcome): boolean {
  return outcome.result.state === "finished" && outcome.wrong === null && outcome.findings.length === 0;
}

/** What to say of the runs, in a sentence or two. */
export function verdict(
  scene: Scene,
  runs: readonly Run[],
  isCancelled: boolean,
  language: Language,
  say: Say,
): string {
  const skipped = runs
    .filter(({ outcome }) => outcome === null)
    .map(({ variant, why }) => say("run-cannot", { title: variant.title[language], why }));
  const outcomes = runs.flatMap(({ outcome }) => outcome ?? []);
  const [only] = outcomes;
  if (only === undefined) return skipped.join(language === "zh" ? "" : " ");
  const stopped = outcomes.find(({ result }) => result.state === "stopped");
  const instructions = outcomes.reduce((sum, { result }) => sum + result.threadInstructions, 0);
  const milliseconds = outcomes.reduce((sum, { result }) => sum + result.milliseconds, 0);
  const right = outcomes.filter(isRight).length;
  const sentences: string[] = [];
  if (stopped !== undefined) sentences.push(stoppedWords(stopped, say));
  else if (isCancelled) sentences.push(say("run-stopped-between", { value: outcomes.length }));
  else if (outcomes.length === 1) sentences.push(...oneVerdict(scene, only, say));
  else if (right === outcomes.length) sentences.push(say("run-all-right", { runs: right }));
  else sentences.push(say("run-not-all-right", { right, runs: outcomes.length }));
  sentences.push(speed(instructions, milliseconds, language, say), ...skipped);
  return sentences.join(language === "zh" ? "" : " ");
}

/** Of the reader's browser, not of a GPU: the emulator has no clock. Short runs are no measurement. */
function speed(instructions: number, milliseconds: number, language: Language, say: Say): string {
  const count = formatCount(instructions);
  if (instructions < LEAST_MEASURED) return say("run-count", { count });
  const rate = formatMillions((1000 * instructions) / Math.max(milliseconds, 0.1), language);
  return say("run-speed", { count, rate });
}

function stoppedWords({ result, counters }: Outcome, say: Say): string {
  const [x, y, z] = counters?.grid ?? [0, 0, 0];
  return say("run-stopped", { done: formatCount(result.blocks), count: formatCount(x * y * z) });
}

function oneVerdict(scene: Scene, outcome: Outcome, say: Say): string[] {
  const { findings, wrong, result } = outcome;
  const count = formatCount(outcome.compared);
  if (result.state === "faulted") return [say("run-faulted")];
  const sentences = findings.length > 0 ? [say("run-found", { value: countOf(scene, findings, say) })] : [];
  if (wrong !== null) {
    const { buffer, index, got, expected } = wrong;
    sentences.push(say("run-wrong", { buffer, index: formatCount(index), got: plain(got), expected: plain(expected) }));
  } else {
    const key = findings.length > 0 ? "run-by-luck" : "run-right";
    sentences.push(say(outcome.compared === 1 ? `${key}-one` : key, { count }));
  }
  return sentences;
}

export function plain(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 7, useGrouping: false });
}

/** One row a run. The button shows the run's counters at the lines. */
export function resultsTable(scene: Scene, runs: readonly Run[], shown: string, language: Language, say: Say): string {
  const metrics = scene.metrics.map((name) => scene.allMetrics.find((metric) => metric.name === name) as Metric);
  const head = [
    `<th scope="col" class="name">${escapeHtml(say("run-variant"))}</th>`,
    `<th scope="col">${escapeHtml(say("run-result"))}</th>`,
    ...metrics.map(({ label }) => `<th scope="col" class="number">${escapeHtml(label[language])}</th>`),
  ];
  const rows = runs.map(({ variant, outcome, why }) => {
    const title = variant.title[language];
    const label = escapeHtml(say("run-show-lines", { title }));
    const name =
      outcome === null || runs.length === 1
        ? escapeHtml(title)
        : `<button type="button" data-show="${variant.id}" aria-pressed="${variant.id === shown}" title="${label}">` +
          `${escapeHtml(title)}</button>`;
    const counted = metrics.map((metric) => {
      const value = outcome?.counters == null ? null : metricValue(scene, metric.name, outcome.counters.metrics);
      return `<td class="number">${value === null ? "–" : formatDecimal(value, 2)}</td>`;
    });
    const [mark, word] = outcome === null ? ["", `${say("run-skipped")} · ${why}`] : judged(scene, outcome, say);
    return (
      `<tr><th scope="row" class="name">${name}</th><td class="judged ${mark}">${escapeHtml(word)}</td>` +
      `${counted.join("")}</tr>`
    );
  });
  return `<table class="numbers"><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function judged(scene: Scene, { result, wrong, findings }: Outcome, say: Say): [mark: string, word: string] {
  if (result.state === "stopped") return ["", say("run-halted")];
  if (result.state === "faulted") return ["bad", say("run-error")];
  const found = findings.length > 0 ? ` · ${say("run-findings", { value: countOf(scene, findings, say) })}` : "";
  if (wrong !== null) return ["bad", `${say("run-not-ok")}${found}`];
  return [found === "" ? "good" : "bad", `${say("run-ok")}${found}`];
}

/** Every counter that is not 0 in all of the runs, under Nsight Compute's name. */
export function countersTable(runs: readonly Run[], language: Language, say: Say): string {
  const counted = runs.filter(({ outcome }) => outcome?.counters != null);
  const names = [...new Set(counted.flatMap(({ outcome }) => Object.keys(outcome?.counters?.metrics ?? {})))];
  const value = (run: Run, name: string): number => run.outcome?.counters?.metrics[name] ?? 0;
  const head = counted.map(
    ({ variant }) => `<th scope="col" class="number">${escapeHtml(variant.title[language])}</th>`,
  );
  const rows = names
    .filter((name) => counted.some((run) => value(run, name) !== 0))
    .map((name) => {
      const cells = counted.map((run) => `<td class="number">${formatDecimal(value(run, name), 2)}</td>`);
      return `<tr><th scope="row" class="name"><code>${name}</code></th>${cells.join("")}</tr>`;
    });
  return (
    `<table class="numbers"><thead><tr><th scope="col" class="name">${escapeHtml(say("column-metric"))}</th>` +
    `${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`
  );
}
