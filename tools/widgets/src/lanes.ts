// A row of 32 lanes: the top of every picture. Buttons on a live page, cells in a figure.
import { LANES } from "./counting.ts";
import type { Language } from "./language.ts";

export const ALL_LANES = 0xffffffff;

export function isActive(mask: number, lane: number): boolean {
  return ((mask >>> lane) & 1) !== 0;
}

/** How many lanes, or bytes, a mask holds. */
export function countBits(mask: number): number {
  return (mask >>> 0).toString(2).replaceAll("0", "").length;
}

export function withLane(mask: number, lane: number, active: boolean): number {
  const bit = 1 << lane;
  return (active ? mask | bit : mask & ~bit) >>> 0;
}

/** A mask as controls and addresses write it; null when the text is none. */
export function parseMask(value: string | number | undefined): number | null {
  const text = String(value ?? "");
  return /^[0-9a-fA-F]{1,8}$/.test(text) ? Number.parseInt(text, 16) : null;
}

export function hexadecimal(mask: number): string {
  return mask.toString(16).padStart(8, "0");
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

/** The lanes of a mask, rising. */
export function lanesOf(mask: number): number[] {
  return Array.from({ length: LANES }, (_, lane) => lane).filter((lane) => isActive(mask, lane));
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
  const role = live ? `role="group" aria-label="${label}" data-columns="8"` : `aria-hidden="true"`;
  return `<div class="lanes" ${role}>${eights.join("")}</div>`;
}
