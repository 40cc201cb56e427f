// What a scene's buffers hold after a run: pictures, or the first elements as numbers.
import { escapeHtml, formatCount } from "../language.ts";
import type { Outcome } from "../scene/run_variant.ts";
import type { SizedBuffer } from "../scene/scene.ts";
import { plain } from "./results.ts";
import type { Say } from "./say.ts";

const NUMBERS = 32; // A warp's worth.
const IN_A_ROW = 8;

export function bufferFigures(outcome: Outcome, say: Say): HTMLElement[] {
  return outcome.shown.map(({ buffer, bytes }) => {
    const values = buffer.type === "int" ? new Int32Array(bytes) : new Float32Array(bytes);
    return buffer.shown === "picture" ? picture(buffer, values, say) : numbers(buffer, values, say);
  });
}

function picture(buffer: SizedBuffer, values: Float32Array | Int32Array, say: Say): HTMLElement {
  const { name, columns, size } = buffer;
  const rows = Math.ceil(size / columns);
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", say("run-picture", { name }));
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const scale = 255 / (most - least || 1);
  for (let i = 0; i < values.length; ++i) {
    const level = Math.round(((values[i] ?? 0) - least) * scale) & 0xff;
    pixels[i] = 0xff000000 | (level * 0x010101);
  }
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return figure(canvas, say("run-buffer", { name, columns, rows }));
}

function numbers(buffer: SizedBuffer, values: Float32Array | Int32Array, say: Say): HTMLElement {
  const shown = [...values.subarray(0, NUMBERS)].map(plain);
  const width = Math.max(...shown.map((text) => text.length));
  const lines: string[] = [];
  for (let i = 0; i < shown.length; i += IN_A_ROW)
    lines.push(
      shown
        .slice(i, i + IN_A_ROW)
        .map((text) => text.padStart(width))
        .join("  "),
    );
  const listing = document.createElement("pre");
  listing.innerHTML = `<samp>${escapeHtml(lines.join("\n"))}</samp>`;
  const { name, size } = buffer;
  return figure(listing, say("run-numbers", { name, shown: shown.length, count: formatCount(size) }));
}

function figure(content: HTMLElement, words: string): HTMLElement {
  const made = document.createElement("figure");
  const caption = document.createElement("figcaption");
  caption.textContent = words;
  made.append(content, caption);
  return made;
}
