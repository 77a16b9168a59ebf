import { numbersOf } from '../operators/attributes.js';
import { sameShape } from '../operators/shape.js';
import type { Rule } from './rule.js';

/** A pool whose one window is the whole input reduces its spatial axes. */
export const globalPools: Rule = (node, edit) => {
  if (node.op !== 'AveragePool' && node.op !== 'MaxPool') return undefined;
  const spatial = edit.shapeOf(node.inputs[0]!).slice(2);
  const whole = sameShape(numbersOf(node, 'kernel_shape'), spatial);
  const dense = numbersOf(node, 'dilations').every((dilation, axis) => dilation === 1 || spatial[axis] === 1);
  if (!whole || !dense || numbersOf(node, 'pads').some((pad) => pad !== 0)) return undefined;
  const axes = spatial.map((_, axis) => axis + 2);
  return { op: node.op === 'MaxPool' ? 'ReduceMax' : 'ReduceMean', inputs: node.inputs, attributes: { axes } };
};
