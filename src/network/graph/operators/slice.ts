import { numbersOf } from './attributes.js';
import { strided } from './broadcast.js';
import { present, type Operator } from './operator.js';
import { axisOf, stridesOf } from './shape.js';
import type { SourceNode } from './source-node.js';

/** Slice: `sizes` elements from `starts` on by `steps` (which may be negative), one of each for every axis. */
export const slice: Operator = {
  name: 'Slice',
  inputs: [1, 5],
  normalise: (node) => ({ op: 'Slice', inputs: [node.input(0)], attributes: cuts(node) }),
  canonical: {
    infer: (node, inputs) => [{ type: present(inputs, 0).type, shape: numbersOf(node, 'sizes') }],
    evaluate: (node, [input], [output]) => {
      const strides = stridesOf(input!.shape);
      const [starts, steps] = [numbersOf(node, 'starts'), numbersOf(node, 'steps')];
      const offset = starts.reduce((sum, start, axis) => sum + start * strides[axis]!, 0);
      const moved = steps.map((step, axis) => step * strides[axis]!);
      return [strided(input!.data, output!.shape, moved, offset)];
    },
  },
};

/** Starts, steps and sizes of all axes: negative positions count from the end, and all are clamped as ONNX says. */
function cuts(node: SourceNode): { starts: number[]; steps: number[]; sizes: number[] } {
  const shape = node.shape(0);
  const starts = node.static(1, 'starts') ?? node.invalid('it has no starts');
  const ends = node.static(2, 'ends') ?? node.invalid('it has no ends');
  const axes = node.static(3, 'axes') ?? starts.map((_, axis) => axis);
  const steps = node.static(4, 'steps') ?? starts.map(() => 1);
  if (new Set([starts.length, ends.length, axes.length, steps.length]).size !== 1)
    node.invalid('its starts, ends, axes and steps are not equally many');
  const result = { starts: shape.map(() => 0), steps: shape.map(() => 1), sizes: [...shape] };
  axes.forEach((written, index) => {
    const axis = axisOf(node, written, shape.length);
    const [extent, step] = [shape[axis]!, steps[index]!];
    if (!Number.isInteger(step) || step === 0) node.invalid('a step is 0');
    const clamp = (position: number, least: number, most: number): number =>
      Math.min(Math.max(position < 0 ? position + extent : position, least), most);
    const start = step > 0 ? clamp(starts[index]!, 0, extent) : clamp(starts[index]!, 0, extent - 1);
    const end = step > 0 ? clamp(ends[index]!, 0, extent) : clamp(ends[index]!, -1, extent - 1);
    result.sizes[axis] = Math.max(0, Math.ceil((end - start) / step));
    result.starts[axis] = result.sizes[axis] === 0 ? 0 : start;
    result.steps[axis] = step;
  });
  return result;
}
