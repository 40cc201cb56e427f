// The words that the reduction and the scan simulator share.
import type { Words } from "../language.ts";

export const WORDS = {
  method: { en: "Method", zh: "方法" },
  elements: { en: "Elements", zh: "元素个数" },
  step: { en: "Step", zh: "步骤" },
  back: { en: "Back", zh: "上一步" },
  forward: { en: "Forward", zh: "下一步" },

  warp: { en: "warp {warp}: {lanes} of {threads} lanes", zh: "线程束 {warp}：{threads} 个 lane 中的 {lanes} 个" },
  input: { en: "input", zh: "输入" },
  up: { en: "up {distance}", zh: "上扫 {distance}" },
  clear: { en: "clear", zh: "清零" },
  down: { en: "down {distance}", zh: "下扫 {distance}" },
  exchange: { en: "hand over", zh: "交接" },
  distance: { en: "s = {distance}", zh: "s = {distance}" },

  picture: {
    en: "A tree of {steps} steps over {elements} elements; step {step} is marked. {facts}",
    zh: "{elements} 个元素、{steps} 步的树，标出的是第 {step} 步。{facts}",
  },
  facts: {
    en: "Step {step} of {steps}: {additions} {additions|addition|additions}, by {active} {active|thread|threads} in {warps} {warps|warp|warps}.",
    zh: "第 {step} 步（共 {steps} 步）：{additions} 次加法，{warps} 个线程束，{active} 个线程参与。",
  },
  noShared: { en: "No shared memory: the lanes exchange registers.", zh: "不用共享内存：各 lane 直接交换寄存器。" },
  noConflict: {
    en: "{instructions} shared-memory {instructions|instruction|instructions}, {wavefronts} {wavefronts|wavefront|wavefronts}: no bank conflict.",
    zh: "{instructions} 条共享内存指令，{wavefronts} 个 wavefront：没有存储体冲突。",
  },
  conflict: {
    en: "{instructions} shared-memory {instructions|instruction|instructions}, {wavefronts} {wavefronts|wavefront|wavefronts}: {conflicts} bank {conflicts|conflict|conflicts}.",
    zh: "{instructions} 条共享内存指令，{wavefronts} 个 wavefront：{conflicts} 次存储体冲突。",
  },

  depth: { en: "{n|step|steps} (depth)", zh: "步（深度）" },
  work: { en: "{n|addition|additions} (work)", zh: "次加法（工作量）" },
  least: { en: "{n|addition|additions} that one thread needs", zh: "次加法（单线程所需）" },
  instructions: { en: "shared-memory {n|instruction|instructions} in all", zh: "条共享内存指令（合计）" },
  wavefronts: { en: "{n|wavefront|wavefronts} in all", zh: "个 wavefront（合计）" },
  conflicts: { en: "bank {n|conflict|conflicts} in all", zh: "次存储体冲突（合计）" },

  adds: {
    en: "Thread {thread}: {target} = {terms} = {numbers} = {value}",
    zh: "线程 {thread}：{target} = {terms} = {numbers} = {value}",
  },
  copies: { en: "Thread {thread}: {target} = {terms} = {value}", zh: "线程 {thread}：{target} = {terms} = {value}" },
  clears: { en: "Thread {thread}: {target} = 0", zh: "线程 {thread}：{target} = 0" },
  unused: { en: "(not part of the result)", zh: "（不影响结果）" },

  tableSteps: { en: "Every step", zh: "每一步" },
  tableStep: { en: "Step", zh: "步骤" },
  tableActive: { en: "Active lanes, warp by warp", zh: "各线程束的活跃 lane" },
  tableAdditions: { en: "Additions", zh: "加法" },
  tableInstructions: { en: "Shared instructions", zh: "共享内存指令" },
  tableWavefronts: { en: "Wavefronts", zh: "wavefront" },
  tableConflicts: { en: "Conflicts", zh: "冲突" },
  tableOperations: { en: "Step {step}, thread by thread", zh: "第 {step} 步，逐个线程" },
  tableThread: { en: "Thread", zh: "线程" },
  tableDoes: { en: "Does", zh: "做什么" },
  tableValue: { en: "Value", zh: "值" },

  keyNeeded: { en: "part of the result", zh: "属于结果" },
  keyUnused: { en: "computed, but not needed", zh: "算了却用不上" },
  small: { en: "small figures: the thread", zh: "小号数字：线程号" },
  counted: {
    en: "wavefronts and conflicts: counted by the code of the emulator",
    zh: "wavefront 与冲突：由模拟器的代码计数",
  },
  derived: { en: "steps and additions: from the algorithm", zh: "步数与加法数：由算法推出" },
} satisfies Record<string, Words>;
