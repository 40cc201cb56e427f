// A simulator's setting in the page's address: #simulator-coalescing?stride=8&width=4. Relative, so that it works from file:// and in
// either language's page.
import type { Values } from "./simulator.ts";

export function writeFragment(id: string, values: Values): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return `#${id}?${query.toString()}`;
}

/** The values for the simulator `id`, or null when the fragment is not about it. */
export function readFragment(fragment: string, id: string): Values | null {
  const prefix = `#${id}?`;
  if (!fragment.startsWith(prefix)) return null;
  return Object.fromEntries(new URLSearchParams(fragment.slice(prefix.length)));
}
