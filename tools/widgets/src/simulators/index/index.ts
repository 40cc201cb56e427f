// The index explorer: from the grid to the block, its warp, the lane, and the bytes that the lane reads.
import { segments, triple } from "../../controls.ts";
import { LANES, type Counting, type RequestCount } from "../../counting.ts";
import { COUNTED, drawNumbers, drawSummary, drawTable } from "../../drawing.ts";
import { renderLanes } from "../../lanes.ts";
import { escapeHtml, fill, formatCount, type Language } from "../../language.ts";
import { drawMemory } from "../../pictures/memory.ts";
import { fillCounted } from "../../plural.ts";
import type { Controls, Drawing, DrawOptions, Simulator } from "../../simulator.ts";
import { differences } from "../../values.ts";
import { drawFormula } from "./formula.ts";
import { drawCells } from "./picture.ts";
import {
  coverage,
  dimensions,
  ELEMENT_BYTES,
  elementAt,
  globalIndex,
  isInside,
  isLaunchable,
  lanesOfWarp,
  numberIn,
  placeIn,
  volume,
  type LaneOfWarp,
} from "./place.ts";
import {
  AXES,
  controlLimits,
  controlValues,
  DEFAULT,
  lastOf,
  MOST_BLOCKS,
  MOST_EXTENT,
  MOST_SIDE,
  MOST_THREADS,
  ORDERS,
  parse,
  settled,
  step,
  TRIPLES,
  values,
  type State,
  type Triple,
} from "./state.ts";
import { WORDS } from "./words.ts";

const BLOCK_HEIGHT = 16;
const THREAD_HEIGHT = 16;

export const index: Simulator<State> = {
  name: "index",
  title: { en: "Index explorer", zh: "索引浏览器" },
  parse,
  values: (state) => differences(values(state), values(DEFAULT)),
  step,
  controlValues,
  controlLimits,
  draw,
  controls,
  legend: [
    { key: "used", words: WORDS.insideKey },
    { key: "wasted", words: WORDS.outsideKey },
    { key: "marked", words: WORDS.warpKey },
    { key: "picked", words: WORDS.pickedKey },
    COUNTED,
  ],
};

/** What the picture, the numbers and the table have in common. */
interface Found {
  at: Triple;
  warp: number;
  lanes: LaneOfWarp[];
  places: number[];
  mask: number;
  count: RequestCount;
}

function find(state: State, counting: Counting): Found {
  const lanes = lanesOfWarp(state);
  const places = lanes.map(({ at }) => elementAt(state, at) * ELEMENT_BYTES);
  const mask = lanes.reduce((mask, { lane, inside }) => (inside ? mask | (1 << lane) : mask), 0) >>> 0;
  return {
    at: globalIndex(state, state.blockIdx, state.threadIdx),
    warp: Math.floor(numberIn(state.block, state.threadIdx) / LANES),
    lanes,
    places,
    mask,
    count: counting.countRequest(places, mask, ELEMENT_BYTES),
  };
}

function draw(wanted: State, counting: Counting, options: DrawOptions): Drawing {
  const state = settled(wanted);
  const { language } = options;
  if (!isLaunchable(state.block)) {
    const words = { threads: formatCount(volume(state.block)), most: formatCount(MOST_THREADS) };
    return { picture: "", summary: drawSummary("", fill(WORDS.tooLarge[language], words)), numbers: "", table: "" };
  }
  const found = find(state, counting);
  return {
    picture: drawPicture(state, found, options),
    summary: drawSummary(speak(state, found, language), verdict(state, language)),
    numbers: numbers(state, found, language),
    table: table(state, found, language),
  };
}

/** (3, 0) for what a launch of two dimensions has, 3 for one. */
function written(at: Triple, state: State): string {
  const axes = AXES.slice(0, dimensions(state)).map((axis) => formatCount(at[axis]));
  return axes.length === 1 ? (axes[0] ?? "") : `(${axes.join(", ")})`;
}

function sizeWritten(size: Triple, state: State): string {
  return AXES.slice(0, dimensions(state))
    .map((axis) => formatCount(size[axis]))
    .join(" × ");
}

function drawPicture(state: State, found: Found, { language, id }: DrawOptions): string {
  const say = (words: keyof typeof WORDS, values: Record<string, string | number>): string =>
    escapeHtml(fillCounted(WORDS[words][language], values));
  const title = (words: string): string => `<p class="caption">${words}</p>`;
  const { grid, block, blockIdx, threadIdx } = state;
  const blocks = drawCells(
    {
      size: grid,
      sets: "blockIdx",
      kind: (at) =>
        !isInside(state, globalIndex(state, at, { x: 0, y: 0, z: 0 }))
          ? "outside"
          : isInside(state, globalIndex(state, at, lastOf(block)))
            ? "used"
            : "partly",
      picked: blockIdx,
      height: BLOCK_HEIGHT,
    },
    `${id}-grid`,
    say("gridPicture", { block: written(blockIdx, state) }),
  );
  const isInsideBlock = (at: Triple): boolean => isInside(state, globalIndex(state, blockIdx, at));
  const outside = Array.from({ length: volume(block) }, (_, i) => placeIn(block, i)).filter((at) => !isInsideBlock(at));
  const threads = drawCells(
    {
      size: block,
      sets: "threadIdx",
      kind: (at) => (isInsideBlock(at) ? "used" : "outside"),
      picked: threadIdx,
      marked: (at) => Math.floor(numberIn(block, at) / LANES) === found.warp,
      height: THREAD_HEIGHT,
    },
    `${id}-block`,
    say("blockPicture", {
      block: written(blockIdx, state),
      thread: written(threadIdx, state),
      threads: formatCount(volume(block)),
      cut: formatCount(outside.length),
    }),
  );
  const memory = (eights: 2 | 4): string =>
    drawMemory(
      {
        sectors: found.count.sectors,
        addresses: found.places,
        lanes: found.mask,
        width: ELEMENT_BYTES,
        inspected: numberIn(block, threadIdx) % LANES,
        unit: WORDS.unit[language],
        keepsHeight: false,
      },
      eights,
      id,
      say("memoryPicture", { sectors: found.count.sectors.length }),
    );
  return (
    title(say("gridTitle", { size: sizeWritten(grid, state), count: volume(grid) })) +
    blocks +
    title(
      say("blockTitle", { index: written(blockIdx, state), size: sizeWritten(block, state), count: volume(block) }),
    ) +
    threads +
    title(say("threadTitle", { index: written(threadIdx, state) })) +
    drawFormula(state, found.at, language) +
    title(say("warpTitle", { warp: found.warp })) +
    renderLanes(found.mask, language, false) +
    memory(4) +
    memory(2)
  );
}

function speak(state: State, found: Found, language: Language): string {
  return fill(WORDS.spoken[language], {
    block: written(state.blockIdx, state),
    thread: written(state.threadIdx, state),
    warp: found.warp,
    lane: numberIn(state.block, state.threadIdx) % LANES,
    element: isInside(state, found.at) ? formatCount(elementAt(state, found.at)) : WORDS.none[language],
  });
}

function verdict(state: State, language: Language): string {
  const { threads, covered, missed } = coverage(state);
  const elements = formatCount(volume(state.extent));
  if (missed > 0) return fillCounted(WORDS.missed[language], { elements, missed: formatCount(missed) });
  const cut = threads - covered;
  if (cut === 0) return fillCounted(WORDS.exact[language], { elements, threads: formatCount(threads) });
  return fillCounted(WORDS.cutOff[language], { elements, threads: formatCount(threads), cut: formatCount(cut) });
}

function numbers(state: State, found: Found, language: Language): string {
  const sectors = found.count.sectors.length;
  return drawNumbers([
    {
      name: "element",
      value: isInside(state, found.at) ? formatCount(elementAt(state, found.at)) : WORDS.none[language],
      words: WORDS.element[language],
    },
    { name: "warp", value: formatCount(found.warp), words: WORDS.warp[language] },
    { name: "lane", value: String(numberIn(state.block, state.threadIdx) % LANES), words: WORDS.lane[language] },
    {
      name: "sectors",
      value: formatCount(sectors),
      words: fillCounted(WORDS.sectors[language], { n: sectors }),
    },
  ]);
}

function table(state: State, found: Found, language: Language): string {
  return drawTable(
    [WORDS.tableLane, WORDS.tableThread, WORDS.tableIndex, WORDS.tableElement, WORDS.tableByte].map(
      (words) => words[language],
    ),
    found.lanes.map(({ lane, threadIdx, at, inside }) => [
      lane,
      written(threadIdx, state),
      written(at, state),
      inside ? formatCount(elementAt(state, at)) : WORDS.none[language],
      inside ? formatCount(found.places[lane] ?? 0) : "",
    ]),
  );
}

function controls(state: State, language: Language): Controls {
  const bounds: Record<(typeof TRIPLES)[number], { least: number; most: Triple }> = {
    grid: { least: 1, most: MOST_BLOCKS },
    block: { least: 1, most: MOST_SIDE },
    extent: { least: 1, most: MOST_EXTENT },
    blockIdx: { least: 0, most: lastOf(state.grid) },
    threadIdx: { least: 0, most: lastOf(state.block) },
  };
  const triples = Object.fromEntries(
    TRIPLES.map((name) => [
      name,
      triple({
        words: WORDS[name][language],
        values: AXES.map((axis) => ({
          name: `${name}.${axis}`,
          words: axis,
          value: state[name][axis],
          least: bounds[name].least,
          most: bounds[name].most[axis],
        })),
      }),
    ]),
  );
  return {
    ...triples,
    order: segments({
      name: "order",
      words: WORDS.order[language],
      value: state.order,
      options: ORDERS.map((order) => ({ value: order, words: WORDS[order][language] })),
    }),
  };
}
