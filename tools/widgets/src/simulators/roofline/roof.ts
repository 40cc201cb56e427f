// The roofline model (Williams, Waterman and Patterson, 2009): a kernel does at most as many FLOP/s as the arithmetic units
// can, and at most as many as its bytes come in: FLOP a byte times bytes/s. The ceilings are measurements.

/** One measured rate, in FLOP/s or bytes/s, and where it is from. */
export interface Rate {
  median: number;
  least: number;
  most: number;
  row: string;
  program: string;
  gpu: string;
  date: string;
  command: string;
}

export interface MeasuredKernel {
  row: string;
  kernel: string;
  /** Of an element. */
  flop: number;
  /** That an element asks for. */
  bytes: number;
  /** Bytes moved for each byte asked for: counted sectors. */
  moved: number;
  /** Bytes asked for, a second. */
  useful: Rate;
}

export const MEMORIES = ["dram", "l2"] as const;
export type Memory = (typeof MEMORIES)[number];
export const ARITHMETICS = ["fp32", "fp64"] as const;
export type Arithmetic = (typeof ARITHMETICS)[number];

export interface Measurements {
  ceilings: Record<Memory | Arithmetic, Rate>;
  kernels: MeasuredKernel[];
}

export interface Roof {
  /** Bytes a second. */
  bandwidth: number;
  /** FLOP a second. */
  peak: number;
}

/** FLOP/s that a kernel of so many FLOP a byte can reach. */
export function attainable({ bandwidth, peak }: Roof, intensity: number): number {
  return Math.min(peak, bandwidth * intensity);
}

/** The FLOP a byte from which on arithmetic is the bound. */
export function ridge({ bandwidth, peak }: Roof): number {
  return peak / bandwidth;
}

/** Where a measured kernel stands: by the bytes that it asks for, and by those that move. */
export function place(kernel: MeasuredKernel): { asked: number; moved: number; rate: number } {
  const asked = kernel.flop / kernel.bytes;
  return { asked, moved: asked / kernel.moved, rate: kernel.useful.median * asked };
}
