import { elementType, isWhole } from '../../../elements/registry.js';
import { valueType, type DType } from '../../../ir/tensor.js';
import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode, ValueType } from '../graph.js';
import { numbersOf, axesOf, sizeOf } from './attributes.js';
import { broadcastStrides, forRows } from './broadcast.js';
import { filled } from './counted-joins.js';
import { alongOthers } from './counted-rows.js';
import { present, type Normalised, type Operator, type SourceNode } from './operator.js';
import { spatialOf } from './window.js';

/** Reductions of a graph: over `axes`, in rising order, which stay with the extent 1 (a Reshape takes them out). */
const basic = {
  ReduceSum: { first: 0, step: (sum: number, x: number) => sum + x },
  ReduceMean: { first: 0, step: (sum: number, x: number) => sum + x },
  ReduceMax: { first: -Infinity, step: Math.max },
  ReduceMin: { first: Infinity, step: Math.min },
  ReduceProd: { first: 1, step: (product: number, x: number) => product * x },
} as const;
type Basic = keyof typeof basic;

type Reduced = (node: SourceNode, input: string, axes: readonly number[]) => string;

const sum: Reduced = (node, input, axes) => node.emit('ReduceSum', [input], { axes });
const composed: Readonly<Record<string, Reduced>> = {
  ReduceL1: (node, input, axes) => sum(node, node.emit('Abs', [input]), axes),
  ReduceL2: inFloats((node, input, axes) => node.emit('Sqrt', [sum(node, node.emit('Mul', [input, input]), axes)])),
  ReduceSumSquare: (node, input, axes) => sum(node, node.emit('Mul', [input, input]), axes),
  ReduceLogSum: inFloats((node, input, axes) => node.emit('Log', [sum(node, input, axes)])),
  ReduceLogSumExp: inFloats((node, input, axes) => {
    const { type } = node.typeOf(input);
    const largest = node.emit('ReduceMax', [input], { axes });
    const isInfinite = node.emit('Equal', [node.emit('Abs', [largest]), node.scalar(Infinity, type)]);
    const shift = node.emit('Where', [isInfinite, node.scalar(0, type), largest]);
    const shares = node.emit('Exp', [node.emit('Sub', [input, shift])]);
    return node.emit('Add', [node.emit('Log', [sum(node, shares, axes)]), shift]);
  }),
};

/** Of whole numbers, what it is of these as floats, without its fraction. */
function inFloats(reduced: Reduced): Reduced {
  return (node, input, axes) => {
    const { type } = node.typeOf(input);
    if (!isWhole(type)) return reduced(node, input, axes);
    const floats = node.emit('Cast', [input], { to: valueType });
    return node.emit('Cast', [reduced(node, floats, axes)], { to: type });
  };
}

const mean: Reduced = inFloats((node, input, axes) => node.emit('ReduceMean', [input], { axes }));

/** What changes nothing; a mean has to know how many there are. */
const neutrals: ReadonlyMap<string, number> = new Map([
  ...['ReduceSum', 'ReduceL1', 'ReduceL2', 'ReduceSumSquare', 'ReduceLogSum'].map((name) => [name, 0] as const),
  ['ReduceMax', -Infinity],
  ['ReduceMin', Infinity],
  ['ReduceProd', 1],
]);

export const reductions: readonly Operator[] = [
  ...Object.keys(basic).map((name) => ({
    ...reduction(name, name === 'ReduceMean' ? mean : (node, input, axes) => node.emit(name, [input], { axes })),
    canonical: {
      carriesCount: alongOthers((node) => numbersOf(node, 'axes'), 'any'),
      infer: inferReduced,
      evaluate: reduceBy(name as Basic),
      work: reducedExtent,
    },
  })),
  ...Object.entries(composed).map(([name, reduced]) => reduction(name, reduced)),
  globalPool('GlobalAveragePool', 'ReduceMean'),
  globalPool('GlobalMaxPool', 'ReduceMax'),
];

function reduction(name: string, reduced: Reduced): Operator {
  return {
    name,
    inputs: [1, 2],
    normalise: (node): Normalised => {
      const axes = axesIn(node);
      const value = axes.length === 0 ? reducedByNone(node, reduced) : reduced(node, wholeInput(node, axes), axes);
      if (node.number('keepdims', 1) !== 0) return { op: 'Identity', inputs: [value], attributes: {} };
      const shape = node.shape(0).filter((_, axis) => !axes.includes(axis));
      return { op: 'Reshape', inputs: [value], attributes: { shape } };
    },
  };
}

/** The input; of rows that are reduced those that are not there hold what changes nothing. */
function wholeInput(node: SourceNode, axes: readonly number[]): string {
  const { counted } = node.type(0);
  const neutral = neutrals.get(node.op);
  if (!counted || !axes.includes(counted.axis) || neutral === undefined) return node.input(0);
  return filled(node, node.input(0), neutral);
}

/** Axes from the attribute or the input; none means all, unless `noop_with_empty_axes` says otherwise. */
function axesIn(node: SourceNode): readonly number[] {
  const rank = node.rank(0);
  const axes = node.static(1, 'axes') ?? [];
  if (axes.length > 0) return axesOf(node, axes, rank);
  return node.number('noop_with_empty_axes', 0) === 0 ? Array.from({ length: rank }, (_, axis) => axis) : [];
}

/** Without axes every element is reduced by itself, which is no copy of it for sums of squares and the like. */
function reducedByNone(node: SourceNode, reduced: Reduced): string {
  const { shape } = node.type(0);
  const column = node.emit('Reshape', [node.input(0)], { shape: [...shape, 1] });
  return node.emit('Reshape', [reduced(node, column, [shape.length])], { shape });
}

function globalPool(name: string, op: Basic): Operator {
  return {
    name,
    inputs: [1, 1],
    normalise: (node) => {
      const axes = spatialOf(node, 0).map((_, axis) => axis + 2);
      return { op, inputs: node.inputs, attributes: { axes } };
    },
  };
}

/** The type of a reduction over `axes`, which stay with the extent 1. */
export function inferReduced(node: GraphNode, inputs: readonly (ValueType | undefined)[]): ValueType[] {
  const axes = numbersOf(node, 'axes');
  const { type, shape } = present(inputs, 0);
  return [{ type, shape: shape.map((extent, axis) => (axes.includes(axis) ? 1 : extent)) }];
}

function reducedExtent(node: GraphNode, inputs: readonly (ValueType | undefined)[]): number {
  const { shape } = present(inputs, 0);
  return sizeOf(numbersOf(node, 'axes').map((axis) => shape[axis]!));
}

/** The least or largest number that a type has, in the place of one beyond it. */
function withinType(number: number, type: DType): number {
  const { kind, limits } = elementType(type);
  return kind === 'floating' ? number : Math.min(Math.max(number, limits[0]), limits[1]);
}

function reduceBy(name: Basic) {
  return (
    _: GraphNode,
    [input]: readonly (ConstantTensor | undefined)[],
    [output]: readonly ValueType[],
  ): Float64Array[] => {
    const { first, step } = basic[name];
    const { data, shape, type } = input!;
    const out = new Float64Array(sizeOf(output!.shape)).fill(withinType(first, type));
    const strides = broadcastStrides(output!.shape, shape);
    const [length, stepOut] = [shape.at(-1) ?? 1, strides.at(-1) ?? 0];
    forRows(shape, [strides], (at, offsets) => {
      let o = offsets[0]!;
      for (let i = at; i < at + length; i++, o += stepOut) out[o] = step(out[o]!, data[i]!);
    });
    if (name !== 'ReduceMean') return [out];
    const count = data.length / out.length;
    return [out.map((total) => total / count)];
  };
}
