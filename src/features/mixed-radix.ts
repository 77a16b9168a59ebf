/** Points of a space as digits in mixed radix, the first least significant. */

/** The digits of a point's index. */
export function digitsOf(index: number, radices: readonly number[]): number[] {
  const digits = new Array<number>(radices.length);
  writeDigits(index, radices, digits);
  return digits;
}

/** The same, written to `out`, which has a place for each digit. */
export function writeDigits(index: number, radices: readonly number[], out: number[] | Int32Array): void {
  let rest = index;
  for (let d = 0; d < radices.length; d++) {
    const radix = radices[d]!;
    const quotient = Math.floor(rest / radix);
    out[d] = rest - quotient * radix;
    rest = quotient;
  }
}

/** The index of a point with these digits. */
export function indexOf(digits: readonly number[], radices: readonly number[]): number {
  return digits.reduceRight((index, digit, d) => index * radices[d]! + digit, 0);
}
