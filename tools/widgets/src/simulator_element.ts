// <gtl-simulator>: takes over the static drawing, passes the reader's events to `step` and shows what `draw` returns.
import { copyAddress, writeFragment } from "./fragment.ts";
import { isActive } from "./lanes.ts";
import type { Language } from "./language.ts";
import { LazyWidget, type Live } from "./lazy_widget.ts";
import { loadSimulator } from "./load_simulator.ts";
import { renderSimulator } from "./render_simulator.ts";
import { listenToArrows } from "./roving.ts";
import type { Simulator, SimulatorEvent, Values } from "./simulator.ts";
import { WORDS } from "./simulator_words.ts";

/** Browsers refuse to have the address rewritten often; a pause in the reader's dragging is enough. */
const ADDRESS_DELAY_MS = 300;

export class SimulatorElement extends LazyWidget {
  protected async load(language: Language): Promise<Live> {
    const { simulator, code } = await loadSimulator(this.getAttribute("name") ?? "");
    return new LiveSimulator(this, simulator, code, language);
  }

  protected failurePlace(): HTMLElement | null {
    return this.querySelector("[data-part=summary]");
  }
}

class LiveSimulator<State, Code> implements Live {
  private readonly id: string;
  private readonly first: State;
  private state: State;
  private addressTimer = 0;
  private pointed: string | null = null;
  /** The HTML of each part as it was set. */
  private readonly shown = new Map<string, string>();
  private replacing = false;
  /** While the reader drags over the lanes: what each lane becomes. */
  private painting: boolean | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly simulator: Simulator<State, Code>,
    private readonly code: Code,
    private readonly language: Language,
  ) {
    this.id = host.id || `simulator-${simulator.name}`;
    this.first = simulator.parse(JSON.parse(host.getAttribute("state") ?? "{}") as Values);
    this.state = this.first;
    if (host.querySelector("[data-part=picture]") === null) this.render();
    this.listen();
    this.show(this.first);
  }

  private render(): void {
    this.host.innerHTML = renderSimulator(this.simulator, this.state, this.code, {
      language: this.language,
      id: this.id,
      controls: this.host.getAttribute("controls")?.split(/\s+/).filter(Boolean) ?? "all",
    });
  }

  private listen(): void {
    this.host.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
    this.host.addEventListener("input", (event) => {
      const control = event.target as HTMLInputElement | HTMLSelectElement;
      if (control.name) this.send({ kind: "set", name: control.name, value: control.value });
    });
    this.host.addEventListener("focusout", () => this.showControls());
    this.host.addEventListener("click", (event) => {
      const setter = (event.target as Element).closest<HTMLElement | SVGElement>("[data-set]");
      if (setter !== null) {
        const value = setter instanceof HTMLButtonElement ? setter.value : setter.dataset["value"];
        this.send({ kind: "set", name: setter.dataset["set"] ?? "", value: value ?? "" });
      }
      const button = (event.target as Element).closest("button");
      if (button === null) return;
      if (button.dataset["action"] === "reset") this.show(this.first);
      if (button.dataset["action"] === "share") this.share(button);
      // A pointer has painted the lane already (event.detail counts its clicks); this is the keyboard's click.
      if (button.dataset["lane"] !== undefined && event.detail === 0) this.toggle(Number(button.dataset["lane"]));
    });
    const lanes = this.host.querySelector<HTMLElement>(".lanes");
    if (lanes !== null) this.listenToLanes(lanes);
    listenToArrows(this.host);
    this.listenToPointing();
  }

  private listenToPointing(): void {
    const pointAt = (target: EventTarget | null): void => {
      const pointed = target instanceof Element ? target.closest<HTMLElement | SVGElement>("[data-point]") : null;
      this.point(pointed?.dataset["point"] ?? null);
    };
    // What moves, not what lies under a mouse at rest: a drawing that changes there is no pointing. And a finger points by
    // its tap, as does what a press gives the focus to: drawing that anew before the click would swallow the click.
    this.host.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") pointAt(event.target);
    });
    this.host.addEventListener("click", (event) => pointAt(event.target));
    this.host.addEventListener("focusin", (event) => {
      if ((event.target as Element).matches(":focus-visible")) pointAt(event.target);
    });
    this.host.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.point(null);
    });
    // Within the simulator, focusin follows.
    this.host.addEventListener("focusout", (event) => {
      if (!this.host.contains(event.relatedTarget as Node | null)) this.point(null);
    });
  }

  private point(target: string | null): void {
    if (target === this.pointed || this.replacing) return;
    this.pointed = target;
    this.send({ kind: "point", target });
  }

  private listenToLanes(lanes: HTMLElement): void {
    const laneAt = (event: Event): number | null => {
      const lane = (event.target as HTMLElement).dataset["lane"];
      return lane === undefined ? null : Number(lane);
    };
    lanes.addEventListener("pointerdown", (event) => {
      const lane = laneAt(event);
      if (lane === null || event.button !== 0) return;
      // Touch would otherwise hold on to the first lane, and the others would hear nothing.
      (event.target as Element).releasePointerCapture(event.pointerId);
      this.painting = !this.isActive(lane);
      this.send({ kind: "lane", lane, active: this.painting });
    });
    lanes.addEventListener("pointerover", (event) => {
      const lane = laneAt(event);
      if (lane === null) return;
      if (this.painting !== null) this.send({ kind: "lane", lane, active: this.painting });
      this.send({ kind: "inspect", lane });
    });
    lanes.addEventListener("pointerleave", () => this.send({ kind: "inspect", lane: null }));
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (this.painting = null));
    lanes.addEventListener("focusin", (event) => this.send({ kind: "inspect", lane: laneAt(event) }));
    lanes.addEventListener("focusout", () => this.send({ kind: "inspect", lane: null }));
  }

  private laneButtons(): HTMLButtonElement[] {
    return [...this.host.querySelectorAll<HTMLButtonElement>("button[data-lane]")];
  }

  private isActive(lane: number): boolean {
    return isActive(this.simulator.activeLanes?.(this.state) ?? 0, lane);
  }

  private toggle(lane: number): void {
    this.send({ kind: "lane", lane, active: !this.isActive(lane) });
  }

  private send(event: SimulatorEvent): void {
    this.show(this.simulator.step(this.state, event));
    if (event.kind === "inspect" || event.kind === "point") return;
    window.clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => this.writeAddress(), ADDRESS_DELAY_MS);
  }

  private show(state: State): void {
    this.state = state;
    const drawing = this.simulator.draw(state, this.code, { language: this.language, id: this.id, live: true });
    for (const [name, html] of Object.entries(drawing)) this.showPart(name, html);
    this.showControls();
  }

  private showControls(): void {
    for (const [name, most] of Object.entries(this.simulator.controlLimits?.(this.state, this.code) ?? {})) {
      for (const control of this.host.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
        control.max = String(most);
    }
    for (const [name, value] of Object.entries(this.simulator.controlValues(this.state))) this.showControl(name, value);
    for (const button of this.laneButtons()) button.ariaPressed = String(this.isActive(Number(button.dataset["lane"])));
  }

  private showPart(name: string, html: string): void {
    const part = this.host.querySelector(`[data-part=${name}]`);
    if (part === null || this.shown.get(name) === html) return;
    this.shown.set(name, html);
    const focused = document.activeElement;
    const key = part.contains(focused) ? (focused as HTMLElement | SVGElement).dataset["key"] : undefined;
    this.replacing = true; // What had the focus leaves the page: not the reader's doing.
    part.innerHTML = html;
    if (key !== undefined) part.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
    this.replacing = false;
  }

  private showControl(name: string, value: string): void {
    for (const control of this.host.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)) {
      if (control.type === "radio") (control as HTMLInputElement).checked = control.value === value;
      // What the reader is typing may be unfinished; the number is set right when they leave it.
      else if (control.type === "number" && control === document.activeElement) continue;
      else control.value = value;
    }
    for (const output of this.host.querySelectorAll(`[data-value="${name}"]`)) output.textContent = value;
    for (const button of this.host.querySelectorAll<HTMLButtonElement>(`button[data-set="${name}"][aria-pressed]`)) {
      button.ariaPressed = String(button.value === value);
    }
  }

  take(setting: Values): void {
    this.show(Object.keys(setting).length === 0 ? this.first : this.simulator.parse(setting));
  }

  private writeAddress(): void {
    history.replaceState(history.state, "", writeFragment(this.id, this.simulator.values(this.state)));
  }

  private share(button: HTMLButtonElement): void {
    this.writeAddress();
    void copyAddress(button, {
      copied: WORDS.copied[this.language],
      inAddressBar: WORDS.inAddressBar[this.language],
    });
  }
}
