import { expect, test } from '@jest/globals';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { randomReference } from '../../../src/network/session/reference.js';
import { Random } from '../../../src/space/random.js';
import { model, node, tensor } from '../../support/onnx-builder.js';

/** Rows of a table, by as many indices. */
function pickOf(rows: number) {
  return toGraph(
    model({
      inputs: [{ name: 'index', type: 'int64', shape: [64] }],
      outputs: [{ name: 'y', type: 'float32', shape: [64, 1] }],
      constants: {
        table: tensor(
          'float32',
          [rows, 1],
          Array.from({ length: rows }, (_, i) => i),
        ),
      },
      nodes: [node('Gather', ['table', 'index'], ['y'])],
    }),
  );
}

test.each([
  [256, 255],
  [100, 1],
  [2, 1],
  [1, 0],
])('of a table of %i rows, indices are drawn up to %i', async (rows, largest) => {
  const { inputs, outputs } = await randomReference(pickOf(rows), new Random(3));
  expect(Math.max(...Array.from(inputs[0]!))).toBeLessThanOrEqual(largest);
  expect(Math.max(...Array.from(inputs[0]!))).toBeGreaterThanOrEqual(largest > 1 ? 2 : largest);
  expect(outputs[0]).toEqual(inputs[0]);
});
