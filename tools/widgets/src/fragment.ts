// A widget's setting in the page's address: #simulator-coalescing?stride=8&width=4. Relative, so that it works from file:// and in
// either language's page.
import type { Values } from "./simulator.ts";

export function writeFragment(id: string, values: Values): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
  return query === "" ? `#${id}` : `#${id}?${query}`;
}

/** The values for the widget `id`, none for a link to the widget alone, or null when the fragment is not about it. */
export function readFragment(fragment: string, id: string): Values | null {
  if (id !== "" && fragment === `#${id}`) return {};
  const prefix = `#${id}?`;
  if (!fragment.startsWith(prefix)) return null;
  return Object.fromEntries(new URLSearchParams(fragment.slice(prefix.length)));
}

const SETTLING_MS = 1500;
const READERS_MOVES = ["wheel", "touchmove", "pointerdown", "keydown"];
let settle = (): void => undefined;

/** Scrolls to where a link to the widget leads: its head, and so its controls, below the bar. What lies above and around is laid out
 *  only now, and grows: the widget is brought back until the page has settled, or the reader moves. */
export function bringIntoView(widget: Element): void {
  settle();
  const scroll = (): void => widget.scrollIntoView({ block: "start", behavior: "instant" });
  const growth = new ResizeObserver(scroll);
  settle = () => {
    growth.disconnect();
    window.clearTimeout(timer);
    for (const move of READERS_MOVES) window.removeEventListener(move, settle);
  };
  const timer = window.setTimeout(settle, SETTLING_MS);
  for (const move of READERS_MOVES) window.addEventListener(move, settle, { passive: true });
  scroll();
  growth.observe(widget);
  growth.observe(document.body);
}

const SAID_MS = 2000;

/** Copies the page's address, and says so on the button: or that it is in the address bar, where copying is not allowed. */
export async function copyAddress(
  button: HTMLButtonElement,
  words: { copied: string; inAddressBar: string },
): Promise<void> {
  let said = words.copied;
  try {
    await navigator.clipboard.writeText(window.location.href);
  } catch {
    said = words.inAddressBar;
  }
  const label = button.textContent;
  button.textContent = said;
  window.setTimeout(() => (button.textContent = label), SAID_MS);
}
