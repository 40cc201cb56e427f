// The words of the occupancy calculator.
import type { Words } from "../../language.ts";

export type Resource = "threads" | "blocks" | "registers" | "shared";

export const RESOURCES: Record<Resource, Words> = {
  threads: { en: "threads", zh: "线程数" },
  blocks: { en: "block slots", zh: "线程块数" },
  registers: { en: "registers", zh: "寄存器" },
  shared: { en: "shared memory", zh: "共享内存" },
};

export const WORDS = {
  capability: { en: "Compute capability", zh: "计算能力" },
  threads: { en: "Threads a block", zh: "每块线程数" },
  registers: { en: "Registers a thread", zh: "每线程寄存器数" },
  kib: { en: "Shared memory a block", zh: "每块共享内存" },

  occupancy: { en: "occupancy", zh: "占用率" },
  blocks: { en: "resident {n|block|blocks}", zh: "驻留的线程块" },
  warps: { en: "resident {n|warp|warps} of {most}", zh: "驻留的线程束，上限 {most}" },

  warpKey: { en: "a resident warp, with the number of its block", zh: "驻留的线程束，数字是它的块号" },
  idleKey: { en: "a place that stays empty", zh: "空着的位置" },
  counted: {
    en: "by the emulator’s rules, equal to CUDA’s answers on an H200",
    zh: "按模拟器的规则，与 CUDA 在 H200 上的回答一致",
  },

  full: { en: "Every place for a warp is taken.", zh: "所有线程束位置都占满了。" },
  limited: {
    en: "Limited by {by}: {blocks} × {warps} = {resident} of {most} warps.",
    zh: "受限于{by}：{blocks} × {warps} = {resident}，上限 {most} 个线程束。",
  },
  none: {
    en: "No block fits: a launch fails for want of {by}.",
    zh: "一个块也放不下：{by}不够，启动会失败。",
  },
  and: { en: " and ", zh: "和" },
  optIn: {
    en: "More than 48 KiB must be asked for, with cudaFuncSetAttribute.",
    zh: "超过 48 KiB 要用 cudaFuncSetAttribute 申请。",
  },

  places: { en: "The multiprocessor’s places for warps", zh: "SM 上的线程束位置" },
  allows: { en: "Blocks that each resource alone would allow", zh: "每种资源单独允许的块数" },
  noLimit: { en: "no limit", zh: "不限" },
  curve: {
    en: "Resident warps for every block size; this one is marked",
    zh: "不同块大小下驻留的线程束数，标出的是当前设置",
  },
  placesSpoken: {
    en: "{resident} of {most} places for warps {resident|is|are} taken, by {blocks} {blocks|block|blocks} of {warps} {warps|warp|warps}.",
    zh: "{most} 个线程束位置占用了 {resident} 个：{blocks} 个块，每块 {warps} 个线程束。",
  },
  curveSpoken: {
    en: "Bars: resident warps for blocks of 32 to 1,024 threads. The table lists them.",
    zh: "柱形：每块 32 到 1,024 个线程时驻留的线程束数。表格里列出了数值。",
  },

  tableThreads: { en: "Threads a block", zh: "每块线程数" },
  tableBlocks: { en: "Blocks", zh: "线程块" },
  tableWarps: { en: "Warps", zh: "线程束" },
  tableOccupancy: { en: "Occupancy", zh: "占用率" },
  tableLimit: { en: "Limited by", zh: "受限于" },
} satisfies Record<string, Words>;
