// Loads counting.js once, as a classic script beside widgets.js: pages from file:// may not fetch.
import { Counting } from "./counting.ts";

const own = document.currentScript as HTMLScriptElement | null;
let loading: Promise<Counting> | null = null;

export function loadCounting(): Promise<Counting> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Counting> {
  if (globalThis.gtlCountingCode === undefined)
    await loadScript(new URL("counting.js", own?.src ?? document.baseURI).href);
  if (globalThis.gtlCountingCode === undefined) throw new Error("counting.js holds no counting code");
  return Counting.create(globalThis.gtlCountingCode);
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} could not be loaded`));
    document.head.append(script);
  });
}
