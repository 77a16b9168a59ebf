/** Elements of fewer than eight bits, as ONNX's files have them: several in a byte, the first in the lowest bits. */
import type { ElementType } from '../../elements/element-type.js';

type PackedType = ElementType & { readonly bits: number };

export function isPacked(type: ElementType): type is PackedType {
  return type.bits !== undefined;
}

/** Bytes that so many elements take in a file. */
export function bytesOf({ bits, bytes }: ElementType, count: number): number {
  return bits === undefined ? count * bytes : Math.ceil((count * bits) / 8);
}

/** Fills `data` with its elements. */
export function unpack<Data extends Float32Array | Float64Array>(
  raw: Uint8Array,
  { bits, limits: [, largest] }: PackedType,
  data: Data,
): Data {
  const inByte = 8 / bits;
  for (let at = 0; at < data.length; at++) {
    const field = (raw[Math.floor(at / inByte)]! >> ((at % inByte) * bits)) & (2 ** bits - 1);
    data[at] = field > largest ? field - 2 ** bits : field;
  }
  return data;
}

/** Elements, rounded and saturated, in bytes. */
export function pack(data: ArrayLike<number>, type: PackedType): Uint8Array {
  const { bits, write } = type;
  const raw = new Uint8Array(bytesOf(type, data.length));
  const element = new DataView(new ArrayBuffer(1));
  const inByte = 8 / bits;
  for (let at = 0; at < data.length; at++) {
    write(element, 0, data[at]!);
    raw[Math.floor(at / inByte)]! |= (element.getUint8(0) & (2 ** bits - 1)) << ((at % inByte) * bits);
  }
  return raw;
}
