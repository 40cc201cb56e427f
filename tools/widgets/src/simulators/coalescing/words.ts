// The words of the coalescing simulator.
import type { Words } from "../../language.ts";
import type { Pattern } from "./state.ts";

export const PATTERN_NAMES: Record<Pattern, Words> = {
  contiguous: { en: "contiguous", zh: "连续" },
  strided: { en: "strided", zh: "跨步" },
  reversed: { en: "reversed", zh: "逆序" },
  permuted: { en: "permuted within a sector", zh: "扇区内乱序" },
  random: { en: "random", zh: "随机" },
  broadcast: { en: "broadcast", zh: "广播（同一元素）" },
};

export const WORDS = {
  pattern: { en: "Pattern", zh: "访问模式" },
  stride: { en: "Stride in elements", zh: "步长（元素）" },
  offset: { en: "Offset in elements", zh: "偏移（元素）" },
  width: { en: "Bytes a lane", zh: "每个 lane 的字节数" },

  usedKey: { en: "used", zh: "用到" },
  wastedKey: { en: "moved, but wasted", zh: "搬运了却没用" },

  requests: { en: "{n|request|requests}", zh: "请求" },
  sectors: { en: "{n|sector|sectors}", zh: "扇区" },
  used: { en: "{n|byte|bytes} used", zh: "用到的字节" },
  moved: { en: "bytes moved", zh: "搬运的字节" },
  efficiency: { en: "of the traffic is used", zh: "的流量有用" },

  facts: {
    en: "1 request touches {sectors} {sectors|sector|sectors}: {moved} bytes moved, {used} used ({percent} %).",
    zh: "1 个请求触及 {sectors} 个扇区：搬运 {moved} 字节，用到 {used} 字节（{percent} %）。",
  },
  least: {
    en: "{used} {used|byte|bytes}, with the least traffic that can carry {used|it|them}.",
    zh: "{used} 字节，流量已是最少。",
  },
  traffic: {
    en: "The same {used} {used|byte|bytes}, {times} × the traffic.",
    zh: "同样的 {used} 字节，{times} 倍的流量。",
  },
  idle: { en: "No lane is active: no request is made.", zh: "没有活跃的 lane：不发出请求。" },
  inspected: {
    en: "Lane {lane}: bytes {first}–{last}, sector {sector}.",
    zh: "lane {lane}：第 {first}–{last} 字节，扇区 {sector}。",
  },
  inspectedByte: {
    en: "Lane {lane}: byte {first}, sector {sector}.",
    zh: "lane {lane}：第 {first} 字节，扇区 {sector}。",
  },
  inactive: { en: "Lane {lane} is not active.", zh: "lane {lane} 不活跃。" },

  unit: { en: "byte ", zh: "字节 " },
  picture: {
    en: "The warp’s 32 lanes above, the 32-byte sectors they touch below. {facts}",
    zh: "上面是线程束的 32 个 lane，下面是它们触及的 32 字节扇区。{facts}",
  },
  tableSector: { en: "Sector", zh: "扇区" },
  tableBytes: { en: "Bytes", zh: "字节范围" },
  tableLanes: { en: "Lanes", zh: "lane" },
  tableUsed: { en: "Used", zh: "用到" },
  tableWasted: { en: "Wasted", zh: "浪费" },
} satisfies Record<string, Words>;
