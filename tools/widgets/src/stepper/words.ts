// The words of the warp stepper.
import type { Words } from "../language.ts";
import type { LaneGroup } from "../emulator/messages.ts";

export const GROUP_STATES: Record<LaneGroup["state"], Words> = {
  ready: { en: "ready: runs when the group before it waits or ends", zh: "就绪：等前一组停下或结束后执行" },
  barrier: { en: "waits at the barrier for the block’s other warps", zh: "在栅栏处等线程块里的其他线程束" },
  mbarrier: { en: "waits for the phase of an mbarrier to end", zh: "等 mbarrier 的阶段结束" },
  warp: { en: "waits for lanes of its own warp", zh: "等本线程束的其他 lane" },
  reconvergence: { en: "waits here for the lanes that took the other way", zh: "在汇合点等走另一条路的 lane" },
};

export const WORDS = {
  title: { en: "Warp stepper", zh: "线程束单步执行" },
  block: { en: "Block", zh: "线程块" },
  warp: { en: "Warp", zh: "线程束" },
  close: { en: "Close", zh: "关闭" },

  restart: { en: "Restart", zh: "重新开始" },
  back: { en: "Back", zh: "后退" },
  step: { en: "Step", zh: "单步" },
  nextLine: { en: "Next line", zh: "下一行" },
  jump: { en: "Run to the next", zh: "运行到下一个" },
  access: { en: "memory access", zh: "访存" },
  groups: { en: "divergence", zh: "发散或汇合" },
  barrier: { en: "barrier", zh: "栅栏" },
  line: { en: "Run to line", zh: "运行到行" },
  end: { en: "end", zh: "结束" },
  position: { en: "Instruction", zh: "指令" },
  positionOf: { en: "{n} of {last}", zh: "第 {n} 条，共 {last} 条" },
  positionSoFar: { en: "{n} of {last} so far", zh: "第 {n} 条，已执行 {last} 条" },

  keys: { en: "Keys", zh: "键盘操作" },
  keyStep: { en: "step", zh: "单步" },
  keyBack: { en: "back", zh: "后退" },
  keyLine: { en: "next, previous source line", zh: "下一行、上一行源代码" },
  keyAccess: { en: "next memory access", zh: "下一次访存" },
  keyGroups: { en: "next divergence or reconvergence", zh: "下一处发散或汇合" },
  keyBarrier: { en: "next barrier", zh: "下一个栅栏" },
  keyEnds: { en: "first, last instruction", zh: "第一条、最后一条指令" },
  overviewSays: {
    en: "The bars above the slider: how many lanes go together through each instruction. The marks below them: accesses to global and to shared memory.",
    zh: "滑块上方的条形：每条指令有多少个 lane 一起执行。其下的短线：访问全局内存和共享内存的指令。",
  },
  keyLanes: {
    en: "Among the lanes, the arrows go from lane to lane. A click on a line number of the listing runs to that line.",
    zh: "焦点在 lane 上时，方向键在 lane 之间移动。点击代码的行号，就运行到那一行。",
  },

  nothingYet: {
    en: "Nothing has run yet. The next instruction stands first below.",
    zh: "还没有执行任何指令。下面第一行是接下来要执行的指令。",
  },
  lineOf: { en: "line {line}", zh: "第 {line} 行" },
  noLine: { en: "of no source line", zh: "没有对应的源代码行" },
  trace: {
    en: "The last instructions of the warp, the present one last",
    zh: "线程束最近执行的指令，最后一条是当前指令",
  },
  standing: { en: "Now the lanes stand at", zh: "此刻各 lane 停在" },
  columnNumber: { en: "Number", zh: "序号" },
  columnLine: { en: "Line", zh: "行" },
  columnInstruction: { en: "PTX instruction", zh: "PTX 指令" },
  columnLanes: { en: "Lanes", zh: "lane" },
  columnNote: { en: "What happened", zh: "发生了什么" },
  next: { en: "runs next", zh: "接下来执行" },
  moreGroup: { en: "1 more group", zh: "另有 1 组" },
  moreGroups: { en: "{n} more groups", zh: "另有 {n} 组" },

  allLanes: { en: "all 32 lanes", zh: "全部 32 个 lane" },
  someLanes: { en: "lanes {lanes}", zh: "lane {lanes}" },
  oneLane: { en: "lane {lanes}", zh: "lane {lanes}" },
  noLanes: { en: "no lane", zh: "没有 lane" },
  switchedOff: { en: "{lanes} switched off by the predicate", zh: "{lanes} 被谓词关闭" },

  whereIs: { en: "block {block}, threads {first} to {last}", zh: "线程块 {block}，线程 {first} 到 {last}" },
  executes: { en: "executes", zh: "执行" },
  off: { en: "switched off by its predicate", zh: "被谓词关闭" },
  elsewhere: { en: "stands elsewhere", zh: "停在别处" },
  ended: { en: "has ended", zh: "已结束" },
  outside: { en: "not in the block", zh: "不在线程块内" },

  parted: { en: "diverges: {groups}", zh: "发散：{groups}" },
  met: { en: "reconverges: {groups}", zh: "重新汇合：{groups}" },
  noneJumps: { en: "no lane jumps", zh: "没有 lane 跳转" },
  allJump: { en: "all jump", zh: "全部跳转" },
  endedNow: { en: "{lanes} end", zh: "{lanes} 结束" },
  oneEndedNow: { en: "{lanes} ends", zh: "{lanes} 结束" },
  atBarrier: { en: "at the barrier", zh: "到达栅栏" },
  faulted: { en: "the kernel cannot go on", zh: "核函数无法继续" },
  finished: { en: "The warp has ended.", zh: "线程束已结束。" },

  noAccess: { en: "This instruction touches no memory.", zh: "这条指令不访存。" },
  sectors: { en: "{n} sectors", zh: "{n} 个扇区" },
  oneSector: { en: "1 sector", zh: "1 个扇区" },
  wavefronts: { en: "{n} wavefronts", zh: "{n} 个 wavefront" },
  oneWavefront: { en: "1 wavefront", zh: "1 个 wavefront" },
  moved: {
    en: "{moved} bytes moved, {used} used ({percent} %)",
    zh: "搬运 {moved} 字节，用到 {used} 字节（{percent} %）",
  },
  conflicts: { en: "{n} bank conflicts", zh: "{n} 次存储体冲突" },
  oneConflict: { en: "1 bank conflict", zh: "1 次存储体冲突" },
  noConflicts: { en: "no bank conflict", zh: "没有存储体冲突" },
  bytesEach: { en: "{n} bytes a lane", zh: "每个 lane {n} 字节" },
  byteEach: { en: "1 byte a lane", zh: "每个 lane 1 字节" },
  banks: { en: "banks", zh: "存储体" },
  bankPicture: {
    en: "The lanes above, the 32 banks of shared memory with the words asked of each below: {facts}",
    zh: "上面是 lane，下面是共享内存的 32 个存储体和要从中取的字：{facts}",
  },
  memoryPicture: {
    en: "The lanes above, the 32-byte sectors that they touch below: {facts}",
    zh: "上面是 lane，下面是它们触及的 32 字节扇区：{facts}",
  },

  lane: { en: "Lane {lane}, thread {thread}", zh: "lane {lane}，线程 {thread}" },

  registers: { en: "Registers", zh: "寄存器" },
  noRegisters: { en: "This instruction names no register.", zh: "这条指令不涉及寄存器。" },
  keep: { en: "keep", zh: "保留" },
  keepName: { en: "Keep {name} in view", zh: "保留 {name}" },
  watch: { en: "Show another", zh: "再显示一个" },
  choose: { en: "register …", zh: "寄存器 …" },
  format: { en: "Values as", zh: "数值显示为" },
  auto: { en: "their type says", zh: "按各自类型" },
  signed: { en: "signed", zh: "有符号整数" },
  unsigned: { en: "unsigned", zh: "无符号整数" },
  hexadecimal: { en: "hexadecimal", zh: "十六进制" },
  float: { en: "floating point", zh: "浮点数" },
  writtenNow: { en: "written by this instruction", zh: "由这条指令写入" },
  writtenOn: { en: "written on line {line}", zh: "写于第 {line} 行" },
  unwritten: { en: "no lane has written it", zh: "还没有 lane 写过" },
  table: { en: "The lanes and registers as a table", zh: "以表格查看各 lane 和寄存器" },
  columnLane: { en: "Lane", zh: "lane" },
  columnDoes: { en: "Does", zh: "状态" },

  working: { en: "Running …", zh: "正在执行……" },
  linePassed: {
    en: "Line {line} does not come again in this warp. Go back, or restart.",
    zh: "这个线程束不会再执行第 {line} 行。请后退或重新开始。",
  },
  lineWithout: {
    en: "Line {line} has no instruction that this warp executes. Choose another line.",
    zh: "第 {line} 行没有这个线程束会执行的指令。请换一行。",
  },
  notReached: { en: "The warp ended before it got there.", zh: "线程束在到达之前就结束了。" },
  gaveUp: {
    en: "Not reached within {n} instructions. Press again to go on.",
    zh: "执行了 {n} 条指令仍未到达。再按一次可继续。",
  },
  forgotten: {
    en: "Of the trace, the last {n} instructions are kept. Restart goes back to the beginning.",
    zh: "只保留最近 {n} 条指令的记录。要回到开头，请按“重新开始”。",
  },
  broken: { en: "The warp cannot be stepped: {reason}", zh: "无法单步执行：{reason}" },
} satisfies Record<string, Words>;

export const SPACES: Record<string, Words> = {
  global: { en: "global memory", zh: "全局内存" },
  shared: { en: "shared memory", zh: "共享内存" },
  local: { en: "local memory", zh: "局部内存" },
  const: { en: "constant memory", zh: "常量内存" },
  param: { en: "parameters", zh: "参数" },
};

export const KINDS: Record<string, Words> = {
  load: { en: "Load from {space}", zh: "读取{space}" },
  store: { en: "Store to {space}", zh: "写入{space}" },
  atomic: { en: "Atomic operation on {space}", zh: "对{space}的原子操作" },
  reduction: { en: "Reduction on {space}", zh: "对{space}的归约操作" },
};
