// The meters at the lines of a listing. The same as tools/sphinx_book/listing.py draws from the stored counters; a browser test
// holds the two against each other.
import { SECTOR_BYTES } from "../counting.ts";
import { escapeHtml } from "../language.ts";
import type { Outcome } from "../scene/run_variant.ts";
import { metricValue, type Scene } from "../scene/scene.ts";
import type { Say } from "./say.ts";

export interface Access {
  /** global-ld, shared-ld, global-st or shared-st. */
  kind: string;
  perRequest: number;
  /** In shared memory, instructions. */
  requests: number;
  /** Sectors that a request would need if every moved byte were used. */
  used: number | null;
}

/** Line → what the kernel did there. */
export function lineAccesses(scene: Scene, outcome: Outcome): Map<number, Access[]> {
  const found = new Map<number, Access[]>();
  for (const { file, line, metrics } of outcome.counters?.lines ?? []) {
    if (file !== scene.file) continue;
    for (const [kind, short] of Object.entries(scene.accesses)) {
      const perRequest = metricValue(scene, short, metrics);
      if (perRequest === null) continue;
      const isGlobal = kind.startsWith("global");
      const counter = isGlobal ? "requests" : "shared-instructions";
      const requests = metricValue(scene, `${counter}-${kind.slice(-2)}`, metrics) ?? 0;
      const bytes = metricValue(scene, `bytes-used-${kind.slice(-2)}`, metrics) ?? 0;
      const used = isGlobal ? bytes / SECTOR_BYTES / requests : null;
      found.set(line, [...(found.get(line) ?? []), { kind, perRequest, requests, used }]);
    }
  }
  return found;
}

/** The two meters of a line, loads and stores. Global memory goes before shared; of several kernels the range is written and the
 *  worst is drawn. */
export function meters(accesses: readonly Access[], say: Say): string {
  const loads = accesses.filter(({ kind }) => kind.endsWith("ld"));
  const stores = accesses.filter(({ kind }) => kind.endsWith("st"));
  return meter(loads, say) + meter(stores, say);
}

function meter(accesses: readonly Access[], say: Say): string {
  if (accesses.length === 0) return '<span class="meter none"></span>';
  const space = accesses.some(({ kind }) => kind.startsWith("global")) ? "global" : "shared";
  const ofSpace = accesses.filter(({ kind }) => kind.startsWith(space));
  const worst = ofSpace.reduce((most, access) => (access.perRequest > most.perRequest ? access : most));
  const least = Math.min(...ofSpace.map(({ perRequest }) => perRequest));
  const text = [...new Set([short(least), short(worst.perRequest)])].join("–");
  const direction = worst.kind.slice(-2);
  const label = escapeHtml(say(`meter-${space}-${direction}`, { value: text }));
  const used = worst.used === null ? worst.perRequest : Math.min(worst.used, worst.perRequest);
  const style = `--moved-sectors:${general(worst.perRequest)};--used-sectors:${general(used)}`;
  return (
    `<span class="meter ${space} ${direction}" style="${style}" role="img" aria-label="${label}" title="${label}">` +
    `<i></i><b>${text}</b></span>`
  );
}

/** At most two decimals, none that say nothing. */
export function short(value: number): string {
  return String(Number(value.toFixed(2)));
}

function general(value: number): string {
  return String(Number(value.toPrecision(4)));
}
