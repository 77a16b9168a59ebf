/** Reshape and Identity, which move nothing, and Transpose, unless only dimensions of one element change places. */
import { numbersOf } from '../../graph/operators/attributes.js';
import type { Group } from '../tail.js';
import type { Form } from '../layer.js';
import type { Anchor, Surroundings } from './anchor.js';
import { elementwiseForm } from './elementwise.js';
import { inLayout, extentsIn } from './in-layout.js';
import { fits } from '../layout.js';
import { aliasForm } from './operands.js';

export const reshape: Anchor = {
  tail: 'nothing',
  forms: (group, { graph }: Surroundings): Form[] => {
    const [value] = group.anchor.inputs as [string];
    if (!graph.constants.has(value)) return [sameBytes(group)];
    return [elementwiseForm('a', [inLayout(value, 'NCHW', graph.values.get(value)!.shape.length, graph)!], 'NCHW')];
  },
};

export const transpose: Anchor = {
  tail: 'nothing',
  forms: (group, { graph }: Surroundings): Form[] => {
    const { anchor } = group;
    const [value] = anchor.inputs as [string];
    const { shape } = graph.values.get(value)!;
    const perm = numbersOf(anchor, 'perm');
    const long = perm.filter((axis) => shape[axis]! > 1);
    if (long.every((axis, i) => i === 0 || axis > long[i - 1]!)) return [sameBytes(group)];
    const operand = inLayout(value, 'NCHW', shape.length, graph)!;
    return [elementwiseForm(`transpose(a,${perm.join()})`, [operand], 'NCHW')];
  },
};

function sameBytes({ anchor, writes }: Group): Form {
  const [whole] = anchor.inputs as [string];
  return aliasForm('NCHW', [{ part: writes, whole, floats: 0 }]);
}

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
