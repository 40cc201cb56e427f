// <gtl-run>: kernels that the reader runs in the page. What runs them is a script of its own (run.ts), loaded when the element
// comes near the view.
import { whenNear } from "../near_view.ts";
import { loadScript } from "../scripts.ts";

declare global {
  // Set by run.js.
  var gtlStartRunner: ((host: HTMLElement) => Promise<void>) | undefined;
}

export class RunElement extends HTMLElement {
  private started: Promise<void> | null = null;

  connectedCallback(): void {
    if (this.started !== null) return;
    whenNear(this, () => void this.start());
    // A reader may be faster than the script: nothing is sent anywhere, and the button works as soon as it can.
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.hasAttribute("data-live")) void this.start().then(() => this.querySelector("form")?.requestSubmit());
    });
  }

  private start(): Promise<void> {
    this.started ??= loadScript("run.js").then(() => globalThis.gtlStartRunner?.(this));
    return this.started;
  }
}
