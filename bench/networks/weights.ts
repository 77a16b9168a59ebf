/** Random weights with which activations keep about their size from layer to layer. */
import type { ConstantTensor } from '../../src/network/onnx/model.js';
import type { Random } from '../../src/space/random.js';

export function uniform(shape: readonly number[], low: number, high: number, random: Random): ConstantTensor {
  const data = new Float32Array(shape.reduce((product, extent) => product * extent, 1));
  for (let at = 0; at < data.length; at++) data[at] = low + (high - low) * random.float();
  return { type: 'float32', shape, data };
}

/**
 * He's initialization in its uniform form, of variance 2 / fan-in (He et al., "Delving Deep into Rectifiers", 2015).
 * `fanIn`: products that are summed for one output; that of weights [out, in, …] unless given.
 */
export function heWeights(
  shape: readonly number[],
  random: Random,
  fanIn = shape.slice(1).reduce((product, extent) => product * extent, 1),
): ConstantTensor {
  const limit = Math.sqrt(6 / Math.max(1, fanIn));
  return uniform(shape, -limit, limit, random);
}

/** Of a product before a softmax, whose differences shall stay small: variance 1 / fan-in, for weights [out, in]. */
export function linearWeights(shape: readonly number[], random: Random, fanIn = shape[1]!): ConstantTensor {
  return heWeights(shape, random, 2 * fanIn);
}

/** Scale, bias, mean and variance of a batch normalization: near the identity times `gain`, and never degenerate. */
export function normalization(channels: number, gain: number, random: Random): readonly ConstantTensor[] {
  return normalizationRanges(gain).map(([low, high]) => uniform([channels], low, high, random));
}

/** Least and largest of each of the four. */
export function normalizationRanges(gain: number): readonly (readonly [number, number])[] {
  return [
    [0.8 * gain, 1.2 * gain],
    [-0.1, 0.1],
    [-0.1, 0.1],
    [0.6, 1.4],
  ];
}

/** Of what is added to a residual. */
export const RESIDUAL_GAIN = 0.2;
