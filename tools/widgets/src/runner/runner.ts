// A live runner: the reader's choice, its runs, and what is shown of them.
import { DeviceEnded, type Device } from "../emulator/device.ts";
import type { Launch, Progress } from "../emulator/messages.ts";
import { copyAddress, writeFragment } from "../fragment.ts";
import { escapeHtml, formatCount, type Language } from "../language.ts";
import type { Live } from "../lazy_widget.ts";
import type { Values } from "../scene/formula.ts";
import { runVariant } from "../scene/run_variant.ts";
import { allowed, obstacle, type Bug, type Scene, type Variant } from "../scene/scene.ts";
import { explain } from "../scripts.ts";
import type { Values as Loose } from "../simulator.ts";
import { Stepping } from "../stepper/stepping.ts";
import { bufferFigures } from "./buffers.ts";
import { countersTable, resultsTable, verdict, type Run } from "./results.ts";
import type { Say } from "./say.ts";
import { firstChoice, looseChoice, parseChoice, sameRuns, type Choice } from "./setting.ts";
import { warmUp, withDevice } from "./shared_device.ts";
import { WovenListings, type Side } from "./woven.ts";

export class Runner implements Live {
  private readonly variants: Variant[];
  private readonly form: HTMLFormElement;
  /** Where the reader has pressed: how far the run is, what it gave. */
  private readonly status: HTMLElement;
  private readonly output: HTMLElement;
  private readonly woven: WovenListings;
  private readonly stepping: Stepping;
  private choice: Choice;
  private runs: Run[] = [];
  private ranFor: Choice | null = null;
  /** The variant whose counters the lines show; null: of all that ran. */
  private shown: string | null = null;
  private device: Device | null = null;
  private isBusy = false;
  private isCancelled = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly scene: Scene,
    private readonly language: Language,
    private readonly say: Say,
  ) {
    const ids = host.dataset["variants"]?.split(" ") ?? [];
    this.variants = ids.flatMap((id) => scene.variants.find((variant) => variant.id === id) ?? []);
    this.form = host.querySelector("form.run-controls") as HTMLFormElement;
    this.output = host.querySelector(".output") as HTMLElement;
    this.status = host.querySelector(".run-status") as HTMLElement;
    this.status.innerHTML = statusFrame(say);
    this.status.hidden = true; // It may have said that the script did not arrive.
    this.output.innerHTML = outputFrame(say);
    this.woven = new WovenListings(host, scene, say);
    this.stepping = new Stepping(host, scene);
    this.choice = firstChoice(scene, ids);
    this.listen();
    this.show();
  }

  private listen(): void {
    this.form.addEventListener("submit", () => {
      const ids = [this.choice.variant, this.choice.compare];
      void this.run(this.variants.filter(({ id }) => ids.includes(id)));
    });
    this.form.addEventListener("change", (event) => {
      const { name, value } = event.target as HTMLInputElement | HTMLSelectElement;
      if (name !== "") this.choose(name, value);
    });
    this.host.addEventListener("click", (event) => {
      const button = (event.target as Element).closest("button");
      const { action, show } = button?.dataset ?? {};
      if (action === "all") void this.run(this.variants);
      if (action === "step" && button != null) void this.step(button);
      if (action === "stop") this.stop();
      if (action === "share" && button != null) this.share(button);
      if (show !== undefined) {
        this.shown = show;
        this.show();
        this.host.querySelector<HTMLElement>(`[data-show="${show}"]`)?.focus();
      }
    });
    for (const event of ["pointerenter", "focusin"]) this.form.addEventListener(event, warmUp, { once: true });
  }

  private choose(name: string, value: string): void {
    this.sayLimits();
    // Numbers are read wherever the reader goes next: a field that is being filled in has not said that it changed.
    this.choice = { ...this.choice, values: this.numbers() };
    if (name === "variant") {
      const compare = this.choice.compare === value ? null : this.choice.compare;
      this.choice = { ...this.choice, variant: value, compare };
      if (!this.bugOf(value)) this.plant(null);
      this.shown = this.ran(value) ? value : null;
    } else if (name === "compare") {
      this.choice = { ...this.choice, compare: value === "" || value === this.choice.variant ? null : value };
    } else if (name === "bug") this.plant(this.scene.bugs.find(({ id }) => id === value) ?? null);
    this.writeAddress();
    this.show();
    if (name !== "compare") void this.step();
  }

  private numbers(): Values {
    return Object.fromEntries(
      this.scene.parameters.map((parameter): [string, number] => {
        const text = this.form.querySelector<HTMLInputElement>(`[name=${parameter.name}]`)?.value ?? "";
        return [parameter.name, allowed(parameter, text === "" ? NaN : Number(text))];
      }),
    );
  }

  /** At the fields whose numbers cannot be taken as they are typed. */
  private sayLimits(): void {
    for (const parameter of this.scene.parameters) {
      const field = this.form.querySelector<HTMLInputElement>(`[name=${parameter.name}]`);
      const place = field?.closest("label")?.querySelector<HTMLElement>(".limits");
      if (field == null || place == null) continue;
      const typed = field.value;
      const isTaken = typed !== "" && allowed(parameter, Number(typed)) === Number(typed);
      const limits = place.dataset["limits"] ?? "";
      place.toggleAttribute("data-clamped", !isTaken);
      place.textContent = isTaken ? limits : this.say("run-clamped", { limits, typed: typed || "–" });
    }
  }

  /** A bug brings the settings with which it shows; without it they are as they were. */
  private plant(bug: Bug | null): void {
    const before = this.bug();
    const values = { ...this.choice.values };
    for (const { name, default: usual } of this.scene.parameters) {
      if (before?.settings[name] !== undefined && values[name] === before.settings[name]) values[name] = usual;
      if (bug?.settings[name] !== undefined) values[name] = bug.settings[name];
    }
    this.choice = { ...this.choice, bug: bug?.id ?? null, values };
  }

  private bug(): Bug | null {
    return this.scene.bugs.find(({ id }) => id === this.choice.bug) ?? null;
  }

  /** Whether the bug that is chosen is in this variant's kernel. */
  private bugOf(variant: string): boolean {
    return this.bug()?.edits.some(({ variants }) => variants.includes(variant)) ?? false;
  }

  private ran(variant: string): boolean {
    return this.runs.some((run) => run.variant.id === variant && run.outcome !== null);
  }

  private async run(variants: readonly Variant[]): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.isCancelled = false;
    this.ranFor = this.choice;
    this.runs = [];
    this.shown = variants.length === 1 ? (variants[0]?.id ?? null) : null;
    this.status.hidden = this.output.hidden = false;
    this.showProgress(this.say("run-starting"), null);
    let failure = "";
    try {
      await withDevice(async (device) => {
        this.device = device;
        for (const variant of variants) {
          if (!this.isCancelled) this.runs.push(await this.runOne(device, variant));
        }
      });
    } catch (error) {
      const why = explain(error, this.language);
      failure = error instanceof DeviceEnded ? this.say("run-ended") : this.say("run-broken", { why });
    }
    this.device = null;
    this.isBusy = false;
    this.show();
    this.part("said").textContent =
      failure || verdict(this.scene, this.runs, this.isCancelled, this.language, this.say);
  }

  private async runOne(device: Device, variant: Variant): Promise<Run> {
    const why = this.hindrance(variant);
    if (why !== "") return { variant, outcome: null, why };
    const setting = { values: this.choice.values, bug: this.choice.bug };
    const outcome = await runVariant(device, this.scene, variant, setting, (progress, launch) =>
      this.progress(variant, progress, launch),
    );
    return { variant, outcome, why: "" };
  }

  /** Why the variant cannot run with the reader's numbers; empty when it can. */
  private hindrance(variant: Variant): string {
    const found = obstacle(this.scene, variant, this.choice.values);
    if (found === null) return "";
    return this.say("run-multiple", { parameter: found.parameter.label[this.language], of: found.of });
  }

  /** Opens the stepper on the chosen kernel; or, without a button, lets the open one follow the choice. */
  private async step(opener?: HTMLElement): Promise<void> {
    const variant = this.variants.find(({ id }) => id === this.choice.variant);
    if (variant === undefined || (opener === undefined && !this.stepping.isOpen)) return;
    const { values, bug } = this.choice;
    await this.stepping.show({ variant, setting: { values, bug }, hindrance: this.hindrance(variant) }, opener);
  }

  private progress(variant: Variant, { blocks: done }: Progress, { grid }: Launch): void {
    const blocks = grid[0] * grid[1] * grid[2];
    const title = variant.title[this.language];
    const words = { title, done: formatCount(done), blocks: formatCount(blocks) };
    this.showProgress(this.say("run-running", words), done / blocks);
  }

  private stop(): void {
    this.isCancelled = true;
    this.device?.stop();
  }

  private share(button: HTMLButtonElement): void {
    this.writeAddress();
    const words = { copied: this.say("run-copied"), inAddressBar: this.say("run-in-address-bar") };
    void copyAddress(button, words);
  }

  take(setting: Loose): void {
    const ids = this.variants.map(({ id }) => id);
    this.choice = parseChoice(this.scene, ids, setting);
    this.show();
    void this.step();
  }

  private writeAddress(): void {
    const ids = this.variants.map(({ id }) => id);
    const loose = looseChoice(this.scene, ids, this.choice);
    history.replaceState(history.state, "", writeFragment(this.host.id, loose));
  }

  private showProgress(words: string, share: number | null): void {
    this.host.toggleAttribute("data-busy", true);
    const bar = this.part("bar") as HTMLProgressElement;
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
    this.part("doing").textContent = words;
    this.part("said").textContent = "";
  }

  /** Everything, from the choice and the runs. */
  private show(): void {
    this.showControls();
    const bug = this.bug();
    this.woven.plant(bug);
    const hasRun = this.runs.some(({ variant }) => variant.id === this.choice.variant);
    const isStale = this.ranFor !== null && !this.isBusy && !(hasRun && sameRuns(this.choice, this.ranFor));
    this.host.toggleAttribute("data-stale", isStale);
    this.host.toggleAttribute("data-busy", this.isBusy);
    const sides = this.sides();
    this.woven.showRegions(this.regions(sides));
    if (this.isBusy || this.ranFor === null) return;
    if (isStale) this.part("said").textContent = this.say("run-stale");
    this.woven.show(sides);
    this.part("results").innerHTML = resultsTable(this.scene, this.runs, this.shown ?? "", this.language, this.say);
    this.part("counters").innerHTML = countersTable(this.runs, this.language, this.say);
    this.part("buffers").replaceChildren(...this.buffers(sides));
  }

  /** The listings to show: of the variant that is looked at, or of the two that are compared. */
  private regions(sides: readonly Side[]): Set<string> {
    const compared = sides.length > 1 ? sides.flatMap(({ outcomes }) => outcomes.map(({ variant }) => variant.id)) : [];
    const looked = this.shown ?? this.choice.variant;
    const ids = [looked, ...(this.shown === null ? [this.choice.compare] : []), ...compared];
    return new Set(this.variants.filter(({ id }) => ids.includes(id)).map(({ region }) => region));
  }

  /** Which outcomes the lines show: one, two side by side, or all that ran together. */
  private sides(): Side[] {
    const done = this.runs.flatMap(({ variant, outcome }) => (outcome === null ? [] : [{ variant, outcome }]));
    const of = (id: string | null): Side[] =>
      done
        .filter(({ variant }) => variant.id === id)
        .map((one) => ({ title: one.variant.title[this.language], outcomes: [one] }));
    const { variant, compare } = this.ranFor ?? this.choice;
    if (this.shown !== null) return of(this.shown);
    if (compare !== null && done.length === 2) return [...of(variant), ...of(compare)];
    return done.length === 0 ? [] : [{ title: "", outcomes: done }];
  }

  /** Of one run, or of two that are compared. */
  private buffers(sides: readonly Side[]): HTMLElement[] {
    return sides.flatMap(({ title, outcomes }) => {
      const [only, ...others] = outcomes;
      if (only === undefined || others.length > 0) return [];
      const group = document.createElement("div");
      group.className = "of-run";
      if (sides.length > 1) group.innerHTML = `<p class="title">${escapeHtml(title)}</p>`;
      group.append(...bufferFigures(only.outcome, this.say));
      return [group];
    });
  }

  private showControls(): void {
    const values: Record<string, string> = {
      variant: this.choice.variant,
      compare: this.choice.compare ?? "",
      bug: this.choice.bug ?? "",
      ...Object.fromEntries(Object.entries(this.choice.values).map(([name, value]) => [name, String(value)])),
    };
    for (const control of this.form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]"))
      control.value = values[control.name] ?? "";
    for (const option of this.form.querySelectorAll<HTMLOptionElement>("[name=bug] option[value]")) {
      const bug = this.scene.bugs.find(({ id }) => id === option.value);
      option.disabled = bug !== undefined && !bug.edits.some(({ variants }) => variants.includes(this.choice.variant));
    }
    for (const option of this.form.querySelectorAll<HTMLOptionElement>("[name=compare] option"))
      option.disabled = option.value === this.choice.variant;
  }

  private part(name: string): HTMLElement {
    return this.host.querySelector(`[data-part=${name}]`) as HTMLElement;
  }
}

function statusFrame(say: Say): string {
  const word = (key: string): string => escapeHtml(say(key));
  return (
    `<div class="doing"><progress data-part="bar" max="1" aria-label="${word("run-running-label")}"></progress>` +
    `<span data-part="doing"></span><button type="button" data-action="stop">${word("run-stop")}</button></div>` +
    `<p class="said" data-part="said" role="status"></p>`
  );
}

function outputFrame(say: Say): string {
  const box = (part: string, words: string): string =>
    `<div class="table-box" data-part="${part}" role="region" tabindex="0" aria-label="${escapeHtml(words)}"></div>`;
  const counters = say("run-counters");
  return (
    box("results", say("run-results")) +
    `<div class="buffers" data-part="buffers"></div>` +
    `<details class="all-counters"><summary>${escapeHtml(counters)}</summary>${box("counters", counters)}</details>`
  );
}
