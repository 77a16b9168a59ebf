import type { GraphNode } from '../graph.js';
import { numbersOf, type Attributed } from './attributes.js';
import { invalid } from './errors.js';
import type { SourceNode } from './operator.js';

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

export type AutoPad = 'NOTSET' | 'VALID' | 'SAME_UPPER' | 'SAME_LOWER';

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

/** Extents of the output of a window that moves over `spatial`, whole windows only. */
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
