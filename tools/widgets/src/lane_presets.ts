// The control of a simulator with a strip of lanes that sets many at once.
import { presets } from "./controls.ts";
import { hexadecimal } from "./lanes.ts";
import type { Language } from "./language.ts";

const CHOICES = [
  { words: { en: "all", zh: "全部" }, lanes: 0xffffffff },
  { words: { en: "even", zh: "偶数" }, lanes: 0x55555555 },
  { words: { en: "first half", zh: "前一半" }, lanes: 0x0000ffff },
  { words: { en: "one", zh: "一个" }, lanes: 0x00000001 },
];

export function lanePresets(language: Language): string {
  return presets({
    name: "lanes",
    words: { en: "Active lanes", zh: "活跃的 lane" }[language],
    options: CHOICES.map(({ words, lanes }) => ({ value: hexadecimal(lanes), words: words[language] })),
  });
}
