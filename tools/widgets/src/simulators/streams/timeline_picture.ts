// The timeline, as SVG: a row for each stream, a row for each engine, and every operation in both.
import { ENGINES, type Engine, type Scheduled } from "./schedule.ts";

export interface Timeline {
  operations: readonly Scheduled[];
  critical: readonly number[];
  pointed: number | null;
  /** The streams that have an operation, and what each is called. */
  streams: readonly { stream: number; name: string }[];
  /** Room is kept for so many. */
  mostStreams: number;
  engineNames: Record<Engine, string>;
  /** The length of the axis: all operations one after the other, so that the reader sees what is saved. */
  length: number;
  end: number;
  serialLabel: string;
  time(value: number): string;
}

const ROW = 24;
/** Of a stream's row, where few share the room. */
const TALL_ROW = 36;
const BETWEEN_BARS = 5;
/** The shortest kernel beside the longest copies is still a line that is seen. */
const LEAST_BAR = 1.2;
const TOP = 4;
const BETWEEN = 14;
const AXIS = 16;

/** `width` in the picture's own units: the wide one and the phone's differ in it. */
export function drawTimeline(timeline: Timeline, width: 728 | 352, id: string, label: string): string {
  const left = width === 728 ? 76 : 62;
  const scale = (width - left - 1) / Math.max(1, timeline.length);
  const x = (time: number): number => left + time * scale;
  const streamPitch = Math.min(TALL_ROW, (timeline.mostStreams * ROW) / timeline.streams.length);
  const engineTop = TOP + timeline.mostStreams * ROW + BETWEEN;
  const bottom = engineTop + ENGINES.length * ROW;
  const streamRows = timeline.streams.map(({ name }, row) => ({
    name,
    y: TOP + row * streamPitch,
    pitch: streamPitch,
  }));
  const engineRows = ENGINES.map((engine, row) => ({
    name: timeline.engineNames[engine],
    y: engineTop + row * ROW,
    pitch: ROW,
  }));

  const bar = (operation: Scheduled, position: number, row: Row | undefined): string => {
    if (row === undefined) return "";
    const w = Math.max(LEAST_BAR, (operation.end - operation.start) * scale - 1);
    const state =
      (timeline.critical.includes(position) ? " critical" : "") + (timeline.pointed === position ? " pointed" : "");
    const height = row.pitch - BETWEEN_BARS;
    const name =
      w < 9
        ? ""
        : `<text x="${r(x(operation.start) + w / 2)}" y="${r(row.y + height / 2 + 4)}">${operation.chunk + 1}</text>`;
    return (
      `<g class="operation ${operation.engine}${state}" data-point="${position}">` +
      `<rect x="${r(x(operation.start))}" y="${r(row.y)}" width="${r(w)}" height="${r(height)}"${fill(operation.engine, id)}/>${name}</g>`
    );
  };
  const bars = timeline.operations.map(
    (operation, position) =>
      bar(operation, position, streamRows[timeline.streams.findIndex(({ stream }) => stream === operation.stream)]) +
      bar(operation, position, engineRows[ENGINES.indexOf(operation.engine)]),
  );
  const rows = [...streamRows, ...engineRows];
  const lines = rows.map(({ y, pitch }) => `M${left} ${r(y + pitch - BETWEEN_BARS / 2)}H${width}`);
  return (
    `<svg class="timeline w${width}" viewBox="0 0 ${width} ${bottom + AXIS + 14}" role="img" aria-label="${label}">` +
    hatches(id) +
    `<path class="rows" d="${lines.join("")}"/>${rows.map(rowName).join("")}${bars.join("")}` +
    drawAxis(timeline, x, bottom, width) +
    `</svg>`
  );
}

/** Of a stream or an engine. */
interface Row {
  name: string;
  y: number;
  pitch: number;
}

function rowName({ name, y, pitch }: Row): string {
  return `<text class="row-name" x="0" y="${r(y + (pitch - BETWEEN_BARS) / 2 + 4)}">${name}</text>`;
}

/** Where everything ends, and where it would, one after the other. */
function drawAxis(timeline: Timeline, x: (time: number) => number, y: number, width: number): string {
  const end = x(timeline.end);
  const anchor = end > width / 2 ? "end" : "start";
  const serial =
    timeline.length > timeline.end
      ? `<path class="serial" d="M${r(x(timeline.length))} 0V${y + 3}"/>` +
        `<text class="serial" x="${r(x(timeline.length))}" y="${y + AXIS + 10}" text-anchor="end">${timeline.serialLabel}</text>`
      : "";
  return (
    `<path class="axis" d="M${r(x(0))} ${y + 3}H${r(x(timeline.length))}"/>` +
    `<path class="end" d="M${r(end)} 0V${y + 3}"/>` +
    `<text class="time" x="${r(x(0))}" y="${y + AXIS - 1}">0</text>` +
    `<text class="time end" x="${r(end)}" y="${y + AXIS - 1}" text-anchor="${anchor}">${timeline.time(timeline.end)}</text>` +
    serial
  );
}

/** Copies are hatched, in and out each their own way; kernels are solid. */
function hatches(id: string): string {
  const hatch = (name: string, angle: number): string =>
    `<pattern id="${id}-${name}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">` +
    `<rect class="ground" width="5" height="5"/><rect class="line" width="1.5" height="5"/></pattern>`;
  return `<defs>${hatch("copyIn", 45)}${hatch("copyOut", -45)}</defs>`;
}

function fill(engine: Engine, id: string): string {
  return engine === "kernel" ? "" : ` fill="url(#${id}-${engine})"`;
}

function r(value: number): string {
  return String(Math.round(value * 10) / 10);
}
