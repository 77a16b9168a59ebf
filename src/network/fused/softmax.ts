import type { ConstantTensor } from '../onnx/model.js';
import type { GraphNode } from '../graph/graph.js';
import { numberOf, around, axisOf, sizeOf } from '../graph/operators/attributes.js';
import { alongOthers } from '../graph/operators/counted-rows.js';
import { present, type Normalised, type Operator, type SourceNode } from '../graph/operators/operator.js';
import { reshaped } from '../graph/operators/reshape.js';
import { lowerAlong } from '../program/lower/along-axes.js';
import type { FusedLayer } from './fused-layer.js';

export const softmax: FusedLayer = {
  operators: [softmaxOperator('Softmax', false), softmaxOperator('LogSoftmax', true)],
  anchor: lowerAlong('nothing', {
    operator: 'softmax',
    axes: (node) => [numberOf(node, 'axis')],
    options: ({ op }, { outer, middle, inner }) => ({ outer, n: middle, inner, logarithm: `${op === 'LogSoftmax'}` }),
  }),
};

function softmaxOperator(name: string, log: boolean): Operator {
  return {
    name,
    inputs: [1, 1],
    normalise: (node) => (node.opset < 13 ? flattened(node) : along(node, node.number('axis', -1))),
    canonical: {
      isApart: (node, axis) => numberOf(node, 'axis') !== axis,
      carriesCount: alongOthers((node) => [numberOf(node, 'axis')], 'any'),
      infer: (_, inputs) => [present(inputs, 0)],
      evaluate: (node, [input]) => [evaluate(node, input!, log)],
    },
  };
}

function along(node: SourceNode, axis: number): Normalised {
  return { op: node.op, inputs: node.inputs, attributes: { axis: axisOf(node, axis, node.rank(0)) } };
}

/** Until version 13 all axes from `axis` on are one. */
function flattened(node: SourceNode): Normalised {
  const shape = node.shape(0);
  const axis = axisOf(node, node.number('axis', 1), shape.length);
  if (sizeOf(shape.slice(axis + 1)) === 1) return along(node, axis);
  const flat = reshaped(node, node.input(0), [sizeOf(shape.slice(0, axis)), sizeOf(shape.slice(axis))]);
  return { op: 'Reshape', inputs: [node.emit(node.op, [flat], { axis: 1 })], attributes: { shape } };
}

function evaluate(node: GraphNode, { data, shape }: ConstantTensor, log: boolean): Float64Array {
  const { outer, extent, inner } = around(shape, numberOf(node, 'axis'));
  const out = new Float64Array(data.length);
  for (let o = 0; o < outer; o++) {
    for (let i = 0; i < inner; i++) {
      const at = o * extent * inner + i;
      let largest = -Infinity;
      for (let e = 0; e < extent; e++) largest = Math.max(largest, data[at + e * inner]!);
      let sum = 0;
      for (let e = 0; e < extent; e++) sum += Math.exp(data[at + e * inner]! - largest);
      for (let e = 0; e < extent; e++) {
        const shifted = data[at + e * inner]! - largest;
        out[at + e * inner] = log ? shifted - Math.log(sum) : Math.exp(shifted) / sum;
      }
    }
  }
  return out;
}
