/** Slice, Pad, Gather by constants: one kernel, or none where a slice is contiguous. */
import { numbersOf } from '../../graph/operators/attributes.js';
import { sizeOf } from '../../graph/operators/shape.js';
import { UsageError } from '../../../target/errors.js';
import { shortened } from '../../../target/visible.js';
import type { Group } from '../group.js';
import type { Form } from '../layer.js';
import { blockOf, dimsOf, fits, type Layout } from '../layout.js';
import type { Anchor, Surroundings } from './anchor.js';
import { elementwiseForm } from './elementwise.js';
import { inLayout } from './in-layout.js';
import { changedAxes, viewOf } from './views.js';

export const view: Anchor = {
  tail: 'nothing',
  forms: (group, around) => {
    const forms = around.layouts.flatMap(
      (layout) => aliasIn(layout, group, around) ?? formIn(layout, group, around) ?? [],
    );
    if (forms.length > 0) return forms;
    const { name, op } = group.anchor;
    throw new UsageError(`Node "${shortened(name)}" (${op}) takes elements in an order that is not supported yet.`);
  },
};

/** The axes that elements move along must be whole dimensions of memory. */
function formIn(layout: Layout, { anchor: node, writes }: Group, { graph }: Surroundings): Form | undefined {
  const [value] = node.inputs as [string];
  const [from, to] = [graph.values.get(value)!.shape, graph.values.get(writes)!.shape];
  if (!fits(layout, from) || !fits(layout, to)) return undefined;
  const dims = dimsOf(layout, from.length);
  if (changedAxes(node, from).some((axis) => !dims.includes(axis))) return undefined;
  const operand = inLayout(value, layout, from.length, graph);
  const text = viewOf({ node, graph, seen: { text: 'a', axisOf: (axis) => dims.indexOf(axis) } });
  return text !== undefined && operand ? elementwiseForm(text, [operand], layout) : undefined;
}

/** A slice along one axis, in front of which there is nothing, is a part of what it is taken from. */
function aliasIn(layout: Layout, { anchor: node, writes }: Group, { graph }: Surroundings): Form | undefined {
  if (node.op !== 'Slice' || graph.constants.has(node.inputs[0]!)) return undefined;
  const [value] = node.inputs as [string];
  const [from, to] = [graph.values.get(value)!.shape, graph.values.get(writes)!.shape];
  const [axis, ...others] = changedAxes(node, from);
  if (axis === undefined || others.length > 0 || numbersOf(node, 'steps')[axis] !== 1) return undefined;
  const floats = floatsBefore(layout, from, axis, numbersOf(node, 'starts')[axis]!, to);
  if (floats === undefined) return undefined;
  return {
    kind: 'alias',
    layouts: { inputs: [layout], output: layout },
    writesWhole: false,
    parts: [{ part: writes, whole: value, floats }],
  };
}

/**
 * Where a part of a value begins that is cut out along an axis from `start` on, in floats; undefined where it is not
 * one run of memory.
 */
export function floatsBefore(
  layout: Layout,
  whole: readonly number[],
  axis: number,
  start: number,
  part: readonly number[],
): number | undefined {
  if (!fits(layout, whole) || !fits(layout, part) || start % (axis === 1 ? (blockOf(layout) ?? 1) : 1) !== 0)
    return undefined;
  const dims = dimsOf(layout, whole.length);
  const place = dims.findIndex((d) => (typeof d === 'number' ? d : d.dim) === axis);
  const before = dims.slice(0, place).map((d) => whole[typeof d === 'number' ? d : d.dim]!);
  return sizeOf(before) === 1 ? start * sizeOf(whole.filter((_, d) => d !== axis)) : undefined;
}
