import { isValueType, valueType, type DType } from '../../../ir/tensor.js';
import type { Attribute, ConstantTensor } from '../../onnx/model.js';
import type { Operator, SourceNode } from './operator.js';
import { sizeOf } from './shape.js';

function constantOf(type: DType, shape: readonly number[], data: readonly number[]): ConstantTensor {
  return { type, shape, data: isValueType(type) ? Float32Array.from(data) : Float64Array.from(data) };
}

function isTensor(value: Attribute | undefined): value is ConstantTensor {
  return typeof value === 'object' && 'data' in value;
}

const constant: Operator = {
  name: 'Constant',
  inputs: [0, 0],
  normalise: (node) => {
    const value = node.attributes.get('value');
    if (isTensor(value)) return { constant: value };
    for (const [suffix, type] of [
      ['float', 'float32'],
      ['int', 'int64'],
    ] as const) {
      if (node.attributes.has(`value_${suffix}`))
        return { constant: constantOf(type, [], [node.number(`value_${suffix}`)]) };
      const list = node.optionalNumbers(`value_${suffix}s`);
      if (list !== undefined) return { constant: constantOf(type, [list.length], list) };
    }
    return node.unsupported(`of ${[...node.attributes.keys()].join(', ') || 'nothing'}`);
  },
};

/** ConstantOfShape: one value, a float32 zero if none is given, everywhere. */
const constantOfShape: Operator = {
  name: 'ConstantOfShape',
  inputs: [1, 1],
  normalise: (node) => {
    const shape = Array.from(node.constantInput(0, 'a shape').data);
    const value = node.attributes.get('value');
    if (value !== undefined && (!isTensor(value) || value.data.length !== 1))
      node.invalid('its value is not one element');
    const [type, element] = isTensor(value) ? [value.type, value.data[0]!] : ([valueType, 0] as const);
    node.checkSize(shape, type);
    const size = sizeOf(shape);
    const data = isValueType(type) ? new Float32Array(size) : new Float64Array(size);
    return { constant: { type, shape, data: element === 0 ? data : data.fill(element) } };
  },
};

/** Shape: the extents from axis `start` to before `end`. */
const shape: Operator = {
  name: 'Shape',
  inputs: [1, 1],
  normalise: (node) => {
    const extents = node.shape(0).slice(...range(node));
    return { constant: constantOf('int64', [extents.length], extents) };
  },
};

function range(node: SourceNode): [number, number] {
  const rank = node.rank(0);
  const clamp = (axis: number): number => Math.min(Math.max(axis < 0 ? axis + rank : axis, 0), rank);
  return [clamp(node.number('start', 0)), clamp(node.number('end', rank))];
}

const size: Operator = {
  name: 'Size',
  inputs: [1, 1],
  normalise: (node) => ({ constant: constantOf('int64', [], [sizeOf(node.shape(0))]) }),
};

/** Range: numbers from `start` to before `limit` by `delta`. */
const rangeOperator: Operator = {
  name: 'Range',
  inputs: [3, 3],
  normalise: (node) => {
    const [start, limit, delta] = ['a start', 'a limit', 'a delta'].map(
      (what, index) => node.constantInput(index, what).data[0] ?? node.invalid(`${what} is missing`),
    ) as [number, number, number];
    const count = Math.max(0, Math.ceil((limit - start) / delta));
    if (!Number.isFinite(count)) node.invalid(`it goes from ${start} to ${limit} by ${delta}`);
    const { type } = node.type(0);
    node.checkSize([count], type);
    return {
      constant: constantOf(
        type,
        [count],
        Array.from({ length: count }, (_, index) => start + index * delta),
      ),
    };
  },
};

/** Operators that are known as soon as the shapes are. */
export const constants: readonly Operator[] = [constant, constantOfShape, shape, size, rangeOperator];
