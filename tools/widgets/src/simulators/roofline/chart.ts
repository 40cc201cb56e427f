// The roofline, as SVG on two logarithmic axes.
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
}

const [LEAST_INTENSITY, MOST_INTENSITY] = [2 ** -6.5, 2 ** 7];
const [LEAST_RATE, MOST_RATE] = [3e10, 1.5e14];
const INTENSITY_TICKS = [-6, -4, -2, 0, 2, 4, 6].map((exponent) => 2 ** exponent);
const RATE_TICKS = [1e11, 1e12, 1e13, 1e14];

/** The wide picture and the phone's differ in size. */
export function drawChart(chart: Chart, width: 728 | 352, label: string): string {
  const height = width === 728 ? 400 : 320;
  const [left, right, top, bottom] = [width === 728 ? 72 : 46, 8, 12, 40];
  const x = (intensity: number): number =>
    left +
    ((width - left - right) * Math.log(clamp(intensity, LEAST_INTENSITY, MOST_INTENSITY) / LEAST_INTENSITY)) /
      Math.log(MOST_INTENSITY / LEAST_INTENSITY);
  const y = (rate: number): number =>
    height -
    bottom -
    ((height - top - bottom) * Math.log(clamp(rate, LEAST_RATE, MOST_RATE) / LEAST_RATE)) /
      Math.log(MOST_RATE / LEAST_RATE);
  const scale: Scale = { x, y, left, right: width - right, bottom: height - bottom, top, isNarrow: width === 352 };
  return (
    `<svg class="roofline w${width}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">` +
    drawAxes(chart, scale, height) +
    drawRoof(chart, scale) +
    chart.slopes.map((line) => drawSlope(line, chart, scale)).join("") +
    chart.tops.map((line) => drawTop(line, chart, scale)).join("") +
    chart.marks.map((mark) => drawMark(mark, chart.pointed === mark.row, scale)).join("") +
    drawYours(chart, scale) +
    `</svg>`
  );
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
  const below = INTENSITY_TICKS.map((tick) =>
    text("tick", tick < 1 ? `1/${1 / tick}` : String(tick), x(tick), bottom + 14, "middle"),
  );
  const beside = RATE_TICKS.map((tick) =>
    text(
      "tick",
      isNarrow ? chart.flops(tick).replace("FLOP/s", "") : chart.flops(tick),
      left - 5,
      y(tick) + 3.5,
      "end",
    ),
  );
  return (
    `<path class="grid" d="${vertical.join("")}${horizontal.join("")}"/>` +
    below.join("") +
    beside.join("") +
    text("axis", chart.horizontal, right, height - 6, "end") +
    (isNarrow ? text("axis", "FLOP/s", 2, top - 2, "start") : "")
  );
}

/** Everything under the chosen roof can be reached. */
function drawRoof({ roof }: Chart, { x, y, bottom }: Scale): string {
  const turn = roof.peak / roof.bandwidth;
  const start = LEAST_INTENSITY;
  const edge = `M${r(x(start))} ${r(y(roof.bandwidth * start))}L${r(x(turn))} ${r(y(roof.peak))}H${r(x(MOST_INTENSITY))}`;
  return `<path class="reachable" d="${edge}V${bottom}H${r(x(start))}Z"/><path class="roof" d="${edge}"/>`;
}

function drawSlope({ words, rate, isChosen, name }: Line, chart: Chart, scale: Scale): string {
  const { x, y } = scale;
  const highest = Math.max(...chart.tops.map((line) => line.rate));
  const [from, to] = [LEAST_INTENSITY, highest / rate];
  const angle = (Math.atan2(y(rate * to) - y(rate * from), x(to) - x(from)) * 180) / Math.PI;
  // The faster memory's name stands above its line, the slower one's below.
  const isFastest = chart.slopes.every((line) => line.rate <= rate);
  const at = scale.isNarrow ? 1.5 : 1.8; // Right of the measured kernels.

  const place = `translate(${r(x(at))} ${r(y(rate * at))}) rotate(${r(angle)})`;
  return (
    `<path class="ceiling${isChosen ? " chosen" : ""}" data-line="${name}" d="M${r(x(from))} ${r(y(rate * from))}L${r(x(to))} ${r(y(rate * to))}"/>` +
    `<text class="ceiling-name${isChosen ? " chosen" : ""}" transform="${place}" y="${isFastest ? -6 : 14}">● ${words}</text>`
  );
}

function drawTop({ words, rate, isChosen, name }: Line, chart: Chart, { x, y, right }: Scale): string {
  const fastest = Math.max(...chart.slopes.map((line) => line.rate));
  return (
    `<path class="ceiling${isChosen ? " chosen" : ""}" data-line="${name}" d="M${r(x(rate / fastest))} ${r(y(rate))}H${right}"/>` +
    text(`ceiling-name${isChosen ? " chosen" : ""}`, `● ${words}`, right, y(rate) - 5, "end")
  );
}

/** By the bytes that the kernel asks for, and, where more move, by those: further left. */
function drawMark({ row, letter, asked, moved, rate }: Mark, isPointed: boolean, { x, y }: Scale): string {
  const wasted = moved < asked;
  const line = wasted ? `<path d="M${r(x(asked))} ${r(y(rate))}H${r(x(moved))}"/>` : "";
  const square = wasted
    ? `<rect class="moved" x="${r(x(moved) - 4)}" y="${r(y(rate) - 4)}" width="8" height="8"/>`
    : "";
  return (
    `<g class="mark${isPointed ? " pointed" : ""}" data-point="${row}">${line}${square}` +
    `<circle class="asked" cx="${r(x(asked))}" cy="${r(y(rate))}" r="4.5"/>` +
    text("letter", letter, x(asked) + 8, y(rate) + 3.5, "start") +
    `</g>`
  );
}

function drawYours({ intensity, attainable, yours }: Chart, { x, y, bottom, right }: Scale): string {
  const [cx, cy] = [x(intensity), y(attainable)];
  const isRight = cx > right - 90;
  return (
    `<path class="yours" d="M${r(cx)} ${bottom}V${r(cy)}"/><circle class="yours" cx="${r(cx)}" cy="${r(cy)}" r="6"/>` +
    text("yours", yours, cx + (isRight ? -10 : 10), cy + 16, isRight ? "end" : "start")
  );
}

function text(kind: string, content: string, x: number, y: number, anchor: string): string {
  return `<text class="${kind}" x="${r(x)}" y="${r(y)}" text-anchor="${anchor}">${content}</text>`;
}

function r(value: number): string {
  return String(Math.round(value * 10) / 10);
}
