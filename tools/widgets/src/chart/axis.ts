// Where numbers stand on an axis, and which of them are written beside it.

export interface Axis {
  /** 0 at the axis' start, 1 at its end. */
  place(value: number): number;
  ticks: number[];
}

/** From here on a linear axis would press the small values together. */
const LOGARITHMIC_FROM = 16;

/** Rates: from zero, as their lengths are compared, to the first round number that nothing exceeds. */
export function valueAxis(greatest: number): Axis {
  const rough = (greatest > 0 ? greatest : 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const count = Math.ceil((greatest > 0 ? greatest : 1) / step - 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, i) => i * step);
  return { place: (value) => value / (count * step), ticks };
}

export function isLogarithmic(values: readonly number[]): boolean {
  const least = Math.min(...values);
  return least > 0 && Math.max(...values) / least >= LOGARITHMIC_FROM;
}

/** The measured places, each a tick. */
export function placesAxis(values: readonly number[]): Axis {
  const scale = isLogarithmic(values) ? Math.log2 : (value: number) => value;
  const least = scale(Math.min(...values));
  const span = scale(Math.max(...values)) - least;
  return {
    place: (value) => (span === 0 ? 0.5 : (scale(value) - least) / span),
    ticks: [...new Set(values)].sort((a, b) => a - b),
  };
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Keeps the boxes that meet none kept before them: labels that would cover one another are left out. */
export function withoutOverlaps<Labelled extends Box>(
  boxes: readonly Labelled[],
  taken: readonly Box[] = [],
): Labelled[] {
  const kept: Labelled[] = [];
  for (const box of boxes) if (![...taken, ...kept].some((other) => meet(box, other))) kept.push(box);
  return kept;
}

function meet(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
