import { numbersOf } from './attributes.js';
import { broadcastShape, broadcastStrides, strided } from './broadcast.js';
import { present, type Operator } from './operator.js';
import { shapeText } from './shape.js';

/** Expand to `shape`, which the input's shape broadcasts to. */
export const expand: Operator = {
  name: 'Expand',
  inputs: [2, 2],
  normalise: (node) => {
    const wanted = Array.from(node.constantInput(1, 'a shape').data);
    const shape = wanted.every((extent) => Number.isInteger(extent) && extent >= 0)
      ? broadcastShape([node.shape(0), wanted])
      : undefined;
    if (shape !== undefined) return { op: 'Expand', inputs: [node.input(0)], attributes: { shape } };
    return node.invalid(`${shapeText(node.shape(0))} cannot be expanded to [${wanted.slice(0, 8).join(', ')}]`);
  },
  canonical: {
    infer: (node, inputs) => [{ type: present(inputs, 0).type, shape: numbersOf(node, 'shape') }],
    evaluate: (_, [input], [output]) => [
      strided(input!.data, output!.shape, broadcastStrides(input!.shape, output!.shape)),
    ],
  },
};

/** Tile: every axis beside one that is repeated. */
export const tile: Operator = {
  name: 'Tile',
  inputs: [2, 2],
  normalise: (node) => {
    const shape = node.shape(0);
    const repeats = Array.from(node.constantInput(1, 'repeats').data);
    if (repeats.length !== shape.length || repeats.some((times) => !Number.isInteger(times) || times < 0))
      node.invalid(`its repeats are [${repeats.slice(0, 8).join(', ')}] for ${shape.length} axes`);
    const apart = node.emit('Reshape', [node.input(0)], { shape: shape.flatMap((extent) => [1, extent]) });
    const expanded = shape.flatMap((extent, axis) => [repeats[axis]!, extent]);
    const repeated = node.emit('Expand', [apart], { shape: expanded });
    const whole = shape.map((extent, axis) => extent * repeats[axis]!);
    return { op: 'Reshape', inputs: [repeated], attributes: { shape: whole } };
  },
};
