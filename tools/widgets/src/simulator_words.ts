// The words around every simulator.
import type { Words } from "./language.ts";

export const WORDS = {
  reset: { en: "Reset", zh: "复位" },
  share: { en: "Copy link", zh: "复制链接" },
  copied: { en: "Link copied", zh: "链接已复制" },
  inAddressBar: { en: "The address bar holds the link", zh: "链接就在地址栏里" },
  table: { en: "The same as a table", zh: "以表格查看" },
} satisfies Record<string, Words>;
