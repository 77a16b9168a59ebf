/** Expand: elements repeated along axes of one element, and along new ones in front. */
import { fits } from '../layout.js';
import type { Anchor } from './anchor.js';
import { elementwiseForm } from './elementwise.js';
import { extentsIn, inLayout } from './in-layout.js';

export const expand: Anchor = {
  tail: 'nothing',
  forms: ({ anchor, writes }, { graph, layouts }) =>
    layouts.flatMap((layout) => {
      const { shape } = graph.values.get(writes)!;
      const [value] = anchor.inputs as [string];
      const operand = fits(layout, shape) ? inLayout(value, layout, shape.length, graph) : undefined;
      return operand ? [elementwiseForm(`expand(a,${extentsIn(layout, shape).join()})`, [operand], layout)] : [];
    }),
};
