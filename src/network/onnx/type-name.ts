/** Names of ONNX's element types. */
import { onnxType } from '../../elements/registry.js';

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
  return onnxType(code)?.name ?? otherTypes[code] ?? `type ${code}`;
}
