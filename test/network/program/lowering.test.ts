import { describe, expect, test } from '@jest/globals';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { fits, type Layout } from '../../../src/network/program/layout.js';
import { legalise } from '../../../src/network/program/legalise.js';
import { lowerGraph } from '../../../src/network/program/lowering.js';
import { modelOf, type Written } from '../../support/graph-models.js';

const layouts: readonly Layout[] = ['NCHW', 'NHWC', 'NCHW8c'];

function lowered(shape: readonly number[], nodes: readonly Written[]) {
  const graph = legalise(simplify(toGraph(modelOf({ inputs: { x: [...shape] }, nodes }))));
  return { graph, ...lowerGraph(graph, layouts) };
}

const halved: Written[] = [
  ['Relu', ['x'], ['a']],
  ['Sigmoid', ['x'], ['b']],
];

describe('layers', () => {
  test.each([1, 4, 8, 16])('of %d channels leave layouts that a value of these may have', (channels) => {
    const { graph, layers } = lowered(
      [1, channels, 4, 6],
      [...halved, ['Concat', ['a', 'b'], ['c'], { axis: 2 }], ['Relu', ['c'], ['d']], ['Tanh', ['c'], ['e']]],
    );
    for (const { forms, writes } of layers)
      for (const { layouts: own } of forms)
        if (own) expect(fits(own.output, graph.values.get(writes)!.shape)).toBe(true);
  });

  test('that bring floats into another type of floats are no kernels: both are of one precision', () => {
    const [float16, window] = [10, { kernel_shape: [2, 2] }];
    const { layers } = lowered(
      [1, 8, 4, 6],
      [
        ['MaxPool', ['x'], ['a'], window],
        ['Cast', ['a'], ['b'], { to: float16 }],
        ['MaxPool', ['b'], ['c'], window],
      ],
    );
    expect(layers.map(({ forms }) => [...new Set(forms.map(({ kind }) => kind))].join())).toEqual([
      'kernel',
      'alias',
      'kernel',
    ]);
  });
});
