import { describe, expect, test } from '@jest/globals';
import { operators } from '../../../src/network/graph/operators/registry.js';
import type { Attribute, ConstantTensor } from '../../../src/network/onnx/model.js';
import { floats, integers, ranNode } from '../../support/graph-models.js';

const row = floats([1, 1, 4], [1, 2, 3, 4]);
const square = floats([1, 1, 3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
const matrix = floats([2, 3], [1, 2, 3, 4, 5, 6]);
const pairs = integers([1, 2, -1, -2], [2, 2], 'int32');
const matrixOfTwo = floats([1, 2], [1, 2]);
const signed = floats([4], [-2, -0.5, 0.5, 2]);
const ones = (shape: readonly number[]): ConstantTensor =>
  floats(shape, new Array(shape.reduce((a, b) => a * b, 1)).fill(1));

type Case = readonly [
  what: string,
  op: string,
  inputs: readonly (ConstantTensor | undefined)[],
  attributes: Readonly<Record<string, Attribute>>,
  shape: readonly number[],
  data: readonly number[],
  opset?: number,
];

/** Worked out by hand from the text of the standard. */
const cases: readonly Case[] = [
  ['1-D', 'Conv', [row, floats([1, 1, 3], [1, 0, -1])], { pads: [1, 0] }, [1, 1, 3], [-2, -2, -2]],
  [
    'stride and dilation',
    'Conv',
    [row, floats([1, 1, 2], [1, 10])],
    { strides: [2], dilations: [2], pads: [0, 2] },
    [1, 1, 2],
    [31, 3],
  ],
  ['SAME_UPPER', 'Conv', [row, floats([1, 1, 2], [1, 10])], { auto_pad: 'SAME_UPPER' }, [1, 1, 4], [21, 32, 43, 4]],
  ['SAME_LOWER', 'Conv', [row, floats([1, 1, 2], [1, 10])], { auto_pad: 'SAME_LOWER' }, [1, 1, 4], [10, 21, 32, 43]],
  [
    'three spatial axes, groups and bias',
    'Conv',
    [
      floats([1, 2, 2, 1, 2], [1, 2, 3, 4, 5, 6, 7, 8]),
      floats([2, 1, 2, 1, 1], [1, 10, 100, 1000]),
      floats([2], [0.5, 0]),
    ],
    { group: 2, strides: [2, 1, 1], pads: [1, 0, 0, 1, 0, 0] },
    [1, 2, 2, 1, 2],
    [10.5, 20.5, 3.5, 4.5, 5000, 6000, 700, 800],
  ],
  ['VALID', 'Conv', [square, ones([1, 1, 2, 2])], { auto_pad: 'VALID' }, [1, 1, 2, 2], [12, 16, 24, 28]],
  [
    'groups and bias',
    'Conv',
    [floats([1, 2, 1, 1], [3, 5]), floats([2, 1, 1, 1], [2, 10]), floats([2], [1, 2])],
    { group: 2 },
    [1, 2, 1, 1],
    [7, 52],
  ],
  [
    'five channels',
    'Conv',
    [floats([1, 5, 1, 1], [1, 2, 3, 4, 5]), floats([1, 5, 1, 1], [1, 10, 100, 1000, 10000])],
    {},
    [1, 1, 1, 1],
    [54321],
  ],
  [
    'stride',
    'ConvTranspose',
    [floats([1, 1, 2], [1, 2]), floats([1, 1, 3], [1, 10, 100])],
    { strides: [2] },
    [1, 1, 5],
    [1, 10, 102, 20, 200],
  ],
  [
    'output_padding',
    'ConvTranspose',
    [floats([1, 1, 2], [1, 2]), floats([1, 1, 3], [1, 10, 100])],
    { strides: [2], pads: [1, 1], output_padding: [1] },
    [1, 1, 4],
    [10, 102, 20, 200],
  ],
  [
    'output_shape, odd at the beginning',
    'ConvTranspose',
    [floats([1, 1, 2], [1, 2]), floats([1, 1, 3], [1, 10, 100])],
    { strides: [2], output_shape: [4] },
    [1, 1, 4],
    [10, 102, 20, 200],
  ],
  [
    'SAME_UPPER',
    'ConvTranspose',
    [floats([1, 1, 2], [1, 2]), floats([1, 1, 3], [1, 10, 100])],
    { strides: [2], auto_pad: 'SAME_UPPER' },
    [1, 1, 4],
    [1, 10, 102, 20],
  ],
  [
    'three spatial axes',
    'ConvTranspose',
    [floats([1, 1, 2, 1, 1], [1, 2]), floats([1, 1, 3, 1, 2], [1, 2, 10, 20, 100, 200])],
    { strides: [2, 1, 1], pads: [1, 0, 0, 1, 0, 0], output_padding: [1, 0, 0] },
    [1, 1, 4, 1, 2],
    [10, 20, 102, 204, 20, 40, 200, 400],
  ],
  [
    'SAME_LOWER whose steps are longer than its kernel, which nothing fills',
    'ConvTranspose',
    [floats([1, 1, 2], [1, 2]), floats([1, 1, 2], [1, 10])],
    { strides: [3], auto_pad: 'SAME_LOWER' },
    [1, 1, 5],
    [1, 10, 0, 2, 20],
  ],
  [
    'groups',
    'ConvTranspose',
    [floats([1, 2, 1], [3, 5]), floats([2, 2, 1], [1, 2, 10, 20])],
    { group: 2 },
    [1, 4, 1],
    [3, 6, 50, 100],
  ],
  [
    'transposed, alpha, beta',
    'Gemm',
    [floats([2, 1], [1, 2]), floats([2, 2], [1, 2, 3, 4]), floats([2, 1], [10, 20])].slice(0, 2),
    { transA: 1, transB: 1, alpha: 2 },
    [1, 2],
    [10, 22],
  ],
  ['a bias for each row', 'Gemm', [matrix, ones([3, 1]), floats([2, 1], [10, 20])], { beta: 0.5 }, [2, 1], [11, 25]],
  ['vectors', 'MatMul', [floats([3], [1, 2, 3]), floats([3], [4, 5, 6])], {}, [], [32]],
  ['vector and matrix', 'MatMul', [floats([2], [1, 10]), matrix], {}, [3], [41, 52, 63]],
  [
    'batches that broadcast',
    'MatMul',
    [floats([2, 1, 1, 2], [1, 2, 3, 4]), floats([3, 2, 1], [1, 0, 0, 1, 1, 1])],
    {},
    [2, 3, 1, 1],
    [1, 2, 3, 3, 4, 7],
  ],
  [
    'by channels',
    'BatchNormalization',
    [floats([1, 2, 1], [3, 8]), floats([2], [2, 1]), floats([2], [1, 0]), floats([2], [1, 2]), floats([2], [4, 9])],
    { epsilon: 0 },
    [1, 2, 1],
    [3, 2],
  ],
  [
    'by elements, before 9',
    'BatchNormalization',
    [
      floats([1, 2, 1], [3, 8]),
      floats([2, 1], [2, 1]),
      floats([2, 1], [1, 0]),
      floats([2, 1], [1, 2]),
      floats([2, 1], [4, 9]),
    ],
    { epsilon: 0, spatial: 0 },
    [1, 2, 1],
    [3, 2],
    7,
  ],
  ['bounds as attributes', 'Clip', [signed], { min: -1, max: 1 }, [4], [-1, -0.5, 0.5, 1], 6],
  [
    'bounds as inputs, one constant',
    'Clip',
    [signed, undefined, integers([1], [], 'float64')],
    {},
    [4],
    [-2, -0.5, 0.5, 1],
    11,
  ],
  ['bounds known when it runs', 'Clip', [signed, floats([], [-1]), floats([], [1])], {}, [4], [-1, -0.5, 0.5, 1], 13],
  ['default', 'LeakyRelu', [signed], {}, [4], [-0.02, -0.005, 0.5, 2]],
  [
    'of channels',
    'PRelu',
    [floats([1, 2, 1, 3], [-1, 1, -2, -1, 1, -2]), floats([2, 1, 1], [0.5, 0.25])],
    {},
    [1, 2, 1, 3],
    [-0.5, 1, -1, -0.25, 1, -0.5],
  ],
  [
    'of channels as a list',
    'PRelu',
    [floats([1, 2, 1, 3], [-1, 1, -2, -1, 1, -2]), floats([2], [0.5, 0.25])],
    {},
    [1, 2, 1, 3],
    [-0.5, 1, -1, -0.25, 1, -0.5],
    6,
  ],
  [
    'of channels as a list, before 7 whatever the last extent',
    'PRelu',
    [floats([1, 2, 2, 2], [-1, -1, -1, -1, -1, -1, -1, -1]), floats([2], [0.5, 0.25])],
    {},
    [1, 2, 2, 2],
    [-0.5, -0.5, -0.5, -0.5, -0.25, -0.25, -0.25, -0.25],
    6,
  ],
  ['', 'Elu', [signed], { alpha: 2 }, [4], [2 * Math.expm1(-2), 2 * Math.expm1(-0.5), 0.5, 2]],
  ['', 'HardSigmoid', [signed], {}, [4], [0.1, 0.4, 0.6, 0.9]],
  ['', 'HardSwish', [signed], {}, [4], [-2 / 6, -0.5 * (2.5 / 6), 0.5 * (3.5 / 6), 10 / 6]],
  ['', 'Softsign', [signed], {}, [4], [-2 / 3, -1 / 3, 1 / 3, 2 / 3]],
  ['', 'Erf', [floats([3], [-1, 0.5, 7])], {}, [3], [-0.8427007929497149, 0.5204998778130465, 1]],
  ['', 'Swish', [floats([2], [0, 1])], {}, [2], [0, 1 / (1 + Math.exp(-1))], 20],
  ['', 'Gelu', [floats([2], [1, -1])], {}, [2], [0.8413447460685429, -0.15865525393145707], 20],
  ['by tanh', 'Gelu', [floats([1], [1])], { approximate: 'tanh' }, [1], [0.8411919906082768], 20],
  ['half to even', 'Round', [floats([5], [0.5, 1.5, 2.5, -0.5, -1.2])], {}, [5], [0, 2, 2, -0, -1]],
  ['that broadcasts', 'Add', [matrix, floats([2, 1], [10, 20])], {}, [2, 3], [11, 12, 13, 24, 25, 26]],
  [
    'from an axis on, before 7',
    'Add',
    [matrix, floats([2], [10, 20])],
    { broadcast: 1, axis: 0 },
    [2, 3],
    [11, 12, 13, 24, 25, 26],
    6,
  ],
  ['of several', 'Max', [floats([2], [1, 5]), floats([2], [4, 2]), floats([1], [3])], {}, [2], [4, 5]],
  ['of one', 'Sum', [signed], {}, [4], [-2, -0.5, 0.5, 2]],
  ['of three', 'Mean', [floats([1], [1]), floats([1], [2]), floats([1], [6])], {}, [1], [3]],
  ['along one axis', 'Softmax', [floats([2, 2], [0, 0, 0, Math.log(3)])], { axis: -1 }, [2, 2], [0.5, 0.5, 0.25, 0.75]],
  [
    'of all from an axis on, before 13',
    'Softmax',
    [floats([1, 2, 2], [0, 0, 0, 0])],
    { axis: 1 },
    [1, 2, 2],
    [0.25, 0.25, 0.25, 0.25],
    11,
  ],
  ['of large numbers', 'LogSoftmax', [floats([1, 2], [1000, 1000])], {}, [1, 2], [-Math.LN2, -Math.LN2]],
  ['with dilation', 'MaxPool', [row], { kernel_shape: [2], dilations: [2] }, [1, 1, 2], [3, 4]],
  ['with ceil_mode', 'MaxPool', [row], { kernel_shape: [3], strides: [2], ceil_mode: 1 }, [1, 1, 2], [3, 4]],
  [
    'with ceil_mode and VALID',
    'MaxPool',
    [row],
    { kernel_shape: [3], strides: [2], ceil_mode: 1, auto_pad: 'VALID' },
    [1, 1, 2],
    [3, 4],
  ],
  [
    'of three spatial axes',
    'MaxPool',
    [floats([1, 1, 2, 2, 3], [1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6])],
    { kernel_shape: [2, 2, 2], pads: [1, 0, 0, 0, 0, 0] },
    [1, 1, 2, 1, 2],
    [5, 6, 5, 6],
  ],
  [
    'of three spatial axes',
    'AveragePool',
    [floats([1, 1, 3, 1, 2], [1, 2, 3, 4, 5, 6])],
    { kernel_shape: [2, 1, 2], strides: [2, 1, 1], pads: [1, 0, 0, 0, 0, 1] },
    [1, 1, 2, 1, 2],
    [1.5, 2, 4.5, 5],
  ],
  ['of three spatial axes', 'GlobalMaxPool', [floats([1, 1, 1, 2, 2], [1, 4, 2, 3])], {}, [1, 1, 1, 1, 1], [4]],
  ['with storage_order', 'MaxPool', [square], { kernel_shape: [2, 2], storage_order: 1 }, [1, 1, 2, 2], [5, 6, 8, 9]],
  [
    'with ceil_mode, whose last window would begin in the padding',
    'MaxPool',
    [floats([1, 1, 3], [1, 2, 3])],
    { kernel_shape: [2], strides: [3], pads: [1, 1], ceil_mode: 1 },
    [1, 1, 2],
    [1, 3],
  ],
  ['of padding, not counted', 'AveragePool', [row], { kernel_shape: [2], pads: [1, 0] }, [1, 1, 4], [1, 1.5, 2.5, 3.5]],
  [
    'of padding, counted',
    'AveragePool',
    [row],
    { kernel_shape: [2], pads: [1, 0], count_include_pad: 1 },
    [1, 1, 4],
    [0.5, 1.5, 2.5, 3.5],
  ],
  [
    'with ceil_mode, counting the padding that is declared',
    'AveragePool',
    [row],
    { kernel_shape: [3], strides: [2], pads: [1, 0], count_include_pad: 1, ceil_mode: 1 },
    [1, 1, 2],
    [1, 3],
  ],
  [
    'beyond the declared padding',
    'AveragePool',
    [row],
    { kernel_shape: [3], strides: [3], count_include_pad: 1, ceil_mode: 1 },
    [1, 1, 2],
    [2, 4],
  ],
  ['', 'GlobalAveragePool', [square], {}, [1, 1, 1, 1], [5]],
  ['', 'GlobalMaxPool', [square], {}, [1, 1, 1, 1], [9]],
  ['along the second axis', 'Concat', [matrix, floats([2, 1], [7, 8])], { axis: -1 }, [2, 4], [1, 2, 3, 7, 4, 5, 6, 8]],
  [
    'with negative steps to before the beginning',
    'Slice',
    [row, integers([-1]), integers([-(2 ** 53)]), integers([2]), integers([-2])],
    {},
    [1, 1, 2],
    [4, 2],
    13,
  ],
  ['by attributes', 'Slice', [matrix], { starts: [1], ends: [2 ** 53], axes: [1] }, [2, 2], [2, 3, 5, 6], 9],
  [
    'constant',
    'Pad',
    [floats([2], [1, 2]), integers([1, 2]), floats([], [9])].with(2, integers([9], [], 'float64')),
    {},
    [5],
    [9, 1, 2, 9, 9],
    13,
  ],
  ['reflect', 'Pad', [floats([3], [1, 2, 3]), integers([2, 1])], { mode: 'reflect' }, [6], [3, 2, 1, 2, 3, 2], 13],
  ['edge', 'Pad', [floats([1, 2], [1, 2])], { mode: 'edge', pads: [1, 0, 0, 1] }, [2, 3], [1, 2, 2, 1, 2, 2], 10],
  ['wrap', 'Pad', [floats([3], [1, 2, 3]), integers([1, 1])], { mode: 'wrap' }, [5], [3, 1, 2, 3, 1], 19],
  ['that crops', 'Pad', [floats([3], [1, 2, 3]), integers([-1, 1])], {}, [3], [2, 3, 0], 13],
  [
    'of some axes',
    'Pad',
    [matrix, integers([1, 0]), undefined, integers([-1])],
    {},
    [2, 4],
    [0, 1, 2, 3, 0, 4, 5, 6],
    18,
  ],
  ['', 'Transpose', [matrix], {}, [3, 2], [1, 4, 2, 5, 3, 6]],
  [
    'of three axes',
    'Transpose',
    [floats([1, 2, 3], [1, 2, 3, 4, 5, 6])],
    { perm: [2, 0, 1] },
    [3, 1, 2],
    [1, 4, 2, 5, 3, 6],
  ],
  [
    'with 0 and -1',
    'Reshape',
    [floats([2, 3, 1], [1, 2, 3, 4, 5, 6]), integers([0, -1])],
    {},
    [2, 3],
    [1, 2, 3, 4, 5, 6],
  ],
  ['at axis 0', 'Flatten', [matrix], { axis: 0 }, [1, 6], [1, 2, 3, 4, 5, 6]],
  ['of all axes of 1', 'Squeeze', [floats([1, 2, 1], [1, 2])], {}, [2], [1, 2]],
  ['by an attribute', 'Squeeze', [floats([1, 2, 1], [1, 2])], { axes: [-1] }, [1, 2], [1, 2], 11],
  ['', 'Unsqueeze', [floats([2], [1, 2]), integers([-1, 0])], {}, [1, 2, 1], [1, 2]],
  ['axes as an input', 'ReduceSum', [matrix, integers([0])], { keepdims: 0 }, [3], [5, 7, 9], 13],
  ['without axes', 'ReduceMean', [matrix], {}, [1, 1], [3.5], 11],
  [
    'noop_with_empty_axes',
    'ReduceSum',
    [matrix, integers([])],
    { noop_with_empty_axes: 1 },
    [2, 3],
    [1, 2, 3, 4, 5, 6],
    13,
  ],
  [
    'noop_with_empty_axes',
    'ReduceSumSquare',
    [matrix, integers([])],
    { noop_with_empty_axes: 1 },
    [2, 3],
    [1, 4, 9, 16, 25, 36],
    18,
  ],
  ['', 'ReduceL1', [floats([2, 2], [-1, 2, 3, -4])], { axes: [1] }, [2, 1], [3, 7]],
  ['', 'ReduceL2', [floats([1, 2], [3, -4])], { axes: [1], keepdims: 0 }, [1], [5]],
  ['', 'ReduceProd', [matrix], { axes: [1], keepdims: 0 }, [2], [6, 120]],
  ['', 'ReduceMin', [matrix], { axes: [0], keepdims: 0 }, [3], [1, 2, 3]],
  ['of large numbers', 'ReduceLogSumExp', [floats([2], [1000, 1000])], { keepdims: 0 }, [], [1000 + Math.LN2]],
  ['', 'ReduceLogSum', [floats([2], [1, 3])], { keepdims: 0 }, [], [Math.log(4)]],
  [
    'of infinite numbers',
    'ReduceLogSumExp',
    [floats([2, 2], [-Infinity, -Infinity, 1, Infinity])],
    { axes: [1], keepdims: 0 },
    [2],
    [-Infinity, Infinity],
  ],
  ['of whole numbers', 'ReduceMean', [pairs], { axes: [1], keepdims: 0 }, [2], [1, -1]],
  ['of whole numbers', 'ReduceL2', [pairs], { axes: [1], keepdims: 0 }, [2], [2, 2]],
  [
    'to the same extent by a scale',
    'Resize',
    [floats([1, 3], [0, 6, 12]), undefined, integers([1, 1.2], [2], 'float64')],
    { mode: 'linear', coordinate_transformation_mode: 'asymmetric' },
    [1, 3],
    [0, 5, 10],
    13,
  ],
  [
    'nearest, default',
    'Resize',
    [floats([1, 2], [1, 2]), undefined, integers([1, 2], [2], 'float64')],
    {},
    [1, 4],
    [1, 1, 2, 2],
    13,
  ],
  [
    'nearest, down',
    'Resize',
    [row, undefined, undefined, integers([1, 1, 2])],
    { nearest_mode: 'floor', coordinate_transformation_mode: 'asymmetric' },
    [1, 1, 2],
    [1, 3],
    13,
  ],
  [
    'nearest, by coordinates in float32',
    'Resize',
    [floats([1, 5], [1, 2, 3, 4, 5]), undefined, floats([2], [1, 0.6])].with(2, integers([1, 0.6], [2], 'float64')),
    { nearest_mode: 'floor' },
    [1, 3],
    [1, 3, 4],
    13,
  ],
  [
    'nearest, of which no step is beside the elements where nothing is scaled',
    'Resize',
    [floats([2, 1], [1, 2]), undefined, integers([1, 2], [2], 'float64')],
    { nearest_mode: 'ceil', coordinate_transformation_mode: 'tf_half_pixel_for_nn' },
    [2, 2],
    [1, 1, 2, 2],
    11,
  ],
  [
    'linear, half_pixel',
    'Resize',
    [floats([1, 2], [0, 4]), undefined, integers([1, 2], [2], 'float64')],
    { mode: 'linear' },
    [1, 4],
    [0, 1, 3, 4],
    13,
  ],
  [
    'linear, align_corners',
    'Resize',
    [floats([1, 2], [0, 3]), undefined, undefined, integers([1, 4])],
    { mode: 'linear', coordinate_transformation_mode: 'align_corners' },
    [1, 4],
    [0, 1, 2, 3],
    13,
  ],
  [
    'cubic of a constant',
    'Resize',
    [ones([1, 3]), undefined, undefined, integers([1, 5])],
    { mode: 'cubic' },
    [1, 5],
    [1, 1, 1, 1, 1],
    13,
  ],
  [
    'of some axes, not larger',
    'Resize',
    [ones([1, 2, 4]), undefined, undefined, integers([8, 8])],
    { axes: [1, 2], keep_aspect_ratio_policy: 'not_larger' },
    [1, 4, 8],
    new Array<number>(32).fill(1),
    18,
  ],
  ['', 'Upsample', [floats([1, 2], [1, 2])], { scales: [2, 1] }, [2, 2], [1, 2, 1, 2], 7],
  [
    'of an even size',
    'LRN',
    [floats([1, 3, 1], [1, 2, 3])],
    { size: 2, alpha: 2, beta: 1, bias: 0 },
    [1, 3, 1],
    [1 / 5, 2 / 13, 3 / 9],
  ],
  ['', 'Dropout', [signed], { ratio: 0.5 }, [4], [-2, -0.5, 0.5, 2], 7],
  ['by negative indices', 'Gather', [matrix, integers([-1, 0])], { axis: 1 }, [2, 2], [3, 1, 6, 4]],
  ['', 'Expand', [floats([2, 1], [1, 2]), integers([3])], {}, [2, 3], [1, 1, 1, 2, 2, 2]],
  ['', 'Tile', [floats([1, 2], [1, 2]), integers([2, 2])], {}, [2, 4], [1, 2, 1, 2, 1, 2, 1, 2]],
  ['DCR', 'DepthToSpace', [floats([1, 4, 1, 1], [1, 2, 3, 4])], { blocksize: 2 }, [1, 1, 2, 2], [1, 2, 3, 4]],
  [
    'DCR of two channels',
    'DepthToSpace',
    [floats([1, 8, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8])],
    { blocksize: 2 },
    [1, 2, 2, 2],
    [1, 3, 5, 7, 2, 4, 6, 8],
  ],
  [
    'CRD of two channels',
    'DepthToSpace',
    [floats([1, 8, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8])],
    { blocksize: 2, mode: 'CRD' },
    [1, 2, 2, 2],
    [1, 2, 3, 4, 5, 6, 7, 8],
  ],
  ['', 'SpaceToDepth', [floats([1, 1, 2, 2], [1, 2, 3, 4])], { blocksize: 2 }, [1, 4, 1, 1], [1, 2, 3, 4]],
  [
    '',
    'InstanceNormalization',
    [floats([1, 1, 2], [1, 3]), floats([1], [2]), floats([1], [5])],
    { epsilon: 0 },
    [1, 1, 2],
    [3, 7],
  ],
  [
    '',
    'LayerNormalization',
    [floats([1, 2], [1, 3]), floats([2], [2, 2]), floats([2], [5, 5])],
    { epsilon: 0 },
    [1, 2],
    [3, 7],
  ],
  [
    'of channels',
    'GroupNormalization',
    [floats([1, 2, 1], [1, 3]), floats([2], [2, 3]), floats([2], [5, 5])],
    { epsilon: 0, num_groups: 1 },
    [1, 2, 1],
    [3, 8],
    21,
  ],
];

describe('an operator computes what the standard says', () => {
  test.each(cases.map((entry) => [`${entry[1]} ${entry[0]}`.trim(), entry] as const))('%s', (_, entry) => {
    const [, op, inputs, attributes, shape, data, opset = 17] = entry;
    const [result] = ranNode(op, inputs, attributes, { opset });
    expect(result!.shape).toEqual(shape);
    expect(result!.data).toHaveLength(data.length);
    data.forEach((expected, index) => {
      expect(result!.data[index]).toBeCloseTo(expected, 6);
    });
  });
});

test.each([
  [
    'equal parts',
    2,
    {},
    undefined,
    [
      [1, 2],
      [3, 4],
    ],
    11,
  ],
  ['an attribute', 2, { split: [1, 3] }, undefined, [[1], [2, 3, 4]], 11],
  ['an input', 2, {}, integers([3, 1]), [[1, 2, 3], [4]], 13],
  ['num_outputs', 3, { num_outputs: 3 }, undefined, [[1, 2], [3, 4], []], 18],
] as const)('Split by %s', (_, outputs, attributes, sizes, expected, opset) => {
  const results = ranNode('Split', [row, sizes], { axis: 2, ...attributes }, { opset, outputs });
  expect(results.map(({ data }) => data)).toEqual(expected);
});

test('numbers are converted as kernels do', () => {
  const cast = (to: number, values: readonly number[]): number[] =>
    ranNode('Cast', [integers(values, [values.length], 'float64')], { to })[0]!.data;
  expect(cast(3, [300, -129, 1.9, NaN])).toEqual([127, -128, 1, 0]);
  expect(ranNode('Cast', [integers([300, -129])], { to: 3 })[0]!.data).toEqual([44, 127]);
  expect(ranNode('Cast', [floats([3], [-9, 7.5, 8])], { to: 22 })[0]!.data).toEqual([7, 7, -8]);
  expect(ranNode('BitCast', [integers([-1, 7], [2], 'int4')], { to: 21 })[0]!.data).toEqual([15, 7]);
  expect(cast(10, [70000, 0.1, 2049])).toEqual([Infinity, 0.0999755859375, 2048]);
  expect(cast(7, [-1.5, 2 ** 40])).toEqual([-1, 2 ** 40]);
  expect(cast(9, [0, 0.5])).toEqual([0, 1]);
});

test.each([
  ['more outputs, before 14', {}, 3, 9, 'in training mode'],
  ['more outputs without is_test, before 7', {}, 2, 6, 'in training mode'],
  ['more outputs and is_test', { is_test: 1 }, 2, 6, undefined],
  ['training_mode, before 14', { training_mode: 1 }, 1, 13, 'in training mode'],
] as const)('BatchNormalization with %s', (_, attributes, outputs, opset, refused) => {
  const vector = floats([2], [1, 1]);
  const of = (): unknown =>
    ranNode('BatchNormalization', [matrixOfTwo, vector, vector, vector, vector], attributes, {
      opset,
      outputs,
      read: 1,
    });
  if (refused === undefined) expect(of).not.toThrow();
  else expect(of).toThrow(refused);
});

test('Gather refuses indices that are not there, before anything is computed', () => {
  expect(() => ranNode('Gather', [matrix, integers([0, 2])])).toThrow('"Gather_0" (Gather) is not valid ONNX');
});

test('names are told apart, and those of nodes in graphs have a form', () => {
  const names = operators.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(operators.filter(({ canonical }) => canonical !== undefined).length).toBeGreaterThan(50);
});

test.each([
  ['Mod', [integers([3], [1]), integers([2], [1], 'int32')], { fmod: 1 }, 'it is of int64, and an input of int32'],
  ['BitwiseAnd', [integers([3], [1], 'uint8'), integers([2], [1])], {}, 'it is of uint8, and an input of int64'],
  [
    'ScatterElements',
    [integers([3], [1], 'uint8'), integers([0], [1]), integers([2], [1], 'int32')],
    {},
    'it is of uint8, and an input of int32',
  ],
] as const)('%s of two types is refused', (op, inputs, attributes, message) => {
  expect(() => ranNode(op, inputs, attributes, { opset: 18 })).toThrow(message);
});
