// The warp stepper without a page: its trace, its goals, what it makes of PTX text and register bits, its drawing.
import assert from "node:assert/strict";
import { test } from "node:test";

import { happenings, isBarrier } from "#widgets/stepper/happenings.ts";
import { drawOverview } from "#widgets/stepper/overview.ts";
import { coordinates } from "#widgets/stepper/instrument.ts";
import { parseInstruction, typeOf, writtenRegisters } from "#widgets/stepper/ptx_text.ts";
import type { LaneGroup, MemoryAccess, StepRecord } from "#widgets/emulator/messages.ts";
import { previousLine, seek } from "#widgets/stepper/seek.ts";
import { drawLaneTable } from "#widgets/stepper/register_view.ts";
import { drawStepper, FIRST_VIEW } from "#widgets/stepper/stepper.ts";
import { Trace } from "#widgets/stepper/trace.ts";
import { formatValue, placeInBuffer, ruleOf } from "#widgets/stepper/values.ts";
import type { Launch, Scene, View } from "#widgets/stepper/view.ts";
import { drawWarpRow, partOf } from "#widgets/stepper/warp_row.ts";

// Lanes 0 to 7 take one way of a branch, the other 24 the other; then all load one float each. By hand, after the rules of
// exec/stepper.h: who falls through runs first, who comes to the join waits there.
const ALL = 0xffffffff;
const [LOW, HIGH] = [0x000000ff, 0xffffff00];
const CODE: [ptx: string, line: number][] = [
  ["mad.wide.u32 \t%rd4, %r1, 4, %rd3;", 2],
  ["setp.lt.u32 \t%p1, %r1, 8;", 3],
  ["@%p1 bra \t$low;", 3],
  ["mov.u32 \t%r2, 1;", 4],
  ["bra.uni \t$join;", 4],
  ["mov.u32 \t%r2, 2;", 6],
  ["ld.global.f32 \t%f1, [%rd4];", 7],
  ["bar.sync \t0;", 8],
  ["ret;", 9],
];
const place = (instruction: number) => {
  const [ptx, line] = CODE[instruction]!;
  return { function: "branch(float*)", instruction, ptxLine: 10 + instruction, ptx, file: "branch.cu", line };
};
const group = (instruction: number, mask: number, state: LaneGroup["state"] = "ready"): LaneGroup => ({
  ...place(instruction),
  state,
  mask,
});
const lanes = (value: (lane: number) => number): bigint[] =>
  Array.from({ length: 32 }, (_, lane) => BigInt(value(lane)));

const BUFFER = { name: "in", address: 0x20000000400, bytes: 1024, elementBytes: 4 };
// A contiguous warp: lane i reads in[8 + i], bytes 32 + 4 i; sectors 1 to 4 of the buffer, all bytes used.
const LOAD: MemoryAccess = {
  space: "global",
  kind: "load",
  bytes: 4,
  mask: ALL,
  addresses: Array.from({ length: 32 }, (_, lane) => BUFFER.address + 32 + 4 * lane),
  sectors: [1, 2, 3, 4].map((sector) => ({ index: BUFFER.address / 32 + sector, usedBytes: ALL })),
  requests: 1,
  sectorCount: 4,
};

let steps = 0;
function record(
  ran: number | null,
  mask: number,
  groups: LaneGroup[],
  more: Partial<StepRecord["state"]> = {},
): StepRecord {
  const executed = ran === null ? {} : { last: { ...place(ran), mask, predicated: 0 } };
  return {
    state: {
      state: "running",
      block: 0,
      warp: 0,
      alive: ALL,
      steps: steps++,
      groups,
      ...executed,
      accesses: [],
      ...more,
    },
    registers: {},
  };
}

function branchRecords(): StepRecord[] {
  steps = 0;
  const records = [
    record(null, 0, [group(0, ALL)]),
    record(0, ALL, [group(1, ALL)]),
    record(1, ALL, [group(2, ALL)]),
    record(2, LOW, [group(3, HIGH), group(5, LOW)]),
    record(3, HIGH, [group(4, HIGH), group(5, LOW)]),
    record(4, HIGH, [group(5, LOW), group(6, HIGH, "reconvergence")]),
    record(5, LOW, [group(6, ALL)]),
    record(6, ALL, [group(7, ALL)], { accesses: [LOAD] }),
    record(7, ALL, [group(8, ALL, "barrier")]),
    record(8, ALL, [], { state: "finished", alive: 0 }),
  ];
  records[3]!.state.last!.predicated = HIGH;
  const lane = lanes((each) => each);
  const pointers = lanes((each) => LOAD.addresses[each]!);
  records[1]!.registers = { "%rd4": pointers, "%r1": lane };
  records[2]!.registers = { "%p1": lanes((each) => Number(each < 8)), "%r1": lane };
  records[3]!.registers = { "%p1": lanes((each) => Number(each < 8)) };
  records[4]!.registers = { "%r2": lanes((each) => Number(each >= 8)) };
  records[6]!.registers = { "%r2": lanes((each) => (each < 8 ? 2 : 1)) };
  // 0x3f800000 is 1.0f (sign 0, exponent 127, fraction 0).
  records[7]!.registers = { "%f1": lanes(() => 0x3f800000), "%rd4": pointers };
  return records;
}

function branchTrace(most?: number): Trace {
  const [begin, ...rest] = branchRecords();
  const trace = new Trace(begin!, most);
  trace.append(rest);
  return trace;
}

test("lanes part at the branch, wait at the join, meet when the last ones come", () => {
  const states = branchRecords().map((each) => each.state);
  const at = (position: number) => happenings(states[position - 1]!, states[position]!);
  assert.deepEqual(at(2), { parted: [], met: [], ended: 0 });
  assert.deepEqual(at(3), { parted: [HIGH, LOW], met: [], ended: 0 });
  assert.deepEqual(at(5), { parted: [], met: [], ended: 0 });
  assert.deepEqual(at(6), { parted: [], met: [LOW, HIGH], ended: 0 });
  assert.deepEqual(at(9), { parted: [], met: [], ended: ALL });
});

test("a barrier of the block is one, a barrier of the warp is not", () => {
  for (const text of ["bar.sync 0;", "barrier.sync.aligned 1, 64;", "barrier.cluster.arrive;", "bar.arrive 0, 64;"])
    assert.equal(isBarrier(parseInstruction(text)), true, text);
  for (const text of ["bar.warp.sync -1;", "bra $L1;"]) assert.equal(isBarrier(parseInstruction(text)), false, text);
});

test("every goal leads to the first instruction that fits it", () => {
  const trace = branchTrace();
  const to = (from: number, goal: Parameters<typeof seek>[2]) => seek(trace, from, goal);
  assert.deepEqual(to(0, { kind: "step" }), { position: 1, isReached: true });
  assert.deepEqual(to(2, { kind: "next-line", line: 3 }), { position: 4, isReached: true });
  assert.deepEqual(to(0, { kind: "access" }), { position: 7, isReached: true });
  assert.deepEqual(to(0, { kind: "groups" }), { position: 3, isReached: true });
  assert.deepEqual(to(3, { kind: "groups" }), { position: 6, isReached: true });
  assert.deepEqual(to(0, { kind: "barrier" }), { position: 8, isReached: true });
  assert.deepEqual(to(0, { kind: "line", line: 6 }), { position: 6, isReached: true });
  assert.deepEqual(to(6, { kind: "line", line: 6 }), { position: 9, isReached: false });
  assert.deepEqual(to(0, { kind: "end" }), { position: 9, isReached: true });
});

test("a goal beyond the records that there are waits for more of them", () => {
  const [begin, ...rest] = branchRecords();
  const trace = new Trace(begin!);
  trace.append(rest.slice(0, 4));
  assert.equal(seek(trace, 0, { kind: "access" }), null);
  trace.append(rest.slice(4));
  assert.deepEqual(seek(trace, 0, { kind: "access" }, 4), { position: 7, isReached: true });
});

test("the previous line is left at its first instruction", () => {
  const trace = branchTrace();
  assert.equal(previousLine(trace, 4), 2); // Line 3: instructions 2 and 3.
  assert.equal(previousLine(trace, 2), 1);
  assert.equal(previousLine(trace, 1), 0);
});

test("a register holds what the lanes that executed have written, and keeps it", () => {
  const trace = branchTrace();
  assert.equal(trace.register("%r2", 3), null);
  assert.equal(trace.register("%r2", 4)?.written, HIGH);
  assert.equal(trace.register("%r2", 5)?.written, HIGH);
  assert.equal(trace.register("%r2", 6)?.written, ALL);
  assert.equal(trace.register("%r2", 9)?.values[0], 2n);
  assert.equal(trace.register("%r2", 9)?.writer?.line, 6);
  assert.deepEqual(trace.named(2), ["%p1", "%r1"]);
  assert.equal(trace.type("%f1", 9), "f32");
  assert.equal(trace.type("%r1", 9), "u32");
});

test("records beyond the most are forgotten, the oldest first; their registers are not", () => {
  const trace = branchTrace(4);
  assert.deepEqual([trace.first, trace.last], [6, 9]);
  assert.throws(() => trace.at(5), /6 to 9 are kept/);
  assert.equal(trace.register("%rd4", 6)?.values[31], BigInt(BUFFER.address + 32 + 4 * 31));
  assert.equal(trace.register("%rd4", 6)?.writer?.line, 2);
});

test("the text says which registers an instruction writes", () => {
  const written = (text: string) => writtenRegisters(parseInstruction(text));
  assert.deepEqual(written("add.s32 \t%r1, %r2, 4;"), ["%r1"]);
  assert.deepEqual(written("ld.global.v2.f32 \t{%f1, %f2}, [%rd1+8];"), ["%f1", "%f2"]);
  assert.deepEqual(written("setp.lt.s32 \t%p1|%p2, %r1, %r2;"), ["%p1", "%p2"]);
  assert.deepEqual(written("@!%p1 atom.global.add.u32 \t%r1, [%rd1], 1;"), ["%r1"]);
  for (const text of ["st.global.f32 \t[%rd1], %f1;", "red.shared.add.u32 [%r1], %r2;", "@%p1 bra $L1;", "ret;"])
    assert.deepEqual(written(text), [], text);
});

// PTX ISA 9.0, 9.7: each instruction's own section.
test("the text says as what an instruction takes a register", () => {
  for (const [text, ...types] of [
    ["add.s32 %r1, %r2, 4;", ["%r1", "s32"], ["%r2", "s32"]],
    ["mul.wide.s32 %rd1, %r1, %r2;", ["%rd1", "s64"], ["%r1", "s32"], ["%r2", "s32"]],
    ["mad.wide.u16 %r1, %rs1, %rs2, %r3;", ["%r1", "u32"], ["%rs2", "u16"], ["%r3", "u32"]],
    ["cvt.rn.f32.s32 %f1, %r1;", ["%f1", "f32"], ["%r1", "s32"]],
    ["setp.ge.and.f32 %p1, %f1, %f2, %p2;", ["%p1", "pred"], ["%f1", "f32"], ["%f2", "f32"], ["%p2", "pred"]],
    ["selp.f32 %f1, %f2, %f3, %p1;", ["%f1", "f32"], ["%p1", "pred"]],
    ["@!%p3 ld.shared.f64 %fd1, [%r1];", ["%fd1", "f64"], ["%p3", "pred"], ["%r1", ""]],
    ["st.global.v4.f32 [%rd1], {%f1, %f2, %f3, %f4};", ["%f4", "f32"], ["%rd1", ""]],
    ["shl.b64 %rd1, %rd2, %r3;", ["%rd1", "b64"], ["%r3", "u32"]],
    ["fma.rn.bf16x2 %r1, %r2, %r3, %r4;", ["%r4", "bf16x2"]],
    ["bra.uni $L1;", ["%r1", ""]],
  ] as [string, ...[string, string][]][]) {
    for (const [name, type] of types) assert.equal(typeOf(parseInstruction(text), name), type, `${name} of ${text}`);
  }
});

// IEEE 754: pi in binary32 is 0x40490fdb, 1.5 in binary64 0x3ff8 followed by zeros; binary16: 0x3c00 is 1, 0x0001 is 2^-24, 0x7c00 is
// infinity, 0xc000 is -2; bfloat16 is the upper half of binary32, 0x3f80 is 1.
test("bits become numbers as the type says", () => {
  for (const [bits, type, text] of [
    [0x40490fdbn, "f32", "3.14159"],
    [0x80000000n, "f32", "-0"],
    [0x7f800000n, "f32", "inf"],
    [0x7fc00000n, "f32", "NaN"],
    [0x3ff8000000000000n, "f64", "1.5"],
    [0x3c00n, "f16", "1"],
    [0x0001n, "f16", "5.96046e-8"],
    [0x7c00n, "f16", "inf"],
    [0xc0003c00n, "f16x2", "1, -2"],
    [0x3f80n, "bf16", "1"],
    [0xffffffffn, "s32", "-1"],
    [0xffffffffn, "u32", "4294967295"],
    [0xffffffffn, "b32", "-1"],
    [0xffffffffffffffffn, "s64", "-1"],
    [0xffffn, "s16", "-1"],
    [1n, "pred", "1"],
    [BigInt(BUFFER.address) + 12n, "s64", "in[3]"],
    [BigInt(BUFFER.address) + 13n, "u64", "in + 13 B"],
    [BigInt(BUFFER.address) + 4096n, "s64", String(BUFFER.address + 4096)],
  ] as [bigint, string, string][])
    assert.equal(formatValue(bits, type, "auto", [BUFFER]), text);
  assert.equal(formatValue(0x3f800000n, "b32", "float", []), "1");
  assert.equal(formatValue(0xffffffffn, "u32", "signed", []), "-1");
  assert.equal(formatValue(255n, "s32", "hexadecimal", []), "0xff");
  assert.equal(placeInBuffer(BUFFER.address + 1024, [BUFFER]), "in[256]");
});

test("values that follow a rule are one word", () => {
  const of = (value: (lane: number) => string, mask = ALL) =>
    ruleOf(
      Array.from({ length: 32 }, (_, lane) => value(lane)),
      mask,
    );
  assert.equal(
    of(() => "7"),
    "7",
  );
  assert.equal(
    of((lane) => String(lane)),
    "lane",
  );
  assert.equal(
    of((lane) => String(32 + 4 * lane)),
    "32 + 4 × lane",
  );
  assert.equal(
    of((lane) => String(31 - lane)),
    "31 - lane",
  );
  assert.equal(
    of((lane) => `in[${64 + lane}]`),
    "in[64 + lane]",
  );
  assert.equal(
    of((lane) => String(lane % 2)),
    null,
  );
  assert.equal(
    of((lane) => String(lane % 2), 0x55555555),
    "0",
  );
  assert.equal(
    of((lane) => (lane < 16 ? `in[${lane}]` : `out[${lane}]`)),
    null,
  );
  // Lanes 1 and 3 alone: 10 and 11 are half a step a lane, no rule for whole numbers.
  assert.equal(
    of((lane) => String(lane === 1 ? 10 : 11), 0b1010),
    null,
  );
});

test("a lane executes, is switched off, stands elsewhere, or is gone; each looks different", () => {
  const parts = { executes: 0b0001, off: 0b0010, alive: 0b0111 };
  assert.deepEqual(
    [0, 1, 2, 3].map((lane) => partOf(lane, parts)),
    ["executes", "off", "elsewhere", "gone"],
  );
  const row = drawWarpRow(parts);
  // A box for each, a stroke more through the one switched off, dots for the 29 gone.
  assert.equal(row.match(/z/g)?.length, 3 + 29);
  assert.equal(row.match(/m0 7.5l/g)?.length, 1);
});

const LAUNCH: Launch = {
  grid: [4, 1, 1],
  block: [32, 2, 1],
  buffers: [BUFFER],
  sourceLine: (line) => (line === 7 ? "  const float x = in[i] < 2;" : null),
};
const sceneAt = (view: Partial<View>, language: "en" | "zh" = "en"): Scene => ({
  trace: branchTrace(),
  view: { ...FIRST_VIEW, ...view },
  launch: LAUNCH,
  language,
  id: "test",
});
const draw = (view: Partial<View>, language: "en" | "zh" = "en") => drawStepper(sceneAt(view, language));
const noteAt = (position: number, language: "en" | "zh" = "en"): string =>
  /class="present".*?class="note">(.*?)<\/td>/.exec(draw({ position }, language).trace)?.[1] ?? "missing";

test("the table says what happened, in both languages", () => {
  assert.equal(noteAt(2), "");
  assert.equal(noteAt(3), "diverges: 24 + 8");
  assert.equal(noteAt(6), "reconverges: 8 + 24");
  assert.equal(noteAt(7), "4 sectors");
  assert.equal(noteAt(8), "at the barrier");
  assert.equal(noteAt(9), "all 32 lanes end");
  assert.equal(noteAt(3, "zh"), "发散：24 + 8");
  assert.equal(noteAt(6, "zh"), "重新汇合：8 + 24");
  assert.equal(noteAt(7, "zh"), "4 个扇区");
});

test("below the present instruction stand the groups of lanes, the next one first, with what they wait for", () => {
  const { trace } = draw({ position: 5 });
  const standing = trace.slice(trace.indexOf('class="standing"'));
  const rows = [
    ...standing.matchAll(
      /<tr class="group (\w+)">.*?<code>(.*?)<\/code>.*?class="spoken">(.*?)<.*?class="note">(.*?)</g,
    ),
  ];
  assert.deepEqual(
    rows.map(([, state, ptx, who]) => [state, ptx?.trim(), who]),
    [
      ["next", "mov.u32 \t%r2, 2;", "lanes 0–7"],
      ["reconvergence", "ld.global.f32 \t%f1, [%rd4];", "lanes 8–31"],
    ],
  );
  assert.match(rows[1]?.[4] ?? "", /waits here for the lanes that took the other way/);
});

test("the table always has the same rows above the present one", () => {
  for (const position of [1, 3, 9]) {
    const executed = draw({ position }).trace.split('class="standing"')[0] ?? "";
    assert.equal(executed.match(/<code>/g)?.length, 5, `at ${position}`);
  }
});

test("a global access is drawn with its sectors, named after the buffer", () => {
  const { accesses } = draw({ position: 7 });
  const wide = accesses.slice(0, accesses.indexOf("</svg>"));
  assert.equal(wide.match(/class="box"/g)?.length, 4);
  assert.match(wide, />in\[8\]</);
  assert.match(accesses, /Load from global memory/);
  assert.match(accesses, /128 bytes moved, 128 used \(100 %\)/);
  assert.match(draw({ position: 7 }, "zh").accesses, /读取全局内存.*搬运 128 字节，用到 128 字节（100 %）/);
});

test("the source line of the instruction is shown, escaped", () => {
  assert.match(draw({ position: 7 }).present, /line 7<\/span> <code>const float x = in\[i\] &lt; 2;<\/code>/);
});

test("the lane looked at is a thread with a place in memory", () => {
  // Warp 0 of blocks of 32 × 2: lane 5 is thread (5, 0), and reads in[8 + 5].
  assert.equal(draw({ position: 7, lane: 5 }).inspected, "Lane 5, thread (5, 0): executes, <code>in[13]</code>");
  assert.equal(draw({ position: 3, lane: 9 }).inspected, "Lane 9, thread (9, 0): switched off by its predicate");
  assert.equal(draw({ position: 4, lane: 5 }, "zh").inspected, "lane 5，线程 (5, 0)：停在别处");
});

test("registers that the instruction names are shown, and those that are kept", () => {
  const { registers } = draw({ position: 7, kept: ["%r2"] });
  assert.deepEqual(
    [...registers.matchAll(/class="name">(.*?)</g)].map((match) => match[1]),
    ["%r2", "%f1", "%rd4"],
  );
  // All lanes loaded 1.0f; the addresses follow the lanes; %r2 is 2 in lanes 0 to 7 and 1 in the others: no rule, 32 cells.
  assert.match(registers, /<code>1<\/code>/);
  assert.match(registers, /<code>in\[8 \+ lane\]<\/code>/);
  assert.equal(registers.match(/title="lane/g)?.length, 64);
});

test("a lane that has not written a register shows no value", () => {
  const { registers } = draw({ position: 4 });
  const table = drawLaneTable(sceneAt({ position: 4 }));
  assert.equal(registers.match(/class="value none"/g)?.length, 8);
  assert.match(table, /<th scope="row">7<\/th><td>stands elsewhere<\/td><td>·<\/td>/);
  assert.match(table, /<th scope="row">8<\/th><td>executes<\/td><td>1<\/td>/);
});

test("the ear hears the line, the instruction, the lanes and what happened", () => {
  assert.equal(draw({ position: 3 }).status, "line 3: @%p1 bra \t$low; lanes 0–7; diverges: 24 + 8");
  assert.match(draw({ position: 9 }).status, /The warp has ended\.$/);
});

test("the overview is as high as the lanes that go together, with a mark for each access", () => {
  const overview = drawOverview(branchTrace());
  const [, lanes = ""] = /class="lanes" d="(.*?)"/.exec(overview) ?? [];
  // Three instructions of all 32 lanes, two of 24, one of 8, then three of all; 32 units are the height of a warp.
  assert.equal(lanes, "M0 0h3V32h-3zM3 8h2V32h-2zM5 24h1V32h-1zM6 0h3V32h-3z");
  assert.match(overview, /class="global" d="M6 33h1v5h-1z"/);
  assert.match(overview, /viewBox="0 0 9 38"/);
});

test("block and threads have as many dimensions as the launch", () => {
  // Block 0 of 4; warp 0 of blocks of 32 × 2 threads.
  assert.equal(draw({}).where, "block (0), threads (0, 0) to (31, 0)");
  assert.equal(coordinates(7, [3, 2, 2]), "(1, 0, 1)");
  assert.equal(coordinates(7, [4, 2, 1]), "(3, 1)");
});

test("at the oldest record that is kept, nothing is said of what came before it", () => {
  // Positions 6 to 9 are kept; at 6 the lanes met.
  const scene = { ...sceneAt({ position: 6 }), trace: branchTrace(4) };
  assert.match(drawStepper(scene).trace, /class="present".*?<td class="note"><\/td>/);
  assert.equal(drawStepper(scene).status, "line 6: mov.u32 \t%r2, 2; lanes 0–7");
});

test("a function and its caller have registers of their own, of the same name", () => {
  // Call: the warp is in the callee, so that the values of the caller's registers are not to be had; then %r1 of the callee.
  const callee = { ...place(3), function: "helper(int)", instruction: 0 };
  const records = branchRecords().slice(0, 2);
  const call = record(2, ALL, [{ ...callee, state: "ready", mask: ALL }]);
  const inside = record(3, ALL, [{ ...callee, instruction: 1, state: "ready", mask: ALL }]);
  inside.state.last = { ...callee, ptx: "mov.u32 \t%r1, 7;", mask: ALL, predicated: 0 };
  call.registers = { "%p1": lanes(() => 1) };
  inside.registers = { "%r1": lanes(() => 7) };
  const back = record(4, ALL, [group(5, ALL)]);
  const trace = new Trace(records[0]!);
  trace.append([records[1]!, call, inside, back]);
  assert.equal(trace.register("%p1", 2), null);
  assert.equal(trace.register("%r1", 3)?.values[5], 7n);
  assert.equal(trace.register("%r1", 4)?.values[5], 5n);
  assert.deepEqual(
    trace.all(3).map(({ name }) => name),
    ["%r1"],
  );
});

test("a whole number in a register is shown as it is", () => {
  const bits = (value: number): bigint => BigInt(new Uint32Array(new Float32Array([value]).buffer)[0] ?? 0);
  const shown = [16777217, 1234567, 0.1, 1.5e21].map((value) => formatValue(bits(value), "f32", "auto", []));
  // 2^24 + 1 is no float: its neighbour is 2^24.
  assert.deepEqual(shown, ["16777216", "1234567", "0.1", "1.5e+21"]);
});
