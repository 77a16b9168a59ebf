/**
 * elementwise: out[i…] = expression of the elements of several inputs, broadcast as NumPy does, and read through views:
 * chains of arithmetic and activations, and what only moves elements (transpose, slice, pad, concat, resize by whole
 * factors). Dense, row-major, computed in float32 whatever lies in memory. What counts is bytes: those of all inputs
 * and of the output, once each.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { at, compute, input } from '../ir/compute.js';
import { storedAs } from '../ir/stored-as.js';
import { elementBytes, type Computation, type DType, type Tensor } from '../ir/tensor.js';
import { UsageError } from '../target/errors.js';
import { defineOperator } from './declaration.js';
import { inputNames, parseElementwise } from './elementwise-language.js';
import { elementsOf, type View } from './elementwise-view.js';
import { elementTypeField, fields, numberFrom, readElementType, whole } from './fields.js';

const schema = z.object({
  inputs: z
    .array(z.array(numberFrom(1)).min(1).max(8))
    .min(1)
    .max(inputNames.length)
    .register(fields, {
      options: [{ flags: '--inputs <shapes>', description: 'shapes of a, b, c …: 1x64x56x56,64x1x1' }],
      read: (text) => text.split(',').map(readShapeText),
    }),
  expression: z
    .string()
    .refine((text) => parseElementwise(text).text === text)
    .register(fields, {
      options: [{ flags: '--expression <text>', description: 'an element of the output: max(a + b, 0)' }],
      read: (text) => parseElementwise(text).text,
    }),
  types: z
    .array(elementTypeField())
    .max(inputNames.length)
    .register(fields, {
      options: [{ flags: '--types <list>', description: 'types of a, b, c …, where they are not all --dtype' }],
      read: (text) => (text === '' || text === 'none' ? [] : text.split(',').map(readElementType)),
      otherwise: '',
      tags: (types) => (types.length === 0 ? [] : [`types-${types.join('-')}`]),
      untag: (tag) => (tag.startsWith('types-') ? tag.slice('types-'.length).replaceAll('-', ',') : undefined),
    }),
  dtype: elementTypeField(),
});

export type ElementwiseShape = Readonly<z.infer<typeof schema>>;

function readShapeText(text: string): number[] {
  const extents = text.split('x').map((extent) => whole('--inputs', extent, 1));
  if (extents.length > 8) throw new UsageError(`--inputs "${text}" has ${extents.length} dimensions: use at most 8.`);
  return extents;
}

const block = '1x256x56x56';
const workloads = {
  'resnet50.add-relu': { inputs: `${block},${block}`, expression: 'max(a+b,0)' },
  'resnet50.scale-shift-relu': { inputs: `${block},256x1x1,256x1x1`, expression: 'max(a*b+c,0)' },
  'mobilenet.swish': { inputs: '1x64x112x112', expression: 'a*sigmoid(a)' },
  'vgg16.NCHW-to-NHWC': { inputs: '1x64x112x112', expression: 'transpose(a,0,2,3,1)' },
  'vgg16.NHWC-to-NCHW': { inputs: '1x112x112x64', expression: 'transpose(a,0,3,1,2)' },
  'vgg16.NCHW-to-NCHW16c': {
    inputs: '1x64x112x112',
    expression: 'transpose(reshape(a,1,4,16,112,112),0,1,3,4,2)',
  },
  'vgg16.NCHW16c-to-NCHW': {
    inputs: '1x4x112x112x16',
    expression: 'reshape(transpose(a,0,1,4,2,3),1,64,112,112)',
  },
  'squeezenet.concat': { inputs: '1x64x55x55,1x64x55x55', expression: 'concat(1,a,b)' },
  'shufflenet.shuffle': {
    inputs: '1x136x28x28',
    expression: 'reshape(transpose(reshape(a,1,4,34,28,28),0,2,1,3,4),1,136,28,28)',
  },
  'yolo.upsample': { inputs: '1x256x13x13', expression: 'repeat(repeat(a,2,2),3,2)' },
};

export const elementwise = defineOperator<ElementwiseShape>({
  name: 'elementwise',
  summary: 'an expression for each element, over broadcast inputs and views of them',
  shape: schema,
  workloads,
  describe: ({ inputs, expression }) => `${inputs.map((shape) => shape.join('x')).join()}-${hashOf(expression)}`,
  check: checkInputs,
  counts: 'bytes',
  flops: (shape) => {
    const read = shape.inputs.map((one, i) => elementsOf(one) * elementBytes(typeOf(shape, i)));
    return read.reduce((sum, bytes) => sum + bytes, elementsOf(resultOf(shape).shape) * elementBytes(shape.dtype));
  },
  log: { order: ['inputs', 'expression'], last: ['types', 'dtype'] },
  computation: (shape) =>
    storedAs(computation(shape), shape.dtype, ({ name }) => typeOf(shape, inputNames.indexOf(name))),
});

function typeOf({ types, dtype }: ElementwiseShape, input: number): DType {
  return types[input] ?? dtype;
}

/** Enough of it to distinguish expressions of one run. */
function hashOf(expression: string): string {
  return createHash('sha256').update(expression).digest('hex').slice(0, 10);
}

function checkInputs(shape: ElementwiseShape): void {
  const { inputs } = parseElementwise(shape.expression);
  if (inputs !== shape.inputs.length)
    throw new UsageError(
      `--expression names ${inputs} inputs and --inputs gives ${shape.inputs.length}: give a shape for each, and name each.`,
    );
  if (shape.types.length > 0 && shape.types.length !== inputs)
    throw new UsageError(`--types gives ${shape.types.length} types of ${inputs} inputs: give one for each, or none.`);
  const { length } = resultOf(shape).shape;
  if (length < 1 || length > 8) throw new UsageError(`the output has ${length} dimensions: 1 to 8 are possible.`);
}

function resultOf({ inputs, expression }: ElementwiseShape, tensors = tensorsOf(inputs)): View {
  return parseElementwise(expression).over(
    tensors.map((tensor) => ({ shape: tensor.shape, at: (indices) => at(tensor, ...indices) })),
  );
}

function tensorsOf(inputs: ElementwiseShape['inputs']): Tensor[] {
  return inputs.map((shape, i) => input(inputNames[i]!, shape));
}

function computation(s: ElementwiseShape): Computation {
  const tensors = tensorsOf(s.inputs);
  const { shape, at: element } = resultOf(s, tensors);
  const output = compute(
    'out',
    shape,
    shape.map((_, d) => `i${d}`),
    element,
  );
  return { inputs: tensors, output, constants: [] };
}
