// The chart as SVG. Drawn twice, for wide and for narrow places: text keeps its size, and CSS shows the one that fits.
import { escapeHtml, formatDecimal, type Language } from "../language.ts";
import { isLogarithmic, placesAxis, valueAxis, withoutOverlaps, type Axis, type Box } from "./axis.ts";
import { shownName, type Chart, type Point, type Series } from "./chart.ts";
import { say } from "./words.ts";

interface Size {
  name: string;
  width: number;
  height: number;
}

const SIZES: readonly Size[] = [
  { name: "wide", width: 680, height: 300 },
  { name: "narrow", width: 350, height: 260 },
];
const MARGIN = { left: 46, right: 4, top: 34, bottom: 44 };
/** Between the frame and the outermost marks, whose figures need it. */
const INSET = 22;
const TEXT_HEIGHT = 12;
/** Of a digit, about: what decides whether labels meet. */
const TEXT_WIDTH = 6.6;
const BINARY_UNITS = ["bytes", "KiB", "MiB", "GiB"];

/** Decimals of all numbers of a column: three significant digits of its greatest. */
export function decimalsOf(values: readonly number[]): number {
  const greatest = Math.max(0, ...values.map(Math.abs));
  return greatest >= 1000 ? 0 : greatest >= 10 ? 1 : 2;
}

export function formatFigure(value: number, decimals: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

export function decimalsOfSeries(series: readonly Series[]): number {
  return decimalsOf(series.flatMap(({ points }) => points.map(({ cell }) => cell.median)));
}

/** 62914560 → 60 MiB */
export function formatBytes(bytes: number): string {
  const unit = Math.min(BINARY_UNITS.length - 1, Math.max(0, Math.floor(Math.log2(bytes) / 10)));
  return `${formatDecimal(bytes / 2 ** (10 * unit), 1)} ${BINARY_UNITS[unit]}`;
}

/** A series' mark, told apart by its form: in the picture, and in the legend. */
export function mark(series: number, x: number, y: number): string {
  const at = `transform="translate(${round(x)} ${round(y)})"`;
  const forms = [
    `<circle class="mark" ${at} r="3.6"/>`,
    `<path class="mark" ${at} d="M0-5 5 0 0 5-5 0z"/>`,
    `<path class="mark" ${at} d="M-3.8-3.8h7.6v7.6h-7.6z"/>`,
    `<path class="mark" ${at} d="M0-4.8 5 4h-10z"/>`,
  ];
  return forms[series % forms.length] ?? "";
}

export function drawPicture(chart: Chart, series: readonly Series[], id: string, language: Language): string {
  return SIZES.map((size) => new Picture(chart, series, size, `${id}-${size.name}`, language).draw()).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

class Picture {
  private readonly xAxis: Axis;
  private readonly yAxis: Axis;
  private readonly decimals: number;

  constructor(
    private readonly chart: Chart,
    private readonly series: readonly Series[],
    private readonly size: Size,
    private readonly id: string,
    private readonly language: Language,
  ) {
    const cells = series.flatMap(({ points, reference }) => [
      ...points.map(({ cell }) => cell),
      ...(reference === null ? [] : [reference]),
    ]);
    this.xAxis = placesAxis(chart.rows.map(({ x }) => x));
    this.yAxis = valueAxis(Math.max(0, ...cells.map(({ max }) => max)));
    this.decimals = decimalsOfSeries(series);
  }

  draw(): string {
    const { width, height, name } = this.size;
    const labels = withoutOverlaps(this.labels());
    return (
      `<svg class="chart-picture ${name}" viewBox="0 0 ${width} ${height}" role="img" ` +
      `aria-labelledby="${this.id}-title ${this.id}-desc">` +
      `<title id="${this.id}-title">${escapeHtml(this.chart.title)}</title>` +
      `<desc id="${this.id}-desc">${escapeHtml(this.described())}</desc>` +
      this.grid() +
      this.series.map((one, i) => this.cache(one, i) + this.reference(one, i)).join("") +
      this.series.map((one, i) => this.line(one, i)).join("") +
      labels.map(({ x, width: w, y, text, of }) => this.text("value", x + w / 2, y + 10, text, of)).join("") +
      `</svg>`
    );
  }

  private x(value: number): number {
    const width = this.size.width - MARGIN.left - MARGIN.right - 2 * INSET;
    return MARGIN.left + INSET + this.xAxis.place(value) * width;
  }

  private y(value: number): number {
    return MARGIN.top + (1 - this.yAxis.place(value)) * (this.size.height - MARGIN.top - MARGIN.bottom);
  }

  private text(kind: string, x: number, y: number, text: string, of?: number): string {
    const series = of === undefined ? "" : ` of-${of === 0 ? "book" : "reader"}`;
    return `<text class="${kind}${series}" x="${round(x)}" y="${round(y)}">${escapeHtml(text)}</text>`;
  }

  /** Axes, ticks and their names. Ticks that would cover one another keep their mark and lose their words. */
  private grid(): string {
    const { width, height } = this.size;
    const [left, right, floor] = [MARGIN.left, width - MARGIN.right, height - MARGIN.bottom];
    const rules = this.yAxis.ticks.map((tick) => {
      const y = this.y(tick);
      const line = `<path class="${tick === 0 ? "floor" : "rule"}" d="M${left} ${round(y)}H${right}"/>`;
      return line + this.text("tick-y", left - 8, y + 4, formatDecimal(tick, 2));
    });
    const words = this.chart.rows.map(({ x, label }) => ({ ...box(this.x(x), floor, label), text: label }));
    const unlike = words.filter((one, i) => words.findIndex((other) => other.text === one.text) === i);
    const ticks = this.xAxis.ticks.map((tick) => `<path class="tick" d="M${round(this.x(tick))} ${floor}v5"/>`);
    const names = withoutOverlaps(unlike).map(({ x, width: w, text }) =>
      this.text("tick-x", x + w / 2, floor + 18, text),
    );
    return (
      [...rules, ...ticks, ...names].join("") +
      this.text("axis-y", 0, 12, shownName(this.chart, this.chart.column)) +
      this.text("axis-x", right, height - 6, this.axisName())
    );
  }

  private axisName(): string {
    const logarithmic = isLogarithmic(this.chart.rows.map(({ x }) => x));
    return logarithmic ? say("logarithmic", this.language, { axis: this.chart.axis }) : this.chart.axis;
  }

  /** The yardstick: a line across, named at the end that the measured line leaves free. */
  private reference({ reference, points }: Series, of: number): string {
    if (reference === null || this.chart.reference === null) return "";
    const y = this.y(reference.median);
    const right = this.size.width - MARGIN.right;
    const [first, last] = [points[0], points.at(-1)].map((point) => this.y(point?.cell.median ?? 0) - y);
    const isRight = Math.abs(last ?? 0) >= Math.abs(first ?? 0);
    const said = `${shownName(this.chart, this.chart.reference.row)} ${formatFigure(reference.median, this.decimals)}`;
    return (
      `<path class="reference of-${of === 0 ? "book" : "reader"}" d="M${MARGIN.left} ${round(y)}H${right}"/>` +
      (of === 0
        ? this.text(isRight ? "reference-name right" : "reference-name", isRight ? right : MARGIN.left, y - 5, said)
        : "")
    );
  }

  /** Where a working set fills the L2 cache. */
  private cache({ l2_bytes: bytes }: Series, of: number): string {
    if (!this.chart.bytes || bytes === null) return "";
    const place = this.xAxis.place(bytes);
    if (place < 0 || place > 1) return "";
    const x = round(this.x(bytes));
    return (
      `<path class="cache of-${of === 0 ? "book" : "reader"}" d="M${x} ${MARGIN.top}V${this.size.height - MARGIN.bottom}"/>` +
      (of === 0 ? this.text("cache-name", x + 5, this.size.height - MARGIN.bottom - 6, `L2 ${formatBytes(bytes)}`) : "")
    );
  }

  private line(series: Series, of: number): string {
    const points = [...series.points].sort((a, b) => a.row.x - b.row.x);
    const path = points.map(({ row, cell }) => `${round(this.x(row.x))} ${round(this.y(cell.median))}`).join("L");
    return (
      `<g class="series series-${of} of-${series.yours ? "reader" : "book"}"><path class="line" d="M${path}"/>` +
      points.map((point) => this.point(series, point, of)).join("") +
      `</g>`
    );
  }

  /** A mark at the median, and the bar from the least to the greatest of the runs. */
  private point(series: Series, { row, cell }: Point, of: number): string {
    const [x, top, bottom] = [round(this.x(row.x)), round(this.y(cell.max)), round(this.y(cell.min))];
    const figure = (value: number): string => formatFigure(value, this.decimals);
    const said = say("point", this.language, {
      row: shownName(this.chart, row.row),
      gpu: series.gpu,
      column: shownName(this.chart, this.chart.column),
      median: figure(cell.median),
      least: figure(cell.min),
      most: figure(cell.max),
    });
    return (
      `<g class="point"><title>${escapeHtml(said)}</title>` +
      `<path class="spread" d="M${x} ${top}V${bottom}M${x - 4} ${top}h8M${x - 4} ${bottom}h8"/>` +
      `${mark(of, x, this.y(cell.median))}</g>`
    );
  }

  /** The medians above their marks, the first and the last before the others. */
  private labels(): (Box & { text: string; of: number })[] {
    return this.series.flatMap(({ points }, of) => {
      const boxes = points.map(({ row, cell }) => {
        const text = formatFigure(cell.median, this.decimals);
        return { ...box(this.x(row.x), this.y(cell.max) - 8 - TEXT_HEIGHT, text), text, of };
      });
      const ends = boxes.filter((_, i) => i === 0 || i === boxes.length - 1);
      return [...ends, ...boxes.slice(1, -1)];
    });
  }

  private described(): string {
    return this.series
      .map(({ gpu, points }) => {
        const [first, last] = [points[0], points.at(-1)];
        if (first === undefined || last === undefined) return "";
        return say("described", this.language, {
          gpu,
          first: `${formatFigure(first.cell.median, this.decimals)} ${shownName(this.chart, this.chart.column)}`,
          last: `${formatFigure(last.cell.median, this.decimals)} ${shownName(this.chart, this.chart.column)}`,
          from: shownName(this.chart, first.row.row),
          to: shownName(this.chart, last.row.row),
        });
      })
      .join(" ");
  }
}

/** The place of a text that is centred at x. */
function box(x: number, y: number, text: string): Box {
  const width = (text.length + 1) * TEXT_WIDTH;
  return { x: x - width / 2, y, width, height: TEXT_HEIGHT };
}
