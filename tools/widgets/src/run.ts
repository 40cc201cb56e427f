// run.js: what runs a lesson's kernels in the page.
import { Runner } from "./runner/runner.ts";
import { say } from "./runner/say.ts";
import type { Scene } from "./scene/scene.ts";
import { loadScript } from "./scripts.ts";

declare global {
  // By name; set by the scripts in scenes/ (tools/sphinx_book/run.py).
  var gtlScenes: Record<string, Scene> | undefined;
}

globalThis.gtlStartRunner = async (host, language) => {
  const name = host.dataset["scene"] ?? "";
  await Promise.all([loadScript("scenes/words.js"), loadScript(`scenes/${name}.js`)]);
  const scene = globalThis.gtlScenes?.[name];
  if (scene === undefined) throw new Error(`scenes/${name}.js holds no scene ${name}`);
  return new Runner(host, scene, language, say);
};
