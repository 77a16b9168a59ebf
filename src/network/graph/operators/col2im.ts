import { numbersOf, sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { present, type Operator } from './operator.js';
import { outputExtents, resolvedWindow, windowAttributes, windowOf } from './window.js';
import { placeIn } from '../../../ir/procedure/builder.js';

/** Images as sums of what windows hold, each a column: the reverse of what a convolution reads. */
export const col2Im: Operator = {
  name: 'Col2Im',
  inputs: [3, 3],
  normalise: (node) => {
    const image = Array.from(node.constantInput(1, 'an image shape').data);
    const window = resolvedWindow(node, Array.from(node.constantInput(2, 'a block shape').data), image);
    const [, rows, columns] = node.shape(0);
    const blocks = sizeOf(outputExtents(node, window, image));
    if (node.rank(0) !== 3 || rows! % sizeOf(window.kernel) !== 0 || columns !== blocks)
      node.invalid(`its input has not ${blocks} columns of whole blocks`);
    return {
      ...{ op: 'Col2Im', inputs: [node.input(0)] },
      attributes: { ...windowAttributes(window), image_shape: image },
    };
  },
  canonical: byProcedure({
    infer: (node, inputs) => {
      const { type, shape } = present(inputs, 0);
      const channels = shape[1]! / sizeOf(windowOf(node).kernel);
      return [{ type, shape: [shape[0]!, channels, ...numbersOf(node, 'image_shape')] }];
    },
    define: (p, node) => {
      const [data, output] = [p.input(0), p.output()];
      const window = windowOf(node);
      const { kernel, strides, dilations, pads } = window;
      const image = numbersOf(node, 'image_shape');
      const blocks = outputExtents(node, window, image);
      p.fill(output, 0);
      p.each(output.shape.slice(0, 2), ([n, c]) => {
        const plane = p.let(n!.times(output.shape[1]!).plus(c!));
        p.each(kernel, (taps) => {
          const tap = placeIn(kernel, taps);
          const row = p.let(plane.times(sizeOf(kernel)).plus(tap));
          p.each(blocks, (at) => {
            const block = placeIn(blocks, at);
            const indices = at.map((one, d) =>
              p.let(one.times(strides[d]!).plus(taps[d]!.times(dilations[d]!)).minus(pads[d]!)),
            );
            const isInside = indices
              .map((index, d) => index.atLeast(0).and(index.below(image[d]!)))
              .reduce((all, one) => all.and(one));
            p.if(isInside, () => {
              const to = p.let(indices.reduce((sum, index, d) => sum.times(image[d]!).plus(index), plane));
              p.store(output, to, output.load(to).plus(data.load(row.times(sizeOf(blocks)).plus(block))));
            });
          });
        });
      });
    },
  }),
};
