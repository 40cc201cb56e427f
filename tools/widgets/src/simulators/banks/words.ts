// The words of the banks simulator.
import type { Words } from "../../language.ts";
import type { Pattern } from "./state.ts";

export const PATTERN_NAMES: Record<Pattern, Words> = {
  strided: { en: "strided: a[stride * lane]", zh: "跨步：a[stride * lane]" },
  column: { en: "column: tile[lane][0]", zh: "一列：tile[lane][0]" },
  swizzled: { en: "swizzled column: tile[lane][0 ^ lane]", zh: "一列，异或重排：tile[lane][0 ^ lane]" },
  reversed: { en: "reversed: a[31 - lane]", zh: "逆序：a[31 - lane]" },
  random: { en: "random", zh: "随机" },
  broadcast: { en: "broadcast: a[0]", zh: "广播：a[0]" },
};

export const WORDS = {
  pattern: { en: "Pattern", zh: "访问模式" },
  stride: { en: "Stride in elements", zh: "步长（元素）" },
  padding: { en: "Padding of tile[32][32 + …]", zh: "填充：tile[32][32 + …]" },
  width: { en: "Bytes a lane", zh: "每个 lane 的字节数" },
  access: { en: "Access", zh: "访问" },
  load: { en: "load", zh: "读" },
  store: { en: "store", zh: "写" },

  wordKey: { en: "a word that a bank delivers", zh: "存储体送出的一个字" },
  idleKey: { en: "banks that wait", zh: "空等的存储体" },

  wavefronts: { en: "{n|wavefront|wavefronts}", zh: "wavefront" },
  conflicts: { en: "bank {n|conflict|conflicts}", zh: "存储体冲突" },
  busiest: { en: "{n|word|words} of the busiest bank", zh: "最忙的存储体要送的字" },
  banks: { en: "{n|bank|banks} at work", zh: "在工作的存储体" },

  facts: {
    en: "{words} {words|word|words} from {banks} {banks|bank|banks}: {wavefronts} {wavefronts|wavefront|wavefronts}, {conflicts} bank {conflicts|conflict|conflicts}.",
    zh: "{banks} 个存储体共送 {words} 个字：{wavefronts} 个 wavefront，{conflicts} 次存储体冲突。",
  },
  least: {
    en: "{wavefronts} {wavefronts|wavefront|wavefronts}, as few as {width} bytes a lane can have.",
    zh: "{wavefronts} 个 wavefront，每个 lane {width} 字节，已是最少。",
  },
  shared: {
    en: "{wavefronts} {wavefronts|wavefront|wavefronts}: lanes that load the same word share it.",
    zh: "{wavefronts} 个 wavefront：读同一个字的 lane 共享一次送出。",
  },
  conflicting: {
    en: "{wavefronts} {wavefronts|wavefront|wavefronts}, where {least} would do: a bank delivers one word at a time.",
    zh: "{wavefronts} 个 wavefront，本来 {least} 个就够：一个存储体一次只送一个字。",
  },
  idle: { en: "No lane is active: no bank is asked.", zh: "没有活跃的 lane：不访问任何存储体。" },
  inspected: { en: "Lane {lane}: offset {offset}, {banks}.", zh: "lane {lane}：偏移 {offset}，{banks}。" },
  oneBank: { en: "bank {first}", zh: "存储体 {first}" },
  someBanks: { en: "banks {first}–{last}", zh: "存储体 {first}–{last}" },
  inactive: { en: "Lane {lane} is not active.", zh: "lane {lane} 不活跃。" },

  unit: { en: "banks", zh: "存储体" },
  picture: {
    en: "The warp’s 32 lanes above, the 32 banks of shared memory below, each with the words asked of it. {facts}",
    zh: "上面是线程束的 32 个 lane，下面是共享内存的 32 个存储体，以及要从各存储体取的字。{facts}",
  },
  tableBank: { en: "Bank", zh: "存储体" },
  tablePass: { en: "Pass", zh: "第几批" },
  tableOffset: { en: "Offset", zh: "偏移" },
  tableLanes: { en: "Lanes", zh: "lane" },
} satisfies Record<string, Words>;
