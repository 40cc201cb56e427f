// check_scenes.js: runs every variant of every scene, without a bug and with each, under Node.
//
//     node check_scenes.js emulator.wasm < scenes.json
//
// prints a line for each problem: a result that is not as expected, a line that does not count what somebody worked out, a bug
// that is not found on its line by its check, a finding where there should be none. tools/book_cli/lesson_tests/scenes.py.
import { readFileSync } from "node:fs";

import { Emulator } from "./emulator/emulator.ts";
import type { Counters } from "./emulator/messages.ts";
import { compare, fill } from "./scene/elements.ts";
import type { Values } from "./scene/formula.ts";
import { runVariant, type Outcome, type Target } from "./scene/run_variant.ts";
import { defaults, metricValue, obstacle, type Bug, type Scene, type Variant } from "./scene/scene.ts";

const BUDGET = 1 << 20;

class NodeTarget implements Target {
  constructor(private readonly emulator: Emulator) {}
  load: Target["load"] = (ptx) => this.emulator.load(ptx);
  allocate: Target["allocate"] = (bytes) => this.emulator.allocate(bytes);
  fill: Target["fill"] = (filling) => fill(this.emulator, filling);
  compare: Target["compare"] = (comparison) => compare(this.emulator, comparison);
  read: Target["read"] = (address, bytes) => this.emulator.read(address, bytes);
  counters: Target["counters"] = () => this.emulator.counters();
  findings: Target["findings"] = () => this.emulator.findings();
  run: Target["run"] = (launch) => {
    const { emulator } = this;
    emulator.begin(launch);
    let state = emulator.run(BUDGET);
    while (state === "running") state = emulator.run(BUDGET);
    return { state, blocks: emulator.blocksDone, threadInstructions: emulator.threadInstructions, milliseconds: 0 };
  };
}

function problemsOf(scene: Scene, variant: Variant, bug: Bug | null, outcome: Outcome): string[] {
  const edit = bug?.edits.find(({ variants }) => variants.includes(variant.id));
  const problems: string[] = [];
  const lines = bug === null ? scene.source : scene.source.map((text, i) => bug.lines[i + 1]?.text ?? text);
  const has = (number: number, part: string): boolean => lines[number - 1]?.includes(part) ?? false;
  const counts = (part: string, metrics: Record<string, number>): void => {
    for (const [name, expected] of Object.entries(metrics)) {
      const counted = outcome.counters?.lines
        .filter(({ file, line }) => file === scene.file && has(line, part))
        .map((line) => metricValue(scene, name, line.metrics))
        .filter((value) => value !== null && value !== 0);
      if (counted?.length !== 1 || counted[0] !== expected)
        problems.push(
          `${name} on the line “${part}”: ${counted?.join(", ") || "nothing"} counted, ${expected} expected`,
        );
    }
  };

  if (bug !== null && edit !== undefined && bug.check !== "") {
    const found = outcome.findings.filter(({ check }) => check === bug.check);
    if (!found.some(({ places }) => places.some(({ line }) => has(line, edit.line))))
      problems.push(
        `${bug.check} does not find it on the line “${edit.line}”; found: ${JSON.stringify(outcome.findings)}`,
      );
    return problems;
  }
  for (const { text } of outcome.findings) problems.push(`a finding where there should be none:\n${text}`);
  if (outcome.result.state !== "finished") problems.push("the kernel does not finish");
  if (outcome.compared === 0) problems.push("no buffer is compared: the variant expects nothing");
  if (outcome.wrong !== null) {
    const { buffer, index, got, expected } = outcome.wrong;
    problems.push(`${buffer}[${index}] is ${got}, expected ${expected}`);
  }
  if (bug === null) for (const { line, metrics } of variant.counts) counts(line, metrics);
  else if (edit !== undefined) counts(edit.line, bug.counts);
  return problems;
}

/** What the run counts otherwise than the program's stored run, by kernel and by line; null: no launch there has its shape. */
function differences(stored: readonly Counters[], { counters }: Outcome): string[] | null {
  if (counters === null) return null;
  const shape = (launch: Counters): string => `${launch.mangled} ${launch.grid.join()} ${launch.block.join()}`;
  const same = stored.find((launch) => shape(launch) === shape(counters));
  if (same === undefined) return null;
  const flat = ({ metrics, lines }: Counters): Map<string, number> =>
    new Map([
      ...Object.entries(metrics),
      ...lines.flatMap(({ line, metrics }) =>
        Object.entries(metrics).map(([name, value]): [string, number] => [`line ${line}, ${name}`, value]),
      ),
    ]);
  const ours = flat(counters);
  const theirs = flat(same);
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((name) => (ours.get(name) ?? 0) !== (theirs.get(name) ?? 0))
    .map((name) => `${name}: ${ours.get(name)} in the page, ${theirs.get(name)} in the stored run`);
}

const target = new NodeTarget(await Emulator.create(readFileSync(process.argv[2] ?? "")));
const lesson = JSON.parse(readFileSync(0, "utf8")) as { scenes: Scene[]; counters: Record<string, Counters[]> };
let runs = 0;
let equal = 0;

async function run(scene: Scene, variant: Variant, bug: Bug | null, values: Values): Promise<Outcome> {
  ++runs;
  return runVariant(target, scene, variant, { values, bug: bug?.id ?? null });
}

function say(scene: Scene, variant: Variant, what: string, problems: readonly string[]): void {
  for (const problem of problems) console.log(`${scene.id}, ${variant.id}${what}: ${problem}`);
}

for (const scene of lesson.scenes) {
  for (const variant of scene.variants) {
    for (const bug of [null, ...scene.bugs]) {
      const isPlanted = bug?.edits.some(({ variants }) => variants.includes(variant.id)) ?? false;
      const values = isPlanted ? { ...defaults(scene), ...bug?.settings } : defaults(scene);
      const outcome = await run(scene, variant, bug, values);
      say(scene, variant, bug === null ? "" : ` with ${bug.id}`, problemsOf(scene, variant, bug, outcome));
    }
    // The ends of the reader's ranges: the greatest are often those of the stored run.
    for (const end of ["least", "most"] as const) {
      const values = Object.fromEntries(scene.parameters.map((parameter) => [parameter.name, parameter[end]]));
      if (obstacle(scene, variant, values) !== null) continue;
      const outcome = await run(scene, variant, null, values);
      say(scene, variant, ` at the ${end}`, problemsOf(scene, { ...variant, counts: [] }, null, outcome));
      const different = differences(lesson.counters[scene.file] ?? [], outcome);
      if (different !== null) ++equal;
      say(scene, variant, ` at the ${end}`, different ?? []);
    }
  }
}
console.error(`${runs} runs; the counters of ${equal} were compared with the stored runs'`);
