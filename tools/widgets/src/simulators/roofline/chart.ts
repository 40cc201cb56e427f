// The roofline, as SVG on two logarithmic axes.
import { type Box, boxOf, firstFree, type Label } from "./labels.ts";
import type { Roof } from "./roof.ts";

export interface Line {
  /** Tells it from the others. */
  name: string;
  words: string;
  /** FLOP/s, or bytes/s. */
  rate: number;
  isChosen: boolean;
}

export interface Mark {
  row: string;
  letter: string;
  asked: number;
  moved: number;
  rate: number;
}

export interface Chart {
  slopes: readonly Line[];
  tops: readonly Line[];
  roof: Roof;
  /** The reader's kernel. */
  intensity: number;
  attainable: number;
  yours: string;
  marks: readonly Mark[];
  pointed: string | null;
  horizontal: string;
  flops(value: number): string;
  /** "1/4", "16". */
  perByte(value: number): string;
}

const [LEAST_INTENSITY, MOST_INTENSITY] = [2 ** -6.5, 2 ** 7];
const [LEAST_RATE, MOST_RATE] = [3e10, 1.5e14];
const INTENSITY_TICKS = [-6, -4, -2, 0, 2, 4, 6].map((exponent) => 2 ** exponent);
const RATE_TICKS = [1e11, 1e12, 1e13, 1e14];

/** The wide picture and the phone's differ in size. */
export function drawChart(chart: Chart, width: 728 | 352, label: string): string {
  const height = width === 728 ? 400 : 320;
  const scale = scaleOf(width, height);
  const names = nameLines(chart, scale);
  const marks = placeMarks(chart, scale);
  return (
    `<svg class="roofline w${width}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">` +
    drawAxes(chart, scale, height) +
    drawRoof(chart, scale) +
    chart.slopes.map((line) => drawSlope(line, chart, scale)).join("") +
    chart.tops.map((line) => drawTop(line, chart, scale)).join("") +
    marks.map((mark) => drawMark(mark, chart.pointed === mark.row)).join("") +
    drawYours(chart, scale, [...names.map(boxOf), ...marks.flatMap(boxesOf)]) +
    names.map(text).join("") +
    `</svg>`
  );
}

function scaleOf(width: number, height: number): Scale {
  const isNarrow = width === 352;
  const [left, right, top, bottom] = [isNarrow ? 46 : 72, width - 8, 12, height - 40];
  const between = (value: number, least: number, most: number): number =>
    Math.log(clamp(value, least, most) / least) / Math.log(most / least);
  return {
    x: (intensity) => left + (right - left) * between(intensity, LEAST_INTENSITY, MOST_INTENSITY),
    y: (rate) => bottom - (bottom - top) * between(rate, LEAST_RATE, MOST_RATE),
    left,
    right,
    top,
    bottom,
    isNarrow,
  };
}

interface Scale {
  x(intensity: number): number;
  y(rate: number): number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  isNarrow: boolean;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function drawAxes(chart: Chart, { x, y, left, right, top, bottom, isNarrow }: Scale, height: number): string {
  const vertical = INTENSITY_TICKS.map((tick) => `M${r(x(tick))} ${top}V${bottom}`);
  const horizontal = RATE_TICKS.map((tick) => `M${left} ${r(y(tick))}H${right}`);
  const below = INTENSITY_TICKS.map(
    (tick) =>
      `<text class="tick" x="${r(x(tick))}" y="${bottom + 14}" text-anchor="middle">${chart.perByte(tick)}</text>`,
  );
  const beside = RATE_TICKS.map((tick) => {
    const words = isNarrow ? chart.flops(tick).replace("FLOP/s", "") : chart.flops(tick);
    return text({ kind: "tick", words, x: left - 5, y: y(tick) + 3.5, anchor: "end" });
  });
  return (
    `<path class="grid" d="${vertical.join("")}${horizontal.join("")}"/>` +
    below.join("") +
    beside.join("") +
    text({ kind: "axis", words: chart.horizontal, x: right, y: height - 6, anchor: "end" }) +
    (isNarrow ? text({ kind: "axis", words: "FLOP/s", x: 2, y: top - 2, anchor: "start" }) : "")
  );
}

/** Everything under the chosen roof can be reached. */
function drawRoof({ roof }: Chart, { x, y, bottom }: Scale): string {
  const turn = roof.peak / roof.bandwidth;
  const start = LEAST_INTENSITY;
  const edge = `M${r(x(start))} ${r(y(roof.bandwidth * start))}L${r(x(turn))} ${r(y(roof.peak))}H${r(x(MOST_INTENSITY))}`;
  return `<path class="reachable" d="${edge}V${bottom}H${r(x(start))}Z"/><path class="roof" d="${edge}"/>`;
}

function drawSlope({ rate, isChosen, name }: Line, chart: Chart, { x, y }: Scale): string {
  const highest = Math.max(...chart.tops.map((line) => line.rate));
  const [from, to] = [LEAST_INTENSITY, highest / rate];
  const path = `M${r(x(from))} ${r(y(rate * from))}L${r(x(to))} ${r(y(rate * to))}`;
  return `<path class="ceiling${isChosen ? " chosen" : ""}" data-line="${name}" d="${path}"/>`;
}

function drawTop({ rate, isChosen, name }: Line, chart: Chart, { x, y, right }: Scale): string {
  const fastest = Math.max(...chart.slopes.map((line) => line.rate));
  const path = `M${r(x(rate / fastest))} ${r(y(rate))}H${right}`;
  return `<path class="ceiling${isChosen ? " chosen" : ""}" data-line="${name}" d="${path}"/>`;
}

/** The faster memory's name stands left of its line, where no kernel can be; the slower one's right of its own. */
function nameLines({ slopes, tops }: Chart, { x, y, right }: Scale): Label[] {
  const kind = ({ isChosen }: Line): string => `ceiling-name${isChosen ? " chosen" : ""}`;
  const fastest = Math.max(...slopes.map((line) => line.rate));
  return [
    ...slopes.map((line): Label => {
      const isFastest = line.rate === fastest;
      const at = isFastest ? 1 : 1.6; // Right of the measured kernels, left of the peaks' names.
      const place = { x: x(at) + (isFastest ? -8 : 8), y: y(line.rate * at) + 4 };
      return { kind: kind(line), words: `● ${line.words}`, ...place, anchor: isFastest ? "end" : "start" };
    }),
    ...tops.map((line): Label => ({
      kind: kind(line),
      words: `● ${line.words}`,
      x: right,
      y: y(line.rate) - 9,
      anchor: "end",
    })),
  ];
}

const MARK_PX = 4.5;

interface PlacedMark {
  row: string;
  /** Of the circle, and of the square, further left. */
  x: number;
  moved: number;
  y: number;
  letter: Label;
}

function placeMarks({ marks }: Chart, { x, y, left, right, top, bottom }: Scale): PlacedMark[] {
  const unnamed = marks.map((mark) => ({ ...mark, x: x(mark.asked), moved: x(mark.moved), y: y(mark.rate) }));
  const taken = unnamed.map(boxOfMark);
  return unnamed.map(({ row, letter, ...at }) => {
    const beside = { kind: "letter", words: letter, x: at.x + 7, y: at.y + 3.5, anchor: "start" } as const;
    const places: [Label, ...Label[]] = [beside, { ...beside, y: at.y + 8 }, { ...beside, y: at.y - 3 }];
    const label = firstFree(places, taken, { left, right, top, bottom });
    taken.push(boxOf(label));
    return { row, x: at.x, moved: at.moved, y: at.y, letter: label };
  });
}

function boxOfMark({ x, moved, y }: Pick<PlacedMark, "x" | "moved" | "y">): Box {
  return { left: Math.min(x, moved) - MARK_PX, right: x + MARK_PX, top: y - MARK_PX, bottom: y + MARK_PX };
}

function boxesOf(mark: PlacedMark): Box[] {
  return [boxOfMark(mark), boxOf(mark.letter)];
}

/** By the bytes that a kernel asks for, and, where more move, by those. */
function drawMark({ row, x, moved, y, letter }: PlacedMark, isPointed: boolean): string {
  const square =
    x - moved > MARK_PX
      ? `<path d="M${r(x)} ${r(y)}H${r(moved)}"/>` +
        `<rect class="moved" x="${r(moved - 4)}" y="${r(y - 4)}" width="8" height="8"/>`
      : "";
  return (
    `<g class="kernel${isPointed ? " pointed" : ""}" data-point="${row}">${square}` +
    `<circle class="asked" cx="${r(x)}" cy="${r(y)}" r="${MARK_PX}"/>${text(letter)}</g>`
  );
}

/** The reader's kernel. One that is off the scale stands at its edge, an arrowhead with its number. */
function drawYours(chart: Chart, { x, y, left, right, top, bottom }: Scale, taken: readonly Box[]): string {
  const { intensity, attainable, yours } = chart;
  const [cx, cy] = [x(intensity), y(attainable)];
  const isBeyond = intensity > MOST_INTENSITY;
  const isBefore = intensity < LEAST_INTENSITY;
  const words = isBeyond
    ? `${yours}: ${chart.perByte(intensity)} →`
    : isBefore
      ? `← ${yours}: ${chart.perByte(intensity)}`
      : yours;
  const to = isBeyond ? 7 : -7;
  const point =
    isBeyond || isBefore
      ? `<path class="off-scale" d="M${r(cx + to)} ${r(cy)}l${-to * 1.6}-6v12z"/>`
      : `<circle class="yours" cx="${r(cx)}" cy="${r(cy)}" r="6"/>`;
  const at = (dx: number, dy: number): Label => ({
    kind: "yours",
    words,
    x: cx + dx,
    y: cy + dy,
    anchor: dx > 0 ? "start" : "end",
  });
  const places: [Label, ...Label[]] = [at(10, 16), at(-10, 16), at(-10, -9), at(10, -9), at(-10, 42), at(10, 42)];
  const label = firstFree(places, taken, { left, right: right + 8, top, bottom });
  return `<path class="yours" d="M${r(cx)} ${bottom}V${r(cy)}"/>${point}${text(label)}`;
}

function text({ kind, words, x, y, anchor }: Label): string {
  // The mark of what is measured has its own font, or it comes as wide as a Han character.
  const content = words.replace("●", `<tspan class="mark">●</tspan>`);
  return `<text class="${kind}" x="${r(x)}" y="${r(y)}" text-anchor="${anchor}">${content}</text>`;
}

function r(value: number): string {
  return String(Math.round(value * 10) / 10);
}
