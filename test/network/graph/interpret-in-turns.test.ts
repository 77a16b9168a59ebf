import { expect, test } from '@jest/globals';
import { interpret, interpretInTurns } from '../../../src/network/graph/evaluate.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { modelOf } from '../../support/graph-models.js';

test('a long interpretation leaves turns to timers, and answers the same', async () => {
  const names = ['x', 'a', 'b', 'c', 'd', 'e', 'f', 'y'];
  const nodes = names.slice(1).map((name, i) => ['Sigmoid', [names[i]!], [name]] as const);
  const graph = toGraph(modelOf({ inputs: { x: [2 ** 21] }, nodes: nodes.map((node) => [...node]) }));
  const inputs = new Map([['x', new Float64Array(2 ** 21).fill(0.5)]]);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const answers = await interpretInTurns(graph, inputs);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  expect(answers).toEqual(interpret(graph, inputs));
});
