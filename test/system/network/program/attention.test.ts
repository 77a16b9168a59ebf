import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { randomProgram, selfTest, writeLibrary } from '../../../support/network-library.js';
import { model, node, tensor } from '../../../support/onnx-builder.js';

const folder = ownFolder();
const random = new Random(5);
const [tokens, width] = [37, 16];

/** Tokens that see themselves and the eight before. */
const causal = model({
  inputs: ['q', 'k', 'v'].map((name) => ({ name, type: 'float32', shape: [1, 2, tokens, width] })),
  outputs: [{ name: 'y', type: 'float32', shape: [1, 2, tokens, width] }],
  constants: {
    mask: tensor(
      'float32',
      [tokens, tokens],
      Array.from({ length: tokens ** 2 }, (_, at) => {
        const behind = Math.floor(at / tokens) - (at % tokens);
        return behind >= 0 && behind < 9 ? 0 : -Infinity;
      }),
    ),
  },
  nodes: [
    node('Transpose', ['k'], ['t'], { perm: [0, 1, 3, 2] }),
    node('MatMul', ['q', 't'], ['s']),
    node('Add', ['s', 'mask'], ['m']),
    node('Softmax', ['m'], ['p'], { axis: -1 }),
    node('MatMul', ['p', 'v'], ['y']),
  ],
});

test('a causal mask with a window is part of the kernel', async () => {
  const graph = legalise(simplify(toGraph(causal)));
  const { program } = randomProgram(graph, { random });
  const [kernel] = program.programs[0]!.calls.flatMap((call) => ('task' in call ? [call.task.workload] : []));
  expect(kernel!.shape).toMatchObject({ bias: 'none', causal: 1, window: 9 });
  const library = join(folder, 'causal');
  await writeLibrary(library, graph, program, { random, tolerance: 1e-4 });
  expect(selfTest(library, 'programs')).toEqual({ stderr: '', wrong: [], right: 3 });
});

/** Keys that the least float hides, as in some models: from the first row all, of which it is the mean. */
const finite = tensor(
  'float32',
  [tokens, tokens],
  Array.from({ length: tokens ** 2 }, (_, at) => (at < tokens || at % 3 === 0 ? -3.4028234663852886e38 : 0)),
);

test.each([
  [
    'attention',
    [node('MatMul', ['q', 't'], ['s']), node('Add', ['s', 'mask'], ['m']), node('Softmax', ['m'], ['p'], { axis: -1 })],
  ],
  ['softmax', [node('Add', ['x', 'mask'], ['m']), node('Softmax', ['m'], ['y'], { axis: -1 })]],
])('a row that the least float hides is no NaN: %s', async (name, nodes) => {
  const shapes =
    name === 'softmax'
      ? { x: [1, 2, tokens, tokens] }
      : { q: [1, 2, tokens, width], t: [1, 2, width, tokens], v: [1, 2, tokens, width] };
  const graph = legalise(
    simplify(
      toGraph(
        model({
          inputs: Object.entries(shapes).map(([input, shape]) => ({ name: input, type: 'float32', shape })),
          outputs: [{ name: 'y', type: 'float32', shape: name === 'softmax' ? shapes.x! : shapes.q! }],
          constants: { mask: finite },
          nodes: name === 'softmax' ? nodes : [...nodes, node('MatMul', ['p', 'v'], ['y'])],
        }),
      ),
    ),
  );
  const { program } = randomProgram(graph, { random });
  const operators = program.programs[0]!.calls.flatMap((call) => ('task' in call ? [call.task.workload.operator] : []));
  expect(operators).toContain(name);
  const library = join(folder, name);
  await writeLibrary(library, graph, program, { random, tolerance: 1e-4 });
  expect(selfTest(library, 'programs')).toEqual({ stderr: '', wrong: [], right: 3 });
});
