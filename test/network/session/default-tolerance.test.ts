import { expect, test } from '@jest/globals';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { lowerGraph } from '../../../src/network/program/lowering.js';
import { defaultTolerance, toleranceOfGiven } from '../../../src/network/session/default-tolerance.js';
import { floats, integers, modelOf, type Written } from '../../support/graph-models.js';

test.each([
  ['uint8', 8 / 256],
  ['int16', 1e-4],
] as const)('what is rounded to %s may be off by %d', (type, tolerance) => {
  const graph = simplify(
    toGraph(
      modelOf({
        inputs: { x: [4] },
        constants: { s: floats([], [0.5]), z: integers([3], [], type) },
        nodes: [['QuantizeLinear', ['x', 's', 'z'], ['y']]],
      }),
    ),
  );
  const { layers } = lowerGraph(graph, ['NCHW']);
  expect(defaultTolerance({ graph, layers, precision: 'float32' })).toBe(tolerance);
});

test('outputs that others computed in float16 may be off by its steps, and those of the library not', () => {
  const nodes: Written[] = [
    ['Cast', ['x'], ['h'], { to: 10 }],
    ['Relu', ['h'], ['r']],
    ['Cast', ['r'], ['y'], { to: 1 }],
  ];
  const graph = simplify(toGraph(modelOf({ inputs: { x: [4] }, nodes })));
  const { layers } = lowerGraph(graph, ['NCHW']);
  const program = { graph, layers, precision: 'float32' };
  expect(defaultTolerance(program)).toBe(1e-4);
  expect(toleranceOfGiven(program)).toBe((8 / 2 ** 11) * Math.sqrt(layers.length));
});
