// A widget's setting in the page's address: #simulator-coalescing?stride=8&width=4. Relative, so that it works from file:// and in
// either language's page.
import type { Values } from "./simulator.ts";

export function writeFragment(id: string, values: Values): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return `#${id}?${query.toString()}`;
}

/** The values for the widget `id`, or null when the fragment is not about it. */
export function readFragment(fragment: string, id: string): Values | null {
  const prefix = `#${id}?`;
  if (!fragment.startsWith(prefix)) return null;
  return Object.fromEntries(new URLSearchParams(fragment.slice(prefix.length)));
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
