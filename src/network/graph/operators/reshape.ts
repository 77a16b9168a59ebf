import { numbersOf } from './attributes.js';
import { invalid } from './errors.js';
import type { Draft } from './draft.js';
import { present, type Operator } from './operator.js';
import { axesOf, axisOf, sameShape, shapeText, sizeOf } from './shape.js';
import type { SourceNode } from './source-node.js';

/** The same elements in another shape: the name of a value, that given where the shape is the same. */
export function reshaped(node: SourceNode, value: string, shape: readonly number[]): string {
  return sameShape(node.typeOf(value).shape, shape) ? value : node.emit('Reshape', [value], { shape });
}

function toShape(node: SourceNode, shape: readonly number[]): Draft {
  return { op: 'Reshape', inputs: [node.input(0)], attributes: { shape } };
}

/** Reshape: its attribute `shape` has no -1 and no 0 that stands for another extent. */
export const reshape: Operator = {
  name: 'Reshape',
  inputs: [1, 2],
  normalise: (node) => toShape(node, wanted(node)),
  canonical: {
    infer: (node, inputs) => {
      const { type, shape } = present(inputs, 0);
      const target = numbersOf(node, 'shape');
      if (sizeOf(target) !== sizeOf(shape))
        invalid(node, `${shapeText(shape)} has not as many elements as ${shapeText(target)}`);
      return [{ type, shape: target }];
    },
    evaluate: (_, [input]) => [input!.data],
  },
};

function wanted(node: SourceNode): readonly number[] {
  const own = node.shape(0);
  const written = node.static(1, 'shape') ?? node.invalid('it has no shape');
  if (written.some((extent) => !Number.isInteger(extent) || extent < -1))
    node.invalid(`its shape is [${written.slice(0, 8).join(', ')}]`);
  const copied = node.number('allowzero', 0) === 0;
  const shape = written.map((extent, axis) =>
    extent === 0 && copied ? (own[axis] ?? node.invalid(`its shape copies axis ${axis}, which is not there`)) : extent,
  );
  const open = shape.filter((extent) => extent === -1).length;
  if (open > 1) node.invalid('its shape has -1 twice');
  if (open === 0) return shape;
  const rest = sizeOf(shape.filter((extent) => extent !== -1));
  if (rest === 0 || sizeOf(own) % rest !== 0)
    node.invalid(`${shapeText(own)} cannot take the shape [${written.join(', ')}]`);
  return shape.map((extent) => (extent === -1 ? sizeOf(own) / rest : extent));
}

export const flatten: Operator = {
  name: 'Flatten',
  inputs: [1, 1],
  normalise: (node) => {
    const shape = node.shape(0);
    const written = node.number('axis', 1);
    const axis = written === shape.length ? written : axisOf(node, written, Math.max(1, shape.length));
    return toShape(node, [sizeOf(shape.slice(0, axis)), sizeOf(shape.slice(axis))]);
  },
};

export const squeeze: Operator = {
  name: 'Squeeze',
  inputs: [1, 2],
  normalise: (node) => {
    const shape = node.shape(0);
    const named = node.static(1, 'axes');
    const axes = named && axesOf(node, named, shape.length);
    if (axes?.some((axis) => shape[axis] !== 1))
      node.invalid(`an axis of ${shapeText(shape)} that it removes is not 1`);
    return toShape(
      node,
      shape.filter((extent, axis) => (axes === undefined ? extent !== 1 : !axes.includes(axis))),
    );
  },
};

export const unsqueeze: Operator = {
  name: 'Unsqueeze',
  inputs: [1, 2],
  normalise: (node) => {
    const own = node.shape(0);
    const named = node.static(1, 'axes') ?? node.invalid('it has no axes');
    const axes = axesOf(node, named, own.length + named.length);
    const rest = own[Symbol.iterator]();
    const shape = Array.from({ length: own.length + axes.length }, (_, axis) =>
      axes.includes(axis) ? 1 : (rest.next().value ?? 1),
    );
    return toShape(node, shape);
  },
};
