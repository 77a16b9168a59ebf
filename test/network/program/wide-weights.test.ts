import { describe, expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { rewrite } from '../../../src/network/graph/simplify/rewrite.js';
import { mergeEqual } from '../../../src/network/graph/simplify/idle.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { dynamicProducts } from '../../../src/network/program/dynamic-products.js';
import { legalise } from '../../../src/network/program/legalise.js';
import { lowerGraph } from '../../../src/network/program/lowering.js';
import { withOwnDequantisation } from '../../../src/network/program/own-dequantisation.js';
import { wideWeights } from '../../../src/network/program/wide-weights.js';
import { Random } from '../../../src/space/random.js';
import { floats, integers, modelOf, type Written } from '../../support/graph-models.js';

const random = new Random(3);
const bytes = (shape: number[], type: string) =>
  integers(
    Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () =>
      type === 'uint8' ? Math.floor(256 * random.float()) : Math.floor(256 * random.float()) - 128,
    ),
    shape,
    type,
  );
const image = [1, 4, 5, 6] as const;
const dynamic: Written = ['DynamicQuantizeLinear', ['x'], ['q', 'qs', 'qz']];
const constants = {
  ...{ w: bytes([3, 4, 3, 3], 'uint8'), ws: floats([3], [0.5, 0.125, 2]), wz: integers([119, 128, 3], [3], 'uint8') },
  ...{
    wone: integers([119], [], 'uint8'),
    three: integers([3], [], 'uint8'),
    m: bytes([6, 7], 'uint8'),
    d: bytes([4, 1, 3, 3], 'uint8'),
  },
  ...{ w1: bytes([3, 4, 3], 'uint8'), wp: bytes([3, 4, 1, 1], 'uint8'), mt: bytes([7, 6], 'uint8') },
  ...{ rows: integers([1, 4, 30]), matrix: integers([20, 6]), seven: floats([7], [1, 2, 3, 4, 5, 6, 7]) },
  ...{ s: floats([], [0.01]), z: integers([7], [], 'uint8'), n: bytes([7, 6], 'int8'), nz: integers([9], [], 'int8') },
};

function kernelsAnd(nodes: readonly Written[]) {
  const simple = simplify(toGraph(modelOf({ inputs: { x: image }, constants, nodes })));
  const wide = rewrite(simple, wideWeights);
  const x = Float64Array.from({ length: 120 }, () => 2 * random.float() - 1);
  const [want, got] = [simple, wide].map((graph) => [...interpret(graph, new Map([['x', x]])).get('y')!]);
  const graph = legalise(withOwnDequantisation(rewrite(wide, dynamicProducts)));
  const kernels = lowerGraph(graph, ['NCHW']).layers.flatMap(({ forms: [form] }) =>
    form?.kind === 'kernel'
      ? [`${form.workload.operator} ${String((form.workload.shape as { dtype?: string }).dtype)}`]
      : [],
  );
  return { want, got, kernels, wide };
}

describe('weights further from their zero point than int8 holds', () => {
  const padded = { pads: [1, 0, 1, 2], strides: [2, 1] };
  test.each<[string, string, readonly Written[]]>([
    ['of a convolution', 'conv2d uint8', [dynamic, ['ConvInteger', ['q', 'w', 'qz', 'wone'], ['y'], padded]]],
    [
      'of each channel',
      'conv2d uint8',
      [
        ['QuantizeLinear', ['x', 's', 'z'], ['q']],
        ['DequantizeLinear', ['q', 's', 'z'], ['f']],
        ['DequantizeLinear', ['w', 'ws', 'wz'], ['g'], { axis: 0 }],
        ['Conv', ['f', 'g', 'ws'], ['y'], padded],
      ],
    ],
    [
      'of a row of pixels',
      'conv2d uint8',
      [dynamic, ['Reshape', ['q', 'rows'], ['r']], ['ConvInteger', ['r', 'w1', 'qz', 'wone'], ['y'], { pads: [2, 1] }]],
    ],
    ['of single pixels', 'conv2d uint8', [dynamic, ['ConvInteger', ['q', 'wp', 'qz', 'wone'], ['y']]]],
    [
      'of a transposed matrix, with a bias',
      'dense uint8',
      [
        ['QuantizeLinear', ['x', 's', 'z'], ['q']],
        ['DequantizeLinear', ['q', 's', 'z'], ['f']],
        ['Reshape', ['f', 'matrix'], ['a']],
        ['DequantizeLinear', ['mt', 's', 'three'], ['b']],
        ['Gemm', ['a', 'b', 'seven'], ['y'], { transB: 1 }],
      ],
    ],
    ['of a matrix', 'matmul uint8', [dynamic, ['MatMulInteger', ['q', 'm', 'qz', 'wone'], ['y']]]],
    [
      'of int8',
      'matmul uint8',
      [dynamic, ['Transpose', ['n'], ['t']], ['MatMulInteger', ['q', 't', 'qz', 'nz'], ['y']]],
    ],
  ])('%s: products of bytes, and sums of the data', (_, kernel, nodes) => {
    const { want, got, kernels } = kernelsAnd(nodes);
    expect(kernels).toContain(kernel);
    got!.forEach((value, i) => {
      expect(Math.abs(value - want![i]!)).toBeLessThanOrEqual(1e-5 * Math.abs(want![i]!) + 1e-6);
    });
  });

  test('are left to floats where no kernel of bytes takes the data', () => {
    const grouped: Written = ['ConvInteger', ['q', 'd', 'qz', 'wone'], ['y'], { group: 4 }];
    expect(kernelsAnd([dynamic, grouped]).kernels).not.toContain('conv2d uint8');
  });

  test('share the sums of one input', () => {
    const nodes: Written[] = [
      dynamic,
      ['MatMulInteger', ['q', 'm', 'qz', 'wone'], ['one']],
      ['MatMulInteger', ['q', 'm', 'qz', 'three'], ['two']],
      ['Add', ['one', 'two'], ['y']],
    ];
    const reduced = mergeEqual(kernelsAnd(nodes).wide).nodes.filter(({ op }) => op === 'ReduceSum');
    expect(reduced).toHaveLength(1);
  });
});
