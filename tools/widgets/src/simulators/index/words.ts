// The words of the index explorer.
import type { Words } from "../../language.ts";

export const WORDS = {
  grid: { en: "gridDim: blocks", zh: "gridDim：线程块" },
  block: { en: "blockDim: threads", zh: "blockDim：线程" },
  extent: { en: "Elements", zh: "元素" },
  blockIdx: { en: "blockIdx", zh: "blockIdx" },
  threadIdx: { en: "threadIdx", zh: "threadIdx" },
  order: { en: "Neighbours in memory along", zh: "内存中相邻的方向" },
  row: { en: "x: rows", zh: "x：按行" },
  column: { en: "y: columns", zh: "y：按列" },

  insideKey: { en: "has an element", zh: "有对应元素" },
  outsideKey: {
    en: "past the end, stopped by the guard; in memory: moved, but wasted",
    zh: "越过末尾，被边界判断挡住；在内存中：搬运了却没用",
  },
  warpKey: { en: "the warp of the picked thread", zh: "所选线程所在的线程束" },
  pickedKey: { en: "picked", zh: "所选" },

  gridTitle: { en: "The grid: {size} {count|block|blocks}", zh: "网格：{size} 个线程块" },
  blockTitle: { en: "Block {index}: {size} {count|thread|threads}", zh: "线程块 {index}：{size} 个线程" },
  threadTitle: { en: "Thread {index}", zh: "线程 {index}" },
  warpTitle: {
    en: "Its warp, number {warp} of the block, and the sectors that one load touches",
    zh: "它的线程束（块内第 {warp} 号），一次读取触及的扇区",
  },
  runs: { en: "runs", zh: "执行" },
  cut: { en: "does nothing", zh: "什么也不做" },

  element: { en: "element in memory", zh: "内存中的元素号" },
  warp: { en: "warp of its block", zh: "块内线程束号" },
  lane: { en: "lane", zh: "lane" },
  sectors: { en: "{n|sector|sectors} of its warp’s load", zh: "它的线程束一次读取的扇区" },
  none: { en: "none", zh: "无" },

  exact: {
    en: "{threads} {threads|thread|threads} for {elements} {elements|element|elements}: one each.",
    zh: "{threads} 个线程，与 {elements} 个元素一一对应。",
  },
  cutOff: {
    en: "{threads} {threads|thread|threads} for {elements} {elements|element|elements}: the guard cuts off {cut}.",
    zh: "{threads} 个线程对 {elements} 个元素：边界判断挡住 {cut} 个。",
  },
  missed: {
    en: "{missed} of {elements} {elements|element|elements} {missed|has|have} no thread: the grid is too small.",
    zh: "{elements} 个元素中有 {missed} 个没有线程：网格太小了。",
  },
  tooLarge: {
    en: "{threads} threads in a block: the launch fails. A block has at most {most}.",
    zh: "一个块有 {threads} 个线程：启动会失败。一个块最多 {most} 个。",
  },
  spoken: {
    en: "Block {block}, thread {thread}: warp {warp}, lane {lane}, element {element}.",
    zh: "线程块 {block}，线程 {thread}：线程束 {warp}，lane {lane}，元素 {element}。",
  },
  gridPicture: { en: "The blocks of the grid; block {block} is picked.", zh: "网格中的线程块，选中的是 {block}。" },
  blockPicture: {
    en: "The threads of block {block}, row by row; thread {thread} is picked. {cut} of {threads} {cut|is|are} past the end.",
    zh: "线程块 {block} 的线程，逐行排列，选中的是 {thread}。{threads} 个中有 {cut} 个越过末尾。",
  },
  memoryPicture: {
    en: "{sectors} {sectors|sector|sectors} of 32 bytes in memory.",
    zh: "内存中的 {sectors} 个 32 字节扇区。",
  },
  unit: { en: "byte ", zh: "字节 " },

  tableLane: { en: "Lane", zh: "lane" },
  tableThread: { en: "threadIdx", zh: "threadIdx" },
  tableIndex: { en: "Global index", zh: "全局下标" },
  tableElement: { en: "Element", zh: "元素号" },
  tableByte: { en: "First byte", zh: "首字节" },
} satisfies Record<string, Words>;
