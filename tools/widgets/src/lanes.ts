// A row of 32 lanes: the top of every picture. Buttons on a live page, cells in a figure.
import { LANES } from "./counting.ts";
import type { Language } from "./language.ts";

export function isActive(mask: number, lane: number): boolean {
  return ((mask >>> lane) & 1) !== 0;
}

export function withLane(mask: number, lane: number, active: boolean): number {
  const bit = 1 << lane;
  return (active ? mask | bit : mask & ~bit) >>> 0;
}

/** Where an arrow key leads from a lane, or null for a key that leads nowhere. */
export function laneAfterKey(lane: number, key: string): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: lane - 1,
    ArrowRight: lane + 1,
    ArrowUp: lane - 8,
    ArrowDown: lane + 8,
    Home: 0,
    End: LANES - 1,
  };
  const target = moves[key];
  return target === undefined || target < 0 || target >= LANES ? null : target;
}

/** 0, 1, 2, 5 → "0–2, 5" */
export function ranges(lanes: readonly number[]): string {
  const sorted = [...lanes].sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const lane of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] + 1 === lane) last[1] = lane;
    else runs.push([lane, lane]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ");
}

export function renderLanes(mask: number, language: Language, live: boolean): string {
  const label = language === "zh" ? "活跃的 lane" : "Active lanes";
  const cell = (lane: number): string => {
    const active = isActive(mask, lane);
    if (!live) return `<span class="lane${active ? " active" : ""}">${lane}</span>`;
    return (
      `<button type="button" class="lane" data-lane="${lane}" tabindex="${lane === 0 ? 0 : -1}" ` +
      `aria-pressed="${active}" aria-label="lane ${lane}">${lane}</button>`
    );
  };
  const eights = [0, 8, 16, 24].map(
    (first) => `<span class="eight">${Array.from({ length: 8 }, (_, i) => cell(first + i)).join("")}</span>`,
  );
  const role = live ? `role="group" aria-label="${label}"` : `aria-hidden="true"`;
  return `<div class="lanes" ${role}>${eights.join("")}</div>`;
}
