// The words around every simulator.
import type { Words } from "./language.ts";

export const WORDS = {
  reset: { en: "Reset", zh: "复位" },
  share: { en: "Copy link", zh: "复制链接" },
  copied: { en: "Link copied", zh: "链接已复制" },
  inAddressBar: { en: "The address bar holds the link", zh: "链接就在地址栏里" },
  table: { en: "The same as a table", zh: "以表格查看" },
  broken: {
    en: "The counting code could not be loaded; the picture shows the first setting. Reload the page to try again.",
    zh: "计数代码加载失败；图中是初始设置。请刷新页面重试。",
  },
} satisfies Record<string, Words>;
