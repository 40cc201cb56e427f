// The words of the roofline.
import type { Words } from "../../language.ts";
import type { Arithmetic, Memory } from "./roof.ts";
import type { Known } from "./state.ts";

export const MEMORY_NAMES: Record<Memory, Words> = {
  dram: { en: "DRAM", zh: "显存" },
  l2: { en: "L2", zh: "L2" },
};

export const ARITHMETIC_NAMES: Record<Arithmetic, Words> = {
  fp32: { en: "FP32", zh: "FP32" },
  fp64: { en: "FP64", zh: "FP64" },
};

export const KERNEL_NAMES: Record<Known | "own", Words> = {
  saxpy: { en: "saxpy", zh: "saxpy" },
  sum: { en: "sum of an array", zh: "数组求和" },
  stencil: { en: "stencil, 7 points", zh: "7 点模板" },
  tile32: { en: "matrix product, n 4096, tile 32", zh: "矩阵乘，n 4096，分块 32" },
  tile128: { en: "matrix product, n 4096, tile 128", zh: "矩阵乘，n 4096，分块 128" },
  own: { en: "your own", zh: "自定义" },
};

/** The rows of lesson 06's measurement. */
export const ROW_NAMES: Record<string, Words> = {
  "sum of each row": { en: "sum of each row", zh: "每行求和" },
  "sum of each column": { en: "sum of each column", zh: "每列求和" },
  "all fields, AoS": { en: "particles, all fields, AoS", zh: "粒子，全部字段，AoS" },
  "all fields, SoA": { en: "particles, all fields, SoA", zh: "粒子，全部字段，SoA" },
  "one field, AoS": { en: "particles, one field, AoS", zh: "粒子，一个字段，AoS" },
  "one field, SoA": { en: "particles, one field, SoA", zh: "粒子，一个字段，SoA" },
};

export const WORDS = {
  kernel: { en: "Your kernel", zh: "你的核函数" },
  cost: { en: "FLOP and bytes of an element", zh: "每个元素的 FLOP 与字节数" },
  flop: { en: "FLOP", zh: "FLOP" },
  read: { en: "read", zh: "读" },
  written: { en: "written", zh: "写" },
  arithmetic: { en: "Arithmetic", zh: "算术" },
  memory: { en: "The data lies in", zh: "数据在" },

  copy: { en: "{memory} copy, {rate}", zh: "{memory}拷贝，{rate}" },
  fma: { en: "{arithmetic} FMA, {rate}", zh: "{arithmetic} FMA，{rate}" },
  horizontal: { en: "FLOP a byte", zh: "每字节 FLOP" },
  yours: { en: "yours", zh: "你的" },

  boundMemory: {
    en: "{intensity} FLOP a byte: {memory} is the bound, at most {rate}, {percent} % of the {arithmetic} peak.",
    zh: "每字节 {intensity} FLOP：受{memory}限制，至多 {rate}，即 {arithmetic} 峰值的 {percent} %。",
  },
  boundArithmetic: {
    en: "{intensity} FLOP a byte: arithmetic is the bound, at most {rate}. {memory} would allow {allowed}.",
    zh: "每字节 {intensity} FLOP：受算术限制，至多 {rate}；{memory}本可支撑 {allowed}。",
  },
  facts: {
    en: "The roof turns from memory to arithmetic at {ridge} FLOP a byte.",
    zh: "屋顶在每字节 {ridge} FLOP 处由访存转为算术。",
  },
  inspected: {
    en: "{name}: {rate}. An element asks for {asked} bytes, and {moved} move between DRAM and L2: {traffic}, {percent} % of what a copy reaches.",
    zh: "{name}：{rate}。每个元素要 {asked} 字节，显存与 L2 之间搬运 {moved} 字节：{traffic}，为拷贝速率的 {percent} %。",
  },

  numberIntensity: { en: "FLOP a byte", zh: "FLOP／字节" },
  numberAttainable: { en: "attainable", zh: "可达上限" },
  numberElements: { en: "elements a second, at most", zh: "个元素每秒，上限" },
  numberShare: { en: "of the arithmetic peak", zh: "的算术峰值" },
  numberRidge: { en: "FLOP a byte at the ridge", zh: "FLOP／字节：屋脊处" },

  points: {
    en: "Kernels of lesson 06, measured on arrays larger than L2: their roof is DRAM’s",
    zh: "第 06 课核函数的实测；数组大于 L2，因此以显存为上限",
  },
  picture: {
    en: "A roofline on logarithmic axes: FLOP a byte to the right, FLOP a second upwards; your kernel’s bound is marked. {facts}",
    zh: "双对数坐标的 roofline 图：横轴每字节 FLOP，纵轴每秒 FLOP；标出了你的核函数的上限。{facts}",
  },

  tableCeilings: { en: "Ceilings, measured", zh: "上限（实测）" },
  tableCeiling: { en: "Ceiling", zh: "上限" },
  tableRate: { en: "Median", zh: "中位数" },
  tableSpread: { en: "Least to greatest", zh: "最小到最大" },
  tableGpu: { en: "GPU, date", zh: "GPU、日期" },
  tableCommand: { en: "Command", zh: "命令" },
  tableKernel: { en: "Kernel", zh: "核函数" },
  tableFlop: { en: "FLOP/s", zh: "FLOP/s" },
  tableAsked: { en: "FLOP a byte asked for", zh: "FLOP／所需字节" },
  tableMoved: { en: "FLOP a byte moved", zh: "FLOP／搬运字节" },
  tableRead: { en: "Bytes from DRAM (measured)", zh: "从显存读的字节（实测）" },
  tableWritten: { en: "Bytes to DRAM (derived)", zh: "写回显存的字节（推出）" },
  tableTraffic: { en: "Bytes moved a second", zh: "每秒搬运字节" },

  keyAsked: { en: "by bytes asked for", zh: "按所需字节" },
  keyMoved: { en: "by bytes moved between DRAM and L2", zh: "按显存与 L2 之间搬运的字节" },
  measured: { en: "rates, and bytes read from DRAM: measured on an H200", zh: "速率、从显存读的字节：在 H200 上实测" },
  derived: {
    en: "your bound, from both ceilings; bytes written to DRAM: each sector written goes back once",
    zh: "你的上限：由两条上限推出；写回显存的字节：每个写过的扇区写回一次",
  },
} satisfies Record<string, Words>;
