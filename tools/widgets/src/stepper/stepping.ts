// The stepper of a runner: opened below its listings, on a device of its own, so that runs and steps do not meet.
import { openDevice, type Device } from "../emulator/device.ts";
import type { Scene, Setting, Variant } from "../scene/scene.ts";
import { StepperElement } from "./element.ts";
import { stepVariant, type Stepped } from "./step_source.ts";

customElements.define("gtl-stepper", StepperElement);

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

  /** Shows the first warp of the variant from its start. `opener` is given the focus when the reader closes it. */
  async open(variant: Variant, setting: Setting, opener: HTMLElement): Promise<void> {
    this.element ??= this.place(opener);
    await this.show(variant, setting);
    this.element?.takeFocus();
  }

  /** The same for another choice of the reader's, in the place of what was stepped before. */
  show(variant: Variant, setting: Setting): Promise<void> {
    this.last = this.last.then(() => this.element?.open(() => this.start(variant, setting), this.listings()));
    return this.last;
  }

  private async start(variant: Variant, setting: Setting): Promise<Stepped> {
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
