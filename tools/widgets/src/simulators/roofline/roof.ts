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
  /** Of an element, as are the bytes. */
  flop: number;
  /** Bytes that the kernel asks to read and to write. */
  asked: number;
  /** Measured. */
  readFromDram: number;
  /** Derived: every sector that the kernel writes goes back once. */
  writtenToDram: number;
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

export interface Place {
  /** FLOP for each byte that the kernel asks for, and for each that moves between DRAM and L2. */
  asked: number;
  moved: number;
  /** FLOP a second. */
  rate: number;
  /** Bytes that move, a second. */
  traffic: number;
}

/** Where a measured kernel stands. */
export function place({ flop, asked, readFromDram, writtenToDram, useful }: MeasuredKernel): Place {
  const moved = readFromDram + writtenToDram;
  const elements = useful.median / asked;
  return { asked: flop / asked, moved: flop / moved, rate: elements * flop, traffic: elements * moved };
}
