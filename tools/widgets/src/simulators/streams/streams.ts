// The stream timeline: what overlaps when copies and kernels are split over chunks and streams.
import { choice, range, segments } from "../../controls.ts";
import { drawNumbers, drawSummary, drawTable } from "../../drawing.ts";
import { escapeHtml, fill, formatDecimal, type Language } from "../../language.ts";
import { fillCounted } from "../../plural.ts";
import type { Controls, Drawing, DrawOptions, Simulator } from "../../simulator.ts";
import { criticalPath, DEFAULT_STREAM, ENGINES, schedule, type Scheduled, totals, type Totals } from "./schedule.ts";
import {
  MAX_CHUNKS,
  MAX_DURATION,
  MAX_STREAMS,
  MEMORIES,
  mostStreams,
  operations,
  ORDERS,
  parse,
  PLACES,
  type State,
  step,
  UNITS,
  values,
} from "./state.ts";
import { drawTimeline, type Timeline } from "./timeline_picture.ts";
import { CAUSES, ENGINE_NAMES, MEMORY_NAMES, ORDER_NAMES, PLACE_NAMES, WORDS } from "./words.ts";

export const streams: Simulator<State> = {
  name: "streams",
  title: { en: "Stream timeline", zh: "流的时间线" },
  legend: [
    { key: "operation-in", words: ENGINE_NAMES.copyIn },
    { key: "operation-kernel", words: ENGINE_NAMES.kernel },
    { key: "operation-out", words: ENGINE_NAMES.copyOut },
    { key: "critical", words: WORDS.keyCritical },
    { mark: "∴", words: WORDS.model },
    { mark: "∴", words: WORDS.rules },
  ],
  parse,
  values,
  step,
  controlValues: ({ pointed: _, ...controls }) =>
    Object.fromEntries(Object.entries(controls).map(([name, value]) => [name, String(value)])),
  draw,
  controls,
};

interface View {
  state: State;
  language: Language;
  done: Scheduled[];
  sums: Totals;
  critical: number[];
}

function draw(state: State, _counting: unknown, { language, id }: DrawOptions): Drawing {
  const done = schedule(operations(state));
  const view: View = { state, language, done, sums: totals(done), critical: criticalPath(done) };
  const spoken = facts(view);
  const label = escapeHtml(fill(WORDS.picture[language], { facts: spoken }));
  const timeline = timelineOf(view);
  return {
    picture: drawTimeline(timeline, 728, `${id}-wide`, label) + drawTimeline(timeline, 352, `${id}-narrow`, label),
    summary: drawSummary(spoken, verdict(view), inspect(view)),
    numbers: numbers(view),
    table: table(view),
  };
}

/** A time with the reader's unit; thirds and sevenths are cut after two decimals. */
function time({ unit }: State, value: number): string {
  return `${formatDecimal(value, 2)}${unit === "" ? "" : ` ${unit}`}`;
}

function streamName(stream: number, language: Language): string {
  return stream === DEFAULT_STREAM ? WORDS.defaultStream[language] : fill(WORDS.stream[language], { n: stream });
}

function operationName({ engine, chunk }: Scheduled, language: Language): string {
  return fill(WORDS.operation[language], { engine: ENGINE_NAMES[engine][language], chunk: chunk + 1 });
}

function timelineOf({ state, language, done, sums, critical }: View): Timeline {
  const used = [...new Set(done.map(({ stream }) => stream))].sort((a, b) => a - b);
  return {
    operations: done,
    critical,
    pointed: state.pointed,
    streams: used.map((stream) => ({ stream, name: streamName(stream, language) })),
    mostStreams: mostStreams(state.places),
    engineNames: {
      copyIn: ENGINE_NAMES.copyIn[language],
      kernel: ENGINE_NAMES.kernel[language],
      copyOut: ENGINE_NAMES.copyOut[language],
    },
    length: sums.serial,
    end: sums.end,
    serialLabel: fill(WORDS.serialMark[language], { time: time(state, sums.serial) }),
    time: (value) => time(state, value),
  };
}

function facts({ state, language, done, sums }: View): string {
  return fillCounted(WORDS.facts[language], {
    count: done.length,
    total: time(state, sums.end),
    serial: time(state, sums.serial),
  });
}

function verdict({ state, language, done, sums }: View): string {
  if (sums.overlapped === 0) return WORDS.verdictNone[language];
  const busiest = ENGINES.find(
    (engine) => done.filter((one) => one.engine === engine).reduce((sum, one) => sum + one.duration, 0) === sums.end,
  );
  const given = {
    total: time(state, sums.end),
    serial: time(state, sums.serial),
    times: formatDecimal(sums.serial / sums.end, 2),
  };
  return busiest === undefined
    ? fill(WORDS.verdict[language], given)
    : fill(WORDS.verdictBest[language], { ...given, engine: ENGINE_NAMES[busiest][language] });
}

function cause({ language, done }: View, operation: Scheduled): string {
  const after = operation.after === null ? undefined : done[operation.after];
  return fill(CAUSES[operation.cause][language], {
    after: after === undefined ? "" : operationName(after, language),
  });
}

function inspect(view: View): string {
  const { state, language, done } = view;
  const operation = state.pointed === null ? undefined : done[state.pointed];
  if (operation === undefined) return "";
  return fill(WORDS.inspected[language], {
    name: operationName(operation, language),
    stream: streamName(operation.stream, language),
    start: time(state, operation.start),
    end: time(state, operation.end),
    cause: cause(view, operation),
  });
}

function numbers({ state, language, sums }: View): string {
  return drawNumbers([
    { name: "total", value: time(state, sums.end), words: WORDS.total[language] },
    { name: "serial", value: time(state, sums.serial), words: WORDS.serial[language] },
    { name: "speedup", value: `${formatDecimal(sums.serial / sums.end, 2)} ×`, words: WORDS.speedup[language] },
    {
      name: "overlap",
      value: `${formatDecimal((100 * sums.overlapped) / sums.end, 1)} %`,
      words: WORDS.overlap[language],
    },
    { name: "busiest", value: time(state, sums.busiest), words: WORDS.busiest[language] },
  ]);
}

function table(view: View): string {
  const { state, language, done, critical } = view;
  const heads = [
    WORDS.tableOperation,
    WORDS.tableStream,
    WORDS.tableStart,
    WORDS.tableEnd,
    WORDS.tableCause,
    WORDS.tableCritical,
  ];
  return drawTable(
    heads.map((words) => words[language]),
    done.map((operation, position) => [
      operationName(operation, language),
      streamName(operation.stream, language),
      time(state, operation.start),
      time(state, operation.end),
      cause(view, operation),
      (critical.includes(position) ? WORDS.yes : WORDS.no)[language],
    ]),
  );
}

function controls(state: State, language: Language): Controls {
  const most = {
    chunks: MAX_CHUNKS,
    streams: MAX_STREAMS,
    copyIn: MAX_DURATION,
    kernel: MAX_DURATION,
    copyOut: MAX_DURATION,
  };
  const least = { chunks: 1, streams: 1, copyIn: 0, kernel: 1, copyOut: 0 };
  const slider = (name: keyof typeof most): string =>
    range({ name, words: WORDS[name][language], value: state[name], least: least[name], most: most[name] });
  return {
    places: choice({
      name: "places",
      words: WORDS.places[language],
      value: state.places,
      options: PLACES.map((place) => ({ value: place, words: PLACE_NAMES[place][language] })),
    }),
    order: segments({
      name: "order",
      words: WORDS.order[language],
      value: state.order,
      options: ORDERS.map((order) => ({ value: order, words: ORDER_NAMES[order][language] })),
    }),
    memory: segments({
      name: "memory",
      words: WORDS.memory[language],
      value: state.memory,
      options: MEMORIES.map((memory) => ({ value: memory, words: MEMORY_NAMES[memory][language] })),
    }),
    chunks: slider("chunks"),
    streams: slider("streams"),
    unit: segments({
      name: "unit",
      words: WORDS.unit[language],
      value: state.unit,
      options: UNITS.map((unit) => ({ value: unit, words: unit === "" ? WORDS.noUnit[language] : unit })),
    }),
    copyIn: slider("copyIn"),
    kernel: slider("kernel"),
    copyOut: slider("copyOut"),
  };
}
