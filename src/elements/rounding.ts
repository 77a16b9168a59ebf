/** Rounding of numbers to formats of few bits, in double precision, which holds every step exactly. */

/** To the nearest whole number, ties to even. */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
}

/** A binary floating-point format with subnormal numbers. */
export interface BinaryFormat {
  readonly exponentBits: number;
  readonly fractionBits: number;
  readonly bias: number;
  /** The largest number; what rounds to more is infinity, or this where there is none. */
  readonly largest: number;
  readonly hasInfinity: boolean;
  /** Bits of a NaN. */
  readonly nan: number;
}

/** The bits of a number in a format, rounded to nearest, ties to even. */
export function bitsOf(value: number, format: BinaryFormat): number {
  const { exponentBits, fractionBits, bias, largest, hasInfinity, nan } = format;
  if (Number.isNaN(value)) return nan;
  const sign = value < 0 || Object.is(value, -0) ? 2 ** (exponentBits + fractionBits) : 0;
  const size = Math.abs(value);
  const exponent = Math.max(1 - bias, exponentOf(size));
  // Steps of one unit in the last place; a carry goes on into the exponent.
  const step = powerOfTwo(exponent - fractionBits);
  const steps = roundHalfEven(size / step);
  if (steps * step <= largest) return sign + (exponent + bias - 1) * 2 ** fractionBits + steps;
  return sign + (hasInfinity ? (2 ** exponentBits - 1) * 2 ** fractionBits : bitsOf(largest, format));
}

/** The number that bits of a format are. */
export function numberOf(
  bits: number,
  { exponentBits, fractionBits, bias, largest, hasInfinity }: BinaryFormat,
): number {
  const sign = bits >= 2 ** (exponentBits + fractionBits) ? -1 : 1;
  const exponent = Math.floor(bits / 2 ** fractionBits) % 2 ** exponentBits;
  const fraction = bits % 2 ** fractionBits;
  const size =
    exponent === 0
      ? fraction * 2 ** (1 - bias - fractionBits)
      : (2 ** fractionBits + fraction) * 2 ** (exponent - bias - fractionBits);
  if (size <= largest) return sign * size;
  return hasInfinity && fraction === 0 ? sign * Infinity : NaN;
}

/** A double and its two words: networks have millions of elements, and logarithms and powers take long. */
const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** The exponent of the largest power of two that is not above a number, which is normal; far below others. */
function exponentOf(size: number): number {
  double[0] = size;
  return ((words[1]! >>> 20) & 0x7ff) - 1023;
}

function powerOfTwo(exponent: number): number {
  words[0] = 0;
  words[1] = (exponent + 1023) << 20;
  return double[0]!;
}
