import { expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { model, node, tensor } from '../../support/onnx-builder.js';

test('a quotient of whole numbers loses what is behind the point, by a constant, too', () => {
  const graph = toGraph(
    model({
      inputs: [{ name: 'x', type: 'int32', shape: [5] }],
      outputs: [{ name: 'y', type: 'int32', shape: [5] }],
      constants: { two: tensor('int32', [], [2]) },
      nodes: [node('Div', ['x', 'two'], ['y'])],
    }),
  );
  for (const either of [graph, simplify(graph)]) {
    const answers = interpret(either, new Map([['x', Float64Array.of(-3, -1, 3, 5, 6)]]));
    expect([...answers.get('y')!]).toEqual([-1, -0, 1, 2, 3]);
  }
});
