import { expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { legalise } from '../../../src/network/program/legalise.js';
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

/** What a node makes of whole numbers, as a network is given and as it is compiled. */
function ran(op: string, type: string, ...operands: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const [first = [], ...others] = operands;
  const graph = toGraph(
    model({
      inputs: [{ name: 'x', type, shape: [first.length] }],
      outputs: [{ name: 'y', type: ['Equal', 'Less'].includes(op) ? 'bool' : type, shape: undefined }],
      constants: Object.fromEntries(others.map((data, i) => [`c${i}`, tensor(type, [data.length], data)])),
      nodes: [node(op, ['x', ...others.map((_, i) => `c${i}`)], ['y'], op === 'ReduceMax' ? { keepdims: 0 } : {})],
    }),
  );
  const compiled = legalise(simplify(graph));
  expect(compiled.nodes.map((one) => one.op)).toContain(op === 'ReduceMax' ? 'WholeReduction' : 'WholeElements');
  return [graph, compiled].map((one) => [
    ...interpret(one, new Map([['x', Float64Array.from(first)]]))
      .values()
      .next().value!,
  ]);
}

const twice = (values: readonly number[]): readonly (readonly number[])[] => [values, values];

test.each([
  ['Add', 'int32', [2 ** 31 - 1, 2 ** 25 + 1], [1, 1], [-(2 ** 31), 2 ** 25 + 2]],
  ['Mul', 'int32', [123_456_789, -5], [987_654_321, 7], [-67_153_019, -35]],
  ['Sub', 'uint8', [3], [5], [254]],
  ['Equal', 'int64', [2 ** 40 + 1, 2 ** 40], [2 ** 40, 2 ** 40], [0, 1]],
  ['Less', 'int64', [2 ** 24, 2 ** 24 + 1], [2 ** 24 + 1, 2 ** 24 + 1], [1, 0]],
  ['Max', 'uint32', [2 ** 32 - 1, 5], [2 ** 32 - 2, 6], [2 ** 32 - 1, 6]],
  ['Div', 'int64', [2 ** 50 + 3, -7], [2, 2], [2 ** 49 + 1, -3]],
])('%s of %s is exact, and wraps around', (op, type, x, y, expected) => {
  expect(ran(op, type, x, y)).toEqual(twice(expected));
});

test('the largest of large whole numbers is one of them', () => {
  expect(ran('ReduceMax', 'int64', [2 ** 50 + 1, 2 ** 50, 3])).toEqual(twice([2 ** 50 + 1]));
});

test('the largest of no whole numbers is no first one', () => {
  const graph = toGraph(
    model({
      inputs: [{ name: 'x', type: 'int64', shape: [2, 0] }],
      outputs: [{ name: 'y', type: 'int64', shape: undefined }],
      nodes: [node('ReduceMax', ['x'], ['y'], { axes: [1], keepdims: 0 })],
    }),
  );
  expect(legalise(graph).nodes.map(({ op }) => op)).not.toContain('WholeReduction');
});
