import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Graph } from '../../../src/network/graph/graph.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { passes, simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { legalise } from '../../../src/network/program/legalise.js';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import { floats, integers, modelOf, opsOf, type Written, type WrittenModel } from '../../support/graph-models.js';
import { largestError } from '../../support/given-models.js';

/** Numbers without a pattern, between -1 and 1. */
function noise(size: number, seed: number): Float32Array {
  return Float32Array.from({ length: size }, (_, i) => Math.sin(12.9898 * (i + 1) + 78.233 * seed) ** 3);
}

function noisy(shape: readonly number[], seed: number, offset = 0): ConstantTensor {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return floats(
    shape,
    Array.from(noise(size, seed), (x) => x + offset),
  );
}

function run(graph: Graph): Map<string, Float64Array> {
  const inputs = graph.inputs.map((name, index) => {
    const { shape } = graph.values.get(name)!;
    return [
      name,
      noise(
        shape.reduce((product, extent) => product * extent, 1),
        index,
      ),
    ] as const;
  });
  return interpret(graph, new Map(inputs));
}

/** The simplified graph, which computes the same, and is what it is simplified to. */
function simplified(model: WrittenModel): Graph {
  const graph = toGraph(modelOf(model));
  const simple = simplify(graph);
  expectSame(graph, simple);
  expect(simplify(simple)).toBe(simple);
  return simple;
}

function expectSame(graph: Graph, simple: Graph): void {
  const [before, after] = [run(graph), run(simple)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect(simple.inputs).toEqual(graph.inputs);
  for (const [name, values] of before) {
    expect(simple.values.get(name)).toEqual(graph.values.get(name));
    expect(largestError(after.get(name)!, values)).toBeLessThan(1e-5);
  }
}

const image = { inputs: { x: [2, 3, 6, 6] } };
const weights = { w: noisy([4, 3, 3, 3], 1), b: noisy([4], 2) };
const norm = { s: noisy([4], 3), t: noisy([4], 4), m: noisy([4], 5), v: noisy([4], 6, 2) };
const bn: Written = ['BatchNormalization', ['c', 's', 't', 'm', 'v'], ['y']];

const sigmoid: readonly Written[] = [['Sigmoid', ['x'], ['g']]];
const sixths = { three: floats([], [3]), six: floats([], [6]), sixth: floats([1], [1 / 6]), none: floats([], [0]) };
const clipped: readonly Written[] = [
  ['Add', ['x', 'three'], ['a']],
  ['Clip', ['a', 'none', 'six'], ['g']],
];
const halves = { root: floats([], [Math.SQRT2]), one: floats([], [1]), half: floats([], [0.5]) };
const errors: readonly Written[] = [
  ['Div', ['x', 'root'], ['q']],
  ['Erf', ['q'], ['r']],
  ['Add', ['r', 'one'], ['e']],
];

/** Readers of parts of c, a product of 5 x 2 x 192, and the graph that is left. */
const packed: readonly [name: string, nodes: Written[], ops: string, constants: WrittenModel['constants']][] = [
  [
    'a Split',
    [['Split', ['c', 'thirds'], ['y0', 'y1', 'y2'], { axis: -1 }]],
    'Reshape Gemm Reshape Gemm Reshape Gemm Reshape',
    { thirds: integers([64, 64, 64]) },
  ],
  [
    'one after the other behind a Transpose',
    [
      ['Reshape', ['c', 'apart'], ['r']],
      ['Transpose', ['r'], ['t'], { perm: [2, 1, 3, 0, 4] }],
      ['Gather', ['t', 'first'], ['y0'], { axis: 0 }],
      ['Gather', ['t', 'last'], ['y1'], { axis: 0 }],
    ],
    'Reshape Gemm Reshape Transpose Gemm Reshape Transpose',
    { apart: integers([5, 2, 2, 4, 24]), first: integers([0], []), last: integers([-1], []) },
  ],
  [
    'Slices behind a Transpose, whose axis of one is taken',
    [
      ['Reshape', ['c', 'apart'], ['r']],
      ['Transpose', ['r'], ['t'], { perm: [2, 1, 3, 0, 4] }],
      ['Slice', ['t', 'zero', 'one', 'zero'], ['s0']],
      ['Slice', ['t', 'one', 'two', 'zero'], ['s1']],
      ['Reshape', ['s0', 'four'], ['y0']],
      ['Reshape', ['s1', 'four'], ['y1']],
    ],
    'Reshape Gemm Reshape Transpose Gemm Reshape Transpose',
    {
      ...{ apart: integers([5, 2, 2, 4, 24]), four: integers([2, 4, 5, 24]) },
      ...{ zero: integers([0]), one: integers([1]), two: integers([2]) },
    },
  ],
  [
    'Slices, of the axis that a Reshape split',
    [
      ['Reshape', ['c', 'apart'], ['r']],
      ['Slice', ['r', 'zero', 'one', 'axis'], ['y0']],
      ['Slice', ['r', 'one', 'three', 'axis'], ['y1']],
    ],
    'Reshape Gemm Reshape Gemm Reshape',
    {
      ...{ apart: integers([5, 2, 3, 64]), axis: integers([2]) },
      ...{ zero: integers([0]), one: integers([1]), three: integers([3]) },
    },
  ],
  [
    'that overlap, which stay',
    [
      ['Slice', ['c', 'zero', 'two', 'axis'], ['y0']],
      ['Slice', ['c', 'one', 'three', 'axis'], ['y1']],
    ],
    'Reshape Gemm Reshape Slice Slice',
    { axis: integers([2]), zero: integers([0]), one: integers([64]), two: integers([128]), three: integers([192]) },
  ],
  [
    'beside the whole, which stay',
    [
      ['Split', ['c', 'thirds'], ['y0', 'y1', 'y2'], { axis: -1 }],
      ['Relu', ['c'], ['y3']],
    ],
    'Reshape Gemm Reshape Split Relu',
    { thirds: integers([64, 64, 64]) },
  ],
  [
    'of few columns, which stay',
    [['Split', ['c', 'parts'], ['y0', 'y1'], { axis: -1 }]],
    'Reshape Gemm Reshape Split',
    { parts: integers([160, 32]) },
  ],
  [
    'of few columns beside others, which stay',
    [
      ['Slice', ['c', 'zero', 'most', 'axis'], ['y0']],
      ['Slice', ['c', 'most', 'end', 'axis'], ['y1']],
    ],
    'Reshape Gemm Reshape Slice Slice',
    { axis: integers([2]), zero: integers([0]), most: integers([160]), end: integers([192]) },
  ],
  [
    'of rows, which stay',
    [['Split', ['c', 'parts'], ['y0', 'y1'], { axis: 0 }]],
    'Reshape Gemm Reshape Split',
    { parts: integers([2, 3]) },
  ],
];

/** x + 0.044715 x³, times √(2/π). */
const cubed: Written[] = [
  ['Pow', ['x', 'three'], ['c']],
  ['Mul', ['c', 'a'], ['t']],
  ['Add', ['x', 't'], ['u']],
  ['Mul', ['u', 'b'], ['z']],
];

type Form = readonly [what: string, model: WrittenModel, ops: string];

const forms: readonly Form[] = [
  [
    'batch norm in the convolution',
    { ...image, constants: { ...weights, ...norm }, nodes: [['Conv', ['x', 'w', 'b'], ['c']], bn] },
    'Conv',
  ],
  [
    'batch norm in a transposed convolution of groups',
    {
      inputs: { x: [1, 4, 3, 3] },
      constants: { w: noisy([4, 2, 2, 2], 1), ...norm },
      nodes: [['ConvTranspose', ['x', 'w'], ['c'], { group: 2, strides: [2, 2] }], bn],
    },
    'ConvTranspose',
  ],
  [
    'batch norm in a Gemm',
    {
      inputs: { x: [2, 3] },
      constants: { w: noisy([4, 3], 1), ...norm },
      nodes: [['Gemm', ['x', 'w'], ['c'], { transB: 1 }], bn],
    },
    'Gemm',
  ],
  ['batch norm after nothing', { inputs: { c: [2, 4, 3] }, constants: norm, nodes: [bn] }, 'Mul Add'],
  [
    'batch norm after what others read',
    {
      ...image,
      constants: { ...weights, ...norm },
      nodes: [['Conv', ['x', 'w', 'b'], ['c']], bn],
      outputs: ['y', 'c'],
    },
    'Conv Mul Add',
  ],
  [
    'batch norm of numbers that are inputs',
    {
      inputs: { c: [2, 4, 3], s: [4], t: [4], m: [4], w: [4] },
      constants: { one: floats([], [2]) },
      nodes: [['Add', ['w', 'one'], ['v']], bn],
    },
    'Add Add Sqrt Div Mul Sub Reshape Reshape Mul Add',
  ],
  [
    'scale and shift by channels',
    {
      ...image,
      constants: { ...weights, k: noisy([4, 1, 1], 7), h: noisy([1, 4, 1, 1], 8, 3) },
      nodes: [
        ['Conv', ['x', 'w'], ['c']],
        ['Mul', ['k', 'c'], ['d']],
        ['Sub', ['d', 'k'], ['e']],
        ['Div', ['e', 'h'], ['y']],
      ],
    },
    'Conv',
  ],
  [
    'a number minus the result',
    {
      ...image,
      constants: { ...weights, k: floats([], [2]) },
      nodes: [
        ['Conv', ['x', 'w'], ['c']],
        ['Sub', ['k', 'c'], ['y']],
      ],
    },
    'Conv',
  ],
  [
    'a sum along another axis, which stays',
    {
      ...image,
      constants: { ...weights, k: noisy([4], 7) },
      nodes: [
        ['Conv', ['x', 'w'], ['c']],
        ['Add', ['c', 'k'], ['y']],
      ],
    },
    'Conv Add',
  ],
  [
    'padding in the convolution',
    {
      ...image,
      constants: { ...weights, p: integers([0, 0, 1, 0, 0, 0, 0, 2]) },
      nodes: [
        ['Pad', ['x', 'p'], ['q']],
        ['Conv', ['q', 'w'], ['y'], { pads: [0, 1, 0, 0] }],
      ],
    },
    'Conv',
  ],
  [
    'padding of channels, which stays',
    {
      inputs: { x: [2, 2, 6, 6] },
      constants: { ...weights, p: integers([0, 1, 0, 0, 0, 0, 0, 0]) },
      nodes: [
        ['Pad', ['x', 'p'], ['q']],
        ['Conv', ['q', 'w'], ['y']],
      ],
    },
    'Pad Conv',
  ],
  [
    'padding in a pool of maxima behind Relu',
    {
      ...image,
      constants: { p: integers([0, 0, 1, 1, 0, 0, 1, 1]) },
      nodes: [
        ['Relu', ['x'], ['r']],
        ['Pad', ['r', 'p'], ['q']],
        ['MaxPool', ['q'], ['y'], { kernel_shape: [3, 3] }],
      ],
    },
    'Relu MaxPool',
  ],
  [
    'padding with 0 before a pool of maxima, which stays',
    {
      ...image,
      constants: { p: integers([0, 0, 1, 1, 0, 0, 1, 1]) },
      nodes: [
        ['Pad', ['x', 'p'], ['q']],
        ['MaxPool', ['q'], ['y'], { kernel_shape: [3, 3] }],
      ],
    },
    'Pad MaxPool',
  ],
  [
    'padding in a pool of means',
    {
      ...image,
      constants: { p: integers([0, 0, 1, 1, 0, 0, 1, 1]) },
      nodes: [
        ['Pad', ['x', 'p'], ['q']],
        ['AveragePool', ['q'], ['y'], { kernel_shape: [3, 3] }],
      ],
    },
    'AveragePool',
  ],
  [
    'padding before a pool that does not count its own, which stays',
    {
      ...image,
      constants: { p: integers([0, 0, 1, 1, 0, 0, 1, 1]) },
      nodes: [
        ['Pad', ['x', 'p'], ['q']],
        ['AveragePool', ['q'], ['y'], { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }],
      ],
    },
    'Pad AveragePool',
  ],
  [
    'pools of the whole input',
    {
      ...image,
      nodes: [
        ['AveragePool', ['x'], ['y'], { kernel_shape: [6, 6] }],
        ['MaxPool', ['x'], ['z'], { kernel_shape: [6, 6] }],
      ],
      outputs: ['y', 'z'],
    },
    'ReduceMean ReduceMax',
  ],
  [
    'GlobalAveragePool and the mean of spatial axes',
    {
      ...image,
      nodes: [
        ['GlobalAveragePool', ['x'], ['y']],
        ['ReduceMean', ['x'], ['z'], { axes: [-1, -2] }],
        ['Add', ['y', 'z'], ['s']],
      ],
    },
    'ReduceMean Add',
  ],
  [
    'a bias in the product',
    {
      inputs: { x: [2, 3, 5] },
      constants: { w: noisy([5, 4], 1), k: noisy([4], 2) },
      nodes: [
        ['MatMul', ['x', 'w'], ['c']],
        ['Add', ['k', 'c'], ['y']],
      ],
    },
    'Reshape Gemm Reshape',
  ],
  [
    'a bias of one number, beta and what is added then',
    {
      inputs: { x: [3, 2] },
      constants: { w: noisy([3, 4], 1), k: noisy([1], 2), b: noisy([4], 3) },
      nodes: [
        ['Gemm', ['x', 'w', 'k'], ['c'], { transA: 1, beta: 0.5 }],
        ['Add', ['c', 'b'], ['y']],
      ],
    },
    'Transpose Gemm',
  ],
  [
    'the part of an image, as large as this',
    {
      inputs: { x: [1, 1, 4, 4] },
      constants: {
        roi: integers([0, 0, 0.25, 0.25, 1, 1, 0.75, 0.75], [8], 'float64'),
        to: integers([1, 1, 4, 4]),
      },
      nodes: [
        [
          'Resize',
          ['x', 'roi', '', 'to'],
          ['y'],
          { mode: 'linear', coordinate_transformation_mode: 'tf_crop_and_resize' },
        ],
      ],
    },
    'Resize Where',
  ],
  [
    'whole numbers that are subtracted from another',
    {
      inputs: { x: [3, 1] },
      constants: { k: integers([9, 8], [1, 2], 'uint8'), type: integers([0], [], 'uint8') },
      nodes: [
        ['Clip', ['x', '', ''], ['c'], {}],
        ['CastLike', ['c', 'type'], ['u']],
        ['Sub', ['k', 'u'], ['y']],
      ],
      opset: 15,
    },
    'Cast Sub',
  ],
  [
    'a factor of the product, and a bias that is a row',
    {
      inputs: { x: [2, 3] },
      constants: { w: noisy([3, 1], 1), k: noisy([1, 1], 2) },
      nodes: [['Gemm', ['x', 'w', 'k'], ['y'], { alpha: 2 }]],
    },
    'Gemm',
  ],
  [
    'alpha, beta and transA',
    {
      inputs: { x: [3, 2] },
      constants: { w: noisy([3, 4], 1), k: noisy([1, 4], 2) },
      nodes: [['Gemm', ['x', 'w', 'k'], ['y'], { transA: 1, alpha: 0.5, beta: 2 }]],
    },
    'Transpose Gemm',
  ],
  [
    'a bias that is an input',
    {
      inputs: { x: [3, 2], k: [3, 1] },
      constants: { w: noisy([2, 4], 1) },
      nodes: [['Gemm', ['x', 'w', 'k'], ['y'], { beta: 3 }]],
    },
    'Mul Gemm Add',
  ],
  ['batches of both', { inputs: { x: [2, 3, 4], z: [2, 4, 3] }, nodes: [['MatMul', ['x', 'z'], ['y']]] }, 'MatMul'],
  [
    'views',
    {
      ...image,
      constants: { a: integers([2, 108]), b: integers([3, 6, 12]) },
      nodes: [
        ['Reshape', ['x', 'a'], ['p']],
        ['Flatten', ['p'], ['q']],
        ['Reshape', ['q', 'b'], ['y']],
      ],
    },
    'Reshape',
  ],
  [
    'transposes that cancel',
    {
      ...image,
      nodes: [
        ['Transpose', ['x'], ['p'], { perm: [0, 2, 3, 1] }],
        ['Transpose', ['p'], ['q'], { perm: [0, 3, 1, 2] }],
        ['Relu', ['q'], ['y']],
      ],
    },
    'Relu',
  ],
  [
    'a transpose of extents of 1',
    { inputs: { x: [1, 3, 1, 4] }, nodes: [['Transpose', ['x'], ['y'], { perm: [1, 0, 2, 3] }]] },
    'Reshape',
  ],
  [
    'a transpose between reshapes that take and give a batch of one',
    {
      inputs: { x: [1, 3, 4, 5] },
      constants: { a: integers([3, 4, 5]), b: integers([1, 4, 3, 5]) },
      nodes: [
        ['Transpose', ['x'], ['p'], { perm: [0, 2, 1, 3] }],
        ['Transpose', ['p'], ['q'], { perm: [0, 2, 1, 3] }],
        ['Reshape', ['q', 'a'], ['r']],
        ['Transpose', ['r'], ['t'], { perm: [1, 0, 2] }],
        ['Reshape', ['t', 'b'], ['y']],
      ],
    },
    'Transpose',
  ],
  [
    'parts of what a constant repeats, which stay',
    {
      inputs: { x: [5, 8] },
      constants: {
        ...{ w: noisy([8, 64], 1), k: noisy([3, 64], 2), one: integers([5, 1, 64]), parts: integers([1, 2]) },
      },
      nodes: [
        ['MatMul', ['x', 'w'], ['m']],
        ['Reshape', ['m', 'one'], ['r']],
        ['Add', ['r', 'k'], ['c']],
        ['Split', ['c', 'parts'], ['y0', 'y1'], { axis: 1 }],
      ],
      outputs: ['y0', 'y1'],
    },
    'Gemm Reshape Add Split',
  ],
  [
    'parts of a row, which stay',
    {
      inputs: { x: [1, 8] },
      constants: { w: noisy([8, 128], 1), k: noisy([128], 2), halves: integers([64, 64]) },
      nodes: [
        ['Gemm', ['x', 'w', 'k'], ['c']],
        ['Split', ['c', 'halves'], ['y0', 'y1'], { axis: 1 }],
      ],
      outputs: ['y0', 'y1'],
    },
    'Gemm Split',
  ],
  [
    'parts of a product with transposed weights',
    {
      inputs: { x: [3, 8] },
      constants: { w: noisy([128, 8], 1), k: noisy([1, 128], 2), halves: integers([64, 64]) },
      nodes: [
        ['Gemm', ['x', 'w', 'k'], ['c'], { transB: 1 }],
        ['Split', ['c', 'halves'], ['y0', 'y1'], { axis: 1 }],
      ],
      outputs: ['y0', 'y1'],
    },
    'Gemm Gemm',
  ],
  [
    'the sum of two products in other shapes',
    {
      inputs: { x: [2, 3, 5], z: [1, 7] },
      constants: { w: noisy([5, 4], 1), u: noisy([7, 24], 2), shape: integers([2, 3, 4]) },
      nodes: [
        ['MatMul', ['x', 'w'], ['m']],
        ['MatMul', ['z', 'u'], ['g']],
        ['Reshape', ['g', 'shape'], ['r']],
        ['Add', ['m', 'r'], ['y']],
      ],
    },
    'Reshape Gemm Gemm Reshape Add Reshape',
  ],
  [
    'a residual of a product in another shape',
    {
      inputs: { x: [2, 5, 3], z: [2, 5, 4] },
      constants: { w: noisy([3, 4], 1) },
      nodes: [
        ['MatMul', ['x', 'w'], ['m']],
        ['Add', ['z', 'm'], ['y']],
      ],
    },
    'Reshape Gemm Reshape Add Reshape',
  ],
  ...packed.map(([name, nodes, ops, more]): Form => [
    `parts of a product: ${name}`,
    {
      inputs: { x: [5, 2, 3] },
      constants: { w: noisy([3, 192], 1), k: noisy([192], 2), ...more },
      nodes: [['MatMul', ['x', 'w'], ['m']], ['Add', ['m', 'k'], ['c']], ...nodes],
      outputs: nodes.flatMap(([, , to]) => to).filter((value) => value.startsWith('y')),
    },
    ops,
  ]),
  [
    'clips',
    {
      ...image,
      constants: { six: floats([], [0.5]) },
      nodes: [
        ['Relu', ['x'], ['p']],
        ['Min', ['six', 'p'], ['q']],
        ['Clip', ['q'], ['y'], {}],
      ],
    },
    'Clip',
  ],
  [
    'a maximum with 0',
    { ...image, constants: { zero: floats([1], [0]) }, nodes: [['Max', ['x', 'zero'], ['y']]] },
    'Relu',
  ],
  [
    'what moves nothing',
    {
      ...image,
      constants: {
        p: integers([0, 0, 0, 0, 0, 0, 0, 0]),
        one: floats([1], [1]),
        none: floats([1], [0]),
        zero: integers([0]),
        end: integers([9]),
      },
      nodes: [
        ['Identity', ['x'], ['a']],
        ['Dropout', ['a'], ['b']],
        ['Pad', ['b', 'p'], ['c']],
        ['Concat', ['c'], ['d'], { axis: 1 }],
        ['Split', ['d'], ['e'], { axis: 1 }],
        ['Cast', ['e'], ['f'], { to: 1 }],
        ['Mul', ['f', 'one'], ['g']],
        ['Add', ['g', 'none'], ['h']],
        ['Slice', ['h', 'zero', 'end'], ['i']],
        ['Tanh', ['i'], ['y']],
      ],
    },
    'Tanh',
  ],
  [
    'equal nodes',
    {
      ...image,
      constants: { p: floats([1], [2]), q: floats([1], [2]) },
      nodes: [
        ['Add', ['x', 'p'], ['a']],
        ['Add', ['q', 'x'], ['b']],
        ['Mul', ['a', 'b'], ['y']],
      ],
    },
    'Add Mul',
  ],
  [
    'constants made by nodes',
    {
      ...image,
      constants: { s: integers([4, 3, 1, 1]) },
      nodes: [
        ['ConstantOfShape', ['s'], ['w'], { value: floats([1], [0.5]) }],
        ['Exp', ['w'], ['u']],
        ['Conv', ['x', 'u'], ['y']],
      ],
    },
    'Conv',
  ],
  ['an output that is an input', { ...image, nodes: [['Identity', ['x'], ['y']]] }, 'Identity'],
  [
    'an output that two names have',
    {
      ...image,
      nodes: [
        ['Relu', ['x'], ['y']],
        ['Identity', ['y'], ['z']],
        ['Relu', ['x'], ['q']],
      ],
      outputs: ['y', 'z', 'q'],
    },
    'Relu Identity Identity',
  ],
  [
    'an output that is constant',
    {
      ...image,
      constants: { p: floats([1], [2]) },
      nodes: [
        ['Exp', ['p'], ['y']],
        ['Relu', ['x'], ['z']],
      ],
      outputs: ['y', 'z'],
    },
    'Relu',
  ],
  [
    'several products and sums in a row',
    {
      inputs: { c: [2, 4, 3] },
      constants: {
        ...norm,
        k: noisy([4, 1], 7),
        h: noisy([1, 4, 1], 8, 3),
        two: floats([], [2]),
        one: floats([1], [1]),
      },
      nodes: [
        ['Mul', ['c', 'two'], ['d']],
        ['Add', ['d', 'one'], ['e']],
        ['BatchNormalization', ['e', 's', 't', 'm', 'v'], ['f']],
        ['Mul', ['f', 'k'], ['g']],
        ['Sub', ['g', 'h'], ['y']],
      ],
    },
    'Mul Add',
  ],
  [
    'a sum between products that others read',
    {
      inputs: { c: [2, 4, 3] },
      constants: { k: noisy([4, 1], 7), h: noisy([4, 1], 8, 3) },
      nodes: [
        ['Add', ['c', 'h'], ['d']],
        ['Mul', ['d', 'k'], ['y']],
      ],
      outputs: ['d', 'y'],
    },
    'Add Mul',
  ],
  ['Swish as a product', { ...image, nodes: [...sigmoid, ['Mul', ['g', 'x'], ['y']]] }, 'Swish'],
  [
    'what is no Swish',
    { ...image, nodes: [...sigmoid, ['Relu', ['x'], ['r']], ['Mul', ['r', 'g'], ['y']]] },
    'Sigmoid Relu Mul',
  ],
  [
    'HardSwish as PyTorch writes it',
    { ...image, constants: sixths, nodes: [...clipped, ['Mul', ['x', 'g'], ['p']], ['Div', ['p', 'six'], ['y']]] },
    'HardSwish',
  ],
  [
    'HardSwish as Keras writes it',
    { ...image, constants: sixths, nodes: [...clipped, ['Mul', ['g', 'sixth'], ['p']], ['Mul', ['x', 'p'], ['y']]] },
    'HardSwish',
  ],
  [
    'HardSigmoid as a quotient',
    { ...image, constants: sixths, nodes: [...clipped, ['Div', ['g', 'six'], ['y']]] },
    'HardSigmoid',
  ],
  [
    'a clip of another number',
    {
      ...image,
      constants: { ...sixths, six: floats([], [5]) },
      nodes: [...clipped, ['Mul', ['x', 'g'], ['p']], ['Div', ['p', 'six'], ['y']]],
    },
    'Add Clip Mul Mul',
  ],
  ...(
    [
      [
        ['Mul', ['x', 'e'], ['p']],
        ['Mul', ['p', 'half'], ['y']],
      ],
      [
        ['Mul', ['half', 'x'], ['p']],
        ['Mul', ['p', 'e'], ['y']],
      ],
      [
        ['Mul', ['e', 'half'], ['p']],
        ['Mul', ['x', 'p'], ['y']],
      ],
    ] satisfies Written[][]
  ).map((product, i): (typeof forms)[number] => [
    `Gelu spelled out, ${i}`,
    { ...image, constants: halves, nodes: [...errors, ...product] },
    'Gelu',
  ]),
  ...(
    [
      ['as GPT-2 has it', cubed, 'Gelu'],
      [
        'by factors',
        [
          ['Mul', ['x', 'x'], ['s']],
          ['Mul', ['s', 'a'], ['t']],
          ['Add', ['one', 't'], ['u']],
          ['Mul', ['x', 'b'], ['v']],
          ['Mul', ['u', 'v'], ['z']],
        ],
        'Gelu',
      ],
      [
        'of another number',
        cubed.map(([op, from, to]): Written => [op, from.map((value) => (value === 'b' ? 'half' : value)), to]),
        'Pow Mul Add Mul Tanh Add Mul Mul',
      ],
    ] satisfies [string, Written[], string][]
  ).map(([name, argument, ops]): (typeof forms)[number] => [
    `Gelu by tanh, ${name}`,
    {
      ...image,
      constants: { ...halves, a: floats([], [0.044715]), b: floats([], [0.7978846]), three: floats([], [3]) },
      nodes: [
        ...argument,
        ['Tanh', ['z'], ['w']],
        ['Add', ['w', 'one'], ['e']],
        ['Mul', ['half', 'x'], ['h']],
        ['Mul', ['h', 'e'], ['y']],
      ],
    },
    ops,
  ]),
  [
    'Swish of a number, as CLIP has it',
    {
      ...image,
      constants: { quick: floats([], [1.702]) },
      nodes: [
        ['Mul', ['x', 'quick'], ['q']],
        ['Sigmoid', ['q'], ['g']],
        ['Mul', ['x', 'g'], ['y']],
      ],
    },
    'Swish',
  ],
  [
    'an activation of a product in another shape',
    {
      inputs: { x: [2, 5, 3] },
      constants: { w: noisy([3, 4], 1), ...halves },
      nodes: [
        ['MatMul', ['x', 'w'], ['m']],
        ...errors.map(([op, from, to]): Written => [op, from.map((value) => (value === 'x' ? 'm' : value)), to]),
        ['Mul', ['m', 'e'], ['p']],
        ['Mul', ['p', 'half'], ['y']],
      ],
    },
    'Reshape Gemm Gelu Reshape',
  ],
  [
    'a gate of a product in another shape',
    {
      inputs: { x: [2, 5, 3] },
      constants: { w: noisy([3, 4], 1), v: noisy([3, 4], 2) },
      nodes: [
        ['MatMul', ['x', 'w'], ['m']],
        ['Sigmoid', ['m'], ['g']],
        ['Mul', ['m', 'g'], ['s']],
        ['MatMul', ['x', 'v'], ['n']],
        ['Mul', ['s', 'n'], ['y']],
      ],
    },
    'Reshape Gemm Swish Gemm Mul Reshape',
  ],
  [
    'an expansion that is broadcast',
    {
      inputs: { x: [2, 3], e: [2, 1] },
      constants: { shape: integers([2, 3]) },
      nodes: [
        ['Expand', ['e', 'shape'], ['all']],
        ['Div', ['x', 'all'], ['y']],
      ],
    },
    'Div',
  ],
  ['powers', { ...image, constants: { two: floats([], [2]) }, nodes: [['Pow', ['x', 'two'], ['y']]] }, 'Mul'],
];

test.each(forms)('%s', (_, model, ops) => {
  expect(opsOf(simplified(model))).toBe(ops);
});

test('what folds keeps the name of the convolution', () => {
  const [, model] = forms[0]!;
  expect(simplified(model).nodes.map(({ name }) => name)).toEqual(['Conv_0']);
});

test('dead constants go', () => {
  const [, model] = forms[0]!;
  expect(simplified(model).constants.size).toBe(2);
});

/** A step of a random network: from values of some shapes to another, or nothing where it does not fit. */
type Step = (value: { name: string; shape: readonly number[] }, seed: number, model: Growing) => Written | undefined;

interface Growing {
  constants: Record<string, ConstantTensor>;
  values: { name: string; shape: readonly number[] }[];
}

function constant(model: Growing, tensor: ConstantTensor): string {
  const name = `k${Object.keys(model.constants).length}`;
  model.constants[name] = tensor;
  return name;
}

const unary =
  (op: string): Step =>
  (value) => [op, [value.name], [], {}];
const ofChannels =
  (op: string): Step =>
  (value, seed, model) => {
    const shapes = [[value.shape[1]!, 1, 1], [1, value.shape[1]!, 1, 1], [], [1]];
    const operand = constant(model, noisy(shapes[seed % 4]!, seed, 2));
    // A quotient by what is near zero would make much of the rounding of constants.
    const isSecond = seed % 3 === 0 && op !== 'Div';
    return [op, isSecond ? [operand, value.name] : [value.name, operand], [], {}];
  };
const pool =
  (op: string): Step =>
  (value, seed) => {
    const [height, width] = [value.shape[2]!, value.shape[3]!];
    if (seed % 5 === 0) return [op, [value.name], [], { kernel_shape: [height, width] }];
    if (height < 3 || width < 3) return undefined;
    const attributes = {
      kernel_shape: [3, 3],
      strides: [1 + (seed % 2), 1],
      pads: [1, 0, seed % 3, 1].map((p) => Math.min(p, 2)),
    };
    const counted = op === 'AveragePool' ? { count_include_pad: seed % 2 } : {};
    return [op, [value.name], [], { ...attributes, ...counted, ceil_mode: seed % 7 === 0 ? 1 : 0 }];
  };

const steps: readonly Step[] = [
  ...['Relu', 'Identity', 'Sigmoid', 'Tanh', 'Dropout', 'GlobalAveragePool', 'Neg'].map(unary),
  ...['Add', 'Mul', 'Sub', 'Div', 'Max', 'Min'].map(ofChannels),
  pool('MaxPool'),
  pool('AveragePool'),
  (value, seed, model) => {
    const channels = value.shape[1]!;
    const group = seed % 2 === 0 ? channels : 1;
    const size = Math.min(value.shape[2]!, value.shape[3]!, 1 + (seed % 3));
    const weight = constant(model, noisy([channels * 2, channels / group, size, size], seed));
    if (channels > 8) return undefined;
    const bias = seed % 3 === 0 ? [constant(model, noisy([channels * 2], seed))] : [];
    return ['Conv', [value.name, weight, ...bias], [], { group, pads: [seed % 2, 0, 0, 1] }];
  },
  (value, seed, model) => {
    const channels = value.shape[1]!;
    const group = seed % 2 === 0 && channels % 2 === 0 ? 2 : 1;
    const weight = constant(model, noisy([channels, 2, 2, 2], seed));
    return ['ConvTranspose', [value.name, weight], [], { group, strides: [1 + (seed % 2), 1] }];
  },
  (value, seed, model) => {
    const channel = (offset: number): string =>
      constant(model, noisy([value.shape[1]!], seed + offset, offset === 4 ? 2 : 0));
    return ['BatchNormalization', [value.name, channel(1), channel(2), channel(3), channel(4)], [], {}];
  },
  (value, seed, model) => {
    const edge = seed % 2;
    const pads = constant(model, integers([0, seed % 5 === 0 ? 1 : 0, edge, 0, 0, 0, 1, edge]));
    return ['Pad', [value.name, pads], [], { mode: seed % 4 === 0 ? 'edge' : 'constant' }];
  },
  (value, seed) => ['Transpose', [value.name], [], { perm: seed % 2 === 0 ? [0, 2, 3, 1] : [0, 3, 1, 2] }],
  (value, _, model) => {
    const [n, c, h, w] = value.shape as [number, number, number, number];
    return ['Reshape', [value.name, constant(model, integers([n, h, c, w]))], [], {}];
  },
  (value, seed, model) => {
    const weight = constant(model, noisy([value.shape[3]!, 3], seed));
    return ['MatMul', [value.name, weight], [], {}];
  },
  (value, seed, model) => {
    const other = model.values[seed % model.values.length]!;
    return other.shape.join() === value.shape.join() ? ['Add', [value.name, other.name], [], {}] : undefined;
  },
  (value, seed, model) => {
    const other = model.values[seed % model.values.length]!;
    const fits = other.shape.every((extent, axis) => axis === 1 || extent === value.shape[axis]);
    return fits && value.shape[1]! < 8 ? ['Concat', [value.name, other.name], [], { axis: 1 }] : undefined;
  },
];

/** A random network; shapes are those that `toGraph` infers step by step. */
function grown(choices: readonly (readonly [step: number, from: number, seed: number])[]): WrittenModel {
  const model: Growing = { constants: {}, values: [{ name: 'x', shape: [1, 2, 5, 4] }] };
  const nodes: Written[] = [];
  for (const [step, from, seed] of choices) {
    const value = model.values[Math.max(0, model.values.length - 1 - from)]!;
    const written = steps[step % steps.length]!(value, seed, model);
    if (written === undefined) continue;
    const [op, inputs, , attributes] = written;
    const node: Written = [op, inputs, [`v${nodes.length}`], attributes ?? {}];
    const graph = toGraph(
      modelOf({ inputs: { x: [1, 2, 5, 4] }, constants: model.constants, nodes: [...nodes, node] }),
    );
    const { shape } = graph.values.get(node[2][0]!)!;
    if (shape.reduce((product, extent) => product * extent, 1) > 4000) continue;
    nodes.push(node);
    model.values.push({ name: node[2][0]!, shape });
  }
  const outputs = [model.values.at(-1)!.name, model.values[model.values.length >> 1]!.name];
  return { inputs: { x: [1, 2, 5, 4] }, constants: model.constants, nodes, outputs: [...new Set(outputs)] };
}

const networks = fc
  .array(fc.tuple(fc.nat(steps.length - 1), fc.constantFrom(0, 0, 0, 0, 1, 2), fc.nat(59)), {
    minLength: 1,
    maxLength: 10,
  })
  .map(grown);

describe('random networks compute the same', () => {
  test('simplified', () => {
    fc.assert(
      fc.property(networks, (model) => void simplified(model)),
      { numRuns: 60 },
    );
  });

  test.each(passes)('after the pass $name', ({ run: pass }) => {
    const check = (model: WrittenModel): void => {
      const graph = toGraph(modelOf(model));
      expectSame(graph, pass(graph));
    };
    fc.assert(fc.property(networks, check), { numRuns: 10 });
  });
});

test('a Concat of all parts of a value has the value, and others stay', () => {
  const nodes: Written[] = [
    ['Relu', ['x'], ['r']],
    ['Split', ['r', 'parts'], ['a', 'b'], { axis: 1 }],
    ['Slice', ['r', 'one', 'end', 'axis'], ['c']],
    ['Concat', ['b', 'a', 'c', 'b', 'a', 'b'], ['y'], { axis: 1 }],
  ];
  const constants = { parts: integers([1, 3]), one: integers([1]), end: integers([4]), axis: integers([1]) };
  const graph = simplified({ opset: 13, inputs: { x: [2, 4, 3] }, constants, nodes });
  const concat = graph.nodes.find(({ op }) => op === 'Concat')!;
  expect(concat.inputs).toEqual(['b', 'r', 'b', 'r']);
  expect(opsOf(legalise(graph))).toBe('Relu Slice Concat');
});

test('parts that are turned are no whole', () => {
  const nodes: Written[] = [
    ['Slice', ['x', 'from', 'to', 'axes', 'steps'], ['a']],
    ['Slice', ['x', 'next', 'last', 'axes', 'steps'], ['b']],
    ['Concat', ['a', 'b'], ['y'], { axis: 1 }],
  ];
  const constants = {
    ...{ from: integers([-1, 0]), to: integers([-9, 2]), next: integers([-1, 2]), last: integers([-9, 4]) },
    ...{ axes: integers([0, 1]), steps: integers([-1, 1]) },
  };
  const graph = simplified({ opset: 13, inputs: { x: [3, 4] }, constants, nodes });
  expect(opsOf(graph)).toBe('Slice Slice Concat');
});

describe('values without elements', () => {
  const none = { from: integers([2]), axes: integers([0]) };
  const cut: Written = ['Slice', ['x', 'from', 'from', 'axes'], ['none']];

  test('are constant, and so is what is made of them', () => {
    const nodes: Written[] = [cut, ['Relu', ['none'], ['r']], ['ReduceSum', ['r'], ['y']]];
    const { nodes: left, constants } = simplified({ inputs: { x: [6, 2] }, constants: none, nodes });
    expect(left).toEqual([]);
    expect([...constants.get('y')!.data]).toEqual([0]);
  });

  test('are no part of a Concat, nor of a Split', () => {
    const split = integers([0, 4, 2]);
    const nodes: Written[] = [
      cut,
      ['Split', ['x', 'split'], ['a', 'b', 'c']],
      ['Concat', ['none', 'c', 'a', 'b'], ['y'], { axis: 0 }],
    ];
    const graph = simplified({ opset: 13, inputs: { x: [6, 2] }, constants: { ...none, split }, nodes });
    expect(opsOf(graph)).toBe('Slice Slice Concat');
  });
});
