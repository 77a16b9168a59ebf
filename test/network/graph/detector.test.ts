import { expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { detector } from '../../support/detector-model.js';

const graph = simplify(toGraph(detector));
const boxes = Float64Array.from([...[0, 0, 2, 2], ...[0, 0, 2, 2.2], ...[5, 5, 6, 6], ...[0, 0, 1, 1]]);

function detected(classes: readonly number[]): { scores: number[]; labels: number[]; boxes: number[] } {
  const values = interpret(graph, new Map([...[['boxes', boxes] as const], ['classes', Float64Array.from(classes)]]));
  const count = values.get('detected_boxes_count')![0]!;
  const of = (name: string, each: number): number[] => [...values.get(`detected_${name}`)!.subarray(0, each * count)];
  return { scores: of('scores', 1), labels: of('labels', 1), boxes: of('boxes', 4) };
}

test('the best boxes of each class that no better one of it overlaps', () => {
  // The second box overlaps the first one, in the first class alone.
  expect(detected([0.9, 0.1, 0.8, 0.6, 0.7, 0.1, 0.05, 0.1])).toEqual({
    scores: [0.9, 0.7, 0.6],
    labels: [1, 1, 2],
    boxes: [0, 0, 2, 2, 5, 5, 6, 6, 0, 0, 2, 2.2],
  });
});

test('three of each class are looked at, and three of all are left', () => {
  const { scores, labels } = detected([0.4, 0.5, 0.5, 0.4, 0.6, 0.7, 0.7, 0.8]);
  expect({ scores, labels }).toEqual({ scores: [0.8, 0.7, 0.7], labels: [2, 1, 2] });
});

test('nothing, where nothing is above the threshold', () => {
  expect(detected([0, 0, 0.1, 0.2, 0.3, 0.3, 0, 0])).toEqual({ scores: [], labels: [], boxes: [] });
});
