// The scan simulator: two ways to compute the sums of all prefixes of a block's elements.
import { treeSimulator } from "../../trees/tree_simulator.ts";
import { SCANS } from "./algorithms.ts";

export const scan = treeSimulator({
  name: "scan",
  title: { en: "Scan simulator", zh: "扫描模拟器" },
  algorithms: SCANS,
  methods: {
    hillisSteele: { en: "Hillis–Steele, inclusive", zh: "Hillis–Steele，包含自身" },
    blelloch: { en: "Blelloch, exclusive", zh: "Blelloch，不含自身" },
  },
  cellName: (_, cell) => `x[${cell}]`,
  results: (elements) => Array.from({ length: elements }, (_, cell) => cell),
});
