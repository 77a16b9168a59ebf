/**
 * dense: out[m, n] = data[m, k] · weights[n, k]ᵀ, a fully connected layer of a batch of m; the weights are constant
 * unless one says otherwise.
 */
import { z } from 'zod';
import { implied } from './args.js';
import { productOperator } from './product.js';

/** Fully connected layers: the name, inputs, outputs, and rows of the data. */
const layers: readonly (readonly [name: string, k: number, n: number, m: number, epilogue: string])[] = [
  ['resnet18.fc', 512, 1000, 1, 'bias'],
  ['vgg16.fc6', 25088, 4096, 1, 'bias,relu'],
  ['vgg16.fc7', 4096, 4096, 1, 'bias,relu'],
  ['vgg16.fc8', 4096, 1000, 1, 'bias'],
  ['bert.query-128', 768, 768, 128, 'bias'],
  ['bert.intermediate-128', 768, 3072, 128, 'bias'],
  ['bert.output-128', 3072, 768, 128, 'bias'],
];

export const dense = productOperator({
  name: 'dense',
  summary: 'fully connected layer: out = data · weightsᵀ',
  inputs: ['data', 'weights'],
  output: 'out',
  batched: false,
  layout: { transA: false, transB: true },
  constant: true,
  workloads: Object.fromEntries(
    layers.map(([name, k, n, m, epilogue]) => [name, { m: `${m}`, n: `${n}`, k: `${k}`, epilogue }]),
  ),
  // AutoTVM has the bias's place in front of the type; here the bias is part of the epilogue.
  log: { order: [implied(z.null(), () => null), 'dtype', 'epilogue', 'constant'] },
});
