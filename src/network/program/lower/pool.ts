/** MaxPool and AveragePool of one or two spatial axes, which every layout has as [outer, rows, columns, inner]. */
import { numberOf } from '../../graph/operators/attributes.js';
import { heightAndWidth } from '../../graph/operators/window.js';
import { sizeOf } from '../../graph/operators/shape.js';
import type { Group } from '../tail.js';
import type { Form } from '../layer.js';
import { fits, shapeIn, type Layout } from '../layout.js';
import type { Anchor, Surroundings } from './anchor.js';
import { tailOf, kernelForm, allIn } from './operands.js';
import { defined } from '../../../target/defined.js';
import { windowOptions } from './conv.js';

export const pool: Anchor = {
  tail: 'activations',
  forms: (group, around) => around.layouts.flatMap((layout) => formIn(layout, group, around) ?? []),
};

function formIn(layout: Layout, { anchor, tail, writes }: Group, { graph }: Surroundings): Form | undefined {
  const [value] = anchor.inputs as [string];
  const { shape } = graph.values.get(value)!;
  if (!fits(layout, shape) || !fits(layout, graph.values.get(writes)!.shape)) return undefined;
  const [height, width] = heightAndWidth(shape);
  const inner = layout === 'NCHW' ? 1 : shapeIn(layout, shape).at(-1)!;
  const options = {
    outer: `${sizeOf(shape) / (height * width * inner)}`,
    inner: `${inner}`,
    op: anchor.op === 'MaxPool' ? 'max' : 'average',
    ...windowOptions(anchor, shape),
    ...defined({
      countIncludePad: anchor.op === 'AveragePool' && numberOf(anchor, 'count_include_pad') !== 0 ? 'true' : undefined,
    }),
    epilogue: tailOf(tail).epilogue,
  };
  return kernelForm('pool', options, [{ value }], allIn(layout, [{ value }]));
}
