// The listings of a runner: which are shown, the meters and findings at their lines, the lines that a bug changes.
import { escapeHtml, formatCount } from "../language.ts";
import type { Outcome } from "../scene/run_variant.ts";
import type { Bug, Scene, Variant } from "../scene/scene.ts";
import { noteHtml, notes } from "./findings.ts";
import { lineAccesses, meters, short, type Access } from "./heat.ts";
import type { Say } from "./say.ts";

/** Outcomes whose counters share a pair of meters; two of them stand side by side. */
export interface Side {
  title: string;
  outcomes: readonly { variant: Variant; outcome: Outcome }[];
}

export class WovenListings {
  private readonly listings: HTMLElement[];
  private readonly lines = new Map<number, { line: HTMLElement; source: string }>();

  constructor(
    host: HTMLElement,
    private readonly scene: Scene,
    private readonly say: Say,
  ) {
    this.listings = [...host.querySelectorAll<HTMLElement>(".listing")];
    for (const line of host.querySelectorAll<HTMLElement>(".listing .line")) {
      const number = Number(line.querySelector<HTMLElement>("[data-line]")?.dataset["line"]);
      this.lines.set(number, { line, source: line.querySelector(".source")?.innerHTML ?? "" });
    }
  }

  showRegions(regions: ReadonlySet<string>): void {
    for (const listing of this.listings) listing.hidden = !regions.has(listing.dataset["region"] ?? "");
  }

  /** The lines as the bug changes them; null: as they are. */
  plant(bug: Bug | null): void {
    for (const [number, { line, source }] of this.lines) {
      const changed = bug?.lines[number];
      const shown = line.querySelector(".source");
      line.toggleAttribute("data-planted", changed !== undefined);
      if (shown === null) continue;
      shown.innerHTML =
        changed === undefined ? source : `<del>${source.replace(/\n$/, "")}</del>\n<ins>${changed.html}</ins>\n`;
    }
  }

  show(sides: readonly Side[]): void {
    const perSide = sides.map(({ outcomes }) =>
      merged(outcomes.map(({ outcome }) => lineAccesses(this.scene, outcome))),
    );
    for (const [number, { line }] of this.lines) {
      const box = line.querySelector(".meters");
      if (box !== null)
        box.innerHTML = perSide.map((accesses) => meters(accesses.get(number) ?? [], this.say)).join("");
    }
    const [first, second] = sides;
    const words = first && second ? this.say("run-sides", { first: first.title, second: second.title }) : "";
    for (const listing of this.listings) {
      listing.toggleAttribute("data-sides", sides.length > 1);
      this.nameSides(listing, words);
    }
    this.showFindings(sides);
    this.showTables(sides);
  }

  private nameSides(listing: HTMLElement, words: string): void {
    listing.querySelector(".sides")?.remove();
    if (words === "") return;
    const span = document.createElement("span");
    span.className = "sides";
    span.textContent = words;
    listing.querySelector("figcaption")?.append(span);
  }

  private showFindings(sides: readonly Side[]): void {
    for (const { line } of this.lines.values()) {
      line.toggleAttribute("data-found", false);
      while (line.nextElementSibling?.matches(".finding")) line.nextElementSibling.remove();
    }
    const findings = sides.flatMap(({ outcomes }) => outcomes.flatMap(({ outcome }) => outcome.findings));
    for (const note of notes(this.scene, findings, this.say)) {
      const line = this.lines.get(note.line)?.line;
      line?.toggleAttribute("data-found", true);
      line?.insertAdjacentHTML("afterend", noteHtml(note, this.say));
    }
  }

  /** The same numbers as the meters, as a table: for screen readers, and for the kernel behind each number. */
  private showTables(sides: readonly Side[]): void {
    for (const listing of this.listings) {
      const body = listing.querySelector(".line-counters tbody");
      if (body === null) continue;
      const numbers = new Set(
        [...listing.querySelectorAll<HTMLElement>("[data-line]")].map((each) => Number(each.dataset["line"])),
      );
      const rows = sides.flatMap(({ outcomes }) =>
        outcomes.flatMap(({ variant, outcome }) =>
          [...lineAccesses(this.scene, outcome)].flatMap(([number, accesses]) =>
            numbers.has(number) ? accesses.map((access) => ({ number, variant, access })) : [],
          ),
        ),
      );
      rows.sort((a, b) => a.number - b.number);
      body.innerHTML = rows.map((row) => this.row(row)).join("");
    }
  }

  private row({ number, variant, access }: { number: number; variant: Variant; access: Access }): string {
    return (
      `<tr><td class="number">${number}</td><td><code>${escapeHtml(variant.kernel)}</code></td>` +
      `<td>${escapeHtml(this.say(`access-${access.kind}`))}</td>` +
      `<td class="number">${formatCount(access.requests)}</td><td class="number">${short(access.perRequest)}</td></tr>`
    );
  }
}

function merged(all: readonly Map<number, Access[]>[]): Map<number, Access[]> {
  const sum = new Map<number, Access[]>();
  for (const [number, accesses] of all.flatMap((each) => [...each]))
    sum.set(number, [...(sum.get(number) ?? []), ...accesses]);
  return sum;
}
