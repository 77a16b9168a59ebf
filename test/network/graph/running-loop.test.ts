/** Loops of which only the network knows how many steps run. */
import { expect, test } from '@jest/globals';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { OnnxGraph, OnnxModel } from '../../../src/network/onnx/model.js';
import { floats, integers, modelOf, type Written } from '../../support/graph-models.js';
import { graph, ran } from '../../support/graphs-in-nodes.js';

/** Doubles the state, and counts, while its sum is below a limit. */
const doubling = (ends: readonly Written[]): OnnxGraph =>
  graph(
    [
      ['Add', ['state', 'state'], ['next']],
      ['Add', ['count', 'one'], ['more']],
      ['ReduceSum', ['next'], ['sum'], { keepdims: 1 }],
      ['Less', ['sum', 'limit'], ['isSmall']],
      ...ends,
    ],
    ['again', 'next', 'more', 'sum'],
    {
      inputs: ['i', 'go', 'state', 'count'],
      constants: { limit: floats([], [20]), one: integers([1], []), most: integers([3], []) },
    },
  );
const doubled = (body: OnnxGraph, trips = 'n', go = ''): OnnxModel =>
  modelOf({
    inputs: { x: [2] },
    constants: { zero: integers([0], []), n: integers([4], []), limit: floats([1], [2]) },
    nodes: [
      ['ReduceMax', ['x'], ['m']],
      ['Greater', ['m', 'limit'], ['isLarge']],
      ['Loop', [trips, go, 'x', 'zero'], ['y', 'steps', 'sums'], { body }],
    ],
    outputs: ['y', 'steps', 'sums'],
  });
const whileSmall = doubling([['Identity', ['isSmall'], ['again']]]);

test('leaves the state of the last step that runs, and what was gathered', () => {
  const model = doubled(whileSmall);
  expect(ran(model, { x: [1, 2] })).toEqual([[8, 16], [3], [6, 12, 24, 0], [3]]);
  expect(ran(model, { x: [9, 9] })).toEqual([[18, 18], [1], [36, 0, 0, 0], [1]]);
  expect(ran(model, { x: [0, 1] })).toEqual([[0, 16], [4], [2, 4, 8, 16], [4]]);
  expect(toGraph(model).values.get('sums')).toMatchObject({ shape: [4, 1], counted: { axis: 0, by: 'sums_count' } });
});

test('whose first step may not run leaves what it was given', () => {
  const model = doubled(whileSmall, 'n', 'isLarge');
  expect(ran(model, { x: [1, 2] })).toEqual([[1, 2], [0], [0, 0, 0, 0], [0]]);
  expect(ran(model, { x: [1, 3] })).toEqual([[8, 24], [3], [8, 16, 32, 0], [3]]);
});

test('whose condition comes to false in the end needs no trip count', () => {
  const body = doubling([
    ['Less', ['more', 'most'], ['isFew']],
    ['And', ['isSmall', 'isFew'], ['again']],
  ]);
  expect(ran(doubled(body, ''), { x: [0, 1] })).toEqual([[0, 8], [3], [2, 4, 8], [3]]);
});

test('has a state of one shape', () => {
  const growing = graph(
    [
      ['Concat', ['state', 'x'], ['next'], { axis: 0 }],
      ['ReduceSum', ['next'], ['sum'], { keepdims: 0 }],
      ['Less', ['sum', 'limit'], ['again']],
    ],
    ['again', 'next'],
    { inputs: ['i', 'go', 'state'], constants: { limit: floats([], [20]) } },
  );
  const constants = { n: integers([3], []) };
  const nodes: Written[] = [['Loop', ['n', '', 'x'], ['y'], { body: growing }]];
  expect(() => toGraph(modelOf({ inputs: { x: [2] }, constants, nodes }))).toThrow(
    'Loop with a state that goes from 4 to 6 and a condition known only when the network runs (node "Loop_0")',
  );
});
