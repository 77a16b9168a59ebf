import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isKernelCall } from '../../../../src/backend/program/program.js';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
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
const nodes: Written[] = [
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

const operators = ['separable', 'conv_pool'];

test.each([1, 2])('kernels of pairs compute what the interpreter does, on %i threads', async (threads) => {
  const random = new Random(threads);
  const bounds = { none: floats([], [0]), six: floats([], [6]) };
  const model = modelOf({
    ...{ inputs: { x: [1, 8, 9, 7] }, constants: { ...constants, ...bounds }, nodes, outputs: ['j', 'o'] },
    opset: 14,
  });
  const graph = legalise(simplify(toGraph(model)));
  const { program } = randomProgram(graph, { random, threads, each: 10 });
  const fused = program.programs[0]!.calls.filter(isKernelCall).filter(({ task }) =>
    operators.includes(task.workload.operator),
  );
  expect(fused.map(({ layer }) => layer)).toEqual([
    ...['Conv_1 + Conv_3', 'Conv_7 + Conv_8', 'Conv_10 + MaxPool_12', 'Conv_13 + AveragePool_14'],
  ]);
  const library = join(folder, `library-${threads}`);
  await writeLibrary(library, graph, program, { random });
  const found = selfTest(library);
  expect(found).toMatchObject({ stderr: '', wrong: [] });
  expect(found.right).toBeGreaterThan(0);
});
