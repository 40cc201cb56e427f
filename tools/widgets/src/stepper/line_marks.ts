// The kernel's lines on the page: the one that runs is marked, those where lanes stand too, and a click runs to a line.
import type { StepState } from "../emulator/messages.ts";

export class LineMarks {
  private readonly numbers: HTMLElement[];
  private readonly click = (event: Event): void => {
    const number = (event.target as Element).closest<HTMLElement>(".line-number[data-line]");
    if (number === null) return;
    event.preventDefault();
    this.choose(Number(number.dataset["line"]));
  };

  constructor(
    private readonly listings: readonly Element[],
    private readonly choose: (line: number) => void,
  ) {
    this.numbers = listings.flatMap((listing) => [...listing.querySelectorAll<HTMLElement>(".line-number[data-line]")]);
    for (const listing of listings) {
      listing.classList.add("stepping");
      listing.addEventListener("click", this.click);
    }
  }

  show({ last, groups }: Pick<StepState, "last" | "groups">): void {
    const standing = new Set(groups.map((group) => group.line));
    for (const number of this.numbers) {
      const line = Number(number.dataset["line"]);
      number.parentElement?.classList.toggle("runs", line === last?.line);
      number.parentElement?.classList.toggle("stands", line !== last?.line && standing.has(line));
    }
  }

  remove(): void {
    this.show({ groups: [] });
    for (const listing of this.listings) {
      listing.classList.remove("stepping");
      listing.removeEventListener("click", this.click);
    }
  }
}
