// A small scene for the tests: a copy, padded or not, with one bug.
import type { Outcome } from "#widgets/scene/run_variant.ts";
import type { Scene } from "#widgets/scene/scene.ts";

const title = (text: string): { en: string; zh: string } => ({ en: text, zh: `中${text}` });
const metric = (name: string, nsight: string, per: string | null = null, factor = 1): Scene["allMetrics"][0] => ({
  name,
  label: title(name),
  nsight,
  per,
  factor,
});

export const COPIES: Scene = {
  id: "copies",
  file: "01_copy.cu",
  source: ["first line", "second line", "third line"],
  title: title("Copies"),
  parameters: [{ name: "count", label: title("floats"), least: 1, most: 4096, step: 1, default: 1000 }],
  buffers: ["input", "output"].map((name) => ({
    name,
    type: "float" as const,
    count: "count",
    fill: name === "input" ? ("index" as const) : ("unwritten" as const),
    shown: "hidden" as const,
    width: 1,
  })),
  variants: ["copy", "other"].map((id) => ({
    id,
    title: title(id),
    kernel: id,
    region: "copy",
    grid: [["ceil_div", "count", 256], 1, 1],
    block: [256, 1, 1],
    arguments: [["buffer", "input"], ["buffer", "output"], "count"],
    multiples: {},
    expect: { output: ["at", "input", "i"] },
    counts: [],
  })),
  bugs: [
    {
      id: "no-bound",
      title: title("Drop the bound"),
      check: "memcheck",
      counts: {},
      settings: { count: 1001 },
      edits: [{ variants: ["copy"], line: "third" }],
      lines: {},
    },
  ],
  metrics: ["sectors-per-request-ld"],
  allMetrics: [
    metric("sectors-per-request-ld", "sectors", "requests"),
    metric("sectors-per-request-st", "sectors-st", "requests-st"),
    metric("wavefronts-per-instruction-ld", "wavefronts", "instructions"),
    metric("requests-ld", "requests"),
    metric("requests-st", "requests-st"),
    metric("shared-instructions-ld", "instructions"),
    metric("bytes-used-ld", "bytes"),
    metric("bytes-used-st", "bytes-st"),
    metric("bytes-moved-ld", "sectors", null, 32),
  ],
  accesses: {
    "global-ld": "sectors-per-request-ld",
    "shared-ld": "wavefronts-per-instruction-ld",
    "global-st": "sectors-per-request-st",
  },
  ptx: {},
};

/** A run of a variant that finished and was right, with the counters of its lines. */
export function outcome(lines: { line: number; metrics: Record<string, number> }[] = []): Outcome {
  return {
    variant: "copy",
    result: { state: "finished", blocks: 4, threadInstructions: 2_000_000, milliseconds: 40 },
    counters: {
      launch: 0,
      kernel: "copy",
      mangled: "copy",
      grid: [4, 1, 1],
      block: [256, 1, 1],
      metrics: lines[0]?.metrics ?? {},
      lines: lines.map((each) => ({ file: "01_copy.cu", ...each })),
    },
    findings: [],
    compared: 1000,
    wrong: null,
    shown: [],
  };
}
