// Names in the chart: each stands where it covers nothing that was there before.

export type Anchor = "start" | "end";

export interface Label {
  kind: string;
  words: string;
  x: number;
  /** Of the baseline. */
  y: number;
  anchor: Anchor;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** At the chart's 10.5 px: what a bold letter is wide at most on average, and a Han character. */
const [LATIN_PX, HAN_PX, ABOVE_PX, BELOW_PX] = [6, 10.5, 9, 3];

export function boxOf({ words, x, y, anchor }: Label): Box {
  const width = [...words].reduce((sum, letter) => sum + (letter > "\u2e80" ? HAN_PX : LATIN_PX), 0);
  const left = anchor === "start" ? x : x - width;
  return { left, right: left + width, top: y - ABOVE_PX, bottom: y + BELOW_PX };
}

/** The first of the places that is free; the first of all where none is. */
export function firstFree(places: readonly [Label, ...Label[]], taken: readonly Box[], room: Box): Label {
  const isFree = (label: Label): boolean => {
    const box = boxOf(label);
    return isInside(box, room) && !taken.some((other) => overlap(box, other));
  };
  return places.find(isFree) ?? places[0];
}

function isInside(box: Box, room: Box): boolean {
  return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
