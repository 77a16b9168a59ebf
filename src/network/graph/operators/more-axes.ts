/** Convolutions and pools of more than two spatial axes, as those of two. */
import type { Draft, SourceNode } from './operator.js';
import { sizeOf } from './shape.js';
import type { Window } from './window.js';

/** The elements that a window takes along the first spatial axis. */
export interface Taps {
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
