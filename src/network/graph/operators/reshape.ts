import { numbersOf, axesOf, axisOf, sameShape, shapeText, sizeOf } from './attributes.js';
import { invalid } from './errors.js';
import { present, type Emitter, type Operator, type Normalised, type SourceNode } from './operator.js';
import { int64 } from '../../../elements/int64.js';
import { asCounted } from './counted-joins.js';
import { roomOf, wantedExtents, type Extent } from './run-time-extents.js';
import { areRows, elementByElement, placeIn, reshaping } from './counted-rows.js';

/** The same elements in another shape: the name of a value, that given where the shape is the same. */
export function reshaped(node: Emitter, value: string, shape: readonly number[]): string {
  return sameShape(node.typeOf(value).shape, shape) ? value : node.emit('Reshape', [value], { shape });
}

function toShape(node: SourceNode, shape: readonly number[]): Normalised {
  const merged = mergedRows(node, shape);
  if (merged !== undefined) return { values: [merged] };
  return { op: 'Reshape', inputs: [node.input(0)], attributes: { shape } };
}

/** Rows that become several each; undefined where they stay as many, or nothing is said of how many there are. */
function mergedRows(node: SourceNode, shape: readonly number[]): string | undefined {
  const type = node.type(0);
  const { counted, shape: own } = type;
  if (!counted || placeIn(shape, type) >= 0 || !areRows(type, counted.axis)) return undefined;
  const axis = shape.findIndex((extent) => extent > 1);
  const times = sizeOf(own.slice(counted.axis + 1)) / sizeOf(shape.slice(axis + 1));
  if (axis < 0 || !Number.isInteger(times)) return undefined;
  return asCounted(node, node.input(0), axis, node.emit('Mul', [counted.by, node.scalar(times, int64.name)]), shape);
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
    carriesCount: reshaping,
    evaluate: (_, [input]) => [input!.data],
  },
};

function wanted(node: SourceNode): readonly number[] {
  const own = node.shape(0);
  const { counted } = node.type(0);
  const isOwn = (extent: Extent): boolean =>
    typeof extent === 'object' && counted !== undefined && node.isSameCount(extent.count, counted.by);
  const extents = node.has(1)
    ? wantedExtents(node, 1, 'shape')
    : (node.optionalNumbers('shape') ?? node.invalid('it has no shape'));
  const refuse = (): never => node.unsupported('to an extent that depends on other values, or is a number');
  if (extents.some((extent) => typeof extent === 'object' && !isOwn(extent))) return refuse();
  const written = extents.map((extent) => roomOf(node, extent, node.type(0)));
  if (written.some((extent) => !Number.isInteger(extent) || extent < -1))
    node.invalid(`its shape is [${written.slice(0, 8).join(', ')}]`);
  const copied = node.number('allowzero', 0) === 0;
  const shape = written.map((extent, axis) =>
    extent === 0 && copied ? (own[axis] ?? node.invalid(`its shape copies axis ${axis}, which is not there`)) : extent,
  );
  const open = shape.filter((extent) => extent === -1).length;
  if (open > 1) node.invalid('its shape has -1 twice');
  const rest = sizeOf(shape.filter((extent) => extent !== -1));
  if (open === 1 && (rest === 0 || sizeOf(own) % rest !== 0))
    node.invalid(`${shapeText(own)} cannot take the shape [${written.join(', ')}]`);
  const target = shape.map((extent) => (extent === -1 ? sizeOf(own) / rest : extent));
  // A number, or another count, is none of this one; rows that become several each are as many as it takes.
  const place = counted ? placeIn(target, node.type(0)) : -1;
  const merged = counted && place < 0 ? target.findIndex((extent) => extent > 1) : -1;
  const isRight = (extent: Extent, axis: number): boolean => {
    if (typeof extent === 'object') return axis === place;
    return axis === place ? extent <= 0 : axis !== merged || extent === -1;
  };
  return extents.every(isRight) ? target : refuse();
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

/** Elements moved between channels and places, as Reshape, Transpose, Reshape. */
function moved(
  node: SourceNode,
  apart: readonly number[],
  perm: readonly number[],
  shape: readonly number[],
): Normalised {
  const split = node.emit('Reshape', [node.input(0)], { shape: apart });
  return { op: 'Reshape', inputs: [node.emit('Transpose', [split], { perm })], attributes: { shape } };
}

function extents(node: SourceNode): { n: number; c: number; h: number; w: number; block: number } {
  const shape = node.shape(0);
  if (shape.length !== 4) node.invalid(`its input has ${shape.length} axes, and 4 are needed`);
  const [n, c, h, w] = shape as [number, number, number, number];
  const block = node.number('blocksize');
  if (!Number.isInteger(block) || block < 1) node.invalid(`its blocksize is ${block}`);
  return { n, c, h, w, block };
}

const depthToSpace: Operator = {
  name: 'DepthToSpace',
  inputs: [1, 1],
  normalise: (node) => {
    const { n, c, h, w, block } = extents(node);
    const channels = c / block ** 2;
    if (!Number.isInteger(channels)) node.invalid(`${c} channels are no multiple of ${block ** 2}`);
    const shape = [n, channels, h * block, w * block];
    const mode = node.text('mode', 'DCR');
    if (mode === 'CRD') return moved(node, [n, channels, block, block, h, w], [0, 1, 4, 2, 5, 3], shape);
    if (mode !== 'DCR') node.invalid(`its mode is "${mode}"`);
    return moved(node, [n, block, block, channels, h, w], [0, 3, 4, 1, 5, 2], shape);
  },
};

const spaceToDepth: Operator = {
  name: 'SpaceToDepth',
  inputs: [1, 1],
  normalise: (node) => {
    const { n, c, h, w, block } = extents(node);
    if (h % block !== 0 || w % block !== 0) node.invalid(`${h}x${w} is no multiple of ${block}`);
    const [rows, columns] = [h / block, w / block];
    const shape = [n, c * block ** 2, rows, columns];
    const mode = node.text('mode', 'DCR');
    if (mode !== 'DCR' && mode !== 'CRD') node.invalid(`its mode is "${mode}"`);
    const perm = mode === 'CRD' ? [0, 1, 3, 5, 2, 4] : [0, 3, 5, 1, 2, 4];
    return moved(node, [n, c, rows, block, columns, block], perm, shape);
  },
};

export const depthSpace: readonly Operator[] = [depthToSpace, spaceToDepth];

export const identity: Operator = {
  name: 'Identity',
  inputs: [1, 1],
  normalise: (node) => ({ op: 'Identity', inputs: node.inputs, attributes: {} }),
  canonical: {
    carriesCount: elementByElement('kept'),
    infer: (_, inputs) => [present(inputs, 0)],
    evaluate: (_, [input]) => [input!.data],
  },
};

/** Dropout leaves inference alone; what would train (version 12 on) is refused. */
export const dropout: Operator = {
  name: 'Dropout',
  inputs: [1, 3],
  normalise: (node) => {
    if (node.has(2) && node.constantInput(2, 'training_mode').data[0] !== 0) node.unsupported('in training mode');
    return { op: 'Identity', inputs: [node.input(0)], attributes: {} };
  },
};
