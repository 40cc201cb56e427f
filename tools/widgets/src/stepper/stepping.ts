// The stepper of a runner: opened below its listings, on a device of its own, so that runs and steps do not meet.
import { openDevice, type Device } from "../emulator/device.ts";
import type { Scene, Setting, Variant } from "../scene/scene.ts";
import { StepperElement } from "./element.ts";
import { stepVariant, type Stepped } from "./step_source.ts";

customElements.define("gtl-stepper", StepperElement);

/** What the reader has chosen to step, and why it cannot be, if it cannot. */
export interface Steppable {
  variant: Variant;
  setting: Setting;
  hindrance: string;
}

export class Stepping {
  private element: StepperElement | null = null;
  private device: Device | null = null;
  /** One after the other: they share the device. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly host: HTMLElement,
    private readonly scene: Scene,
  ) {}

  get isOpen(): boolean {
    return this.element !== null;
  }

  /** Shows the first warp from its start, in the place of what was stepped before. `opener`: the button that the reader pressed,
   *  which has the focus again when the stepper is closed. */
  async show(chosen: Steppable, opener?: HTMLElement): Promise<void> {
    if (opener !== undefined) this.element ??= this.place(opener);
    this.last = this.last.then(() => this.element?.open(() => this.start(chosen), this.listings()));
    await this.last;
    if (opener !== undefined) this.element?.takeFocus();
  }

  private async start({ variant, setting, hindrance }: Steppable): Promise<Stepped> {
    if (hindrance !== "") throw new Error(hindrance);
    if (this.device?.isOpen !== true) this.device = await openDevice();
    return stepVariant(this.device, this.scene, variant, setting);
  }

  private listings(): Element[] {
    return [...this.host.querySelectorAll(".listing")];
  }

  private place(opener: HTMLElement): StepperElement {
    const element = new StepperElement();
    element.id = `${this.host.id}-stepper`;
    (this.listings().at(-1) ?? this.host.lastElementChild)?.after(element);
    element.addEventListener("close", () => {
      this.device?.close();
      this.device = this.element = null;
      opener.focus();
    });
    return element;
  }
}
