// <gtl-stepper>: steps one warp of a launch. Whoever makes the element opens it with what steps the warp.
import { languageOf, fill, formatCount, type Language } from "../language.ts";
import { listenToArrows } from "../roving.ts";
import { explain } from "../scripts.ts";
import { LineMarks } from "./line_marks.ts";
import { lineAt, previousLine, seek, type Goal } from "./seek.ts";
import { drawLaneTable } from "./register_view.ts";
import { drawBroken, drawExtent, drawFrame, drawPosition, drawStepper, FIRST_VIEW } from "./stepper.ts";
import type { Stepped, StepSource } from "./step_source.ts";
import { MOST_RECORDS, Trace } from "./trace.ts";
import { FORMATS } from "./values.ts";
import type { Launch, Scene, View } from "./view.ts";
import { WORDS } from "./words.ts";

/** Records are asked for so many at a time, and ahead of the reader, so that a step answers at once. */
const CHUNK = 256;
const AHEAD = 64;
/** Instructions after which a command that finds nothing asks to be repeated: a kernel may loop for ever. */
const PATIENCE = 20_000;

export class StepperElement extends HTMLElement {
  private trace: Trace | null = null;
  private view: View = FIRST_VIEW;
  private source!: StepSource;
  private launch!: Launch;
  private marks: LineMarks | null = null;
  private language: Language = "en";
  /** The commands that are being carried out. */
  private busy: Promise<void> | null = null;
  private fetching: Promise<void> | null = null;
  private chosenLane: number | null = null;
  /** By the name of the part: what it shows. */
  private readonly drawn = new Map<string, string>();

  constructor() {
    super();
    this.listen();
  }

  /** `start` gives what is stepped; `listings`: where the kernel's lines stand on the page, to be marked and clicked. */
  async open(start: () => Promise<Stepped>, listings: readonly Element[]): Promise<void> {
    await this.busy;
    this.language = languageOf(this);
    this.marks?.remove();
    this.trace = null;
    this.view = FIRST_VIEW;
    this.chosenLane = null;
    try {
      const { source, launch } = await start();
      this.source = source;
      this.launch = launch;
    } catch (error) {
      this.innerHTML = drawBroken(explain(error, this.language), this.language);
      return;
    }
    this.drawn.clear();
    this.innerHTML = drawFrame(this.launch, this.language);
    this.listenToLanes();
    this.marks = new LineMarks(listings, (line) => void this.run({ kind: "line", line }));
    await this.restart();
  }

  takeFocus(): void {
    const button = (name: string): HTMLElement | null => this.querySelector(`[data-command=${name}]`);
    (button("step") ?? button("close"))?.focus({ preventScroll: true });
  }

  close(): void {
    this.marks?.remove();
    this.remove();
    this.dispatchEvent(new Event("close"));
  }

  private listen(): void {
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      const { value } = this.control("line");
      if ((event.target as Element).matches(".to-line") && value !== "")
        void this.run({ kind: "line", line: Number(value) });
    });
    this.addEventListener("click", (event) => {
      const button = (event.target as Element).closest<HTMLElement>("button");
      const { command, keep, lane } = button?.dataset ?? {};
      if (command !== undefined) this.command(command);
      if (keep !== undefined) this.toggleKept(keep);
      if (lane !== undefined) this.chooseLane(Number(lane));
    });
    this.addEventListener("input", (event) => {
      const control = event.target as HTMLInputElement;
      if (control.name === "position") this.show({ position: Number(control.value) });
    });
    this.addEventListener("change", (event) => {
      const control = event.target as HTMLInputElement | HTMLSelectElement;
      if (control.name === "block" || control.name === "warp") void this.restart();
      if (control.name === "format") this.show({ format: FORMATS.find((name) => name === control.value) ?? "auto" });
      if (control.name === "keep" && control.value !== "") this.toggleKept(control.value);
    });
    this.addEventListener("keydown", (event) => this.key(event));
    this.addEventListener("toggle", () => this.show({}), { capture: true }); // It does not bubble.
  }

  private listenToLanes(): void {
    const lanes = this.querySelector<HTMLElement>("[data-part=lanes]");
    if (lanes !== null) listenToArrows(lanes);
    const laneAt = (event: Event): number | null => {
      const lane = (event.target as HTMLElement).dataset["lane"];
      return lane === undefined ? null : Number(lane);
    };
    for (const name of ["pointerover", "focusin"])
      lanes?.addEventListener(name, (event) => this.show({ lane: laneAt(event) ?? this.chosenLane }));
    for (const name of ["pointerleave", "focusout"])
      lanes?.addEventListener(name, () => this.show({ lane: this.chosenLane }));
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.matches("input:not([type=range]), select")) return;
    // The slider moves by these keys itself.
    if (target.matches("input") && /^(Arrow|Home|End)/.test(event.key)) return;
    const command = KEYS[`${event.shiftKey ? "Shift+" : ""}${event.key}`];
    if (command === undefined) return;
    event.preventDefault();
    // A key that is held down waits for what it has asked for.
    if (!event.repeat || this.busy === null) this.command(command);
  }

  private command(name: string): void {
    const { trace } = this;
    if (name === "close") this.close();
    else if (trace !== null) this.move(name, trace);
  }

  private move(name: string, trace: Trace): void {
    const { position } = this.view;
    switch (name) {
      case "restart":
        if (trace.first === 0) this.show({ position: 0 });
        else void this.restart();
        break;
      case "back":
        this.back(position - 1);
        break;
      case "previous-line":
        this.back(previousLine(trace, position));
        break;
      case "next-line":
        void this.run({ kind: "next-line", line: lineAt(trace, position) });
        break;
      case "step":
      case "access":
      case "groups":
      case "barrier":
      case "end":
        void this.run({ kind: name });
        break;
    }
  }

  private back(to: number): void {
    const first = this.trace?.first ?? 0;
    if (to >= first) this.show({ position: to });
    else if (first > 0) this.say(fill(WORDS.forgotten[this.language], { n: formatCount(MOST_RECORDS) }));
  }

  private async restart(): Promise<void> {
    await this.busily(async () => {
      const begin = await this.source.begin(this.number("block"), this.number("warp"));
      this.trace = new Trace(begin);
      await this.fetch();
      this.show({ position: 0 });
    });
  }

  private async run(goal: Goal): Promise<void> {
    await this.busily(async (trace) => {
      const start = this.view.position;
      // A button that is off does nothing; to a line, the reader is told.
      if (trace.hasEnded && start === trace.last && goal.kind !== "line") return;
      let searched = start;
      let target = seek(trace, start, goal);
      while (target === null && searched - start < PATIENCE) {
        searched = trace.last;
        await this.fetch();
        target = seek(trace, start, goal, searched);
      }
      const isAway = target !== null && !target.isReached && goal.kind === "line";
      // The place is kept when there is nowhere to go.
      this.show({ position: isAway ? start : (target?.position ?? trace.last) });
      if (target === null) this.say(fill(WORDS.gaveUp[this.language], { n: formatCount(PATIENCE) }));
      else if (isAway) this.say(this.whyNotTo(goal.line, trace));
      else if (!target.isReached) this.say(WORDS.notReached[this.language]);
    });
  }

  private whyNotTo(line: number, trace: Trace): string {
    let has = false;
    for (let at = trace.first + 1; at <= trace.last; ++at) has ||= trace.executed(at)?.line === line;
    return fill(WORDS[has ? "linePassed" : "lineWithout"][this.language], { line });
  }

  /** One command after the other; what goes wrong is said. */
  private busily(work: (trace: Trace) => Promise<void>): Promise<void> {
    const turn = (this.busy ?? Promise.resolve()).then(async () => {
      const slow = window.setTimeout(() => this.say(WORDS.working[this.language]), 300);
      try {
        await work(this.trace as Trace);
      } catch (error) {
        this.say(fill(WORDS.broken[this.language], { reason: (error as Error).message }));
      }
      window.clearTimeout(slow);
      if (this.busy === turn) this.busy = null;
    });
    this.busy = turn;
    return turn;
  }

  /** The next records; those asked for already, if they are still on their way. */
  private fetch(): Promise<void> {
    const { trace } = this;
    if (trace === null || trace.hasEnded) return Promise.resolve();
    this.fetching ??= this.source
      .step(CHUNK)
      .then((records) => {
        trace.append(records);
        if (trace === this.trace) this.showExtent(trace);
      })
      .finally(() => (this.fetching = null));
    return this.fetching;
  }

  private async fetchAhead(): Promise<void> {
    try {
      await this.fetch();
    } catch {
      // The command that needs the records meets the same, and says it.
    }
  }

  private show(change: Partial<View>): void {
    const { trace } = this;
    this.view = { ...this.view, ...change };
    if (trace === null) return;
    if (change.position !== undefined) this.say("");
    const scene = this.scene(trace);
    const focused = this.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset["key"]
      : null;
    for (const [name, html] of Object.entries(drawStepper(scene))) this.showPart(name, html);
    if (this.querySelector("details.data")?.hasAttribute("open")) this.showPart("table", drawLaneTable(scene));
    if (change.kept !== undefined) this.showExtent(trace);
    if (focused) this.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
    this.showControls(trace);
    this.marks?.show(trace.at(this.view.position).state);
    if (trace.at(this.view.position).state.state === "faulted") void this.sayFault();
    if (trace.last - this.view.position < AHEAD) void this.fetchAhead();
  }

  /** There is more of the trace. */
  private showExtent(trace: Trace): void {
    const scene = this.scene(trace);
    for (const [name, html] of Object.entries(drawExtent(scene))) this.showPart(name, html);
    this.showPart("position", drawPosition(scene));
    this.showControls(trace);
  }

  private scene(trace: Trace): Scene {
    return { trace, view: this.view, launch: this.launch, language: this.language, id: this.id };
  }

  private showPart(name: string, html: string): void {
    const part = this.querySelector<HTMLElement>(`[data-part=${name}]`);
    if (part === null || this.drawn.get(name) === html) return;
    this.drawn.set(name, html);
    // The lanes stay the elements that they are: a pointer may be on its way down on one.
    if (name === "lanes" && part.firstElementChild !== null) copyAttributes(html, part);
    else part.innerHTML = html;
    // What grows and shrinks keeps the room that it has had: the page below does not jump at every step.
    if (name === "accesses" || name === "trace")
      part.style.minHeight = `${Math.max(part.offsetHeight, Number.parseFloat(part.style.minHeight) || 0)}px`;
  }

  private showControls(trace: Trace): void {
    const { position } = this.view;
    const scrub = this.control("position");
    Object.assign(scrub, { min: String(trace.first), max: String(trace.last), value: String(position) });
    const isAtEnd = trace.hasEnded && position === trace.last;
    for (const button of this.querySelectorAll<HTMLButtonElement>("button[data-command]")) {
      const { command = "" } = button.dataset;
      const isIdle = ["restart", "back"].includes(command) ? position === 0 : command !== "close" && isAtEnd;
      button.setAttribute("aria-disabled", String(isIdle));
    }
  }

  private toggleKept(name: string): void {
    const { kept } = this.view;
    this.show({ kept: kept.includes(name) ? kept.filter((other) => other !== name) : [...kept, name] });
  }

  private chooseLane(lane: number): void {
    this.chosenLane = this.chosenLane === lane ? null : lane;
    this.show({ lane: this.chosenLane });
  }

  /** Why the kernel could not go on, as the check puts it. */
  private async sayFault(): Promise<void> {
    const [finding] = await this.source.findings();
    if (finding !== undefined) this.say(finding.text);
  }

  private say(words: string): void {
    const message = this.querySelector("[data-message]");
    if (message !== null) message.textContent = words;
  }

  private control(name: string): HTMLInputElement {
    return this.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
  }

  /** A whole number within the bounds of its field. */
  private number(name: string): number {
    const field = this.control(name);
    const value = Math.min(Number(field.max), Math.max(Number(field.min), Math.round(Number(field.value) || 0)));
    field.value = String(value);
    return value;
  }
}

const KEYS: Record<string, string> = {
  ArrowRight: "step",
  n: "step",
  ArrowLeft: "back",
  b: "back",
  "Shift+ArrowRight": "next-line",
  l: "next-line",
  "Shift+ArrowLeft": "previous-line",
  a: "access",
  d: "groups",
  s: "barrier",
  Home: "restart",
  End: "end",
};

function copyAttributes(html: string, onto: Element): void {
  const template = document.createElement("template");
  template.innerHTML = html;
  const targets = onto.querySelectorAll("*");
  template.content.querySelectorAll("*").forEach((from, i) => {
    for (const { name, value } of from.attributes) targets[i]?.setAttribute(name, value);
  });
}
