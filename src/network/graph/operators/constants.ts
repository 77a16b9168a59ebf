import { isValueType, valueType } from '../../../ir/tensor.js';
import type { Attribute, ConstantTensor } from '../../onnx/model.js';
import { sizeOf, tensorOf } from './attributes.js';
import { asCounted } from './counted-joins.js';
import type { Operator, SourceNode } from './operator.js';
import { counting, stacked } from './parts.js';
import type { CountedExtent } from './linear-extents.js';
import { countedAs, extentsOf, roomOf, wantedExtents } from './run-time-extents.js';

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
        return { constant: tensorOf(type, [], [node.number(`value_${suffix}`)]) };
      const list = node.optionalNumbers(`value_${suffix}s`);
      if (list !== undefined) return { constant: tensorOf(type, [list.length], list) };
    }
    return node.unsupported(`of ${[...node.attributes.keys()].join(', ') || 'nothing'}`);
  },
};

/** ConstantOfShape: one value, a float32 zero if none is given, everywhere. */
const constantOfShape: Operator = {
  name: 'ConstantOfShape',
  inputs: [1, 1],
  normalise: (node) => {
    const extents = wantedExtents(node, 0, 'a shape');
    const shape = extents.map((extent) => roomOf(node, extent));
    const value = node.attributes.get('value');
    if (value !== undefined && (!isTensor(value) || value.data.length !== 1))
      node.invalid('its value is not one element');
    const [type, element] = isTensor(value) ? [value.type, value.data[0]!] : ([valueType, 0] as const);
    const constant = node.filledWith(element, type, shape);
    if (extents.every((extent) => typeof extent === 'number')) return { constant };
    return { values: [countedAs(node, node.constant(constant), extents)] };
  },
};

/** Shape: the extents from axis `start` to before `end`. */
const shape: Operator = {
  name: 'Shape',
  inputs: [1, 1],
  normalise: (node) => {
    const { shape: largest, counted } = node.type(0);
    const axes = largest.map((_, axis) => axis).slice(...range(node));
    if (counted && axes.includes(counted.axis)) {
      const int64Of = (axis: number): string =>
        axis === counted.axis ? counted.by : node.scalar(largest[axis]!, 'int64');
      return { values: [stacked(node, axes.map(int64Of))] };
    }
    const extents = axes.map((axis) => largest[axis]!);
    return { values: [node.constant(tensorOf('int64', [extents.length], extents))] };
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
  normalise: (node) => {
    const { shape: largest, counted } = node.type(0);
    if (!counted) return { constant: tensorOf('int64', [], [sizeOf(largest)]) };
    const each = node.scalar(sizeOf(largest.toSpliced(counted.axis, 1)), 'int64');
    return { op: 'Mul', inputs: [counted.by, each], attributes: {} };
  },
};

/** Range: numbers from `start` to before `limit` by `delta`. */
const rangeOperator: Operator = {
  name: 'Range',
  inputs: [3, 3],
  normalise: (node) => {
    const [last] = extentsOf(node, node.input(1)) ?? [];
    if (typeof last === 'object') return { values: [countedRange(node, last)] };
    const [start, limit, delta] = ['a start', 'a limit', 'a delta'].map(
      (what, index) => node.constantInput(index, what).data[0] ?? node.invalid(`${what} is missing`),
    ) as [number, number, number];
    const count = Math.max(0, Math.ceil((limit - start) / delta));
    if (!Number.isFinite(count)) node.invalid(`it goes from ${start} to ${limit} by ${delta}`);
    const { type } = node.type(0);
    node.checkSize([count], type);
    const data = isValueType(type) ? new Float32Array(count) : new Float64Array(count);
    for (let index = 0; index < count; index++) data[index] = start + index * delta;
    return { constant: { type, shape: [count], data } };
  },
};

/** 0, 1, … to before a count. */
function countedRange(node: SourceNode, { count, most }: CountedExtent): string {
  const [start, delta] = [node.constantInput(0, 'a start'), node.constantInput(2, 'a delta')];
  if (start.data[0] !== 0 || delta.data[0] !== 1) node.refuseUnknown(node.input(1), 'with a limit');
  return asCounted(node, node.emit('Cast', [counting(node, most)], { to: node.type(1).type }), 0, count);
}

export const constants: readonly Operator[] = [constant, constantOfShape, shape, size, rangeOperator];
