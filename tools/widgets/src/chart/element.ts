// <gtl-chart>: takes over the drawn chart, and draws beside it what the reader measured on a GPU of their own.
import { languageOf, type Language } from "../language.ts";
import { CHANGED, keepMeasurements, keptMeasurements } from "../store.ts";
import { bookSeries, readerSeries, withMeasurement, type Chart, type Series } from "./chart.ts";
import { isRefusal, readMeasurement, type Measurement } from "./measurement.ts";
import { renderChart } from "./render.ts";
import { say } from "./words.ts";

/** As many as can be told apart. */
const MOST_GPUS = 3;
/** A measurement has some hundred KB: more is something else, and would keep the page busy. */
const MOST_MEGABYTES = 8;

export class ChartElement extends HTMLElement {
  private chart!: Chart;
  private language: Language = "en";
  /** What is drawn, as text, so that a change elsewhere on the page does not draw anew. */
  private shown = "";
  private readonly follow = (): void => this.show();

  connectedCallback(): void {
    const data = this.querySelector("script")?.textContent;
    if (!data || this.hasAttribute("data-live")) return;
    this.chart = JSON.parse(data) as Chart;
    this.language = languageOf(this);
    this.shown = JSON.stringify(this.series());
    this.listen();
    if (this.series().length > 1) this.redraw();
    document.addEventListener(CHANGED, this.follow);
    this.toggleAttribute("data-live", true);
  }

  disconnectedCallback(): void {
    document.removeEventListener(CHANGED, this.follow);
  }

  private series(): Series[] {
    const readers = keptMeasurements().map((measurement) => readerSeries(this.chart, measurement));
    return [bookSeries(this.chart), ...readers.filter((series) => typeof series !== "string")];
  }

  private show(): void {
    const now = JSON.stringify(this.series());
    if (now === this.shown) return;
    this.shown = now;
    this.redraw();
  }

  private redraw(): void {
    const drawing = this.querySelector("[data-part=drawing]");
    if (drawing === null) return;
    const open = drawing.querySelector("details")?.open ?? false;
    drawing.innerHTML = renderChart(this.chart, this.series(), this.id, this.language);
    const details = drawing.querySelector("details");
    if (details !== null) details.open = open;
  }

  private listen(): void {
    const input = this.querySelector<HTMLInputElement>("input[type=file]");
    input?.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file !== undefined) void this.add(file);
      input.value = "";
    });
    this.addEventListener("click", (event) => {
      const name = (event.target as Element).closest<HTMLElement>("[data-remove]")?.dataset["remove"];
      if (name === undefined) return;
      keepMeasurements(keptMeasurements().filter(({ gpu }) => gpu.name !== name));
      this.say("removed", { gpu: name });
      input?.focus(); // The button that had the focus is gone.
    });
    this.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      this.toggleAttribute("data-over", true);
    });
    this.addEventListener("dragleave", () => this.removeAttribute("data-over"));
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      this.removeAttribute("data-over");
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void this.add(file);
    });
  }

  private async add(file: File): Promise<void> {
    if (file.size > MOST_MEGABYTES * 2 ** 20) return this.say("tooLarge", { file: file.name, limit: MOST_MEGABYTES });
    let text: string;
    try {
      text = await file.text();
    } catch {
      return this.say("unreadable", { file: file.name });
    }
    const found = readMeasurement(text);
    if (isRefusal(found)) return this.say(found.problem, { file: file.name, ...found });
    const series = readerSeries(this.chart, found);
    if (typeof series === "string")
      return this.say(series, { file: file.name, programs: Object.keys(found.programs).join(", ") });
    this.keep(found);
  }

  private keep(measurement: Measurement): void {
    const all = withMeasurement(keptMeasurements(), measurement);
    const drawn = all.filter((one) => typeof readerSeries(this.chart, one) !== "string");
    if (drawn.length > MOST_GPUS) return this.say("tooMany", { count: MOST_GPUS });
    keepMeasurements(all);
    this.say("added", { gpu: measurement.gpu.name });
  }

  private say(key: Parameters<typeof say>[0], values: Record<string, string | number>): void {
    const status = this.querySelector("[data-part=status]");
    const { program, table, column, command } = this.chart;
    if (status !== null) status.textContent = say(key, this.language, { program, table, column, command, ...values });
  }
}
