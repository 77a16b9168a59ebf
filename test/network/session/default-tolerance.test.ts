import { expect, test } from '@jest/globals';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { lowerGraph } from '../../../src/network/program/lowering.js';
import { defaultTolerance } from '../../../src/network/session/default-tolerance.js';
import { floats, integers, modelOf } from '../../support/graph-models.js';

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
