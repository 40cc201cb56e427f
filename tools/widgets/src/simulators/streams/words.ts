// The words of the stream timeline.
import type { Words } from "../../language.ts";
import type { Cause, Engine } from "./schedule.ts";
import type { Memory, Order, Place } from "./state.ts";

export const ENGINE_NAMES: Record<Engine, Words> = {
  copyIn: { en: "copy in", zh: "拷入" },
  kernel: { en: "kernel", zh: "核函数" },
  copyOut: { en: "copy out", zh: "拷出" },
};

export const PLACE_NAMES: Record<Place, Words> = {
  none: { en: "one stream for all", zh: "全部放进一个流" },
  chunk: { en: "chunks take turns", zh: "各块轮流放" },
  engine: { en: "by kind, with events", zh: "按类分流，事件衔接" },
  forgotten: { en: "kernels in the default", zh: "核函数落进默认流" },
};

export const ORDER_NAMES: Record<Order, Words> = {
  chunk: { en: "chunk by chunk", zh: "逐块" },
  engine: { en: "kind by kind", zh: "逐类" },
};

export const MEMORY_NAMES: Record<Memory, Words> = {
  pinned: { en: "pinned", zh: "锁页" },
  pageable: { en: "pageable", zh: "可分页" },
};

export const CAUSES: Record<Cause, Words> = {
  nothing: { en: "It waits for nothing.", zh: "不等任何操作。" },
  stream: { en: "It waits for {after}, before it in its stream.", zh: "等同一个流里前面的{after}。" },
  engine: { en: "It waits for {after}, before it at the same engine.", zh: "等同一个引擎上前面的{after}。" },
  event: { en: "It waits for the event after {after}.", zh: "等{after}之后的事件。" },
  "default stream": {
    en: "It waits for {after}: the legacy default stream and the others wait for each other.",
    zh: "等{after}：传统默认流与其他流互相等待。",
  },
  host: {
    en: "It waits for {after}: the host was held up until that copy had ended.",
    zh: "等{after}：那次拷贝结束前，主机一直被挡住。",
  },
};

export const WORDS = {
  chunks: { en: "Chunks", zh: "分块数" },
  streams: { en: "Streams", zh: "流的个数" },
  places: { en: "Which stream", zh: "放进哪个流" },
  order: { en: "Order of issue", zh: "提交次序" },
  memory: { en: "Host memory", zh: "主机内存" },
  copyIn: { en: "Copy in, all data", zh: "拷入全部数据" },
  kernel: { en: "Kernel, all data", zh: "计算全部数据" },
  copyOut: { en: "Copy out, all data", zh: "拷出全部数据" },
  unit: { en: "Unit of time", zh: "时间单位" },
  noUnit: { en: "none", zh: "无" },

  stream: { en: "stream {n}", zh: "流 {n}" },
  defaultStream: { en: "default", zh: "默认流" },
  serialMark: { en: "one after the other: {time}", zh: "逐个执行：{time}" },
  operation: { en: "{engine} of chunk {chunk}", zh: "第 {chunk} 块的{engine}" },
  inspected: {
    en: "{name}, in {stream}: from {start} to {end}. {cause}",
    zh: "{name}，{stream}：从 {start} 到 {end}。{cause}",
  },

  total: { en: "in all", zh: "总时间" },
  serial: { en: "one after the other", zh: "逐个执行" },
  speedup: { en: "as fast as one after the other", zh: "相对逐个执行" },
  overlap: { en: "of the time two engines or more work", zh: "的时间里有两个以上引擎在工作" },
  busiest: { en: "the busiest engine: no order ends earlier", zh: "最忙的引擎：时间下限" },

  facts: {
    en: "{count} {count|operation ends|operations end} after {total}; one after the other {count|it takes|they take} {serial}.",
    zh: "{count} 个操作用时 {total}；逐个执行要 {serial}。",
  },
  verdictNone: { en: "No two operations overlap.", zh: "没有任何两个操作重叠。" },
  verdictBest: {
    en: "{total} instead of {serial}: {times} × as fast. The {engine} engine never rests: no order ends earlier.",
    zh: "{total}，而不是 {serial}：快到 {times} 倍。{engine}引擎从不空闲，任何次序都不会更早结束。",
  },
  verdict: {
    en: "{total} instead of {serial}: {times} × as fast. Marked: the chain that the end waits for.",
    zh: "{total}，而不是 {serial}：快到 {times} 倍。标出的是关键路径。",
  },

  picture: {
    en: "A timeline: the program’s streams above, the three engines below, time from left to right. {facts}",
    zh: "时间线：上面是程序的流，下面是三个引擎，时间从左到右。{facts}",
  },
  tableOperation: { en: "Operation, as issued", zh: "操作（按提交次序）" },
  tableStream: { en: "Stream", zh: "流" },
  tableStart: { en: "Start", zh: "开始" },
  tableEnd: { en: "End", zh: "结束" },
  tableCause: { en: "Why not earlier", zh: "为何不更早" },
  tableCritical: { en: "On the critical path", zh: "在关键路径上" },
  yes: { en: "yes", zh: "是" },
  no: { en: "no", zh: "否" },

  keyCritical: { en: "on the critical path", zh: "在关键路径上" },
  model: {
    en: "a model: durations are yours; each engine does one operation at a time, in the order of issue",
    zh: "这是模型：时长由你给定；每个引擎一次做一个操作，按提交次序",
  },
  rules: {
    en: "who waits for whom: CUDA Programming Guide, “Streams”; CUDA Runtime API, “Stream synchronization behavior”",
    zh: "谁等谁：依据 CUDA Programming Guide 的“Streams”与 CUDA Runtime API 的“Stream synchronization behavior”",
  },
} satisfies Record<string, Words>;
