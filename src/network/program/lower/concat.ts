/** Concat: parts of one piece of memory that others write to, or a kernel that copies them together. */
import { numberOf } from '../../graph/operators/attributes.js';
import type { Group } from '../tail.js';
import type { Form } from '../layer.js';
import { dimsOf, type Layout } from '../layout.js';
import type { Anchor, Surroundings } from './anchor.js';
import { elementwiseForm, letter } from './elementwise.js';
import { inLayout } from './in-layout.js';
import { floatsBefore } from './views.js';
import { aliasForm } from './operands.js';

export const concat: Anchor = {
  tail: 'nothing',
  forms: (group, around) =>
    around.layouts.flatMap((layout) => aliasIn(layout, group, around) ?? formIn(layout, group, around) ?? []),
};

function aliasIn(layout: Layout, { anchor: node, writes }: Group, { graph }: Surroundings): Form | undefined {
  const inputs = node.inputs as string[];
  const axis = numberOf(node, 'axis');
  const whole = graph.values.get(writes)!.shape;
  if (new Set(inputs).size < inputs.length || inputs.some((value) => graph.constants.has(value))) return undefined;
  let start = 0;
  const parts = inputs.map((part) => {
    const { shape } = graph.values.get(part)!;
    const floats = floatsBefore(layout, whole, axis, start, shape);
    start += shape[axis]!;
    return { part, whole: writes, floats };
  });
  if (!parts.every((part): part is typeof part & { floats: number } => part.floats !== undefined)) return undefined;
  return aliasForm(layout, parts, true);
}

function formIn(layout: Layout, { anchor: node, writes }: Group, { graph }: Surroundings): Form | undefined {
  const { shape } = graph.values.get(writes)!;
  const place = dimsOf(layout, shape.length).indexOf(numberOf(node, 'axis'));
  const operands = (node.inputs as string[]).map((value) => inLayout(value, layout, shape.length, graph));
  if (place < 0 || !operands.every((operand) => operand !== undefined)) return undefined;
  return elementwiseForm(`concat(${place},${operands.map((_, i) => letter(i)).join()})`, operands, layout);
}
