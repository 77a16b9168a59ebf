import { alongFirst } from './counted-rows.js';
import { bool } from '../../../elements/bool.js';
import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode } from '../graph.js';
import { numberOf, numbersOf, optionalNumbers, textOf, around, axisOf } from './attributes.js';
import { type Draft, present, type Operator, type SourceNode } from './operator.js';

/** The inputs, and their weights, that an output along an axis is the sum of. */
export interface Taps {
  readonly index: readonly number[];
  readonly weight: readonly number[];
}

type Transform = (x: number, scale: number, input: number, output: number) => number;

const f = Math.fround;
const halfPixel: Transform = (x, scale) => f(f((x + 0.5) / scale) - 0.5);

/** As many elements as the scale says, a fraction of one included; scales that sizes make are rounded. */
function resizedLength(scale: number, input: number, output: number): number {
  return Math.abs(scale * input - output) < 1e-5 * output ? output : f(scale * input);
}

/** In float32 step by step, as ONNX Runtime does: the nearest neighbour of what lies between two depends on it. */
const coordinates: Readonly<Record<string, Transform>> = {
  half_pixel: halfPixel,
  half_pixel_symmetric: (x, scale, input, output) =>
    f(f((input / 2) * f(1 - f(output / f(scale * input)))) + halfPixel(x, scale, input, output)),
  pytorch_half_pixel: (x, scale, input, output) => (output > 1 ? halfPixel(x, scale, input, output) : 0),
  align_corners: (x, scale, input, output) => {
    const length = resizedLength(scale, input, output);
    return length === 1 ? 0 : f(f(x * (input - 1)) / (length - 1));
  },
  asymmetric: (x, scale) => f(x / scale),
  tf_half_pixel_for_nn: (x, scale) => f((x + 0.5) / scale),
};

/** How a coordinate becomes the nearest index; `simple` is what versions before 11 leave open and ONNX Runtime does. */
const roundings: Readonly<Record<string, (x: number, scale: number) => number>> = {
  round_prefer_floor: (x) => Math.ceil(x - 0.5),
  round_prefer_ceil: (x) => Math.floor(x + 0.5),
  floor: (x) => Math.floor(x),
  ceil: (x) => Math.ceil(x),
  simple: (x, scale) => (scale < 1 ? Math.ceil(x) : Math.floor(x)),
};

const modes = ['nearest', 'linear', 'cubic'];

/** The transformation that resizes a part of the input, of which `roi` has the starts and the ends of all axes. */
const CROP = 'tf_crop_and_resize';

/**
 * Resize: `mode` (nearest, linear, cubic), `coordinate_transformation_mode`, `nearest_mode`, `cubic_coeff_a`,
 * `exclude_outside`, `antialias`; `scales` and `sizes` of all axes, and `roi` of them where a part of the input is
 * resized. `tapsOf` says what each output is made of, axis by axis.
 */
export const resize: Operator = {
  name: 'Resize',
  inputs: [1, 4],
  normalise: (node) => {
    const old = node.opset < 11;
    const mode = checked(node, 'mode', 'nearest', modes);
    const transformation = old ? 'asymmetric' : node.text('coordinate_transformation_mode', 'half_pixel');
    if (transformation !== CROP && !Object.hasOwn(coordinates, transformation))
      node.invalid(`its coordinate_transformation_mode is "${transformation}"`);
    const nearest = checked(node, 'nearest_mode', 'round_prefer_floor', Object.keys(roundings));
    const sizes = old ? sizesBy(node, 1, undefined) : sizesBy(node, 2, 3);
    const draft = resized(node, sizes, {
      mode,
      coordinate_transformation_mode: transformation,
      nearest_mode: old ? 'simple' : nearest,
      cubic_coeff_a: node.number('cubic_coeff_a', -0.75),
      exclude_outside: node.number('exclude_outside', 0),
      antialias: node.number('antialias', 0),
    });
    return transformation === CROP ? cropped(node, draft, sizes) : draft;
  },
  canonical: {
    carriesCount: alongFirst,
    infer: (node, inputs) => [{ type: present(inputs, 0).type, shape: numbersOf(node, 'sizes') }],
    evaluate: (node, [input]) => [evaluate(node, input!)],
  },
};

/** Upsample, which Resize took the place of: coordinates are divided, and nearest is what lies below. */
export const upsample: Operator = {
  name: 'Upsample',
  inputs: [1, 2],
  normalise: (node) =>
    resized(node, sizesBy(node, 1, undefined), {
      mode: checked(node, 'mode', 'nearest', modes),
      coordinate_transformation_mode: 'asymmetric',
      nearest_mode: 'simple',
      cubic_coeff_a: -0.75,
      exclude_outside: 0,
      antialias: 0,
    }),
};

interface Sizes {
  readonly scales: readonly number[];
  readonly sizes: readonly number[];
}

function resized(
  node: SourceNode,
  { scales, sizes }: Sizes,
  attributes: Readonly<Record<string, string | number>>,
): Draft {
  return { op: 'Resize', inputs: [node.input(0)], attributes: { ...attributes, scales, sizes } };
}

/** The same of the part of the input that `roi` says; what lies outside of the input is `extrapolation_value`. */
function cropped(node: SourceNode, draft: Draft, { scales, sizes }: Sizes): Draft {
  const { shape, type } = node.type(0);
  const axes = resizedAxes(node);
  const given = Array.from(node.constantInput(1, 'a roi').data);
  if (given.length !== 2 * axes.length) node.invalid(`its roi has ${given.length} numbers for ${axes.length} axes`);
  const roi = [...shape.map(() => 0), ...shape.map(() => 1)];
  axes.forEach((axis, i) => {
    roi[axis] = given[i]!;
    roi[axis + shape.length] = given[i + axes.length]!;
  });
  const whole = node.emit(draft.op, draft.inputs, { ...draft.attributes, roi });
  const inside = shape.map((extent, axis) => {
    const place = croppedPlace(roi[axis]!, roi[axis + shape.length]!);
    const data = Float64Array.from({ length: sizes[axis]! }, (_, output) => {
      const x = place(output, scales[axis]!, extent, sizes[axis]!);
      return x < 0 || x > extent - 1 ? 0 : 1;
    });
    const along = [data.length, ...shape.slice(axis + 1).map(() => 1)];
    return node.constant({ type: bool.name, shape: along, data });
  });
  const isInside = inside.reduce((all, one) => node.emit('And', [all, one]));
  const outside = node.scalar(node.number('extrapolation_value', 0), type);
  return { op: 'Where', inputs: [isInside, whole, outside], attributes: {} };
}

function croppedPlace(start: number, end: number): Transform {
  return (x, scale, input, output) => {
    const length = resizedLength(scale, input, output);
    if (length === 1) return f(((start + end) * (input - 1)) / 2);
    return f(f(start * (input - 1)) + f((x * (end - start) * (input - 1)) / (length - 1)));
  };
}

function resizedAxes(node: SourceNode): readonly number[] {
  const rank = node.rank(0);
  const axes = node.optionalNumbers('axes') ?? Array.from({ length: rank }, (_, axis) => axis);
  return axes.map((axis) => axisOf(node, axis, rank));
}

function checked(node: SourceNode, name: string, otherwise: string, choices: readonly string[]): string {
  const value = node.text(name, otherwise).replace(/^bilinear$/, 'linear');
  return choices.includes(value) ? value : node.invalid(`its ${name} is "${value}"`);
}

function sizesBy(node: SourceNode, scalesAt: number, sizesAt: number | undefined): Sizes {
  const shape = node.shape(0);
  const axes = resizedAxes(node);
  const given = sizesAt !== undefined && node.has(sizesAt) ? Array.from(node.constantInput(sizesAt, 'sizes').data) : [];
  if (given.length > 0) return bySizes(node, axes, given);
  const scales = node.static(scalesAt, 'scales') ?? node.invalid('it has neither scales nor sizes');
  if (scales.length !== axes.length || scales.some((scale) => !(scale > 0) || scale === Infinity))
    node.invalid(`its scales are [${scales.slice(0, 8).join(', ')}] for ${axes.length} axes`);
  const all = shape.map((_, axis) => (axes.includes(axis) ? scales[axes.indexOf(axis)]! : 1));
  return { scales: all, sizes: shape.map((extent, axis) => Math.floor(extent * all[axis]!)) };
}

function bySizes(node: SourceNode, axes: readonly number[], given: readonly number[]): Sizes {
  const shape = node.shape(0);
  if (given.length !== axes.length || given.some((size) => !Number.isInteger(size) || size < 1))
    node.invalid(`its sizes are [${given.slice(0, 8).join(', ')}] for ${axes.length} axes`);
  const policy = node.text('keep_aspect_ratio_policy', 'stretch');
  const ratios = given.map((size, index) => Math.fround(size / shape[axes[index]!]!));
  const common = policy === 'not_larger' ? Math.min(...ratios) : Math.max(...ratios);
  const sizes = [...shape];
  const scales = shape.map(() => 1);
  axes.forEach((axis, index) => {
    const kept = policy !== 'stretch';
    sizes[axis] = kept ? Math.floor(shape[axis]! * common + 0.5) : given[index]!;
    scales[axis] = kept ? common : ratios[index]!;
  });
  return { scales, sizes };
}

/** From where to where of an axis the input is resized, as fractions of it. */
function partOf(node: GraphNode, axis: number): readonly [start: number, end: number] {
  const roi = optionalNumbers(node, 'roi');
  return roi === undefined ? [0, 1] : [roi[axis]!, roi[axis + roi.length / 2]!];
}

/** Whether an axis is resized or cropped; a scale may change one that keeps its extent. */
export function isResized(node: GraphNode, axis: number): boolean {
  const [start, end] = partOf(node, axis);
  return numbersOf(node, 'scales')[axis] !== 1 || start !== 0 || end !== 1;
}

export function tapsOf(node: GraphNode, axis: number, extent: number): readonly Taps[] {
  const [scale, outputs] = [numbersOf(node, 'scales')[axis]!, numbersOf(node, 'sizes')[axis]!];
  const [start, end] = partOf(node, axis);
  const isWhole = start === 0 && end === 1;
  if (scale === 1 && isWhole) return Array.from({ length: outputs }, (_, index) => ({ index: [index], weight: [1] }));
  const transform = coordinates[textOf(node, 'coordinate_transformation_mode')] ?? croppedPlace(start, end);
  const tapsAt = interpolation(node, scale);
  return Array.from({ length: outputs }, (_, output) => tapsAt(transform(output, scale, extent, outputs), extent));
}

function interpolation(node: GraphNode, scale: number): (x: number, extent: number) => Taps {
  const mode = textOf(node, 'mode');
  if (mode === 'nearest') {
    const rounding = roundings[textOf(node, 'nearest_mode')]!;
    return (x, extent) => ({ index: [clamped(rounding(x, scale), extent)], weight: [1] });
  }
  const outside = numberOf(node, 'exclude_outside') !== 0;
  const a = numberOf(node, 'cubic_coeff_a');
  if (numberOf(node, 'antialias') !== 0 && scale < 1) {
    const [reach, weigh] = mode === 'linear' ? ([1, tent] as const) : ([2, (d: number) => cubicAt(d, a)] as const);
    return (x, extent) => antialiased(reach, weigh, { x, extent, scale, outside });
  }
  if (mode === 'linear') return (x, extent) => combined(Math.floor(x), (t) => [1 - t, t], x, extent, outside);
  return (x, extent) => combined(Math.floor(x) - 1, (t) => cubic(t, a), x, extent, outside);
}

/** Weights of a filter that is as much wider as the scale is smaller, up to `reach` on both sides of a coordinate. */
function antialiased(
  reach: number,
  weigh: (distance: number) => number,
  { x, extent, scale, outside }: { x: number; extent: number; scale: number; outside: boolean },
): Taps {
  const base = Math.ceil(x) - 1;
  const before = Math.floor(-reach / scale) + 1;
  const count = 2 - 2 * before;
  const weights = Array.from({ length: count }, (_, i) => weigh(Math.abs(before + i - (x - base)) * scale));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return combined(base + before, () => weights.map((weight) => weight / sum), x, extent, outside);
}

function tent(distance: number): number {
  return Math.max(0, 1 - distance);
}

function clamped(index: number, extent: number): number {
  return Math.min(Math.max(index, 0), extent - 1);
}

/** Weights of neighbours from `first` on; those outside are the border's, or left out. */
function combined(
  first: number,
  weights: (t: number) => readonly number[],
  x: number,
  extent: number,
  leaveOut: boolean,
): Taps {
  const index = weights(x - Math.floor(x)).map((_, i) => first + i);
  const weight = weights(x - Math.floor(x)).map((w, i) =>
    leaveOut && clamped(first + i, extent) !== first + i ? 0 : w,
  );
  const sum = weight.reduce((total, w) => total + w, 0);
  return { index: index.map((i) => clamped(i, extent)), weight: leaveOut ? weight.map((w) => w / sum) : weight };
}

/** Cubic convolution (Keys, "Cubic convolution interpolation", 1981) of four neighbours. */
function cubic(t: number, a: number): readonly number[] {
  return [1 + t, t, 1 - t, 2 - t].map((distance) => cubicAt(distance, a));
}

function cubicAt(d: number, a: number): number {
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

/** One axis after the other: every mode is separable. */
function evaluate(node: GraphNode, input: ConstantTensor): Float64Array {
  let [data, shape]: [ConstantTensor['data'], readonly number[]] = [input.data, input.shape];
  input.shape.forEach((extent, axis) => {
    const taps = tapsOf(node, axis, extent);
    if (taps.length === extent && taps.every(({ index, weight }, at) => weight[0] === 1 && index[0] === at)) return;
    const { outer, inner } = around(shape, axis);
    const out = new Float64Array(outer * taps.length * inner);
    for (let o = 0; o < outer; o++)
      taps.forEach(({ index, weight }, at) => {
        const target = (o * taps.length + at) * inner;
        index.forEach((from, tap) => {
          const source = (o * extent + from) * inner;
          for (let i = 0; i < inner; i++) out[target + i]! += weight[tap]! * data[source + i]!;
        });
      });
    [data, shape] = [out, shape.with(axis, taps.length)];
  });
  return Float64Array.from(data);
}
