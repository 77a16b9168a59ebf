/** Small models as plain data, for tests. */
import type { DType } from '../../src/ir/tensor.js';
import type { Attribute, ConstantTensor, DeclaredValue, OnnxModel, OnnxNode } from '../../src/network/onnx/model.js';

export function node(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, Attribute>> = {},
  name = `${op} of ${outputs.join(', ')}`,
): OnnxNode {
  return { name, op, inputs, outputs, attributes: new Map(Object.entries(attributes)) };
}

/** In the array that the reader uses for the type. */
export function tensor(type: DType, shape: readonly number[], values: Iterable<number>): ConstantTensor {
  const isWide = ['float64', 'int32', 'int64', 'uint32', 'uint64'].includes(type);
  return { type, shape, data: isWide ? Float64Array.from(values) : Float32Array.from(values) };
}

export function floats(shape: readonly number[], value: (index: number) => number = Math.sin): ConstantTensor {
  const count = shape.reduce((product, extent) => product * extent, 1);
  return tensor(
    'float32',
    shape,
    Array.from({ length: count }, (_, index) => value(index)),
  );
}

/** A value of float32 that a model takes or gives. */
export function value(name: string, ...shape: readonly (number | string | undefined)[]): DeclaredValue {
  return { name, type: 'float32', shape };
}

export interface Parts {
  readonly nodes: readonly OnnxNode[];
  readonly inputs?: readonly DeclaredValue[];
  readonly outputs: readonly DeclaredValue[];
  readonly constants?: Readonly<Record<string, ConstantTensor>>;
  readonly opset?: number;
}

export function model({ nodes, inputs = [], outputs, constants = {}, opset = 13 }: Parts): OnnxModel {
  return { name: 'test', opset, inputs, outputs, constants: new Map(Object.entries(constants)), nodes };
}
