// What a chart says.
import type { Language, Words } from "../language.ts";
import { fill } from "../language.ts";

export const WORDS = {
  numbers: { en: "The numbers", zh: "具体数值" },
  logarithmic: { en: "{axis} (logarithmic)", zh: "{axis}（对数刻度）" },
  spread: { en: "{least} to {most}", zh: "{least} 到 {most}" },
  point: {
    en: "{row}, {gpu}: {median} {column} ({least} to {most})",
    zh: "{row}，{gpu}：{median} {column}（{least} 到 {most}）",
  },
  yours: { en: "yours, {date}", zh: "你的，{date}" },
  remove: { en: "Remove {gpu}", zh: "移除 {gpu}" },
  described: {
    en: "{gpu}: {first} at {from}, {last} at {to}.",
    zh: "{gpu}：在 {from} 处为 {first}，在 {to} 处为 {last}。",
  },
  add: { en: "Add your GPU", zh: "添加你的 GPU" },
  how: {
    en: "Choose the file that {command} wrote for it, or drop it here. It stays in this browser.",
    zh: "选择 {command} 写出的文件，或把它拖到这里。数据只留在本浏览器中。",
  },
  added: { en: "{gpu} is drawn beside ours.", zh: "已把 {gpu} 画在旁边。" },
  removed: { en: "{gpu} is removed.", zh: "已移除 {gpu}。" },
  unreadable: { en: "“{file}” could not be read. Choose it again.", zh: "无法读取“{file}”，请重新选择。" },
  tooLarge: {
    en: "“{file}” is larger than {limit} MB, so it is no measurement. Choose the file under lessons/…/measured/ that {command} wrote.",
    zh: "“{file}”超过 {limit} MB，不会是测量结果。请选择 {command} 写在 lessons/…/measured/ 下的文件。",
  },
  "not-json": {
    en: "“{file}” is not JSON. Choose the file under lessons/…/measured/ that {command} wrote.",
    zh: "“{file}”不是 JSON 文件。请选择 {command} 写在 lessons/…/measured/ 下的文件。",
  },
  "not-measurement": {
    en: "“{file}” is JSON but no measurement: its GPU, date, programs or rows are missing. Choose the file under lessons/…/measured/ that {command} wrote.",
    zh: "“{file}”是 JSON，但不是测量结果：缺少 GPU、日期、程序或数据行。请选择 {command} 写在 lessons/…/measured/ 下的文件。",
  },
  format: {
    en: "“{file}” has format {format}, and this page reads format 1. Measure again with this edition of the book: {command}",
    zh: "“{file}”的格式是 {format}，而本页只认格式 1。请用这一版的书重新测量：{command}",
  },
  "no-program": {
    en: "“{file}” measures {programs}, but this chart shows {program}. Measure it: {command}",
    zh: "“{file}”测的是 {programs}，而这张图画的是 {program}。请测量它：{command}",
  },
  "other-source": {
    en: "“{file}” measures another version of {program}, so its numbers are not comparable. Measure this edition's: {command}",
    zh: "“{file}”测的是另一个版本的 {program}，数字无法比较。请测量这一版的程序：{command}",
  },
  "no-rows": {
    en: "“{file}” lacks the rows of this chart: “{table}”, column “{column}”. Measure again: {command}",
    zh: "“{file}”里没有这张图的数据：“{table}”表的“{column}”列。请重新测量：{command}",
  },
  tooMany: {
    en: "{count} GPUs of yours are as many as a chart shows. Remove one first.",
    zh: "一张图最多画 {count} 块你的 GPU，请先移除一块。",
  },
} satisfies Record<string, Words>;

export function say(key: keyof typeof WORDS, language: Language, values: Record<string, string | number> = {}): string {
  return fill(WORDS[key][language], values);
}
