// A widget whose script is loaded when the reader comes near it, or when the page's address holds a setting of it: a shared link may
// be about a widget far down the page.
import { bringIntoView, readFragment } from "./fragment.ts";
import { languageOf, type Language, type Words } from "./language.ts";
import { whenNear } from "./near_view.ts";
import { explain } from "./scripts.ts";
import type { Values } from "./simulator.ts";

/** What the script makes of the widget. */
export interface Live {
  /** Shows the setting of an address; what it lacks is as the page has it. */
  take(setting: Values): void;
}

const AGAIN: Words = { en: "Try again", zh: "重试" };

export abstract class LazyWidget extends HTMLElement {
  private loading: Promise<Live | null> | null = null;
  private isConnectedOnce = false;

  /** Loads the script, and takes over what the page shows. */
  protected abstract load(language: Language): Promise<Live>;
  /** Where it is said that the script did not arrive. */
  protected abstract failurePlace(): HTMLElement | null;

  connectedCallback(): void {
    if (this.isConnectedOnce) return;
    this.isConnectedOnce = true;
    whenNear(this, () => void this.start());
    window.addEventListener("hashchange", () => void this.followAddress());
    window.addEventListener("online", () => {
      if (this.hasAttribute("data-broken")) void this.start();
    });
    void this.followAddress();
  }

  /** Null: it could not be loaded, and the reader was told. Asked again, it tries again. */
  protected start(): Promise<Live | null> {
    this.loading ??= this.load(languageOf(this)).then(
      (live) => {
        this.toggleAttribute("data-broken", false);
        this.toggleAttribute("data-live", true);
        return live;
      },
      (error: unknown) => {
        this.loading = null;
        this.toggleAttribute("data-broken", true);
        this.sayFailure(error);
        return null;
      },
    );
    return this.loading;
  }

  private async followAddress(): Promise<void> {
    const setting = readFragment(window.location.hash, this.id);
    if (setting === null) return;
    bringIntoView(this);
    (await this.start())?.take(setting);
    bringIntoView(this);
  }

  private sayFailure(error: unknown): void {
    const place = this.failurePlace();
    if (place === null) return;
    const language = languageOf(this);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = AGAIN[language];
    button.addEventListener("click", () => void this.start());
    place.replaceChildren(`${explain(error, language)} `, button);
  }
}
