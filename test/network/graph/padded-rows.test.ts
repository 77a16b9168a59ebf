import { expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { OnnxModel } from '../../../src/network/onnx/model.js';
import { integers, modelOf, type Written } from '../../support/graph-models.js';
import { found, rowsOf, x } from '../../support/found-rows.js';

/** What the nodes below read, besides what is found. */
const own = {
  six: integers([6]),
  five_rows: integers([5], []),
  in_pairs: integers([-1, 2]),
  last: integers([-1]),
  before_first: integers([-9]),
};

function foundAnd(...nodes: readonly Written[]): OnnxModel {
  const model = found(...nodes);
  return { ...model, constants: new Map([...model.constants, ...Object.entries(own)]) };
}

/** Rows of two, filled up to six of them: as PyTorch exports `pad(rows, (0, 0, 0, 6 - len(rows)))`. */
function filledUp(value: string, mode = 'constant'): Written[] {
  return [
    ['Shape', ['tuples'], ['shape']],
    ['Gather', ['shape', 'none'], ['number'], { axis: 0 }],
    ['Unsqueeze', ['number', 'zero'], ['numbers']],
    ['Sub', ['six', 'numbers'], ['missing']],
    ['Concat', ['zero', 'zero', 'zero', 'missing'], ['written'], { axis: 0 }],
    ['Reshape', ['written', 'in_pairs'], ['pairs']],
    ['Slice', ['pairs', 'last', 'before_first', 'zero', 'last'], ['turned']],
    ['Transpose', ['turned'], ['starts_first'], { perm: [1, 0] }],
    ['Reshape', ['starts_first', 'flat'], ['pads']],
    ['Pad', ['tuples', 'pads', value], ['y'], { mode }],
  ];
}

/** The last node's output, none of whose extents depends on values. */
function ran(nodes: readonly Written[]): { shape: readonly number[]; elements: number[] } {
  const graph = simplify(toGraph(foundAnd(...nodes)));
  expect(graph.outputs).toHaveLength(1);
  const [elements] = [...interpret(graph, new Map([['x', x]])).values()];
  return { shape: graph.values.get(graph.outputs[0]!)!.shape, elements: [...elements!] };
}

test.each([
  ['', 0],
  ['four', 4],
])('rows are filled up to a number of them, with %p', (value, rest) => {
  expect(ran(filledUp(value))).toEqual({ shape: [6, 2], elements: [0, 0, 0, 3, 1, 1, 1, 2, rest, rest, rest, rest] });
});

test('rows are filled up as elements', () => {
  const nodes: Written[] = [
    ['Shape', ['tuples'], ['shape']],
    ['Gather', ['shape', 'none'], ['number'], { axis: 0 }],
    ['Gather', ['shape', 'single'], ['each'], { axis: 0 }],
    ['Sub', ['five_rows', 'number'], ['missing']],
    ['Mul', ['missing', 'each'], ['elements']],
    ['Unsqueeze', ['elements', 'zero'], ['behind']],
    ['Concat', ['zero', 'behind'], ['pads'], { axis: 0 }],
    ['Reshape', ['tuples', 'flat'], ['all']],
    ['Pad', ['all', 'pads', ''], ['y']],
  ];
  const graph = toGraph(foundAnd(...nodes));
  expect([...interpret(graph, new Map([['x', x]])).get('y')!]).toEqual([0, 0, 0, 3, 1, 1, 1, 2, 0, 0]);
});

test('rows are not filled up by another number, or by what they hold', () => {
  const [shape, number, numbers, , ...others] = filledUp('');
  const model = foundAnd(shape!, number!, numbers!, ['Add', ['six', 'numbers'], ['missing']], ...others);
  expect(() => toGraph(model)).toThrow('Pad with pads known only when the network runs');
  expect(() => toGraph(foundAnd(...filledUp('', 'edge')))).toThrow('Pad with pads known only when');
});

test('what has no columns has rows, too', () => {
  const nothing: Written = ['Slice', ['tuples', 'two', 'two', 'one'], ['nothing']];
  expect(rowsOf(found(nothing, ['Concat', ['tuples', 'nothing'], ['y'], { axis: 1 }]), 2)).toEqual([
    ...[0, 0, 0, 3, 1, 1, 1, 2],
  ]);
  const gathered: Written[] = [
    ['GatherND', ['x', 'tuples'], ['picked']],
    ['TopK', ['picked', 'two'], ['values', 'ranks']],
    ['Gather', ['nothing', 'ranks'], ['some_of_nothing'], { axis: 0 }],
  ];
  const model = found(nothing, ...gathered, ['Shape', ['nothing'], ['y']]);
  expect([...interpret(simplify(toGraph(model)), new Map([['x', x]])).values()].map((value) => [...value])).toEqual([
    [4, 0],
  ]);
});

test('a Tile has no more axes than it repeats', () => {
  const repeats = integers([1, 1, 2, 1, 3, 1]);
  const model = modelOf({
    inputs: { x: [1, 1, 1, 2, 2, 1] },
    constants: { repeats },
    nodes: [['Tile', ['x', 'repeats'], ['y']]],
  });
  const graph = toGraph(model);
  expect(Math.max(...[...graph.values.values()].map(({ shape }) => shape.length))).toBe(7);
  const y = interpret(graph, new Map([['x', Float64Array.of(1, 2, 3, 4)]])).get('y')!;
  const once = [1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4];
  expect([...y]).toEqual([...once, ...once]);
});
