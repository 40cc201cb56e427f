// When each operation of several streams starts and ends. A model with the rules that CUDA's documentation gives; the
// durations are the reader's. Nothing here knows how fast any GPU is.
//
// * An operation starts when the one before it in its stream has ended (CUDA Programming Guide, "Streams": the operations of
//   a stream are done in the order of issue), and every event that its stream has been told to wait for has been reached
//   (cudaStreamWaitEvent).
// * Three engines: copies to the device, kernels, copies to the host (cudaDeviceProp::asyncEngineCount = 2). Each does one
//   operation at a time, in the order of issue. That is this model's: small kernels may share a GPU.
// * The legacy default stream waits for all work issued before, and work issued later in the other streams waits for it
//   (CUDA Runtime API, "Stream synchronization behavior").
// * A copy of pageable memory holds up the host: what the program issues next is issued when the copy has ended. "Might be
//   synchronous", says the CUDA Runtime API ("API synchronization behavior"); the model takes it to be.

export const ENGINES = ["copyIn", "kernel", "copyOut"] as const;
export type Engine = (typeof ENGINES)[number];

/** The legacy default stream's number. */
export const DEFAULT_STREAM = 0;

export interface Operation {
  engine: Engine;
  /** The part of the data that it is about. */
  chunk: number;
  /** 0 is the legacy default stream, others are streams of the program's own. */
  stream: number;
  duration: number;
  /** Positions, in the order of issue, of operations whose events its stream waits for before it. */
  waitsFor: readonly number[];
  /** Whether the host goes on only when it has ended. */
  blocksHost: boolean;
}

/** What an operation waited for last: why it did not start earlier. */
export type Cause = "nothing" | "stream" | "engine" | "event" | "default stream" | "host";

export interface Scheduled extends Operation {
  start: number;
  end: number;
  cause: Cause;
  /** The operation that held it up, as a position in the order of issue; null where nothing did. */
  after: number | null;
}

interface Bound {
  time: number;
  cause: Cause;
  after: number | null;
}

/** `operations` in the order in which the host issues them. */
export function schedule(operations: readonly Operation[]): Scheduled[] {
  const done: Scheduled[] = [];
  operations.forEach((operation) => {
    const bound = latest(bounds(operation, done));
    done.push({
      ...operation,
      start: bound.time,
      end: bound.time + operation.duration,
      cause: bound.cause,
      after: bound.after,
    });
  });
  return done;
}

/** Everything that `operation` waits for. Where several end together, the first of these is called the cause. */
function bounds(operation: Operation, before: readonly Scheduled[]): Bound[] {
  const found: Bound[] = [{ time: 0, cause: "nothing", after: null }];
  const wait = (cause: Cause, matches: (earlier: Scheduled, position: number) => boolean): void => {
    before.forEach((earlier, position) => {
      if (matches(earlier, position)) found.push({ time: earlier.end, cause, after: position });
    });
  };
  wait("stream", (earlier) => earlier.stream === operation.stream);
  wait("event", (_, position) => operation.waitsFor.includes(position));
  wait(
    "default stream",
    (earlier) =>
      earlier.stream !== operation.stream && (earlier.stream === DEFAULT_STREAM || operation.stream === DEFAULT_STREAM),
  );
  wait("engine", (earlier) => earlier.engine === operation.engine);
  wait("host", (earlier) => earlier.blocksHost);
  return found;
}

function latest(found: readonly Bound[]): Bound {
  return found.reduce((best, bound) => (bound.time > best.time ? bound : best));
}

export interface Totals {
  /** When the last operation ends. */
  end: number;
  /** All durations, one after the other. */
  serial: number;
  /** How long two or more engines work at the same time. */
  overlapped: number;
  /** The work of the busiest engine: no order of issue ends earlier. */
  busiest: number;
}

export function totals(scheduled: readonly Scheduled[]): Totals {
  const work = (operations: readonly Scheduled[]): number =>
    operations.reduce((sum, { duration }) => sum + duration, 0);
  return {
    end: Math.max(0, ...scheduled.map(({ end }) => end)),
    serial: work(scheduled),
    overlapped: overlap(scheduled),
    busiest: Math.max(...ENGINES.map((engine) => work(scheduled.filter((one) => one.engine === engine)))),
  };
}

/** Between two neighbouring starts or ends, the same operations run. */
function overlap(scheduled: readonly Scheduled[]): number {
  const times = [...new Set(scheduled.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return times.reduce((sum, time, i) => {
    const next = times[i + 1] ?? time;
    const running = scheduled.filter(({ start, end }) => start <= time && end >= next);
    return running.length > 1 ? sum + next - time : sum;
  }, 0);
}

/** The positions of the operations that the end waited for: from the last to end back to one that waited for nothing. */
export function criticalPath(scheduled: readonly Scheduled[]): number[] {
  const path: number[] = [];
  let at: number | null = scheduled.reduce<number | null>(
    (last, { end }, i) => (last === null || end > (scheduled[last]?.end ?? 0) ? i : last),
    null,
  );
  while (at !== null) {
    path.unshift(at);
    at = scheduled[at]?.after ?? null;
  }
  return path;
}
