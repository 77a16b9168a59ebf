import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { roundHalfEven } from '../../../src/elements/rounding.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { floats, integers, modelOf, ranNode, type Written } from '../../support/graph-models.js';

const bytes = (data: readonly number[], shape = [data.length], type = 'uint8') => integers(data, shape, type);
const scalar = (value: number) => floats([], [value]);

describe('QuantizeLinear', () => {
  test('rounds to even before the zero point is added, and saturates', () => {
    const scales = fc.float({ min: 2 ** -8, max: 8, noNaN: true });
    const numbers = fc.array(fc.float({ min: -1000, max: 1000, noNaN: true }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(numbers, scales, fc.integer({ min: 0, max: 255 }), (x, scale, zero) => {
        const [made] = ranNode('QuantizeLinear', [floats([x.length], x), scalar(scale), bytes([zero], [])]);
        const steps = x.map((one) => roundHalfEven(Math.fround(one / scale)) + zero);
        expect(made!.data).toEqual(steps.map((step) => Math.min(255, Math.max(0, step))));
      }),
    );
  });

  test('takes no number for the least of its type, as ONNX Runtime and our kernels do', () => {
    for (const [type, zero, bounds] of [
      ['uint8', 128, [0, 255]],
      ['int8', -3, [-128, 127]],
    ] as const) {
      const x = floats([3], [NaN, -Infinity, Infinity]);
      const [made] = ranNode('QuantizeLinear', [x, scalar(1), bytes([zero], [], type)]);
      expect(made!.data).toEqual([bounds[0], ...bounds]);
    }
  });

  test('has scales along an axis, or in blocks of it', () => {
    const x = floats([2, 3], [1, 2, 3, 4, 5, 6]);
    const [along] = ranNode('QuantizeLinear', [x, floats([3], [1, 2, 3]), bytes([0, 10, 20])], { axis: 1 });
    expect(along!.data).toEqual([1, 11, 21, 4, 12, 22]);
    const [first] = ranNode('QuantizeLinear', [x, floats([2], [1, 2])], { axis: 0 });
    expect(first!.data).toEqual([1, 2, 3, 2, 2, 3]);
    const scales = floats([2, 2], [1, 3, 2, 6]);
    const [blocks] = ranNode('QuantizeLinear', [x, scales], { axis: 1, block_size: 2 }, { opset: 21 });
    expect(blocks!.data).toEqual([1, 2, 1, 2, 2, 1]);
  });

  test.each([
    [scalar(0), 'a scale of it is 0, and scales are positive'],
    [scalar(-1), 'a scale of it is -1'],
    [floats([3], [1, 1, NaN]), 'a scale of it is NaN'],
    [floats([2], [1, 1]), 'scales of 2 and zero points of scalar are not those of 3'],
  ])('is refused with a scale of %j', (scale, message) => {
    const nodes: Written[] = [['QuantizeLinear', ['x', 'scale'], ['y'], { axis: 0 }]];
    expect(() => toGraph(modelOf({ inputs: { x: [3] }, constants: { scale }, nodes }))).toThrow(message);
  });
});

describe('DequantizeLinear', () => {
  test('subtracts the zero point', () => {
    const [made] = ranNode('DequantizeLinear', [bytes([0, 128, 255]), scalar(0.5), bytes([128], [])]);
    expect(made!.data).toEqual([-64, 0, 63.5]);
  });

  test('is refused with a zero point of another type', () => {
    const zero = bytes([1], [], 'int8');
    expect(() => ranNode('DequantizeLinear', [bytes([1]), scalar(1), zero])).toThrow(
      'its zero point is of int8, and what it dequantises of uint8',
    );
  });
});

test('DynamicQuantizeLinear takes the range of what it is given, with 0 in it', () => {
  const x = [0, 2, -3, -2.5, 1.34, 0.5];
  const made = ranNode('DynamicQuantizeLinear', [floats([6], x)], {}, { outputs: 3 });
  expect(made.map(({ data }) => data)).toEqual([
    [153, 255, 0, 26, 221, 179],
    [5 / 255].map((s) => expect.closeTo(s, 7)),
    [153],
  ]);
  const zeros = ranNode('DynamicQuantizeLinear', [floats([2], [0, 0])], {}, { outputs: 3 });
  expect(zeros.map(({ data }) => data)).toEqual([[0, 0], [1], [0]]);
});

describe('operators of ONNX Runtime', () => {
  const [a, b] = [bytes([10, 20, 30]), bytes([5, 5, 5])];
  const of = (value: ReturnType<typeof bytes>, scale: number, zero: number) => [
    value,
    scalar(scale),
    bytes([zero], []),
  ];

  test.each([
    ['com.microsoft.QLinearAdd', [...of(a, 1, 10), ...of(b, 2, 0)], {}, [20, 30, 40]],
    ['com.microsoft.QLinearMul', [...of(a, 1, 10), ...of(b, 2, 0)], {}, [10, 110, 210]],
    ['com.microsoft.QLinearLeakyRelu', of(a, 1, 20), { alpha: 0.5 }, [5, 10, 20]],
  ])('%s', (op, inputs, attributes, want) => {
    const [made] = ranNode(op, [...inputs, scalar(1), bytes([10], [])], attributes);
    expect(made!.data).toEqual(want);
  });

  test('have 0 as zero point of a result where none is given', () => {
    const [added] = ranNode('com.microsoft.QLinearAdd', [...of(a, 1, 10), ...of(b, 2, 0), scalar(1)]);
    expect(added!.data).toEqual([10, 20, 30]);
    const [leaky] = ranNode('com.microsoft.QLinearLeakyRelu', [...of(a, 1, 20), scalar(1)], { alpha: 0.5 });
    expect(leaky!.data).toEqual([0, 0, 10]);
  });

  test('have 0 as zero point of an operand where that is left out in the middle', () => {
    const operand = (value: ReturnType<typeof bytes>, scale: number) => [value, scalar(scale), undefined];
    const [added] = ranNode('com.microsoft.QLinearAdd', [...operand(a, 1), ...operand(b, 2), scalar(1)]);
    expect(added!.data).toEqual([20, 30, 40]);
    const [leaky] = ranNode('com.microsoft.QLinearSigmoid', [...operand(bytes([0, 0]), 1), scalar(0.25)]);
    expect(leaky!.data).toEqual([2, 2]);
    const scales = [scalar(1), undefined, b, scalar(1), bytes([0], []), scalar(1), bytes([0], [])];
    expect(() => ranNode('QLinearMatMul', [a, ...scales])).toThrow(/its input 2 is left out, and it needs one/);
  });

  test('com.microsoft.QuantizeLinear and DequantizeLinear are those of ONNX', () => {
    const zero = bytes([-300], [], 'int16');
    const [made] = ranNode('com.microsoft.QuantizeLinear', [floats([2], [1, 1e9]), scalar(0.5), zero]);
    expect(made!.data).toEqual([-298, 32767]);
    const [back] = ranNode('com.microsoft.DequantizeLinear', [bytes([-298], [1], 'int16'), scalar(0.5), zero]);
    expect(back!.data).toEqual([1]);
  });

  test('com.microsoft.QLinearConcat', () => {
    const result = [scalar(2), bytes([1], [])];
    const [made] = ranNode('com.microsoft.QLinearConcat', [...result, ...of(a, 1, 10), ...of(b, 2, 1)], { axis: 0 });
    expect(made!.data).toEqual([1, 6, 11, 5, 5, 5]);
  });

  test('com.microsoft.QGemm leaves floats where no scale of the result is given', () => {
    const [left, right] = [bytes([1, 2], [1, 2]), bytes([3, 4, 5, 6], [2, 2], 'int8')];
    const scales = [scalar(0.5), bytes([1], []), right, floats([2], [1, 2]), bytes([0, 0], [2], 'int8')];
    const [made] = ranNode('com.microsoft.QGemm', [left, ...scales, integers([4, 4], [2], 'int32')]);
    expect(made!.data).toEqual([0.5 * (5 + 4), 1 * (6 + 4)]);
  });
});

test('sums that int32 may not hold are refused by their node', () => {
  const constants = { w: bytes(new Array<number>(70_000).fill(1), [70_000, 1], 'int8') };
  const nodes: Written[] = [
    ['QuantizeLinear', ['x', 's'], ['q']],
    ['MatMulInteger', ['q', 'w'], ['y']],
  ];
  const model = modelOf({ inputs: { x: [1, 70_000] }, constants: { ...constants, s: scalar(1) }, nodes });
  expect(() => toGraph(model)).toThrow(
    'MatMulInteger with sums of 70000 products of uint8, where int32 holds those of 65793 (node "MatMulInteger_1")',
  );
});

test('nor does QLinearConv take sums that int32 may not hold', () => {
  const w = bytes(new Array<number>(7311 * 9).fill(1), [1, 7311, 3, 3], 'int8');
  const constants = { w, s: scalar(1), z: bytes([0], []), wz: bytes([0], [], 'int8') };
  const nodes: Written[] = [
    ['QuantizeLinear', ['x', 's'], ['q']],
    ['QLinearConv', ['q', 's', 'z', 'w', 's', 'wz', 's', 'z'], ['y']],
  ];
  expect(() => toGraph(modelOf({ inputs: { x: [1, 7311, 3, 3] }, constants, nodes }))).toThrow(
    'QLinearConv with sums of 65799 products of uint8, where int32 holds those of 65793 (node "QLinearConv_1")',
  );
});

test.each([
  [[3], [3, 2], [22, 28]],
  [[2, 3], [3], [14, 32]],
])('MatMulInteger has vectors of %j and %j', (left, right, want) => {
  const numbers = (shape: readonly number[]): readonly number[] =>
    Array.from({ length: shape.reduce((product, extent) => product * extent, 1) }, (_, i) => i + 1);
  const [a, b] = [left, right].map((shape) => bytes(numbers(shape), shape));
  expect(ranNode('MatMulInteger', [a, b])).toEqual([{ shape: [2], data: want }]);
});

test('MatMulInteger of wider numbers is refused', () => {
  const [a, b] = [integers([1, 2], [1, 2]), integers([1, 2], [2, 1])];
  expect(() => ranNode('MatMulInteger', [a, b])).toThrow('it multiplies int64, and its data must be bytes');
});

test('a DequantizeLinear is of the type that it names', () => {
  const nodes: Written[] = [['DequantizeLinear', ['k', 's', 'z'], ['y'], { output_dtype: 10 }]];
  const constants = { k: bytes([4]), s: scalar(0.5), z: bytes([3], []) };
  const graph = toGraph(modelOf({ opset: 23, inputs: { x: [1] }, constants, nodes }));
  expect(graph.values.get('y')!.type).toBe('float16');
});

test('two outputs may be one value that is dequantised', () => {
  const nodes: Written[] = [
    ['QuantizeLinear', ['x', 's'], ['q']],
    ['DequantizeLinear', ['q', 's'], ['d']],
    ['Identity', ['d'], ['y']],
    ['Identity', ['d'], ['z']],
  ];
  const model = modelOf({ inputs: { x: [4] }, constants: { s: scalar(0.5) }, nodes, outputs: ['y', 'z'] });
  expect(simplify(toGraph(model)).nodes.map(({ op }) => op)).toEqual([
    'QuantizeLinear',
    'DequantizeLinear',
    'Identity',
  ]);
});

describe('whole numbers that stand for floats', () => {
  const constants = {
    ...{ s: scalar(0.5), z: bytes([3], []), t: scalar(0.25), y: bytes([0], []) },
    pads: integers([0, 0, 1, 1, 0, 0, 1, 1]),
  };
  const simplified = (nodes: readonly Written[]) =>
    simplify(toGraph(modelOf({ inputs: { x: [1, 4, 6, 6] }, constants, nodes })));
  const opsOf = (nodes: readonly Written[]): readonly string[] => simplified(nodes).nodes.map(({ op }) => op);
  const quantised: Written[] = [
    ['QuantizeLinear', ['x', 's', 'z'], ['q']],
    ['DequantizeLinear', ['q', 's', 'z'], ['d']],
  ];
  const pool: Written = ['MaxPool', ['d'], ['p'], { kernel_shape: [2, 2], strides: [2, 2] }];

  test('stay so where elements only move', () => {
    expect(opsOf([...quantised, pool, ['QuantizeLinear', ['p', 's', 'z'], ['r']]])).toEqual([
      'QuantizeLinear',
      'MaxPool',
    ]);
    expect(opsOf([...quantised, ['Flatten', ['d'], ['f']]])).toEqual(['QuantizeLinear', 'Reshape', 'DequantizeLinear']);
    const parts: Written[] = [
      ['Split', ['d'], ['u', 'v'], { axis: 1 }],
      ['Concat', ['v', 'u'], ['c'], { axis: 1 }],
    ];
    expect(opsOf([...quantised, ...parts])).toEqual(['QuantizeLinear', 'Slice', 'Slice', 'Concat', 'DequantizeLinear']);
  });

  test('stay so where scale and zero point are known only when the network runs', () => {
    const dynamic: Written[] = [
      ['DynamicQuantizeLinear', ['x'], ['q', 'qs', 'qz']],
      ['DequantizeLinear', ['q', 'qs', 'qz'], ['d']],
    ];
    const lastOf = (node: Written): readonly string[] => opsOf([...dynamic, node]).slice(-2);
    expect(lastOf(['Flatten', ['d'], ['f']])).toEqual(['Reshape', 'DequantizeLinear']);
    expect(lastOf(['Transpose', ['d'], ['f'], { perm: [0, 2, 3, 1] }])).toEqual(['Transpose', 'DequantizeLinear']);
    expect(lastOf(pool)).toEqual(['DequantizeLinear', 'MaxPool']);
    expect(lastOf(['Pad', ['d', 'pads'], ['f']])).toEqual(['DequantizeLinear', 'Pad']);
    const other: Written[] = [
      ['Relu', ['x'], ['r']],
      ['DynamicQuantizeLinear', ['r'], ['p', 'ps', 'pz']],
      ['DequantizeLinear', ['p', 'ps', 'pz'], ['e']],
    ];
    expect(opsOf([...dynamic, ...other, ['Concat', ['d', 'e'], ['c'], { axis: 1 }]]).slice(-1)).toEqual(['Concat']);
  });

  test('are quantised before they are put together', () => {
    const other: Written[] = [
      ['QuantizeLinear', ['x', 't', 'y'], ['p']],
      ['DequantizeLinear', ['p', 't', 'y'], ['e']],
    ];
    const together: Written[] = [
      ['Concat', ['d', 'e'], ['c'], { axis: 1 }],
      ['QuantizeLinear', ['c', 's', 'z'], ['r']],
    ];
    const ops = ['QuantizeLinear', 'QuantizeLinear', 'DequantizeLinear', 'QuantizeLinear', 'Concat'];
    expect(opsOf([...quantised, ...other, ...together])).toEqual(ops);
  });

  test('are padded by what stands for 0', () => {
    const pads = integers([0, 0, 1, 1, 0, 0, 1, 1]);
    const nodes: Written[] = [...quantised, ['Pad', ['d', 'pads'], ['w']], ['QuantizeLinear', ['w', 's', 'z'], ['r']]];
    const graph = toGraph(modelOf({ inputs: { x: [1, 1, 1, 1] }, constants: { ...constants, pads }, nodes }));
    const simple = simplify(graph);
    expect(simple.nodes.map(({ op }) => op)).toEqual(['QuantizeLinear', 'Pad']);
    for (const either of [graph, simple])
      expect([...interpret(either, new Map([['x', Float64Array.of(2)]])).values()][0]).toEqual(
        Float64Array.of(3, 3, 3, 3, 7, 3, 3, 3, 3),
      );
  });
});
