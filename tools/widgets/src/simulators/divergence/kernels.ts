// The kernels of the divergence instrument: programs of the book, as nvcc compiled them.
import examplePtx from "../../../../../examples/divergence/expected/divergence.ptx";
import exampleSource from "../../../../../examples/divergence/divergence.cu";
import lessonPtx from "../../../../../lessons/06-coalescing/expected/06_access_patterns.ptx";
import lessonSource from "../../../../../lessons/06-coalescing/06_access_patterns.cu";
import type { Condition } from "./state.ts";

export interface KernelText {
  ptx: string;
  source: string;
  /** As a launch names it, and its name in the source. */
  kernel: string;
  name: string;
  /** Buffers that are read; the kernel takes them first, then the one that is written, then the number that the reader sets. */
  inputs: number;
  /** What the kernel calls that number. */
  argument: string;
}

export const KERNELS: Record<Condition, KernelText> = {
  ways: { ptx: examplePtx, source: exampleSource, kernel: "two_ways", name: "two_ways", inputs: 2, argument: "group" },
  bound: {
    ptx: lessonPtx,
    source: lessonSource,
    kernel: "read_strided<1>",
    name: "read_strided",
    inputs: 1,
    argument: "count",
  },
  rounds: {
    ptx: examplePtx,
    source: exampleSource,
    kernel: "own_rounds",
    name: "own_rounds",
    inputs: 1,
    argument: "most",
  },
};

/** The lines of a kernel's body, with their numbers. */
export function bodyOf(condition: Condition): { line: number; text: string }[] {
  const { source, name } = KERNELS[condition];
  const lines = source.split("\n").map((text, i) => ({ line: i + 1, text }));
  const head = lines.findIndex(({ text }) => text.startsWith(`__global__ void ${name}(`));
  const end = lines.findIndex(({ text }, i) => i > head && text === "}");
  return lines.slice(head + 1, end).map(({ line, text }) => ({ line, text: text.replace(/^ {2}/, "") }));
}
