// Further scripts beside widgets.js, loaded when they are needed: as classic scripts, because pages from file:// may not fetch.
import { fill, type Language, type Words } from "./language.ts";

const own = document.currentScript as HTMLScriptElement | null;
const loading = new Map<string, Promise<void>>();

/** Known by its name: a script of its own has a class of its own. */
const NOT_LOADED = "NotLoaded";
const NO_WORKERS = "NoWorkers";

const WORDS = {
  notLoaded: {
    en: "{file} could not be loaded. Look whether you are online, then try again.",
    zh: "{file} 加载失败。请检查网络连接，然后重试。",
  },
  noWorkers: {
    en: "this browser has no web workers, or they are blocked. Allow them, or open the page in another browser.",
    zh: "浏览器不支持或禁用了 Web Worker。请允许使用，或换一个浏览器打开本页。",
  },
} satisfies Record<string, Words>;

/** Loads and runs a script once; one that did not arrive is asked for again. */
export function loadScript(name: string): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(name, own?.src ?? document.baseURI).href;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      loading.delete(name);
      reject(named(NOT_LOADED, name));
    };
    document.head.append(script);
  });
  loading.set(name, loaded);
  return loaded;
}

export function openWorker(address: string): Worker {
  if (typeof Worker === "undefined") throw named(NO_WORKERS, "no web workers");
  return new Worker(address);
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** What went wrong, and what the reader can do, where it is known. */
export function explain(error: unknown, language: Language): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === NOT_LOADED) return fill(WORDS.notLoaded[language], { file: error.message });
  return error.name === NO_WORKERS ? WORDS.noWorkers[language] : error.message;
}
