import { axisOf } from './attributes.js';
import type { Operator } from './operator.js';
import { cut } from './parts.js';

/** CenterCropPad: along each axis the middle of the input, or the input in the middle of zeros. */
export const centerCropPad: Operator = {
  name: 'CenterCropPad',
  inputs: [2, 2],
  normalise: (node) => {
    const shape = node.shape(0);
    const wanted = Array.from(node.constantInput(1, 'a shape').data);
    const axes = (node.optionalNumbers('axes') ?? shape.map((_, axis) => axis)).map((axis) =>
      axisOf(node, axis, shape.length),
    );
    if (wanted.length !== axes.length || wanted.some((extent) => !Number.isInteger(extent) || extent < 0))
      node.invalid(`its shape is [${wanted.slice(0, 8).join(', ')}] for ${axes.length} axes`);
    const pads = [...shape, ...shape].map(() => 0);
    const value = axes.reduce((whole, axis, i) => {
      const [extent, target] = [shape[axis]!, wanted[i]!];
      const missing = Math.max(0, target - extent);
      pads[axis] = Math.floor(missing / 2);
      pads[axis + shape.length] = Math.ceil(missing / 2);
      return cut(node, whole, axis, Math.floor(Math.max(0, extent - target) / 2), Math.min(extent, target));
    }, node.input(0));
    return { op: 'Pad', inputs: [value], attributes: { pads, mode: 'constant', value: 0 } };
  },
};
