/** Lanes of vectors in memory, read and written without the help of what is tested. */
import type { ElementType } from '../../../../../src/elements/element-type.js';

/** Bits of the exponent and of the fraction. */
const floats: Readonly<Record<string, readonly [exponent: number, fraction: number]>> = {
  float16: [5, 10],
  bfloat16: [8, 7],
};

export function readLane(memory: Buffer, { name, bytes }: ElementType, lane: number): number {
  const at = lane * bytes;
  const format = floats[name];
  if (format) return decoded(memory.readUInt16LE(at), ...format);
  if (name === 'float32') return memory.readFloatLE(at);
  return name.startsWith('u') ? memory.readUIntLE(at, bytes) : memory.readIntLE(at, bytes);
}

/** A number that the type has. */
export function writeLane(memory: Buffer, { name, bytes }: ElementType, lane: number, value: number): void {
  const at = lane * bytes;
  const format = floats[name];
  if (format) memory.writeUInt16LE(encoded(value, ...format), at);
  else if (name === 'float32') memory.writeFloatLE(value, at);
  else if (name.startsWith('u')) memory.writeUIntLE(value, at, bytes);
  else memory.writeIntLE(value, at, bytes);
}

/** The nearest number that a type of floats has, ties to even. */
export function nearest(value: number, { name }: ElementType): number {
  const format = floats[name];
  return format ? rounded(value, ...format) : Math.fround(value);
}

function decoded(bits: number, exponentBits: number, fractionBits: number): number {
  const sign = bits >>> 15 === 1 ? -1 : 1;
  const exponent = (bits >>> fractionBits) & (2 ** exponentBits - 1);
  const fraction = (bits & (2 ** fractionBits - 1)) / 2 ** fractionBits;
  const bias = 2 ** (exponentBits - 1) - 1;
  if (exponent === 2 ** exponentBits - 1) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias));
}

function encoded(value: number, exponentBits: number, fractionBits: number): number {
  const [all, bias] = [2 ** exponentBits - 1, 2 ** (exponentBits - 1) - 1];
  const sign = value < 0 || Object.is(value, -0) ? 2 ** 15 : 0;
  if (Number.isNaN(value)) return all * 2 ** fractionBits + 1;
  const size = Math.abs(value);
  if (size === Infinity) return sign + all * 2 ** fractionBits;
  const exponent = Math.max(exponentOf(size), 1 - bias);
  const fraction = size / 2 ** (exponent - fractionBits);
  // A subnormal number lacks the leading bit.
  return sign + (exponent + bias - 1) * 2 ** fractionBits + fraction;
}

function rounded(value: number, exponentBits: number, fractionBits: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const bias = 2 ** (exponentBits - 1) - 1;
  const unit = 2 ** (Math.max(exponentOf(Math.abs(value)), 1 - bias) - fractionBits);
  const steps = tiesToEven(Math.abs(value) / unit) * unit;
  const most = (2 - 2 ** -fractionBits) * 2 ** bias;
  return Math.sign(value) * (steps > most ? Infinity : steps);
}

function tiesToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}

function exponentOf(size: number): number {
  const guess = Math.floor(Math.log2(size));
  return 2 ** guess > size ? guess - 1 : 2 ** (guess + 1) <= size ? guess + 1 : guess;
}
