import { describe, expect, test } from '@jest/globals';
import type { Attribute, ConstantTensor } from '../../../src/network/onnx/model.js';
import { floats, integers, ranNode } from '../../support/graph-models.js';

type Case = readonly [
  what: string,
  op: string,
  inputs: readonly (ConstantTensor | undefined)[],
  attributes: Readonly<Record<string, Attribute>>,
  outputs: readonly (readonly number[])[],
  opset?: number,
];

const vector = floats([4], [-2, -0.5, 0.5, 2]);
const matrix = floats([2, 3], [1, 2, 3, 4, 5, 6]);
const labels = integers([2, 0]);
const [one, two] = [floats([2], [1, 1]), floats([2], [2, 2])];
const pair = floats([1, 2, 2], [1, 3, 2, 6]);
const size = (...extents: number[]): ConstantTensor => integers(extents);
/** Constant, as what is not float32 is. */
const known = (data: number[]): ConstantTensor => integers(data, [data.length], 'float64');
const number = (value: number): ConstantTensor => integers([value], []);

/** Worked out by hand from the text of the standard, and of ONNX Runtime's operators. */
const cases: readonly Case[] = [
  ['the type of another', 'CastLike', [floats([2], [1.7, -1.7]), integers([0])], {}, [[1, -1]]],
  ['a mean', 'NegativeLogLikelihoodLoss', [matrix, labels], {}, [[-3.5]]],
  ['each loss', 'NegativeLogLikelihoodLoss', [matrix, labels], { reduction: 'none' }, [[-3, -4]]],
  [
    'weights and a class that does not count',
    'NegativeLogLikelihoodLoss',
    [matrix, labels, floats([3], [2, 1, 5])],
    { ignore_index: 2 },
    [[-4]],
  ],
  ['weights', 'NegativeLogLikelihoodLoss', [matrix, labels, floats([3], [2, 1, 3])], { reduction: 'sum' }, [[-17]]],
  [
    'logits that are alike',
    'SoftmaxCrossEntropyLoss',
    [floats([1, 2, 1], [4, 4]), integers([1], [1, 1])],
    {},
    [[Math.log(2)], [-Math.log(2), -Math.log(2)]],
  ],
  ['statistics', 'LayerNormalization', [floats([1, 2], [1, 3]), one, undefined], { epsilon: 0 }, [[-1, 1], [2], [1]]],
  ['the last axis', 'RMSNormalization', [floats([1, 2], [3, 4]), two], { epsilon: 12.5 }, [[6 / 5, 8 / 5]], 23],
  [
    'a batch of its own',
    'BatchNormalization',
    [pair, one, floats([2], [0, 10]), floats([2], [0, 0]), one],
    { training_mode: 1, epsilon: 0, momentum: 0.5 },
    [
      [-1, 1, 9, 11],
      [1, 2],
      [1, 2.5],
    ],
  ],
  ['the power 1', 'LpNormalization', [floats([2, 2], [1, 3, 0, 0])], { p: 1 }, [[0.25, 0.75, 0, 0]]],
  ['the power 2', 'LpNormalization', [floats([1, 2], [3, 4])], {}, [[0.6, 0.8]]],
  ['windows', 'LpPool', [floats([1, 1, 3], [3, 4, 0])], { kernel_shape: [2], pads: [1, 0] }, [[3, 5, 4]]],
  ['the power 3', 'GlobalLpPool', [floats([1, 1, 3], [3, 4, 5])], { p: 3 }, [[6]]],
  ['a gate', 'SwiGLU', [floats([2], [0, 2]), floats([2], [5, 1 + Math.exp(-2)])], {}, [[0, 2]], 28],
  ['numbers on both sides', 'Shrink', [vector], { lambd: 1, bias: 0.5 }, [[-1.5, 0, 0, 1.5]]],
  ['a diagonal', 'EyeLike', [matrix], { k: 1, dtype: 7 }, [[0, 1, 0, 0, 0, 1]]],
  ['a period', 'HannWindow', [number(4)], {}, [[0, 0.5, 1, 0.5]]],
  ['both ends', 'HannWindow', [number(3)], { periodic: 0 }, [[0, 1, 0]]],
  ['crops and pads', 'CenterCropPad', [matrix, size(3, 1)], {}, [[2, 5, 0]]],
  ['an axis', 'CenterCropPad', [matrix, size(2)], { axes: [-1] }, [[1, 2, 4, 5]]],
  [
    'corners',
    'AffineGrid',
    [floats([1, 2, 3], [1, 0, 0, 0, 1, 0.5]), size(1, 1, 2, 2)],
    { align_corners: 1 },
    [[-1, -0.5, 1, -0.5, -1, 1.5, 1, 1.5]],
  ],
  ['middles', 'AffineGrid', [floats([1, 2, 3], [1, 0, 0, 0, 1, 0]), size(1, 1, 1, 2)], {}, [[-0.5, 0, 0.5, 0]]],
  [
    'a state',
    'CausalConvWithState',
    [floats([1, 1, 2], [3, 5]), floats([1, 1, 2], [10, 1]), undefined, floats([1, 1, 1], [2])],
    {},
    [[23, 35], [5]],
    27,
  ],
  [
    'zeros',
    'CausalConvWithState',
    [floats([1, 1, 2], [3, 5]), floats([1, 1, 2], [10, 1]), floats([1], [100])],
    {},
    [[103, 135], [5]],
    27,
  ],
  ['a value', 'OptionalHasElement', [vector], {}, [[1]]],
  ['nothing', 'OptionalHasElement', [], {}, [[0]], 18],
  ['a value', 'OptionalGetElement', [vector], {}, [[-2, -0.5, 0.5, 2]]],
  ['the trace', 'Einsum', [floats([2, 2], [1, 2, 3, 4])], { equation: 'ii' }, [[5]]],
  ['a diagonal', 'Einsum', [floats([2, 2], [1, 2, 3, 4])], { equation: 'ii->i' }, [[1, 4]]],
  ['a product', 'Einsum', [matrix, matrix], { equation: 'ij, kj -> ki' }, [[14, 32, 32, 77]]],
  ['labels in alphabetic order', 'Einsum', [matrix], { equation: 'ba' }, [[1, 4, 2, 5, 3, 6]]],
  ['three operands', 'Einsum', [matrix, one, floats([3], [1, 10, 100])], { equation: 'ij,i,j->' }, [[975]]],
  ['other axes', 'Einsum', [matrix, floats([1, 3], [1, 0, 2])], { equation: '...a,...a->...' }, [[7, 16]]],
  [
    'the part of an axis, and what lies beyond',
    'Resize',
    [floats([1, 1, 1, 3], [1, 2, 3]), known([0, 0, 0, 0.5, 1, 1, 1, 1.5]), undefined, size(1, 1, 1, 3)],
    { coordinate_transformation_mode: 'tf_crop_and_resize', mode: 'linear', extrapolation_value: 9 },
    [[2, 3, 9]],
  ],
  [
    'a wide filter',
    'Resize',
    [floats([1, 1, 1, 4], [1, 2, 3, 8]), undefined, known([1, 1, 1, 0.5])],
    { mode: 'linear', antialias: 1 },
    [[1.625, 5.375]],
    18,
  ],
  [
    'its length by the scale',
    'Resize',
    [floats([1, 4], [1, 2, 3, 4]), undefined, known([1, 0.6])],
    { mode: 'linear', coordinate_transformation_mode: 'align_corners' },
    [[1, 22 / 7]],
    13,
  ],
  ['a bias', 'com.microsoft.FastGelu', [floats([1], [-1]), floats([1], [1])], {}, [[0]]],
  [
    'both turned',
    'com.microsoft.FusedMatMul',
    [matrix, floats([1, 2], [1, 1])],
    { transA: 1, transB: 1, alpha: 2 },
    [[10, 14, 18]],
  ],
  [
    'a sum',
    'com.microsoft.SkipLayerNormalization',
    [floats([1, 1, 2], [1, 1]), floats([1, 1, 2], [0, 2]), one],
    { epsilon: 0 },
    [[-1, 1], [2], [1], [1, 3]],
  ],
  [
    'keys that are padding',
    'com.microsoft.MultiHeadAttention',
    [
      floats([1, 1, 1], [1]),
      floats([1, 2, 1], [1, 2]),
      floats([1, 2, 1], [7, 9]),
      undefined,
      integers([1, 0], [1, 2], 'int32'),
    ],
    { num_heads: 1 },
    [[7]],
  ],
];

test.each(cases)('%s: %s', (_, op, inputs, attributes, outputs, opset = 20) => {
  const results = ranNode(op, inputs, attributes, { opset, outputs: outputs.length });
  results.forEach(({ data }, i) => {
    expect(data).toHaveLength(outputs[i]!.length);
    data.forEach((got, at) => {
      expect(got).toBeCloseTo(outputs[i]![at]!, 5);
    });
  });
});

describe('values without elements', () => {
  const nothing = floats([2, 0], []);

  test.each([
    ['ReduceSum', [0, 0]],
    ['ReduceProd', [1, 1]],
    ['ReduceMax', [-Infinity, -Infinity]],
    ['ReduceMean', [NaN, NaN]],
  ])('%s of them is that of nothing', (op, expected) => {
    expect(ranNode(op, [nothing, integers([1])], { keepdims: 0 }, { opset: 18 })).toEqual([
      { shape: [2], data: expected },
    ]);
  });

  test('go through a node, and are left out beside others', () => {
    expect(ranNode('Relu', [nothing])).toEqual([{ shape: [2, 0], data: [] }]);
    expect(ranNode('Concat', [nothing, floats([2, 1], [1, 2]), nothing], { axis: 1 })[0]!.data).toEqual([1, 2]);
    expect(ranNode('MatMul', [nothing, floats([0, 1], [])])).toEqual([{ shape: [2, 1], data: [0, 0] }]);
  });

  test('are the least and the largest number of whole numbers', () => {
    const none = integers([], [0], 'int8');
    expect(ranNode('ReduceMax', [none], { keepdims: 0 }, { opset: 18 })[0]!.data).toEqual([-128]);
  });
});

test.each([
  ['Einsum', [matrix], { equation: 'ijk->i' }, 'its equation is "ijk->i" for 1 inputs'],
  ['Einsum', [matrix, matrix], { equation: 'ij,ji->i' }, 'its label j stands for 3 and 2'],
  ['CenterCropPad', [matrix, size(1)], {}, 'its shape is [1] for 2 axes'],
  ['NegativeLogLikelihoodLoss', [matrix, integers([1, 2, 3])], {}, 'it has labels of 3 for 2x3'],
  ['com.microsoft.FusedGemm', [matrix, matrix], { activation: 'Erf', transB: 1 }, 'with the activation Erf'],
] as const)('%s is refused where it cannot be', (op, inputs, attributes, message) => {
  expect(() => ranNode(op, inputs, attributes, { opset: 20 })).toThrow(message);
});
