import { numberOf, numbersOf, textOf, axesOf, axisOf, sizeOf, stridesOf } from './attributes.js';
import { emptyLike, forRows } from './broadcast.js';
import { filled } from './counted-joins.js';
import { alongOthers, areRows } from './counted-rows.js';
import { linearExtents, multipleOf, type LinearExtent } from './linear-extents.js';
import { present, type Operator, type SourceNode } from './operator.js';

const modes = ['constant', 'reflect', 'edge', 'wrap'] as const;

/**
 * Pad: `pads` >= 0 before each axis, then after; `mode`, and `value` of the mode "constant". In a graph that is simple
 * a Pad of bytes may have that value, known only when the network runs, as its second input.
 */
export const pad: Operator = {
  name: 'Pad',
  inputs: [1, 4],
  normalise: (node) => {
    const mode = node.text('mode', 'constant');
    if (!modes.some((known) => known === mode)) node.invalid(`its mode is "${mode}"`);
    const rank = node.rank(0);
    const written = followedPads(node);
    const rows = mode === 'constant' && written ? paddedRows(node, allPads(node, written, rank)) : undefined;
    const value = rows?.value ?? node.input(0);
    const pads = rows?.pads ?? allPads(node, node.static(1, 'pads') ?? node.invalid('it has no pads'), rank);
    const cut = cropped(node, value, pads);
    const grown = pads.map((amount) => Math.max(amount, 0));
    const extents = node.typeOf(cut).shape;
    grown.forEach((amount, index) => {
      const extent = extents[index % rank]!;
      const most = mode === 'reflect' ? extent - 1 : mode === 'constant' ? Infinity : extent === 0 ? 0 : Infinity;
      if (amount > Math.max(most, 0))
        node.invalid(`an axis of ${extent} cannot be padded by ${amount} in mode "${mode}"`);
    });
    return { op: 'Pad', inputs: [cut], attributes: { pads: grown, mode, value: valueOf(node) } };
  },
  canonical: {
    carriesCount: alongOthers((node) => {
      const pads = numbersOf(node, 'pads');
      return pads.flatMap((amount, place) => (amount > 0 ? [place % (pads.length / 2)] : []));
    }, 'any'),
    infer: (node, inputs) => {
      const { type, shape } = present(inputs, 0);
      const pads = numbersOf(node, 'pads');
      return [{ type, shape: shape.map((extent, axis) => pads[axis]! + extent + pads[axis + shape.length]!) }];
    },
    evaluate: (node, [input, given], [output]) => {
      const { shape, data } = input!;
      const pads = numbersOf(node, 'pads');
      const sources = shape.map((extent, axis) =>
        sourcesOf(textOf(node, 'mode'), extent, pads[axis]!, output!.shape[axis]!),
      );
      const value = given?.data[0] ?? numberOf(node, 'value');
      const strides = stridesOf(shape);
      const out = emptyLike(data, sizeOf(output!.shape));
      const last = sources.at(-1) ?? [0];
      const digits = output!.shape.slice(0, -1).map(() => 0);
      forRows(output!.shape, [], (at) => {
        let from = 0;
        for (let axis = 0; axis < digits.length; axis++) {
          const index = sources[axis]![digits[axis]!]!;
          from = index < 0 ? NaN : from + index * strides[axis]!;
        }
        last.forEach((index, i) => (out[at + i] = index < 0 || Number.isNaN(from) ? value : data[from + index]!));
        for (let axis = digits.length - 1; axis >= 0 && ++digits[axis]! === output!.shape[axis]; axis--)
          digits[axis] = 0;
      });
      return [out];
    },
  },
};

/** Of each output along an axis the input that it repeats; -1 where it is the value. */
export function sourcesOf(mode: string, extent: number, before: number, outputs: number): number[] {
  return Array.from({ length: outputs }, (_, output) => {
    const index = output - before;
    if (index >= 0 && index < extent) return index;
    if (mode === 'edge') return index < 0 ? 0 : extent - 1;
    if (mode === 'reflect') return index < 0 ? -index : 2 * (extent - 1) - index;
    if (mode === 'wrap') return ((index % extent) + extent) % extent;
    return -1;
  });
}

/** Pads of all axes: an attribute until version 11, an input since, of some axes since 18. */
function allPads<T extends number | LinearExtent>(
  node: SourceNode,
  written: readonly T[],
  rank: number,
): (T | number)[] {
  const named = node.has(3) ? Array.from(node.constantInput(3, 'axes').data) : undefined;
  const axes = named?.map((axis) => axisOf(node, axis, rank)) ?? Array.from({ length: rank }, (_, axis) => axis);
  axesOf(node, axes, rank);
  if (
    written.length !== 2 * axes.length ||
    !written.every((amount) => typeof amount === 'object' || Number.isInteger(amount))
  )
    node.invalid(`it has ${written.length} pads for ${axes.length} axes`);
  const pads = new Array<T | number>(2 * rank).fill(0);
  axes.forEach((axis, index) => {
    pads[axis] = written[index]!;
    pads[axis + rank] = written[index + axes.length]!;
  });
  return pads;
}

function cropped(node: SourceNode, value: string, pads: readonly number[]): string {
  if (pads.every((amount) => amount >= 0)) return value;
  const { shape } = node.typeOf(value);
  const starts = shape.map((_, axis) => Math.max(0, -pads[axis]!));
  const sizes = shape.map((extent, axis) => extent - starts[axis]! - Math.max(0, -pads[axis + shape.length]!));
  if (sizes.some((size) => size < 0)) node.invalid('its negative pads cut more than there is');
  return node.emit('Slice', [value], { starts, sizes, steps: shape.map(() => 1) });
}

function valueOf(node: SourceNode): number {
  return node.has(2) ? (node.constantInput(2, 'a value').data[0] ?? 0) : node.number('value', 0);
}

/** Pads that are known only when the network runs, as what they are of an extent; undefined where all are known. */
function followedPads(node: SourceNode): readonly (number | LinearExtent)[] | undefined {
  if (!node.has(1) || node.knownInput(1)) return undefined;
  return linearExtents(node, node.input(1));
}

/**
 * Rows that are filled up to a number: how many are there and what is put behind them come to the same always. As a
 * value of all that it has room for, and the pads that are left.
 */
function paddedRows(
  node: SourceNode,
  pads: readonly (number | LinearExtent)[],
): { value: string; pads: number[] } | undefined {
  const type = node.type(0);
  const { counted, shape } = type;
  if (!counted || !areRows(type, counted.axis)) return undefined;
  const own = multipleOf(node, counted.by);
  const end = counted.axis + shape.length;
  const left = pads.map((amount, place) => {
    if (typeof amount === 'number') return amount;
    const isRest = place === end && amount.times === -own.times && node.isSameCount(amount.count, own.count);
    return isRest ? amount.plus - shape[counted.axis]! : undefined;
  });
  if (typeof pads[end] === 'number' || pads[counted.axis] !== 0) return undefined;
  if (!left.every((amount) => amount !== undefined)) return undefined;
  return { value: filled(node, node.input(0), valueOf(node)), pads: left };
}
