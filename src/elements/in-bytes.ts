/** Arrays of numbers as elements in memory, and back. */
import type { ElementType } from './element-type.js';

/** Numbers as elements of a type, rounded and saturated. */
export function elementsAsBytes(numbers: ArrayLike<number>, type: ElementType): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * type.bytes));
  for (let i = 0; i < numbers.length; i++) type.write(view, i * type.bytes, numbers[i]!);
  return new Uint8Array(view.buffer);
}

/** So many elements from a byte on as numbers. */
export function numbersFromBytes(bytes: Uint8Array, at: number, count: number, type: ElementType): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, count * type.bytes);
  return Float64Array.from({ length: count }, (_, i) => type.read(view, i * type.bytes));
}
