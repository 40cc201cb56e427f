// The reduction simulator: four ways to add up the elements of a block.
import { treeSimulator } from "../../trees/tree_simulator.ts";
import { REDUCTIONS } from "./algorithms.ts";

export const reduction = treeSimulator({
  name: "reduction",
  title: { en: "Reduction simulator", zh: "归约模拟器" },
  algorithms: REDUCTIONS,
  methods: {
    modulo: { en: "interleaved, t % 2s == 0", zh: "交错寻址，t % 2s == 0" },
    stride: { en: "interleaved, i = 2s · t", zh: "交错寻址，i = 2s · t" },
    sequential: { en: "sequential, t < s", zh: "顺序寻址，t < s" },
    shuffle: { en: "warp shuffles", zh: "线程束内 shuffle" },
  },
  cellName: (method, cell) => (method === "shuffle" ? `v(${cell})` : `x[${cell}]`),
  results: () => [0],
});
