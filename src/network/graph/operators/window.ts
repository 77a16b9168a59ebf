import type { GraphNode } from '../graph.js';
import { numbersOf, type Attributed, sizeOf } from './attributes.js';
import { invalid } from './errors.js';
import type { SourceNode, Draft } from './operator.js';

/** What convolutions and pools have in common, of one or two spatial axes: a window that moves. */
export interface Window {
  readonly kernel: readonly number[];
  readonly strides: readonly number[];
  readonly dilations: readonly number[];
  /** Before the first element along each axis, then after the last. */
  readonly pads: readonly number[];
}

export function spanOf(kernel: number, dilation: number): number {
  return (kernel - 1) * dilation + 1;
}

export function windowAttributes({ kernel, strides, dilations, pads }: Window): Record<string, readonly number[]> {
  return { kernel_shape: kernel, strides, dilations, pads };
}

export function windowOf(node: GraphNode): Window {
  return {
    kernel: numbersOf(node, 'kernel_shape'),
    strides: numbersOf(node, 'strides'),
    dilations: numbersOf(node, 'dilations'),
    pads: numbersOf(node, 'pads'),
  };
}

/** The spatial extents of an input, of which there is at least one behind batch and channels. */
export function spatialOf(node: SourceNode, index: number): readonly number[] {
  if (node.rank(index) < 3) node.invalid(`its input has ${node.rank(index)} axes, and 3 are the least`);
  return node.shape(index).slice(2);
}

/** Kernel, strides and dilations with their defaults; `pads` as written, or undefined if `auto_pad` decides. */
export function readWindow(
  node: SourceNode,
  kernel: readonly number[],
): Omit<Window, 'pads'> & { pads?: Window['pads'] } {
  const axes = kernel.length;
  const list = (name: string, length: number, otherwise: number, least: number): readonly number[] => {
    const numbers = node.optionalNumbers(name) ?? new Array<number>(length).fill(otherwise);
    if (numbers.length !== length || numbers.some((number) => !Number.isInteger(number) || number < least))
      node.invalid(
        `its ${name} are [${numbers.slice(0, 8).join(', ')}], and ${length} integers >= ${least} are needed`,
      );
    return numbers;
  };
  if (kernel.some((extent) => !Number.isInteger(extent) || extent < 1))
    node.invalid('its kernel has an extent less than 1');
  const window = { kernel, strides: list('strides', axes, 1, 1), dilations: list('dilations', axes, 1, 1) };
  return autoPad(node) === 'NOTSET' ? { ...window, pads: list('pads', 2 * axes, 0, 0) } : window;
}

type AutoPad = 'NOTSET' | 'VALID' | 'SAME_UPPER' | 'SAME_LOWER';

export function autoPad(node: SourceNode): AutoPad {
  const mode = node.text('auto_pad', 'NOTSET');
  if (mode === '') return 'NOTSET';
  if (mode !== 'NOTSET' && mode !== 'VALID' && mode !== 'SAME_UPPER' && mode !== 'SAME_LOWER')
    node.invalid(`its auto_pad is "${mode}"`);
  return mode;
}

/** A total of padding along each axis as pads, the odd element at the end or at the beginning. */
export function dividedPads(totals: readonly number[], oddAtEnd: boolean): number[] {
  const first = totals.map((total) => (oddAtEnd ? Math.floor(total / 2) : Math.ceil(total / 2)));
  return [...first, ...totals.map((total, axis) => total - first[axis]!)];
}

/** The window with explicit pads: `auto_pad` SAME makes outputs of `ceil(input / stride)`, VALID pads nothing. */
export function resolvedWindow(node: SourceNode, kernel: readonly number[], spatial: readonly number[]): Window {
  if (kernel.length !== spatial.length)
    node.invalid(`its kernel has ${kernel.length} axes and its input ${spatial.length} spatial ones`);
  const window = readWindow(node, kernel);
  if (window.pads !== undefined) return { ...window, pads: window.pads };
  const mode = autoPad(node);
  if (mode === 'VALID') return { ...window, pads: new Array<number>(2 * kernel.length).fill(0) };
  const totals = spatial.map((extent, axis) => {
    const [stride, span] = [window.strides[axis]!, spanOf(kernel[axis]!, window.dilations[axis]!)];
    return Math.max((Math.ceil(extent / stride) - 1) * stride + span - extent, 0);
  });
  return { ...window, pads: dividedPads(totals, mode === 'SAME_UPPER') };
}

export function outputExtents(node: Attributed, window: Window, spatial: readonly number[]): number[] {
  return spatial.map((extent, axis) => {
    const padded = extent + window.pads[axis]! + window.pads[axis + spatial.length]!;
    const span = spanOf(window.kernel[axis]!, window.dilations[axis]!);
    const output = Math.floor((padded - span) / window.strides[axis]!) + 1;
    return output >= 1 ? output : invalid(node, `its window of ${span} is larger than the padded input of ${padded}`);
  });
}

/** One spatial axis as two, of which the first has one element: loops are written for two. */
export function asTwoAxes({ kernel, strides, dilations, pads }: Window): Window {
  if (kernel.length === 2) return { kernel, strides, dilations, pads };
  return {
    kernel: [1, kernel[0]!],
    strides: [1, strides[0]!],
    dilations: [1, dilations[0]!],
    pads: [0, pads[0]!, 0, pads[1]!],
  };
}

/** The last two extents; the first is 1 where there is one spatial axis. */
export function heightAndWidth(shape: readonly number[]): readonly [number, number] {
  return shape.length === 3 ? [1, shape[2]!] : [shape[2]!, shape[3]!];
}

/**
 * The outputs `from <= o < to` along an axis whose element `o * stride + offset` lies within `extent`; the range is
 * empty where none does.
 */
export function insideRange(
  outputs: number,
  extent: number,
  stride: number,
  offset: number,
): readonly [from: number, to: number] {
  const from = Math.max(0, Math.ceil(-offset / stride));
  const to = Math.min(outputs, Math.floor((extent - 1 - offset) / stride) + 1);
  return [from, Math.max(from, to)];
}

/** The elements that a window takes along the first spatial axis. */
interface Taps {
  readonly outputs: number;
  readonly kernel: number;
  /** The element that a weight meets for an output; what is none, or outside, is zero. */
  readonly at: (output: number, weight: number) => number;
}

export function windowAlong({ kernel, strides, dilations, pads }: Window, from: number, to?: number): Window {
  const axes = kernel.length;
  const cut = (list: readonly number[]): number[] => list.slice(from, to);
  return {
    kernel: cut(kernel),
    strides: cut(strides),
    dilations: cut(dilations),
    pads: [...cut(pads.slice(0, axes)), ...cut(pads.slice(axes))],
  };
}

/** N x C x D x … as N outputs x C kernel x …: what a window takes along D are channels, and its places are images. */
export function asChannels(node: SourceNode, value: string, { outputs, kernel, at }: Taps): string {
  const { shape } = node.typeOf(value);
  const [n, c, depth, ...rest] = shape as readonly [number, number, number, ...number[]];
  const indices = Array.from({ length: outputs * kernel }, (_, i) => {
    const index = at(Math.floor(i / kernel), i % kernel);
    return Number.isInteger(index) && index >= 0 && index < depth ? index : depth;
  });
  const none = shape.map(() => 0);
  const behind = { pads: [...none, ...none.with(2, 1)], mode: 'constant', value: 0 };
  const padded = indices.includes(depth) ? node.emit('Pad', [value], behind) : value;
  const list = node.constant({ type: 'int64', shape: [indices.length], data: Float64Array.from(indices) });
  const picked = node.emit('Gather', [padded, list], { axis: 2 });
  const apart = node.emit('Reshape', [picked], { shape: [n, c, outputs, kernel, ...rest] });
  const moved = node.emit('Transpose', [apart], { perm: [0, 2, 1, 3, ...rest.map((_, axis) => axis + 4)] });
  return node.emit('Reshape', [moved], { shape: [n * outputs, c * kernel, ...rest] });
}

/** The images of `asChannels`, convolved, as N x channels x outputs x … again. */
export function asAxis(node: SourceNode, { op, inputs, attributes }: Draft, batch: number): Draft {
  const images = node.emit(op, inputs, attributes);
  const [all, ...rest] = node.typeOf(images).shape;
  const apart = node.emit('Reshape', [images], { shape: [batch, all! / batch, ...rest] });
  return {
    op: 'Transpose',
    inputs: [apart],
    attributes: { perm: [0, 2, 1, ...rest.slice(1).map((_, axis) => axis + 3)] },
  };
}

type Pool = (value: string, windows: readonly Window[]) => Draft;

/** Pools the last two spatial axes, then those before one by one: what is largest, or the mean, of the same window. */
export function pooledByAxes(node: SourceNode, windows: readonly Window[], pool: Pool): Draft {
  const { shape } = node.type(0);
  const axes = shape.length - 2;
  if (axes <= 2) return pool(node.input(0), windows);
  const before = (axis: number): number[] => [shape[0]!, sizeOf(shape.slice(1, axis + 2))];
  const step = (from: number[], window: (all: Window) => Window): string => {
    const value = node.emit('Reshape', [rest], { shape: from });
    const { op, inputs, attributes } = pool(value, windows.map(window));
    return node.emit(op, inputs, attributes);
  };
  let rest = node.input(0);
  rest = step([...before(axes - 2), ...shape.slice(-2)], (all) => windowAlong(all, axes - 2));
  let pooled = node.typeOf(rest).shape.slice(2);
  for (let axis = axes - 3; axis >= 0; axis--) {
    rest = step([...before(axis), shape[axis + 2]!, sizeOf(pooled)], (all) =>
      withUnit(windowAlong(all, axis, axis + 1)),
    );
    pooled = [node.typeOf(rest).shape[2]!, ...pooled];
  }
  return { op: 'Reshape', inputs: [rest], attributes: { shape: [...shape.slice(0, 2), ...pooled] } };
}

/** A window along one axis that takes one element of another behind it. */
function withUnit({ kernel, strides, dilations, pads: [before, after] }: Window): Window {
  const one = (list: readonly number[]): number[] => [...list, 1];
  return { kernel: one(kernel), strides: one(strides), dilations: one(dilations), pads: [before!, 0, after!, 0] };
}
