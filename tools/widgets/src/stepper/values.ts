// Register values as text: whole numbers, real numbers where the instructions take them so, pointers as places in a buffer.
import { lanesOf } from "../lanes.ts";
import type { TypeName } from "./ptx_text.ts";

/** A buffer that the kernel was given. */
export interface Buffer {
  name: string;
  address: number;
  bytes: number;
  elementBytes: number;
}

export const FORMATS = ["auto", "signed", "unsigned", "hexadecimal", "float"] as const;
export type Format = (typeof FORMATS)[number];

/** The 64 bits that a register holds, its upper ones zero, as a reader would write them. */
export function formatValue(bits: bigint, type: TypeName, format: Format, buffers: readonly Buffer[]): string {
  if (type === "pred") return bits === 0n ? "0" : "1";
  const width = widthOf(type, bits);
  switch (format) {
    case "signed":
      return String(BigInt.asIntN(width, bits));
    case "unsigned":
      return String(bits);
    case "hexadecimal":
      return `0x${bits.toString(16)}`;
    case "float":
      return formatFloat(bits, width === 16 ? "f16" : width === 64 ? "f64" : "f32");
    case "auto":
      break;
  }
  if (/f/.test(type)) return formatFloat(bits, type);
  const place = width === 64 ? placeInBuffer(bits, buffers) : null;
  if (place !== null) return place;
  return type.startsWith("u") ? String(bits) : String(BigInt.asIntN(width, bits));
}

function widthOf(type: TypeName, bits: bigint): number {
  const [, width] = /(\d+)$/.exec(type) ?? [];
  if (width !== undefined && !type.includes("x")) return Math.min(64, Number(width));
  return bits >> 32n === 0n ? 32 : 64;
}

/** A pointer to an element of a buffer: `in[7]`. */
export function placeInBuffer(address: bigint | number, buffers: readonly Buffer[]): string | null {
  const at = Number(address);
  const buffer = buffers.find((known) => at >= known.address && at <= known.address + known.bytes);
  if (buffer === undefined) return null;
  const offset = at - buffer.address;
  return offset % buffer.elementBytes === 0
    ? `${buffer.name}[${offset / buffer.elementBytes}]`
    : `${buffer.name} + ${offset} B`;
}

function formatFloat(bits: bigint, type: TypeName): string {
  if (type === "f16x2" || type === "bf16x2") {
    const half = type.slice(0, -2);
    return `${formatFloat(bits & 0xffffn, half)}, ${formatFloat((bits >> 16n) & 0xffffn, half)}`;
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits, true);
  switch (type) {
    case "f64":
      return shortest(view.getFloat64(0, true));
    case "f16":
      return shortest(fromHalf(view.getUint16(0, true)));
    case "bf16":
      view.setUint32(0, view.getUint16(0, true) << 16, true);
      return shortest(view.getFloat32(0, true));
    default:
      return shortest(view.getFloat32(0, true));
  }
}

/** IEEE 754 binary16: sign, 5 bits of exponent, 10 of fraction. */
function fromHalf(bits: number): number {
  const sign = bits >>> 15 === 0 ? 1 : -1;
  const [exponent, fraction] = [(bits >>> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Whole numbers as they are; of others six significant digits at most, none that say nothing: 16777217, 0.1, 1.5e+21. */
function shortest(value: number): string {
  if (Object.is(value, -0)) return "-0";
  if (Number.isSafeInteger(value)) return String(value);
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : String(value).replace("Infinity", "inf");
}

/** What the lanes of `mask` hold, in one word if there is a rule: `7`, `32 + lane`, `in[4 × lane]`; else null. */
export function ruleOf(values: readonly string[], mask: number): string | null {
  const lanes = lanesOf(mask);
  const shown = lanes.map((lane) => values[lane] ?? "");
  const [first] = shown;
  if (first === undefined) return null;
  if (shown.every((value) => value === first)) return first;
  const numbers = shown.map((value) => /^(.*?\[)?(-?\d+)(\])?$/.exec(value));
  const open = numbers[0]?.[1] ?? "";
  if (numbers.some((match) => match === null || (match[1] ?? "") !== open)) return null;
  const line = lineThrough(
    lanes,
    numbers.map((match) => Number(match?.[2])),
  );
  return line === null ? null : open + line + (open === "" ? "" : "]");
}

/** `base + step × lane` through the points, if they lie on one line of whole numbers. */
function lineThrough(lanes: readonly number[], numbers: readonly number[]): string | null {
  const [[lane0 = 0, lane1 = 0], [number0 = 0, number1 = 0]] = [lanes, numbers];
  const step = (number1 - number0) / (lane1 - lane0);
  const base = number0 - step * lane0;
  if (!Number.isSafeInteger(step) || !Number.isSafeInteger(base)) return null;
  if (!lanes.every((lane, i) => numbers[i] === base + step * lane)) return null;
  const term = Math.abs(step) === 1 ? "lane" : `${Math.abs(step)} × lane`;
  if (base === 0) return step < 0 ? `-${term}` : term;
  return `${base} ${step < 0 ? "-" : "+"} ${term}`;
}
