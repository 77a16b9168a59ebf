import { expect, test } from '@jest/globals';
import { MOST_STEPS } from '../../../src/operator/epilogue.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { legalise } from '../../../src/network/program/legalise.js';
import type { KernelForm } from '../../../src/network/program/layer.js';
import { lowerGraph, type LoweredGraph } from '../../../src/network/program/lowering.js';
import { floats, integers, modelOf, type Written, type WrittenModel } from '../../support/graph-models.js';

const image = [1, 4, 6, 6];
const x = { x: image };
const weights = {
  w: floats(
    [4, 4, 3, 3],
    Array.from({ length: 144 }, (_, i) => Math.sin(i)),
  ),
};
const same = { pads: [1, 1, 1, 1] };
const conv = (from: string, to: string): Written => ['Conv', [from, 'w'], [to], same];

/** Weights of a convolution of channels of their own, and of one of single pixels. */
const separable = {
  ...weights,
  dw: floats(
    [4, 1, 3, 3],
    Array.from({ length: 36 }, (_, i) => Math.cos(i)),
  ),
  back: floats(
    [3, 5, 1, 1],
    Array.from({ length: 15 }, (_, i) => Math.cos(i)),
  ),
  pw: floats(
    [5, 4, 1, 1],
    Array.from({ length: 20 }, (_, i) => Math.sin(i)),
  ),
};
const depthwise = (from: string, to: string): Written => ['Conv', [from, 'dw'], [to], { ...same, group: 4 }];
const pointwise = (from: string, to: string): Written => ['Conv', [from, 'pw'], [to]];

function lowered(model: WrittenModel): LoweredGraph {
  return lowerGraph(legalise(simplify(toGraph(modelOf(model)))), ['NCHW']);
}

/** Pairs as "nodes of the fused layer: what it computes". */
function pairs(nodes: readonly Written[], outputs?: readonly string[]): string[] {
  const model = { inputs: x, constants: separable, nodes: [...nodes], ...(outputs && { outputs: [...outputs] }) };
  return lowered(model).pairs.map(({ fused: { nodes: of, reads, forms } }) => {
    const { operator, shape } = (forms[0] as KernelForm).workload;
    return `${of.join('+')}: ${operator} of ${reads.join()} ${JSON.stringify(shape['between'])} ${tail(shape)}`;
  });
}

/** Layers as "nodes of each, joined by +", and what they compute. */
function layers(model: WrittenModel): string[] {
  return lowered(model).layers.map(({ nodes, forms }) => {
    const [form] = forms;
    const what = form!.kind !== 'kernel' ? 'nothing' : `${form!.workload.operator} ${tail(form!.workload.shape)}`;
    return `${nodes.join('+')}: ${what}`;
  });
}

function tail(shape: unknown): string {
  const { epilogue, expression } = shape as { epilogue?: unknown; expression?: string };
  return expression ?? JSON.stringify(epilogue);
}

test('what follows a convolution becomes its epilogue', () => {
  const nodes: Written[] = [conv('x', 'a'), ['Relu', ['a'], ['b']]];
  expect(layers({ inputs: x, constants: weights, nodes })).toEqual(['Conv_0+Relu_1: conv2d ["relu"]']);
});

test('numbers that repeat the only channel of a convolution are no scale of it', () => {
  const constants = { one: floats([1, 4, 1, 1], [1, 2, 3, 4]), three: floats([3, 1, 1], [1, 2, 3]) };
  const nodes: Written[] = [
    ['Conv', ['x', 'one'], ['c']],
    ['Mul', ['c', 'three'], ['y']],
  ];
  expect(layers({ inputs: x, constants, nodes })).toEqual(['Conv_0: conv2d []', 'Mul_1: elementwise a*b']);
});

test('a tail is no longer than one may be', () => {
  const tanhs = Array.from({ length: 20 }, (_, i): Written => ['Tanh', [`a${i}`], [`a${i + 1}`]]);
  const own = { ...weights, b: floats([4], [1, 2, 3, 4]) };
  const biased: Written = ['Conv', ['x', 'w', 'b'], ['a0'], same];
  const [first, rest] = layers({ inputs: x, constants: own, nodes: [biased, ...tanhs] });
  expect(first!.split('+').length).toBeLessThanOrEqual(MOST_STEPS);
  expect(first!.split('+').length + rest!.split('+').length).toBe(21);
});

test('without fusion every node is a layer', () => {
  const nodes: Written[] = [conv('x', 'a'), ['Relu', ['a'], ['b']], ['Tanh', ['b'], ['c']]];
  const graph = legalise(simplify(toGraph(modelOf({ inputs: x, constants: weights, nodes }))));
  expect(lowerGraph(graph, ['NCHW'], { fusesEpilogues: false }).layers.map((layer) => layer.nodes)).toEqual([
    ['Conv_0'],
    ['Relu_1'],
    ['Tanh_2'],
  ]);
});

test('a residual is added by the convolution that is computed last', () => {
  const nodes: Written[] = [conv('x', 'a'), conv('a', 'b'), ['Add', ['b', 'a'], ['c']], ['Relu', ['c'], ['d']]];
  expect(layers({ inputs: x, constants: weights, nodes })).toEqual([
    'Conv_0: conv2d []',
    'Conv_1+Add_2+Relu_3: conv2d ["add","relu"]',
  ]);
});

test('nothing is fused behind what others read, or what the caller gets', () => {
  const nodes: Written[] = [conv('x', 'a'), ['Relu', ['a'], ['b']], ['Tanh', ['a'], ['c']]];
  expect(layers({ inputs: x, constants: weights, nodes, outputs: ['b', 'c'] })).toHaveLength(3);
  expect(layers({ inputs: x, constants: weights, nodes: nodes.slice(0, 2), outputs: ['a', 'b'] })).toHaveLength(2);
});

test('a chain element by element is one expression, and so are arms that meet in it', () => {
  const chain: Written[] = [
    ['Exp', ['x'], ['a']],
    ['Neg', ['a'], ['b']],
    ['Add', ['b', 'x'], ['c']],
  ];
  expect(layers({ inputs: x, nodes: chain })).toEqual(['Exp_0+Neg_1+Add_2: elementwise 0-exp(a)+a']);
  const arms: Written[] = [
    ['Exp', ['x'], ['a']],
    ['Tanh', ['z'], ['b']],
    ['Mul', ['b', 'a'], ['c']],
    ['Add', ['c', 'a'], ['d']],
  ];
  const inputs = { ...x, z: image };
  expect(layers({ inputs, nodes: arms })).toEqual(['Exp_0+Tanh_1+Mul_2+Add_3: elementwise tanh(b)*exp(a)+exp(a)']);
});

test('an arm that others read, or that is repeated, is a kernel of its own', () => {
  const inputs = { ...x, z: image, one: [1, 4, 1, 1] };
  const read: Written[] = [
    ['Exp', ['x'], ['a']],
    ['Tanh', ['z'], ['b']],
    ['Mul', ['b', 'a'], ['c']],
  ];
  expect(layers({ inputs, nodes: read, outputs: ['a', 'c'] })).toHaveLength(2);
  const repeated: Written[] = [
    ['Exp', ['one'], ['a']],
    ['Tanh', ['x'], ['b']],
    ['Mul', ['b', 'a'], ['c']],
  ];
  expect(layers({ inputs, nodes: repeated })).toHaveLength(2);
});

test('chains stop before an expression is too long, or has too many inputs', () => {
  const mish = Array.from({ length: 30 }, (_, i): Written => ['Mish', [i === 0 ? 'x' : `m${i - 1}`], [`m${i}`]]);
  const found = layers({ inputs: x, nodes: mish });
  expect(found.length).toBeGreaterThan(1);
  const sums = Array.from({ length: 40 }, (_, i): Written => [
    'Add',
    [i === 0 ? 'x' : `s${i - 1}`, `i${i}`],
    [`s${i}`],
  ]);
  const inputs = { ...x, ...Object.fromEntries(sums.map((_, i) => [`i${i}`, image])) };
  expect(layers({ inputs, nodes: sums }).length).toBeGreaterThan(1);
});

test('a split whose parts are contiguous computes nothing, nor does a concatenation', () => {
  const parts: Written = ['Split', ['x', 's'], ['a', 'b'], { axis: 1 }];
  const nodes: Written[] = [
    parts,
    ['Relu', ['a'], ['c']],
    ['Tanh', ['b'], ['d']],
    ['Concat', ['c', 'd'], ['e'], { axis: 1 }],
  ];
  expect(
    layers({ inputs: x, constants: { s: integers([1, 3]) }, nodes }).filter((one) => one.endsWith('nothing')),
  ).toHaveLength(3);
});

test('a concatenation is part of what alone reads it, and not where a convolution adds it', () => {
  const joined: Written = ['Concat', ['x', 'x'], ['a'], { axis: 1 }];
  expect(layers({ inputs: x, nodes: [joined, ['Relu', ['a'], ['b']]] })).toEqual([
    'Concat_0+Relu_1: elementwise relu(concat(1,a,a))',
  ]);
  const inputs = { x: [1, 2, 6, 6], z: [1, 2, 6, 6], w4: image };
  const nodes: Written[] = [['Concat', ['x', 'z'], ['a'], { axis: 1 }], conv('w4', 'b'), ['Add', ['a', 'b'], ['c']]];
  expect(layers({ inputs, constants: weights, nodes })).toEqual(['Concat_0: nothing', 'Conv_1+Add_2: conv2d ["add"]']);
  const sum: Written[] = [
    ['Concat', ['x', 'z'], ['a'], { axis: 1 }],
    ['Mul', ['w4', 'w4'], ['b']],
    ['Add', ['a', 'b'], ['c']],
  ];
  expect(layers({ inputs, nodes: sum })).toEqual(['Concat_0+Mul_1+Add_2: elementwise concat(1,a,b)+c*c']);
});

test('all nodes without a kernel are named at once', () => {
  const nodes: Written[] = [
    ['BatchNormalization', ['x', 's', 's', 's', 's'], ['a']],
    ['BatchNormalization', ['a', 's', 's', 's', 's'], ['b']],
  ];
  const unsimplified = toGraph(modelOf({ inputs: { ...x, s: [4] }, nodes }));
  expect(() => lowerGraph(unsimplified, ['NCHW'])).toThrow(/BatchNormalization_0.*BatchNormalization_1/);
});

test('a depthwise and the 1x1 convolution behind it are a pair, with what follows either', () => {
  const nodes: Written[] = [
    depthwise('x', 'a'),
    ['Relu', ['a'], ['b']],
    pointwise('b', 'c'),
    ['Sigmoid', ['c'], ['d']],
  ];
  expect(pairs(nodes)).toEqual(['Conv_0+Relu_1+Conv_2+Sigmoid_3: separable of x ["relu"] ["sigmoid"]']);
});

test('no pair is made where somebody else reads what lies between, or where the second reads neighbours', () => {
  const between: Written[] = [depthwise('x', 'a'), pointwise('a', 'b')];
  expect(pairs(between, ['a', 'b'])).toEqual([]);
  expect(pairs([...between, ['Tanh', ['a'], ['c']]], ['b', 'c'])).toEqual([]);
  expect(pairs([depthwise('x', 'a'), conv('a', 'b')])).toEqual([]);
  expect(pairs([depthwise('x', 'a'), ['Add', ['a', 'x'], ['b']], pointwise('b', 'c')])).toEqual([]);
  expect(pairs([conv('x', 'a'), pointwise('a', 'b')])).toEqual([]);
});

test('two products of rows by constant weights are a pair, unless the first adds more than numbers for each column', () => {
  const numbers = Array.from({ length: 48 }, (_, i) => Math.sin(i));
  const dense = { up: floats([6, 8], numbers), down: floats([8, 6], numbers) };
  const pairsOf = (nodes: readonly Written[]): string[] => {
    const model = { inputs: { x: [2, 3, 6], y: [2, 3, 8] }, constants: dense, nodes: [...nodes] };
    return lowered(model).pairs.map(({ fused: { nodes: of, forms } }) => {
      return `${of.join('+')}: ${(forms[0] as KernelForm).workload.name}`;
    });
  };
  const up: Written = ['MatMul', ['x', 'up'], ['a']];
  const down = (from: string): Written => ['MatMul', [from, 'down'], ['z']];
  expect(pairsOf([up, ['Tanh', ['a'], ['b']], down('b')])).toEqual([
    'MatMul_0_1+Tanh_1+MatMul_2_1: 6x6x8x6+between-tanh',
  ]);
  expect(pairsOf([up, ['Add', ['a', 'y'], ['b']], down('b')])).toEqual([]);
  expect(pairsOf([up, ['Softmax', ['a'], ['b'], { axis: -1 }], down('b')])).toEqual([]);
});

test('two 1x1 convolutions are a pair of which pixels are the rows', () => {
  const nodes: Written[] = [pointwise('x', 'a'), ['Relu', ['a'], ['b']], ['Conv', ['b', 'back'], ['c']]];
  expect(pairs(nodes)).toEqual(['Conv_0+Relu_1+Conv_2: mlp of x ["relu"] []']);
});

test('a convolution and the pool behind it are a pair, unless a mean reaches over the border', () => {
  const window = { kernel_shape: [3, 3], strides: [2, 2] };
  const pooled = (op: string, attributes = {}): Written[] => [
    conv('x', 'a'),
    ['Relu', ['a'], ['b']],
    [op, ['b'], ['c'], { ...window, ...attributes }],
  ];
  const fused = 'conv_pool of x ["relu"] []';
  expect(pairs(pooled('MaxPool', { pads: [1, 1, 1, 1] }))).toEqual([`Conv_0+Relu_1+MaxPool_2: ${fused}`]);
  expect(pairs(pooled('AveragePool'))).toEqual([`Conv_0+Relu_1+AveragePool_2: ${fused}`]);
  expect(pairs(pooled('AveragePool', { pads: [1, 1, 1, 1] }))).toEqual([]);
  expect(pairs(pooled('MaxPool', { dilations: [2, 2] }))).toEqual([]);
});

test('what a node takes in is not lost where another takes in that node', () => {
  const nodes: Written[] = [
    ['Greater', ['x', 'high'], ['isHigh']],
    ['Less', ['x', 'low'], ['isLow']],
    ['Sub', ['x', 'high'], ['lower']],
    ['Add', ['x', 'high'], ['higher']],
    ['Where', ['isLow', 'higher', 'zero'], ['others']],
    ['Where', ['isHigh', 'lower', 'others'], ['y']],
  ];
  const constants = { high: floats([], [2]), low: floats([], [-2]), zero: floats([], [0]) };
  expect(layers({ inputs: x, constants, nodes })).toEqual([
    'Greater_0+Less_1+Sub_2+Add_3+Where_4+Where_5: elementwise where(greater(a,2),a+-2,where(greater(-2,a),a+2,0))',
  ]);
});
