// The fragment simulator: which elements of a matrix each lane holds in which register, for the Tensor Cores' instructions.
import { choice, segments } from "../../controls.ts";
import { type Counting, LANES } from "../../counting.ts";
import { drawNumbers, drawSummary, drawTable } from "../../drawing.ts";
import { escapeHtml, fill, type Language } from "../../language.ts";
import { fillCounted } from "../../plural.ts";
import type { Controls, Drawing, DrawOptions, Simulator } from "../../simulator.ts";
import { type Box, type Matrix, matrixOf } from "./boxes.ts";
import { FORMS, OPERANDS, parse, type State, step, values } from "./state.ts";
import { WORDS } from "./words.ts";

export const fragments: Simulator<State> = {
  name: "fragments",
  title: { en: "Matrix fragments", zh: "矩阵片段" },
  legend: [
    { key: "mine", words: WORDS.keyMine },
    { key: "register", words: WORDS.keyRegister },
    { key: "naming", words: WORDS.keyNaming },
    { mark: "◆", words: WORDS.layout },
  ],
  parse,
  values,
  step,
  controlValues: ({ form, operand }) => ({ form: form.name, operand }),
  draw,
  controls,
};

interface View {
  state: State;
  language: Language;
  counting: Counting;
  matrix: Matrix;
}

function draw(state: State, counting: Counting, { language, live }: DrawOptions): Drawing {
  const matrix = matrixOf(state, counting);
  if (matrix === null)
    return { picture: "", summary: drawSummary("", WORDS.verdictB[language], "", "◆"), numbers: "", table: "" };
  const view: View = { state, language, counting, matrix };
  return {
    picture: drawLanes(view, live) + drawMatrices(view, live),
    summary: drawSummary("", verdict(view), inspect(view), "◆"),
    numbers: numbers(view),
    table: table(view),
  };
}

/** What is marked: what the reader looks at, else what stays chosen. */
function marked({ pointed, lane, register }: State): { lane: number; register: number | null } {
  return pointed ?? { lane, register };
}

function drawLanes({ state, language }: View, live: boolean): string {
  const chosen = marked(state).lane;
  const cell = (lane: number): string => {
    const mine = lane === chosen ? " mine" : "";
    if (!live) return `<span class="lane${mine}">${lane}</span>`;
    return (
      `<button type="button" class="lane${mine}" data-key="lane-${lane}" data-point="${lane}" data-set="held" ` +
      `value="${lane}" tabindex="${lane === state.lane ? 0 : -1}" aria-label="lane ${lane}">${lane}</button>`
    );
  };
  const eights = [0, 8, 16, 24].map(
    (first) => `<span class="eight">${Array.from({ length: 8 }, (_, i) => cell(first + i)).join("")}</span>`,
  );
  const role = live ? `role="group" aria-label="${WORDS.lanes[language]}" data-columns="8"` : `aria-hidden="true"`;
  return `<div class="lanes fragment-lanes" ${role}>${eights.join("")}</div>`;
}

function drawMatrices(view: View, live: boolean): string {
  const { language, matrix } = view;
  const parts = Array.from({ length: matrix.count }, (_, n) => drawMatrix(view, n, live));
  const loads = view.state.form.instruction === "ldmatrix" ? " loads" : "";
  return `<div class="fragment-matrices count-${matrix.count}${loads}" role="group" aria-label="${WORDS.elements[language]}">${parts.join("")}</div>`;
}

function drawMatrix(view: View, n: number, live: boolean): string {
  const { state, language, counting, matrix } = view;
  const { layout } = matrix;
  const boxes = matrix.boxes.filter((box) => box.matrix === n);
  const [wide, tall] = extent(boxes);
  const rows = layout.rows / tall;
  const columns = layout.columns / wide;
  const heads = Array.from(
    { length: columns },
    (_, c) => `<span class="head" style="grid-column:${c + 2};grid-row:1">${span(c * wide, wide)}</span>`,
  );
  const sides = Array.from({ length: rows }, (_, row) => {
    const first = counting.fragments.namingLane(n, row * tall);
    const named = state.form.instruction === "ldmatrix" ? ` <span class="naming">◂${span(first, tall)}</span>` : "";
    return `<span class="side" style="grid-column:1;grid-row:${row + 2}">${span(row * tall, tall)}${named}</span>`;
  });
  const cells = boxes.map((box, i) => drawBox(view, box, [wide, tall], live, n === 0 && i === 0));
  const title =
    matrix.count > 1
      ? `<span class="title">${fill(WORDS.matrix[language], { n, register: boxes[0]?.register ?? n })}</span>`
      : state.form.instruction === "wgmma"
        ? `<span class="title">${WORDS.warpRows[language]}</span>`
        : "";
  return (
    `<div class="fragment-matrix${columns > 8 ? " many" : ""}" data-columns="${columns}" style="--columns:${columns}">${title}` +
    `<div class="fragment-grid">${heads.join("")}${sides.join("")}${cells.join("")}</div></div>`
  );
}

function drawBox(view: View, box: Box, [wide, tall]: [number, number], live: boolean, isFirst: boolean): string {
  const { state, language } = view;
  const { lane, register } = marked(state);
  const top = Math.min(...box.elements.map(({ row }) => row));
  const left = Math.min(...box.elements.map(({ column }) => column));
  const mine = box.lane === lane ? (register === null || register === box.register ? " mine" : " same-lane") : "";
  const kind = `box${mine}${box.register % 2 === 1 ? " odd" : ""}`;
  const place = `style="grid-column:${left / wide + 2};grid-row:${top / tall + 2}"`;
  const inside = `<b>${box.lane}</b> <i>r${box.register}</i>`;
  if (!live) return `<span class="${kind}" ${place}>${inside}</span>`;
  const target = `${box.lane}.${box.register}`;
  const label = fill(WORDS.box[language], { lane: box.lane, register: box.register, elements: elements(view, box) });
  const isStop = state.register === null ? isFirst : state.lane === box.lane && state.register === box.register;
  return (
    `<button type="button" class="${kind}" ${place} data-key="${target}" data-point="${target}" data-set="held" ` +
    `value="${target}" tabindex="${isStop ? 0 : -1}" aria-label="${escapeHtml(label)}">${inside}</button>`
  );
}

/** How many elements a box is wide and tall: those of a register lie in a row, or in a column. */
function extent(boxes: readonly Box[]): [number, number] {
  const of = (what: "row" | "column"): number => {
    const places = (boxes[0]?.elements ?? []).map((element) => element[what]);
    return Math.max(...places) - Math.min(...places) + 1;
  };
  return [of("column"), of("row")];
}

function span(first: number, length: number): string {
  return length === 1 ? String(first) : `${first}–${first + length - 1}`;
}

/** a0, a1 … as in the PTX ISA: by register, then from its lowest bits. */
function elementName({ state, matrix }: View, box: Box, part: number): string {
  const letter = state.operand === "D" ? "d" : state.operand.toLowerCase();
  return `${letter}${box.register * matrix.layout.parts + part}`;
}

function elements(view: View, box: Box): string {
  const { state, language } = view;
  return box.elements
    .map(({ row, column }, part) =>
      state.form.instruction === "ldmatrix"
        ? fill(WORDS.matrixElement[language], { row, column, matrix: box.matrix })
        : fill(WORDS.element[language], { name: elementName(view, box, part), row, column }),
    )
    .join(WORDS.and[language]);
}

/** (row, column) of each element of a box: for tables, and where many are listed. */
function pairs(box: Box): string {
  return box.elements.map(({ row, column }) => `(${row}, ${column})`).join(" ");
}

function ownBoxes({ matrix }: View, lane: number): Box[] {
  return matrix.boxes.filter((box) => box.lane === lane).sort((a, b) => a.register - b.register);
}

function verdict({ language, matrix }: View): string {
  const { layout, count } = matrix;
  const registers = layout.registers * count;
  return fillCounted(WORDS.verdict[language], {
    mine: registers * layout.parts,
    all: layout.rows * layout.columns * count,
    registers,
  });
}

function inspect(view: View): string {
  const { state, language, counting, matrix } = view;
  const { lane, register } = marked(state);
  const isLoad = state.form.instruction === "ldmatrix";
  const box = matrix.boxes.find((one) => one.lane === lane && one.register === register);
  if (box === undefined) {
    const held = ownBoxes(view, lane).map((own) => `r${own.register}: ${pairs(own)}`);
    const sentence = fill(WORDS.laneHolds[language], { lane, elements: held.join(WORDS.and[language]) });
    return isLoad ? sentence + naming(view, lane) : sentence;
  }
  const order = box.elements.length > 1 ? WORDS.lowFirst[language] : "";
  const rows = [...new Set(box.elements.map(({ row }) => row))];
  const named = isLoad
    ? rows
        .map((row) => fill(WORDS.named[language], { row, lane: counting.fragments.namingLane(box.matrix, row) }))
        .join("")
    : "";
  return fill(WORDS.holds[language], { lane, register: box.register, elements: elements(view, box) }) + order + named;
}

function namedBy({ counting, matrix }: View, lane: number): { matrix: number; row: number } | null {
  for (let n = 0; n < matrix.count; ++n) {
    for (let row = 0; row < matrix.layout.rows; ++row)
      if (counting.fragments.namingLane(n, row) === lane) return { matrix: n, row };
  }
  return null;
}

function naming(view: View, lane: number): string {
  const named = namedBy(view, lane);
  return named === null ? WORDS.namesNothing[view.language] : fill(WORDS.names[view.language], { ...named });
}

function numbers({ language, matrix: { layout, count } }: View): string {
  const registers = layout.registers * count;
  return drawNumbers([
    {
      name: "matrix",
      value: `${count > 1 ? `${count} × ` : ""}${layout.rows} × ${layout.columns}`,
      words: WORDS.numberMatrix[language],
    },
    {
      name: "elements",
      value: String(registers * layout.parts),
      words: fillCounted(WORDS.numberElements[language], { n: registers * layout.parts }),
    },
    {
      name: "registers",
      value: String(registers),
      words: fillCounted(WORDS.numberRegisters[language], { n: registers }),
    },
    { name: "bits", value: String(Math.max(32, layout.bits)), words: WORDS.numberBits[language] },
  ]);
}

function table(view: View): string {
  const { state, language, matrix } = view;
  const isLoad = state.form.instruction === "ldmatrix";
  const registers = matrix.layout.registers * matrix.count;
  const heads = [
    WORDS.tableLane[language],
    ...Array.from({ length: registers }, (_, n) => fill(WORDS.tableRegister[language], { n })),
    ...(isLoad ? [WORDS.tableNames[language]] : []),
  ];
  const rows = Array.from({ length: LANES }, (_, lane) => {
    const named = namedBy(view, lane);
    return [
      lane,
      ...ownBoxes(view, lane).map(pairs),
      ...(isLoad ? [named === null ? "" : fill(WORDS.tableRow[language], { ...named })] : []),
    ];
  });
  return drawTable(heads, rows);
}

function controls(state: State, language: Language): Controls {
  return {
    form: choice({
      name: "form",
      words: WORDS.form[language],
      value: state.form.name,
      options: FORMS.map(({ name }) => ({ value: name, words: name })),
    }),
    operand: segments({
      name: "operand",
      words: WORDS.operand[language],
      value: state.operand,
      options: OPERANDS.map((operand) => ({ value: operand, words: operand === "D" ? "C, D" : operand })),
    }),
  };
}
