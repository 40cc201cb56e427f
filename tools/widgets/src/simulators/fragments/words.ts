// The words of the fragment simulator.
import type { Words } from "../../language.ts";

export const WORDS = {
  form: { en: "Instruction", zh: "指令" },
  operand: { en: "Matrix", zh: "矩阵" },

  lanes: { en: "Lanes of the warp", zh: "线程束的 lane" },
  elements: {
    en: "Elements of the matrix: the lane and register that hold them",
    zh: "矩阵元素：持有它们的 lane 与寄存器",
  },
  box: { en: "{lane} r{register}: {elements}", zh: "{lane} r{register}：{elements}" },
  matrix: { en: "matrix {n}: r{register}", zh: "矩阵 {n}：r{register}" },
  warpRows: {
    en: "rows of one warp: add 16 × its number in the warpgroup",
    zh: "一个线程束的行：再加 16 × 它在 warpgroup 中的序号",
  },
  depth: { en: "k", zh: "k" },

  verdict: {
    en: "Each lane holds {mine} of the {all} elements, in {registers} {registers|register|registers}.",
    zh: "每个 lane 持有 {all} 个元素中的 {mine} 个，放在 {registers} 个寄存器里。",
  },
  verdictB: {
    en: "wgmma reads B from shared memory, by a descriptor: no lane holds it.",
    zh: "wgmma 通过描述符直接从共享内存读取 B：没有 lane 持有它。",
  },

  holds: { en: "Lane {lane}, register {register}: {elements}.", zh: "lane {lane}，寄存器 {register}：{elements}。" },
  element: { en: "{name} at row {row}, column {column}", zh: "{name} 在第 {row} 行第 {column} 列" },
  matrixElement: {
    en: "row {row}, column {column} of matrix {matrix}",
    zh: "矩阵 {matrix} 的第 {row} 行第 {column} 列",
  },
  and: { en: "; ", zh: "；" },
  lowFirst: { en: " The first lies in the lowest bits.", zh: "前者在低位。" },
  named: {
    en: " The address of row {row} comes from lane {lane}.",
    zh: "第 {row} 行的地址由 lane {lane} 给出。",
  },
  laneHolds: { en: "Lane {lane} holds: {elements}.", zh: "lane {lane} 持有：{elements}。" },
  names: { en: " Its address is that of row {row} of matrix {matrix}.", zh: "它给出矩阵 {matrix} 第 {row} 行的地址。" },
  namesNothing: { en: " Its address is not used.", zh: "它的地址用不到。" },

  numberRegisters: { en: "{n|register|registers} a lane", zh: "每个 lane 的寄存器" },
  numberBits: { en: "bits a register", zh: "每个寄存器的位数" },
  numberElements: { en: "{n|element|elements} a lane", zh: "每个 lane 的元素" },
  numberMatrix: { en: "rows × columns", zh: "行 × 列" },

  tableLane: { en: "Lane", zh: "lane" },
  tableRegister: { en: "register {n}", zh: "寄存器 {n}" },
  tableNames: { en: "Gives the address of", zh: "给出哪一行的地址" },
  tableRow: { en: "matrix {matrix}, row {row}", zh: "矩阵 {matrix} 第 {row} 行" },

  keyMine: { en: "held by the marked lane", zh: "由选中的 lane 持有" },
  keyRegister: { en: "r0, r1 …: the register", zh: "r0、r1……：寄存器" },
  keyNaming: { en: "the lane that gives the row’s address", zh: "给出该行地址的 lane" },
  layout: { en: "the layout by which the emulator itself multiplies", zh: "模拟器做矩阵乘法时所用的同一布局" },
} satisfies Record<string, Words>;
