import { defined } from '../../../target/defined.js';
import { type Draft, type Normalised, type Operator, type SourceNode, present } from './operator.js';
import { reshaped } from './reshape.js';
import { axisOf, sizeOf, around, sameShape, numberOf } from './attributes.js';
import { invalid } from './errors.js';

interface Standardized {
  /** (x - mean) / deviation. */
  readonly even: string;
  readonly mean: string;
  readonly variance: string;
  readonly deviation: string;
}

/** Mean and √(variance + epsilon) over axes, which stay with the extent 1, and what is left of a value without them. */
function standardized(node: SourceNode, value: string, axes: readonly number[], epsilon?: number): Standardized {
  const mean = node.emit('ReduceMean', [value], { axes });
  const centered = node.emit('Sub', [value, mean]);
  const variance = meanSquare(node, centered, axes);
  const deviation = rootOf(node, variance, epsilon);
  return { even: node.emit('Div', [centered, deviation]), mean, variance, deviation };
}

function meanSquare(node: SourceNode, value: string, axes: readonly number[]): string {
  return node.emit('ReduceMean', [node.emit('Mul', [value, value])], { axes });
}

/** √(x + epsilon): that of the node, or the one given. */
function rootOf(node: SourceNode, value: string, epsilon = 1e-5): string {
  const added = node.scalar(node.number('epsilon', epsilon), node.typeOf(value).type);
  return node.emit('Sqrt', [node.emit('Add', [value, added])]);
}

/** Axes from the one that `axis` names to the last. */
function lastAxes(node: SourceNode): readonly number[] {
  const rank = node.rank(0);
  const first = axisOf(node, node.number('axis', -1), rank);
  return Array.from({ length: rank - first }, (_, axis) => axis + first);
}

function scaled(node: SourceNode, value: string, scale: string, shift?: string): Draft {
  if (shift === undefined) return { op: 'Mul', inputs: [value, scale], attributes: {} };
  return { op: 'Add', inputs: [node.emit('Mul', [value, scale]), shift], attributes: {} };
}

/** Scale or shift with one element for each channel, in a shape that broadcasts. */
function perChannel(node: SourceNode, index: number, channels: number, behind: number): string {
  if (sizeOf(node.shape(index)) !== channels) node.invalid(`its input ${index} has not ${channels} elements`);
  return reshaped(node, node.input(index), [channels, ...new Array<number>(behind).fill(1)]);
}

const instance: Operator = {
  name: 'InstanceNormalization',
  inputs: [3, 3],
  normalise: (node) => {
    const shape = node.shape(0);
    if (shape.length < 3) node.invalid('its input has no spatial axes');
    const axes = shape.slice(2).map((_, axis) => axis + 2);
    const [scale, shift] = [1, 2].map((index) => perChannel(node, index, shape[1]!, axes.length)) as [string, string];
    return scaled(node, standardized(node, node.input(0), axes).even, scale, shift);
  },
};

const layer: Operator = {
  name: 'LayerNormalization',
  inputs: [2, 3],
  outputs: 3,
  normalise: (node) => ({
    values: layerNormalised(node, node.input(0), {
      axes: lastAxes(node),
      scale: node.input(1),
      ...defined({ shift: node.inputs[2] }),
    }),
  }),
};

/** How a value is normalised: over which axes, and what it is multiplied with and added to then. */
export interface Normalisation {
  readonly axes: readonly number[];
  readonly scale: string;
  readonly shift?: string;
  /** Where the node has none; 1e-5 as in the standard. */
  readonly epsilon?: number;
}

/** The epsilon of ONNX Runtime's own operators, where a node has none. */
export const RUNTIME_EPSILON = 1e-12;

/** A value normalised over axes, scaled and shifted; its mean, and one over its deviation. */
export function layerNormalised(
  node: SourceNode,
  value: string,
  { axes, scale, shift, epsilon }: Normalisation,
): readonly [output: string, mean: string, inverse: string] {
  const { even, mean, deviation } = standardized(node, value, axes, epsilon);
  const { op, inputs } = scaled(node, even, scale, shift);
  return [node.emit(op, inputs), stashed(node, mean), stashed(node, node.emit('Reciprocal', [deviation]))];
}

/** Statistics are of the type that `stash_type` says. */
function stashed(node: SourceNode, value: string): string {
  const code = node.number('stash_type', 1);
  const { name } = node.typeNumbered(code);
  return name === node.typeOf(value).type ? value : node.emit('Cast', [value], { to: name });
}

/** RMSNormalization: x / √(mean of x² + epsilon), over the last axes; ONNX Runtime's first name of it has 2 outputs. */
const rootMeanSquares: readonly Operator[] = ['RMSNormalization', 'SimplifiedLayerNormalization'].map((name) => ({
  name,
  inputs: [2, 2],
  outputs: 2,
  normalise: (node) => ({
    values: rootMeanSquareNormalised(node, node.input(0), { axes: lastAxes(node), scale: node.input(1) }),
  }),
}));

/** A value normalised over axes and scaled, and one over its root mean square. */
export function rootMeanSquareNormalised(
  node: SourceNode,
  value: string,
  { axes, scale, epsilon }: Normalisation,
): readonly [output: string, inverse: string] {
  const size = rootOf(node, meanSquare(node, value, axes), epsilon);
  const { op, inputs } = scaled(node, node.emit('Div', [value, size]), scale);
  return [node.emit(op, inputs), stashed(node, node.emit('Reciprocal', [size]))];
}

/** GroupNormalization: over groups of channels and all spatial axes; until version 21 scales are those of groups. */
const group: Operator = {
  name: 'GroupNormalization',
  inputs: [3, 3],
  normalise: (node) => {
    const shape = node.shape(0);
    const groups = node.number('num_groups');
    const channels = shape[1] ?? 0;
    if (shape.length < 3 || !Number.isInteger(groups) || groups < 1 || channels % groups !== 0)
      node.invalid(`${channels} channels are no multiple of ${groups} groups`);
    const apart = reshaped(node, node.input(0), [shape[0]!, groups, (channels / groups) * sizeOf(shape.slice(2))]);
    const { even } = standardized(node, apart, [2]);
    const behind = shape.length - 2;
    if (node.opset >= 21) {
      const [scale, shift] = [1, 2].map((index) => perChannel(node, index, channels, behind)) as [string, string];
      return scaled(node, reshaped(node, even, shape), scale, shift);
    }
    const [scale, shift] = [1, 2].map((index) => perChannel(node, index, groups, 1)) as [string, string];
    const whole = node.emit('Add', [node.emit('Mul', [even, scale]), shift]);
    return { op: 'Reshape', inputs: [whole], attributes: { shape } };
  },
};

/** MeanVarianceNormalization: over batch and places unless `axes` says otherwise; ONNX's function adds 1e-9. */
const meanVariance: Operator = {
  name: 'MeanVarianceNormalization',
  inputs: [1, 1],
  normalise: (node) => {
    const axes = [...(node.optionalNumbers('axes') ?? [0, 2, 3])].map((axis) => axisOf(node, axis, node.rank(0)));
    axes.sort((a, b) => a - b);
    const value = node.input(0);
    const centered = node.emit('Sub', [value, node.emit('ReduceMean', [value], { axes })]);
    const variance = meanSquare(node, centered, axes);
    const deviation = node.emit('Add', [node.emit('Sqrt', [variance]), node.scalar(1e-9)]);
    return { op: 'Div', inputs: [centered, deviation], attributes: {} };
  },
};

export const normalizations: readonly Operator[] = [instance, layer, ...rootMeanSquares, group, meanVariance];

/** BatchNormalization of inference: data N x C x ..., scale, bias, mean and variance of C each; epsilon. */
export const batchNormalization: Operator = {
  name: 'BatchNormalization',
  inputs: [5, 5],
  outputs: 3,
  normalise: (node) => {
    if (isTraining(node)) return node.opset < 14 ? node.unsupported('in training mode') : trained(node);
    if (node.opset < 9 && node.number('spatial', 1) === 0) return { values: [perActivation(node)] };
    return { values: [node.emit('BatchNormalization', node.inputs, { epsilon: node.number('epsilon', 1e-5) })] };
  },
  canonical: {
    infer: (node, inputs) => {
      const data = present(inputs, 0);
      const channels = data.shape[1] ?? 1;
      if (data.shape.length < 1 || inputs.slice(1).some((input) => !sameShape(input!.shape, [channels])))
        invalid(node, `scale, bias, mean and variance do not have one element for each of ${channels} channels`);
      return [data];
    },
    evaluate: (node, [data, scale, bias, mean, variance]) => {
      const epsilon = numberOf(node, 'epsilon');
      const { outer, extent, inner } = around([data!.shape[0]!, data!.shape[1] ?? 1, ...data!.shape.slice(2)], 1);
      const out = new Float64Array(data!.data.length);
      for (let row = 0; row < outer * extent; row++) {
        const c = row % extent;
        const factor = scale!.data[c]! / Math.sqrt(variance!.data[c]! + epsilon);
        const shift = bias!.data[c]! - mean!.data[c]! * factor;
        for (let i = row * inner; i < (row + 1) * inner; i++) out[i] = data!.data[i]! * factor + shift;
      }
      return [out];
    },
  },
};

/** Versions 7 to 13 train where more than the first output is named, version 6 unless `is_test` says otherwise. */
function isTraining(node: Parameters<Operator['normalise']>[0]): boolean {
  const namesMore = node.outputs.slice(1).some((output) => output !== '');
  return (
    node.number('training_mode', 0) !== 0 ||
    (node.opset < 14 && namesMore && (node.opset > 6 || node.number('is_test', 0) === 0))
  );
}

/** By mean and variance of the batch itself; those that run along move towards these by 1 - `momentum`. */
function trained(node: SourceNode): Normalised {
  const { shape } = node.type(0);
  const axes = [...shape.keys()].filter((axis) => axis !== 1);
  const { even, mean, variance } = standardized(node, node.input(0), axes);
  const behind = shape.length - 2;
  const [scale, shift] = [1, 2].map((index) => perChannel(node, index, shape[1]!, behind)) as [string, string];
  const { op, inputs } = scaled(node, even, scale, shift);
  const momentum = node.number('momentum', 0.9);
  const running = [mean, variance].map((current, i) => {
    const before = node.type(3 + i);
    const part = (value: string, factor: number): string => node.emit('Mul', [value, node.scalar(factor, before.type)]);
    const own = reshaped(node, current, before.shape);
    return node.emit('Add', [part(node.input(3 + i), momentum), part(own, 1 - momentum)]);
  });
  return { values: [node.emit(op, inputs), ...running] };
}

/** `spatial` 0, until version 9: every element of a sample has its own scale, bias, mean and variance. */
function perActivation(node: SourceNode): string {
  const [data, scale, bias, mean, variance] = node.inputs;
  const centered = node.emit('Sub', [data, mean]);
  const deviation = node.emit('Sqrt', [node.emit('Add', [variance, node.scalar(node.number('epsilon', 1e-5))])]);
  const scaled = node.emit('Mul', [node.emit('Div', [centered, deviation]), scale]);
  return node.emit('Add', [scaled, bias]);
}
