/** Elements of few bits in whole bytes, the first in the lowest bits, as ONNX Runtime's operators have them. */
import { uint8 } from '../../../elements/uint8.js';
import type { ConstantTensor } from '../../onnx/model.js';
import { sizeOf } from './attributes.js';
import type { Values } from './operator.js';

/** One of the elements that are packed from a byte on. */
export function fieldOf(bytes: Values, start: number, place: number, bits: number): number {
  const first = place * bits;
  return (bytes[start + Math.floor(first / 8)]! >> (first % 8)) & (2 ** bits - 1);
}

/** Rows of bytes as rows of so many elements, which are bytes each. */
export function unpacked({ data, shape }: ConstantTensor, extent: number, bits: number): ConstantTensor {
  const bytes = shape.at(-1)!;
  const elements = [...shape.slice(0, -1), extent];
  const each = Float32Array.from({ length: sizeOf(elements) }, (_, i) =>
    fieldOf(data, Math.floor(i / extent) * bytes, i % extent, bits),
  );
  return { type: uint8.name, shape: elements, data: each };
}
