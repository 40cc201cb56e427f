// The kernel's lines on the page: the one that runs is marked, those where lanes stand too, and a click runs to a line.
import type { StepState } from "./record.ts";

export class LineMarks {
  private readonly numbers: HTMLElement[];
  private readonly click = (event: Event): void => {
    const number = (event.target as Element).closest<HTMLElement>("[data-line]");
    if (number === null) return;
    event.preventDefault();
    this.choose(Number(number.dataset["line"]));
  };

  constructor(
    private readonly listing: Element | null,
    private readonly choose: (line: number) => void,
  ) {
    this.numbers = [...(listing?.querySelectorAll<HTMLElement>(".line-number[data-line]") ?? [])];
    listing?.classList.add("stepping");
    listing?.addEventListener("click", this.click);
  }

  show({ last, groups }: StepState): void {
    const standing = new Set(groups.map((group) => group.line));
    for (const number of this.numbers) {
      const line = Number(number.dataset["line"]);
      number.parentElement?.classList.toggle("runs", line === last?.line);
      number.parentElement?.classList.toggle("stands", line !== last?.line && standing.has(line));
    }
  }

  remove(): void {
    this.show({ state: "finished", block: 0, warp: 0, alive: 0, steps: 0, groups: [], accesses: [] });
    this.listing?.classList.remove("stepping");
    this.listing?.removeEventListener("click", this.click);
  }
}
