import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isKernelCall } from '../../../../src/backend/program/program.js';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import type { Layout } from '../../../../src/network/program/layout.js';
import { Random } from '../../../../src/space/random.js';
import { defined } from '../../../../src/target/defined.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { floats, modelOf, type Written } from '../../../support/graph-models.js';
import { randomProgram, selfTest, writeLibrary } from '../../../support/network-library.js';

const folder = ownFolder();

function weights(...shape: readonly number[]): ReturnType<typeof floats> {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return floats(
    shape,
    Array.from({ length: size }, (_, i) => Math.sin(i * 1.7) * 0.4),
  );
}

const constants = {
  deep: weights(16, 1, 3, 3),
  shift: weights(16),
  narrow: weights(8, 16, 1, 1),
  wide: weights(16, 8, 1, 1),
  far: weights(16, 1, 3, 5),
  odd: weights(5, 16, 1, 1),
  square: weights(16, 8, 3, 3),
};

/** An inverted residual, a depthwise with strides before channels that fill no vector, and convolutions with pools. */
const convolutions: Written[] = [
  ['Conv', ['x', 'wide'], ['a']],
  ['Conv', ['a', 'deep', 'shift'], ['b'], { group: 16, pads: [1, 1, 1, 1] }],
  ['Clip', ['b', 'none', 'six'], ['c']],
  ['Conv', ['c', 'narrow'], ['d']],
  ['Add', ['d', 'x'], ['e']],
  ['Conv', ['e', 'wide'], ['f']],
  ['Relu', ['f'], ['g']],
  ['Conv', ['g', 'far'], ['h'], { group: 16, pads: [0, 2, 1, 1], strides: [2, 1] }],
  ['Conv', ['h', 'odd'], ['i']],
  ['HardSwish', ['i'], ['j']],
  ['Conv', ['x', 'square', 'shift'], ['k'], { pads: [1, 1, 1, 1] }],
  ['Relu', ['k'], ['l']],
  ['MaxPool', ['l'], ['m'], { kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1] }],
  ['Conv', ['m', 'odd'], ['n']],
  ['AveragePool', ['n'], ['o'], { kernel_shape: [2, 2] }],
];

const flat = {
  up: weights(19, 37),
  upShift: weights(37),
  down: weights(37, 19),
  wideT: weights(29, 19),
  narrowT: weights(11, 29),
  row: weights(11),
  rise: weights(13, 8, 1, 1),
  fall: weights(6, 13, 1, 1),
  shift13: weights(13),
};

/** A perceptron with a residual, one of weights [n, k] over rows, and 1x1 convolutions. */
const products: Written[] = [
  ['MatMul', ['x', 'up'], ['a']],
  ['Add', ['a', 'upShift'], ['b']],
  ['Gelu', ['b'], ['c']],
  ['MatMul', ['c', 'down'], ['d']],
  ['Add', ['x', 'd'], ['e']],
  ['Gemm', ['r', 'wideT'], ['f'], { transB: 1 }],
  ['Relu', ['f'], ['g']],
  ['Gemm', ['g', 'narrowT', 'row'], ['h'], { transB: 1 }],
  ['Tanh', ['h'], ['i']],
  ['Conv', ['p', 'rise', 'shift13'], ['j']],
  ['Relu', ['j'], ['k']],
  ['Conv', ['k', 'fall'], ['l']],
  ['Sigmoid', ['l'], ['m']],
];

/** A decoder: what is resized, by neighbours or by weights along an axis, goes before what is not. */
const decoders: Written[] = [
  ['Relu', ['x'], ['a']],
  ['Resize', ['a', '', 'twice'], ['b'], { mode: 'nearest', coordinate_transformation_mode: 'asymmetric' }],
  ['Concat', ['b', 's', 't'], ['c'], { axis: 1 }],
  ['Resize', ['c', '', 'wider'], ['d'], { mode: 'linear' }],
  ['Concat', ['d', 'u'], ['e'], { axis: 1 }],
];

interface Case {
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly constants: Readonly<Record<string, ReturnType<typeof floats>>>;
  readonly nodes: readonly Written[];
  readonly outputs: readonly string[];
  readonly layouts?: readonly Layout[];
  readonly fused: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  convolutions: {
    inputs: { x: [1, 8, 9, 7] },
    constants: { ...constants, none: floats([], [0]), six: floats([], [6]) },
    nodes: convolutions,
    outputs: ['j', 'o'],
    fused: ['Conv_1 + Conv_3', 'Conv_7 + Conv_8', 'Conv_10 + MaxPool_12', 'Conv_13 + AveragePool_14'],
  },
  products: {
    inputs: { x: [2, 21, 19], r: [5, 19], p: [2, 8, 5, 7] },
    constants: flat,
    nodes: products,
    outputs: ['e', 'i', 'm'],
    fused: ['MatMul_0_1 + MatMul_3_1', 'Gemm_5 + Gemm_7', 'Conv_9 + Conv_11'],
  },
  decoders: {
    inputs: { x: [1, 7, 5, 6], s: [1, 16, 10, 12], t: [1, 1, 10, 12], u: [1, 3, 10, 31] },
    constants: { twice: floats([4], [1, 1, 2, 2]), wider: floats([4], [1, 1, 1, 2.6]) },
    nodes: decoders,
    outputs: ['e'],
    layouts: ['NHWC'],
    fused: ['Resize_1 + Concat_2', 'Resize_3 + Concat_4'],
  },
};

const onThreads = Object.keys(cases).flatMap((name) => [1, 2].map((threads) => [name, threads] as const));

test.each(onThreads)(
  'kernels of pairs of %s compute what the interpreter does, on %i threads',
  async (name, threads) => {
    const { inputs, constants, nodes, outputs, layouts, fused: expected } = cases[name]!;
    const random = new Random(threads);
    const model = modelOf({ inputs, constants, nodes: [...nodes], outputs: [...outputs], opset: 20 });
    const graph = legalise(simplify(toGraph(model)));
    const { program } = randomProgram(graph, { random, threads, each: 10, ...defined({ layouts }) });
    const fused = program.programs[0]!.calls.filter(isKernelCall).map(({ layer }) => layer);
    expect(fused.filter((layer) => layer.includes(' + '))).toEqual(expected);
    const library = join(folder, `library-${name}-${threads}`);
    await writeLibrary(library, graph, program, { random });
    const found = selfTest(library);
    expect(found).toMatchObject({ stderr: '', wrong: [] });
    expect(found.right).toBeGreaterThan(0);
  },
);
