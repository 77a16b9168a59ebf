/** ONNX's types of elements: their numbers in the file, and how they lie in `raw_data` and in the typed fields. */
import { fromBfloat16, fromHalf, toBfloat16, toHalf } from './half.js';
import type { ElementType } from './model.js';

/** Fields of TensorProto that hold elements one by one; 32-bit types and smaller share int32_data. */
export type DataField = 'floatData' | 'int32Data' | 'int64Data' | 'doubleData' | 'uint64Data';

export interface Elements {
  /** `TensorProto.DataType`. */
  readonly code: number;
  /** Bytes of one in `raw_data`. */
  readonly bytes: number;
  readonly field: DataField;
  /** Of `raw_data`, which is little-endian. */
  readonly get: (view: DataView, offset: number) => number;
  readonly set: (view: DataView, offset: number, value: number) => void;
}

/** ONNX says "to the end" by the largest int64, which no number of JavaScript is. */
const LARGEST_INTEGER = 2 ** 53;

export function clampInteger(value: bigint | number): number {
  return Math.min(LARGEST_INTEGER, Math.max(-LARGEST_INTEGER, Number(value)));
}

export const elements: Readonly<Record<ElementType, Elements>> = {
  float32: {
    ...{ code: 1, bytes: 4, field: 'floatData' },
    get: (view, at) => view.getFloat32(at, true),
    set: (view, at, value) => {
      view.setFloat32(at, value, true);
    },
  },
  float64: {
    ...{ code: 11, bytes: 8, field: 'doubleData' },
    get: (view, at) => view.getFloat64(at, true),
    set: (view, at, value) => {
      view.setFloat64(at, value, true);
    },
  },
  float16: {
    ...{ code: 10, bytes: 2, field: 'int32Data' },
    get: (view, at) => fromHalf(view.getUint16(at, true)),
    set: (view, at, value) => {
      view.setUint16(at, toHalf(value), true);
    },
  },
  bfloat16: {
    ...{ code: 16, bytes: 2, field: 'int32Data' },
    get: (view, at) => fromBfloat16(view.getUint16(at, true)),
    set: (view, at, value) => {
      view.setUint16(at, toBfloat16(value), true);
    },
  },
  bool: {
    ...{ code: 9, bytes: 1, field: 'int32Data' },
    get: (view, at) => Number(view.getUint8(at) !== 0),
    set: (view, at, value) => {
      view.setUint8(at, Number(value !== 0));
    },
  },
  int8: {
    ...{ code: 3, bytes: 1, field: 'int32Data' },
    get: (view, at) => view.getInt8(at),
    set: (view, at, value) => {
      view.setInt8(at, value);
    },
  },
  int16: {
    ...{ code: 5, bytes: 2, field: 'int32Data' },
    get: (view, at) => view.getInt16(at, true),
    set: (view, at, value) => {
      view.setInt16(at, value, true);
    },
  },
  int32: {
    ...{ code: 6, bytes: 4, field: 'int32Data' },
    get: (view, at) => view.getInt32(at, true),
    set: (view, at, value) => {
      view.setInt32(at, value, true);
    },
  },
  int64: {
    ...{ code: 7, bytes: 8, field: 'int64Data' },
    // Exact up to 2^53, where it is cut off.
    get: (view, at) => clampInteger(view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)),
    set: (view, at, value) => {
      view.setBigInt64(at, BigInt(Math.trunc(value)), true);
    },
  },
  uint8: {
    ...{ code: 2, bytes: 1, field: 'int32Data' },
    get: (view, at) => view.getUint8(at),
    set: (view, at, value) => {
      view.setUint8(at, value);
    },
  },
  uint16: {
    ...{ code: 4, bytes: 2, field: 'int32Data' },
    get: (view, at) => view.getUint16(at, true),
    set: (view, at, value) => {
      view.setUint16(at, value, true);
    },
  },
  uint32: {
    ...{ code: 12, bytes: 4, field: 'uint64Data' },
    get: (view, at) => view.getUint32(at, true),
    set: (view, at, value) => {
      view.setUint32(at, value, true);
    },
  },
  uint64: {
    ...{ code: 13, bytes: 8, field: 'uint64Data' },
    get: (view, at) => clampInteger(view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)),
    set: (view, at, value) => {
      view.setBigUint64(at, BigInt(Math.trunc(value)), true);
    },
  },
};

const byCode = new Map((Object.keys(elements) as ElementType[]).map((type) => [elements[type].code, type]));

/** Undefined where it is none that can be read. */
export function elementType(code: number): ElementType | undefined {
  return byCode.get(code);
}

/** Types of the standard up to opset 22 that have no place in a network of float32. */
const otherTypes: Readonly<Record<number, string>> = {
  8: 'string',
  14: 'complex64',
  15: 'complex128',
  17: 'float8e4m3fn',
  18: 'float8e4m3fnuz',
  19: 'float8e5m2',
  20: 'float8e5m2fnuz',
  21: 'uint4',
  22: 'int4',
};

/** `string`, `type 99`: what an error calls a type that cannot be read. */
export function typeName(code: number): string {
  return byCode.get(code) ?? otherTypes[code] ?? `type ${code}`;
}
