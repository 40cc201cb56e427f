// The words of the divergence instrument.
import type { Words } from "../../language.ts";
import type { Condition } from "./state.ts";

export const CONDITION_NAMES: Record<Condition, Words> = {
  ways: { en: "if and else: i / group % 2 == 0", zh: "if 与 else：i / group % 2 == 0" },
  bound: { en: "the guard: i < count", zh: "边界判断：i < count" },
  rounds: { en: "a loop: i % most + 1 rounds", zh: "循环：i % most + 1 次" },
};

export const WORDS = {
  condition: { en: "Where the lanes disagree", zh: "lane 在哪里出现分歧" },
  argument: { en: "Argument {name}", zh: "参数 {name}" },
  step: { en: "Instruction", zh: "第几条指令" },

  activeKey: { en: "executes the instruction", zh: "执行这条指令" },
  predicatedKey: { en: "meets it, and its predicate says no", zh: "遇到它，但谓词为假" },
  idleKey: { en: "idle: on another path, or waiting", zh: "闲着：在另一条路径上，或在等待" },
  counted: { en: "executed and counted by the emulator", zh: "由模拟器执行并计数" },
  derived: { en: "derived from the trace", zh: "由执行轨迹推出" },

  instructions: { en: "{n|instruction|instructions} of the warp", zh: "线程束的指令数" },
  threads: { en: "{n|instruction|instructions} of its threads", zh: "各线程的指令数之和" },
  lanes: { en: "{n|lane|lanes} an instruction", zh: "每条指令的 lane 数" },

  together: {
    en: "All {all} instructions run with 32 lanes: a path that no lane takes is skipped.",
    zh: "全部 {all} 条指令都有 32 个 lane 在执行：没有 lane 走的路径会跳过。",
  },
  apart: {
    en: "{some} of {all} instructions {some|runs|run} with lanes missing.",
    zh: "{all} 条指令中有 {some} 条缺了 lane。",
  },
  now: {
    en: "Instruction {step} of {all}: {lanes} of 32 lanes",
    zh: "第 {step} 条指令，共 {all} 条：32 个 lane 中有 {lanes} 个执行",
  },
  waiting: { en: ", {waiting} {waiting|waits|wait} where the paths meet", zh: "，{waiting} 个在汇合处等待" },
  history: {
    en: "The whole run, from top to bottom; a line is an instruction",
    zh: "整个执行过程，自上而下，一行是一条指令",
  },
  nowPicture: { en: "Lanes {lanes} execute {ptx}.", zh: "执行 {ptx} 的 lane：{lanes}。" },
  nobody: { en: "none", zh: "无" },
  historyPicture: {
    en: "{all} instructions with the lanes that execute each. The table lists them.",
    zh: "{all} 条指令，以及每条由哪些 lane 执行。表格里列出了它们。",
  },

  tableStep: { en: "Instruction", zh: "指令" },
  tableLine: { en: "Line", zh: "行" },
  tablePtx: { en: "PTX", zh: "PTX" },
  tableLanes: { en: "Lanes", zh: "lane" },
  tableCount: { en: "Count", zh: "个数" },
} satisfies Record<string, Words>;
