import { numberOf, numbersOf } from './attributes.js';
import { emptyLike } from './broadcast.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { around, axisOf, sizeOf } from './shape.js';
import type { SourceNode } from './source-node.js';

/** Split along one axis into parts of the extents `split`. */
export const split: Operator = {
  name: 'Split',
  inputs: [1, 2],
  outputs: Infinity,
  normalise: (node) => {
    const axis = axisOf(node, node.number('axis', 0), node.rank(0));
    return { op: 'Split', inputs: [node.input(0)], attributes: { axis, split: parts(node, node.shape(0)[axis]!) } };
  },
  canonical: {
    infer: (node, inputs) => {
      const axis = numberOf(node, 'axis');
      const { type, shape } = present(inputs, 0);
      const extents = numbersOf(node, 'split');
      if (extents.length !== node.outputs.length || extents.some((extent) => !Number.isInteger(extent) || extent < 0))
        invalid(node, `it has ${node.outputs.length} outputs and ${extents.length} parts`);
      if (extents.reduce((sum, extent) => sum + extent, 0) !== shape[axis])
        invalid(node, `its parts are not ${shape[axis]} together`);
      return extents.map((extent) => ({ type, shape: shape.with(axis, extent) }));
    },
    evaluate: (node, [input], outputs) => {
      const axis = numberOf(node, 'axis');
      const { outer, extent, inner } = around(input!.shape, axis);
      let before = 0;
      return outputs.map(({ shape }) => {
        const out = emptyLike(input!.data, sizeOf(shape));
        const length = shape[axis]! * inner;
        for (let o = 0; o < outer; o++) {
          const from = o * extent * inner + before;
          out.set(input!.data.subarray(from, from + length), o * length);
        }
        before += length;
        return out;
      });
    },
  },
};

/** The extents as they are written, or equal parts, of which the last may be smaller from version 18 on. */
function parts(node: SourceNode, extent: number): readonly number[] {
  const written = node.static(1, 'split');
  if (written !== undefined) return written;
  const count = node.number('num_outputs', node.outputs.length);
  if (count !== node.outputs.length) node.invalid(`it has ${node.outputs.length} outputs, and num_outputs is ${count}`);
  if (node.opset < 18 && extent % count !== 0)
    node.invalid(`${extent} elements cannot be split in ${count} equal parts`);
  const part = Math.ceil(extent / count);
  return Array.from({ length: count }, (_, index) => Math.max(0, Math.min(part, extent - index * part)));
}
