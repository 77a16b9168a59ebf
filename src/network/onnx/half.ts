/** The two formats of 16 bits that JavaScript has no arrays for. */

const scratch = new DataView(new ArrayBuffer(4));

/** IEEE 754 binary16, from its bits. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Its bits, rounded to the nearest, ties to even. */
export function toHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  if (Number.isNaN(value)) return 0x7e00;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  // One unit in the last place, which is constant below the smallest normal number.
  const unit = 2 ** (Math.max(-14, Math.floor(Math.log2(size === 0 ? 2 ** -24 : size))) - 10);
  const steps = roundHalfEven(size / unit);
  return sign | ((Math.log2(unit) + 24) * 1024 + steps);
}

function roundHalfEven(value: number): number {
  const down = Math.floor(value);
  const rest = value - down;
  return rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down;
}

/** bfloat16, from its bits: the upper half of a float32. */
export function fromBfloat16(bits: number): number {
  scratch.setUint32(0, (bits & 0xffff) * 0x10000);
  return scratch.getFloat32(0);
}

/** Its bits, rounded to the nearest, ties to even. */
export function toBfloat16(value: number): number {
  if (Number.isNaN(value)) return 0x7fc0;
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  return Math.floor((bits + 0x7fff + ((bits >>> 16) & 1)) / 0x10000);
}
