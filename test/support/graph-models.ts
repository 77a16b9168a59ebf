import type { DType } from '../../src/ir/tensor.js';
import type { Attribute, ConstantTensor, OnnxModel } from '../../src/network/onnx/model.js';
import { interpret } from '../../src/network/graph/evaluate.js';
import { toGraph } from '../../src/network/graph/to-graph.js';
import type { Graph } from '../../src/network/graph/graph.js';

/** A node as tests write it: operator, inputs, outputs, attributes. */
export type Written = readonly [
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes?: Readonly<Record<string, Attribute>>,
];

export interface WrittenModel {
  readonly opset?: number;
  readonly inputs?: Readonly<Record<string, readonly (number | string | undefined)[]>>;
  readonly constants?: Readonly<Record<string, ConstantTensor>>;
  readonly nodes: readonly Written[];
  readonly outputs?: readonly string[];
}

/** A model of nodes named `Conv_0`; its output is the last node's first unless others are named. */
export function modelOf({ opset = 17, inputs = {}, constants = {}, nodes, outputs }: WrittenModel): OnnxModel {
  const names = outputs ?? [nodes.at(-1)![2][0]!];
  return {
    name: 'test',
    opset,
    inputs: Object.entries(inputs).map(([name, shape]) => ({ name, type: 'float32', shape })),
    outputs: names.map((name) => ({ name, type: 'float32', shape: undefined })),
    constants: new Map(Object.entries(constants)),
    nodes: nodes.map(([op, from, to, attributes = {}], index) => ({
      name: `${op}_${index}`,
      op,
      inputs: from,
      outputs: to,
      attributes: new Map(Object.entries(attributes)),
    })),
  };
}

export function floats(shape: readonly number[], data: readonly number[]): ConstantTensor {
  return { type: 'float32', shape, data: Float32Array.from(data) };
}

/** Numbers that are not alike, between -1 and 1. */
export function drawnFloats(shape: readonly number[], seed: number): ConstantTensor {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return floats(
    shape,
    Array.from({ length: size }, (_, i) => Math.sin(7 * i + 13 * seed)),
  );
}

export function integers(data: readonly number[], shape = [data.length], type: DType = 'int64'): ConstantTensor {
  return { type, shape, data: Float64Array.from(data) };
}

/** What one node makes of inputs that are known only when the network runs (floats) or constant (all others). */
export function ranNode(
  op: string,
  inputs: readonly (ConstantTensor | undefined)[],
  attributes: Readonly<Record<string, Attribute>> = {},
  { opset = 17, outputs = 1, read = outputs }: { opset?: number; outputs?: number; read?: number } = {},
): { shape: readonly number[]; data: number[] }[] {
  const names = inputs.map((input, index) => (input === undefined ? '' : `x${index}`));
  const given = Object.fromEntries(
    inputs.flatMap((input, index) => (input === undefined ? [] : [[`x${index}`, input]])),
  );
  const isInput = ([, tensor]: [string, ConstantTensor]): boolean => tensor.type === 'float32';
  const made = Array.from({ length: outputs }, (_, index) => `y${index}`);
  const model = modelOf({
    opset,
    inputs: Object.fromEntries(
      Object.entries(given)
        .filter(isInput)
        .map(([name, { shape }]) => [name, shape]),
    ),
    constants: Object.fromEntries(Object.entries(given).filter((entry) => !isInput(entry))),
    nodes: [[op, names, made, attributes]],
    outputs: made.slice(0, read),
  });
  const graph = toGraph(model);
  const results = interpret(graph, new Map(Object.entries(given).map(([name, { data }]) => [name, data])));
  return made.slice(0, read).map((name) => ({ shape: graph.values.get(name)!.shape, data: [...results.get(name)!] }));
}

/** "Conv Relu": operators in order. */
export function opsOf({ nodes }: Graph): string {
  return nodes.map(({ op }) => op).join(' ');
}
