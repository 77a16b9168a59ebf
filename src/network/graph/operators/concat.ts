import type { ValueType } from '../graph.js';
import { numberOf } from './attributes.js';
import { emptyLike } from './broadcast.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { around, axisOf, shapeText, sizeOf } from './shape.js';

/** Concat along one axis. */
export const concat: Operator = {
  name: 'Concat',
  inputs: [1, Infinity],
  normalise: (node) => {
    const inputs = node.inputs.map((_, index) => node.input(index));
    const axis = axisOf(node, node.number('axis', node.opset < 4 ? 1 : undefined), node.rank(0));
    return { op: 'Concat', inputs, attributes: { axis } };
  },
  canonical: {
    infer: (node, inputs) => {
      const axis = numberOf(node, 'axis');
      const { type, shape } = present(inputs, 0);
      const others = inputs as readonly ValueType[];
      for (const { shape: other } of others)
        if (other.length !== shape.length || other.some((extent, at) => at !== axis && extent !== shape[at]))
          invalid(node, `${shapeText(shape)} and ${shapeText(other)} differ in more than axis ${axis}`);
      const extent = others.reduce((sum, input) => sum + input.shape[axis]!, 0);
      return [{ type, shape: shape.with(axis, extent) }];
    },
    evaluate: (node, inputs, [output]) => {
      const axis = numberOf(node, 'axis');
      const { outer, extent, inner } = around(output!.shape, axis);
      const exact = inputs.every((input) => input!.data instanceof Float32Array);
      const out = emptyLike(exact ? inputs[0]!.data : new Float64Array(), sizeOf(output!.shape));
      let before = 0;
      for (const input of inputs) {
        const length = input!.shape[axis]! * inner;
        for (let o = 0; o < outer; o++)
          out.set(input!.data.subarray(o * length, (o + 1) * length), o * extent * inner + before);
        before += length;
      }
      return [out];
    },
  },
};
