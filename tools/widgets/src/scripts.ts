// Further scripts beside widgets.js, loaded when they are needed: as classic scripts, because pages from file:// may not fetch.

const own = document.currentScript as HTMLScriptElement | null;
const loading = new Map<string, Promise<void>>();

/** Loads and runs a script once. */
export function loadScript(name: string): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(name, own?.src ?? document.baseURI).href;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${script.src} could not be loaded`));
    document.head.append(script);
  });
  loading.set(name, loaded);
  return loaded;
}
