// The tree of a reduction or scan, as SVG: a row of cells for the input and one for what each step has written, and lines from
// what was added. On a wide page the elements stand side by side and time runs down; on a phone the other way round.
import type { Step } from "./algorithm.ts";

export interface Tree {
  /** The values of all cells at the start and after each step. */
  rows: readonly (readonly number[])[];
  /** Whether each of them is part of the result. */
  needed: readonly (readonly boolean[])[];
  steps: readonly Step[];
  /** The step that is shown, from 1. */
  current: number;
  /** The cell of the current step that the reader looks at. */
  pointed: number | null;
}

export type Direction = "wide" | "tall";

/** As wide as two digits are at 9.5 px. */
const TWO_DIGITS = 11.5;

interface Place {
  x: number;
  y: number;
}

interface Layout {
  width: number;
  height: number;
  box: { width: number; height: number };
  /** The upper left corner of a cell's box. */
  at(row: number, cell: number): Place;
  /** The band behind a whole row. */
  band(row: number): { x: number; y: number; width: number; height: number };
  /** From a box's end towards the next row to another's beginning. */
  edge(row: number, from: number, to: number): string;
  rowLabel(row: number): Place & { anchor: string };
  cellLabel(cell: number): Place & { anchor: string };
  /** Where the thread's number stands beside the box; null where there is no room. */
  threadLabel: { dx: number; dy: number; anchor: string } | null;
}

function wide(cells: number, rows: number): Layout {
  const [width, left, top] = [728, 50, 24];
  const pitch = Math.min(42, (width - left - 1) / cells);
  const box = { width: Math.min(26, pitch - (cells > 32 ? 0.8 : 2)), height: 17 };
  const step = rows > 9 ? 38 : 46;
  const at = (row: number, cell: number): Place => ({ x: left + cell * pitch, y: top + row * step });
  return {
    width,
    height: top + (rows - 1) * step + box.height + 4,
    box,
    at,
    band: (row) => ({ x: 0, y: at(row, 0).y - step + box.height + 1, width, height: step }),
    edge: (row, from, to) => {
      const [a, b] = [at(row - 1, from), at(row, to)];
      return `M${r(a.x + box.width / 2)} ${r(a.y + box.height)}L${r(b.x + box.width / 2)} ${r(b.y)}`;
    },
    rowLabel: (row) => ({ x: 0, y: at(row, 0).y + 12, anchor: "start" }),
    cellLabel: (cell) => ({ x: at(0, cell).x + box.width / 2, y: top - 5, anchor: "middle" }),
    threadLabel: { dx: box.width / 2, dy: -3.5, anchor: "middle" },
  };
}

function tall(cells: number, rows: number): Layout {
  const [width, left, top] = [352, 24, 20];
  const pitch = cells > 16 ? 17 : 22;
  const step = (width - left) / rows;
  const box = { width: Math.min(24, Math.max(15, step * 0.5)), height: pitch - 3 };
  const at = (row: number, cell: number): Place => ({
    x: left + row * step + Math.max(0, step - box.width) * (row === 0 ? 0 : 0.75),
    y: top + cell * pitch,
  });
  return {
    width,
    height: top + cells * pitch,
    box,
    at,
    band: (row) => ({ x: at(row - 1, 0).x + box.width + 1, y: 0, width: step, height: top + cells * pitch }),
    edge: (row, from, to) => {
      const [a, b] = [at(row - 1, from), at(row, to)];
      return `M${r(a.x + box.width)} ${r(a.y + box.height / 2)}L${r(b.x)} ${r(b.y + box.height / 2)}`;
    },
    rowLabel: (row) => ({ x: at(row, 0).x + box.width / 2, y: 10, anchor: "middle" }),
    cellLabel: (cell) => ({ x: left - 5, y: at(0, cell).y + box.height / 2 + 3, anchor: "end" }),
    threadLabel: step - box.width < 17 ? null : { dx: -2.5, dy: box.height / 2 + 2.5, anchor: "end" },
  };
}

/** A coordinate, short. */
function r(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function drawTree(tree: Tree, direction: Direction, label: string, rowLabels: readonly string[]): string {
  const cells = tree.rows[0]?.length ?? 0;
  const layout = (direction === "wide" ? wide : tall)(cells, tree.rows.length);
  const rows = tree.rows.map((_, row) => drawRow(tree, row, layout, rowLabels[row] ?? ""));
  const heads = Array.from({ length: cells }, (_, cell) => text("index", String(cell), layout.cellLabel(cell)));
  return (
    `<svg class="tree ${direction}${cells > 32 ? " dense" : ""}${layout.threadLabel === null ? "" : " threads"}" viewBox="0 0 ${layout.width} ${r(layout.height)}" ` +
    `role="img" aria-label="${label}">${heads.join("")}${rows.join("")}</svg>`
  );
}

function drawRow(tree: Tree, row: number, layout: Layout, label: string): string {
  const step = tree.steps[row - 1];
  const values = tree.rows[row] ?? [];
  const isNeeded = (cell: number): boolean => tree.needed[row]?.[cell] ?? false;
  const isCurrent = row === tree.current;
  const written = step === undefined ? values.map((_, cell) => cell) : step.operations.map(({ target }) => target);
  const band = layout.band(row);
  // A click on a step shows it.
  const click =
    step === undefined
      ? ""
      : `<rect class="band${isCurrent ? " current" : ""}" data-set="step" data-value="${row}" x="${r(band.x)}" ` +
        `y="${r(band.y)}" width="${r(band.width)}" height="${r(band.height)}"/>`;
  const boxes = written.map((cell) => {
    const { x, y } = layout.at(row, cell);
    const pointable = isCurrent ? ` data-point="${cell}"` : "";
    const kind = `${isNeeded(cell) ? "" : " unused"}${isCurrent && tree.pointed === cell ? " pointed" : ""}`;
    const place = { x: x + layout.box.width / 2, y: y + layout.box.height / 2 + 3.4, anchor: "middle" };
    const value = String(values[cell]);
    return (
      `<rect class="node${kind}"${pointable} x="${r(x)}" y="${r(y)}" width="${r(layout.box.width)}" ` +
      `height="${layout.box.height}"/>${text(`value${kind}`, value, place, squeezed(value, layout))}`
    );
  });
  return (
    `<g class="row${isCurrent ? " current" : ""}">${click}${drawEdges(tree, row, layout)}${boxes.join("")}` +
    `${drawThreads(tree, row, layout)}${text("name", label, layout.rowLabel(row))}</g>`
  );
}

/** Lines to what a step writes, from what it takes; and on through a step that leaves alone what is needed later. */
function drawEdges(tree: Tree, row: number, layout: Layout): string {
  const step = tree.steps[row - 1];
  if (step === undefined) return "";
  const isNeeded = (cell: number): boolean => tree.needed[row]?.[cell] ?? false;
  const edges = (useful: boolean): string =>
    step.operations
      .filter(({ target }) => isNeeded(target) === useful)
      .flatMap(({ target, sources }) => sources.map((source) => layout.edge(row, source, target)))
      .join("");
  const written = new Set(step.operations.map(({ target }) => target));
  const kept = (tree.rows[row] ?? []).flatMap((_, cell) => {
    if (written.has(cell) || !isNeeded(cell)) return [];
    const [from, to] = [layout.edge(row, cell, cell), layout.edge(row + 1, cell, cell)];
    // Through the place of the box as well, to where the next line begins.
    return [`${from}${to.slice(0, to.indexOf("L")).replace("M", "L")}`];
  });
  const path = (kind: string, d: string): string => (d === "" ? "" : `<path class="${kind}" d="${d}"/>`);
  return path("kept", kept.join("")) + path("edge unused", edges(false)) + path("edge", edges(true));
}

/** The thread beside each cell that it writes, where that matters. */
function drawThreads(tree: Tree, row: number, layout: Layout): string {
  const step = tree.steps[row - 1];
  const label = layout.threadLabel;
  if (step === undefined || label === null) return "";
  return step.operations
    .filter(({ target }) => tree.needed[row]?.[target] ?? false)
    .map(({ thread, target }) => {
      const { x, y } = layout.at(row, target);
      return text("thread", String(thread), { x: x + label.dx, y: y + label.dy, anchor: label.anchor });
    })
    .join("");
}

/** Two digits in the lowest of boxes are drawn narrower, or they would run into those of the next box. */
function squeezed(value: string, { box }: Layout): string {
  const room = box.width - 2;
  return value.length === 2 && room < TWO_DIGITS ? ` textLength="${r(room)}" lengthAdjust="spacingAndGlyphs"` : "";
}

function text(kind: string, content: string, { x, y, anchor }: Place & { anchor: string }, more = ""): string {
  return `<text class="${kind}" x="${r(x)}" y="${r(y)}" text-anchor="${anchor}"${more}>${content}</text>`;
}
