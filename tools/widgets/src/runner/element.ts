// <gtl-run>: kernels that the reader runs in the page. What runs them is a script of its own (run.ts), loaded when the element
// comes near the view.
import type { Language } from "../language.ts";
import { LazyWidget, type Live } from "../lazy_widget.ts";
import { loadScript } from "../scripts.ts";

declare global {
  // Set by run.js.
  var gtlStartRunner: ((host: HTMLElement, language: Language) => Promise<Live>) | undefined;
}

export class RunElement extends LazyWidget {
  override connectedCallback(): void {
    super.connectedCallback();
    // A reader may be faster than the script: nothing is sent anywhere, and the button works as soon as it can.
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.hasAttribute("data-live")) return;
      void this.start().then((live) => live && this.querySelector("form")?.requestSubmit());
    });
  }

  protected async load(language: Language): Promise<Live> {
    await loadScript("run.js");
    if (globalThis.gtlStartRunner === undefined) throw new Error("run.js holds no runner");
    return globalThis.gtlStartRunner(this, language);
  }

  protected failurePlace(): HTMLElement | null {
    const place = this.querySelector<HTMLElement>(".run-status");
    if (place !== null) place.hidden = false;
    return place;
  }
}
