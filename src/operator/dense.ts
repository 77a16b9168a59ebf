/** dense: out[m, n] = data[m, k] · weights[n, k]ᵀ, a fully connected layer of a batch of m; the weights are constant unless one says otherwise. */
import { z } from 'zod';
import { commonType, elementType, parseArgs, tensorArg } from './args.js';
import { extentsOf, inputArgs, productOperator, tailArgs } from './product.js';

const layout = { transA: false, transB: true };

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

/** AutoTVM's arguments (inputs, the bias's place, type of the output), then ours: the bias is part of our epilogue. */
const argsSchema = z.tuple([
  tensorArg(2, elementType),
  tensorArg(2, elementType),
  z.null(),
  elementType,
  ...tailArgs('weights'),
]);

export const dense = productOperator({
  name: 'dense',
  summary: 'fully connected layer: out = data · weightsᵀ',
  inputs: ['data', 'weights'],
  output: 'out',
  batched: false,
  layout,
  constant: true,
  workloads: Object.fromEntries(
    layers.map(([name, k, n, m, epilogue]) => [name, { m: `${m}`, n: `${n}`, k: `${k}`, epilogue }]),
  ),
  encode: (shape) => [...inputArgs(shape), null, shape.dtype, shape.epilogue, shape.constant],
  decode: (args) => {
    const [[, a, typeA], [, b, typeB], , type, epilogue, constant] = parseArgs('dense', argsSchema, args);
    const extents = extentsOf(a, b, layout);
    if (!extents) return parseArgs('dense', z.never(), args);
    return { ...extents, dtype: commonType('dense', typeA, typeB, type), epilogue, constant };
  },
});
