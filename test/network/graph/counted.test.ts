import { describe, expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { OnnxModel } from '../../../src/network/onnx/model.js';
import { modelOf, opsOf, type Written } from '../../support/graph-models.js';
import { constants, found, rowsOf, x } from '../../support/found-rows.js';

/** A Slice of x, 2x4, and nodes behind it. */
function sliced(given: readonly string[], behind: readonly Written[] = []): OnnxModel {
  const model = modelOf({ inputs: { x: [2, 4] }, constants, nodes: [['Slice', ['x', ...given], ['s']], ...behind] });
  return { ...model, inputs: [...model.inputs, { name: 'n', type: 'int64', shape: [1] }] };
}

/** What is there of the output, and its extent along the second axis, for 0 to 7 and a bound. */
function ran(model: OnnxModel, n: number): [count: number, elements: number[]] {
  const inputs = new Map([
    ['x', Float64Array.from({ length: 8 }, (_, i) => i)],
    ['n', Float64Array.of(n)],
  ]);
  const [all, count] = [...interpret(simplify(toGraph(model)), inputs).values()];
  const there = 2 * count![0]!;
  expect([...all!.subarray(there)]).toEqual(new Array(8 - there).fill(0));
  return [count![0]!, [...all!.subarray(0, there)]];
}

describe('Slice by values', () => {
  test('leaves what is before the end, of an extent that depends on it', () => {
    const model = sliced(['zero', 'n', 'one', 'one']);
    expect(toGraph(model).values.get('s')).toMatchObject({ shape: [2, 4], counted: { axis: 1, by: 's_count' } });
    expect(ran(model, 3)).toEqual([3, [0, 1, 2, 4, 5, 6]]);
    expect(ran(model, -3)).toEqual([1, [0, 4]]);
    expect(ran(model, 9)).toEqual([4, [0, 1, 2, 3, 4, 5, 6, 7]]);
    expect(ran(model, -9)).toEqual([0, []]);
  });

  test('leaves what is from the start on', () => {
    const model = sliced(['n', 'most', 'one']);
    expect(ran(model, 1)).toEqual([3, [1, 2, 3, 5, 6, 7]]);
    expect(ran(model, -1)).toEqual([1, [3, 7]]);
    expect(ran(sliced(['back', 'n', 'one']), 3)).toEqual([1, [2, 6]]);
  });

  test('with gaps, or along axes that are unknown, is refused', () => {
    expect(() => toGraph(sliced(['zero', 'n', 'one', 'two']))).toThrow('Slice with ends known only when');
    expect(() => toGraph(sliced(['zero', 'one', 'n']))).toThrow('Slice with axes known only when');
  });
});

describe('what reads a value whose extent depends on values', () => {
  const cut = ['zero', 'n', 'one'];

  test('is computed before it is cut, where that changes nothing', () => {
    const model = sliced(cut, [
      ['Identity', ['s'], ['same']],
      ['Neg', ['same'], ['negative']],
      ['Softmax', ['negative'], ['y'], { axis: 0 }],
    ]);
    const graph = simplify(toGraph(model));
    expect(opsOf(graph)).toMatch(/Neg Softmax Compress$/);
    const small = 1 / (1 + Math.exp(4));
    const [count, shares] = ran(model, 1);
    expect(count).toBe(1);
    expect(shares[0]).toBeCloseTo(1 - small);
    expect(shares[1]).toBeCloseTo(small);
  });

  test('is computed behind what else was computed of what is cut', () => {
    const rows = modelOf({
      inputs: { x: [2, 4] },
      constants,
      nodes: [
        ['Slice', ['x', 'zero', 'n', 'zero'], ['s']],
        ['Add', ['s', 'five'], ['more']],
        ['Neg', ['more'], ['y']],
      ],
    });
    const model = { ...rows, inputs: [...rows.inputs, { name: 'n', type: 'int64' as const, shape: [1] }] };
    const inputs = new Map([
      ['x', Float64Array.from({ length: 8 }, (_, i) => i)],
      ['n', Float64Array.of(1)],
    ]);
    const [all, count] = [...interpret(simplify(toGraph(model)), inputs).values()];
    expect([[...all!], [...count!]]).toEqual([[-5, -6, -7, -8, 0, 0, 0, 0], [1]]);
  });

  test('is refused where it is one with others', () => {
    const problem = 'of a value whose extent depends on values';
    expect(() => toGraph(sliced(cut, [['Softmax', ['s'], ['y'], { axis: 1 }]]))).toThrow(`Softmax ${problem}`);
    expect(() => toGraph(sliced(cut, [['Add', ['s', 's'], ['y']]]))).toThrow(`Add ${problem}`);
    expect(() => toGraph(sliced(cut, [['Reshape', ['s', 'flat'], ['y']]]))).toThrow(`Reshape ${problem}`);
    expect(() => toGraph(found(['ReduceMean', ['tuples', 'zero'], ['y']]))).toThrow(`ReduceMean ${problem}`);
    expect(() => toGraph(found(['Slice', ['tuples', 'zero', 'back', 'zero'], ['y']]))).toThrow(`Slice ${problem}`);
    expect(() => toGraph(found(['EyeLike', ['tuples'], ['y']]))).toThrow(`EyeLike ${problem}`);
    // Rows of other lengths; another number, or a number in its place; one that is broadcast; boxes of several classes.
    const size: Written[] = [
      ['Shape', ['tuples'], ['size']],
      ['Slice', ['size', 'zero', 'one', 'zero'], ['n']],
    ];
    const doubled: Written = ['Concat', ['n', 'n'], ['square'], { axis: 0 }];
    expect(() => toGraph(found(['Concat', ['tuples', 'tens'], ['y'], { axis: 0 }]))).toThrow('Concat');
    expect(() => toGraph(found(['Reshape', ['tuples', 'four_rows'], ['y']]))).toThrow('or is a number');
    expect(() => toGraph(found(...size, doubled, ['Reshape', ['tuples', 'square'], ['y']]))).toThrow('on other values');
    expect(() => toGraph(found(...size, doubled, ['Expand', ['five', 'square'], ['y']]))).toThrow('behind others');
    expect(() => toGraph(found(...size, ['Expand', ['eight_rows', 'n'], ['y']]))).toThrow('on other values');
    expect(() => toGraph(found(...size, ['ConstantOfShape', ['x'], ['y']]))).toThrow('known only when');
    expect(() => toGraph(found(...boxes, ['NonMaxSuppression', ['boxes', 'of_classes', 'most'], ['y']]))).toThrow(
      'of boxes and scores whose numbers depend on different values',
    );
    // A number that is the room there is; none of the elements; and room for one, which broadcasts otherwise.
    expect(() => toGraph(found(['Reshape', ['tuples', 'eight_rows'], ['y']]))).toThrow('or is a number');
    const first: Written = ['Slice', ['tuples', 'zero', 'one', 'zero'], ['first']];
    expect(() => toGraph(found(first, ['Unsqueeze', ['first', 'zero'], ['y']]))).toThrow(`Reshape ${problem}`);
    expect(() => toGraph(found(first, ['Add', ['first', 'first'], ['y']]))).toThrow(`Add ${problem}`);
  });
});

/** Tuples as boxes of an image, and their numbers as scores of classes. */
const boxes: Written[] = [
  ['Concat', ['tuples', 'tuples'], ['sides'], { axis: 1 }],
  ['Cast', ['sides'], ['as_floats'], { to: 1 }],
  ['Unsqueeze', ['as_floats', 'zero'], ['boxes']],
  ['ReduceMax', ['as_floats'], ['widest'], { axes: [1] }],
  ['Expand', ['widest', 'of_eight'], ['wide']],
  ['Unsqueeze', ['wide', 'zero'], ['of_classes']],
];

const picked: Written[] = [['GatherND', ['x', 'tuples'], ['picked']]];

/** The largest of what is above 0, two at most, and their ranks. */
const best: Written[] = [
  ...picked,
  ['Shape', ['picked'], ['numbers']],
  ['Concat', ['two', 'numbers'], ['bounds'], { axis: 0 }],
  ['ReduceMin', ['bounds', 'zero'], ['most_of'], { keepdims: 1 }],
  ['TopK', ['picked', 'most_of'], ['values', 'ranks']],
];

/** How many there are, as a list and as a number. */
const number: Written[] = [
  ['Shape', ['tuples'], ['shape_of']],
  ['Slice', ['shape_of', 'zero', 'one', 'zero'], ['numbers_list']],
  ['Squeeze', ['numbers_list'], ['number']],
];

describe('rows whose number depends on values', () => {
  test.each<readonly [what: string, each: number, rows: readonly number[], ...nodes: readonly Written[]]>([
    ['are tuples of places', 2, [0, 0, 0, 3, 1, 1, 1, 2]],
    ['pick what they mean', 1, [3, 2, 7, 1], ['GatherND', ['x', 'tuples'], ['y']]],
    [
      'are computed on, with what is one for all or of the same number',
      1,
      [13, 12, 17, 11],
      ['GatherND', ['x', 'tuples'], ['picked']],
      ['Add', ['picked', 'five'], ['more']],
      ['Sub', ['more', 'picked'], ['five_each']],
      ['Add', ['five_each', 'more'], ['y']],
    ],
    [
      'are cut along other axes, and put beside each other',
      3,
      [0, 0, 0, 0, 3, 3, 1, 1, 1, 1, 2, 2],
      ['Slice', ['tuples', 'one', 'two', 'one'], ['columns']],
      ['Concat', ['tuples', 'columns'], ['y'], { axis: 1 }],
    ],
    ['lose their last ones', 2, [0, 0, 0, 3], ['Slice', ['tuples', 'zero', 'two', 'zero'], ['y']]],
    [
      'may be limited twice alike, and to what is above a number',
      2,
      [3, 5, 2, 5],
      ['GatherND', ['x', 'tuples'], ['picked']],
      ['Unsqueeze', ['picked', 'one'], ['column']],
      ['Slice', ['column', 'zero', 'two', 'zero'], ['some']],
      ['Slice', ['column', 'zero', 'two', 'zero'], ['others']],
      ['Max', ['others', 'five'], ['most_of_them']],
      ['Concat', ['some', 'most_of_them'], ['y'], { axis: 1 }],
    ],
    [
      'are reduced one by one',
      1,
      [0, 3, 2, 3],
      ['ReduceSum', ['tuples', 'one'], ['sums'], { keepdims: 0 }],
      ['Identity', ['sums'], ['y']],
    ],
    [
      'index data, also when they were computed',
      1,
      [2, 0],
      ['Slice', ['tuples', 'one', 'two', 'one'], ['columns']],
      ['Slice', ['columns', 'zero', 'two', 'zero'], ['first']],
      ['Sub', ['first', 'one'], ['before']],
      ['Slice', ['x', 'zero', 'one', 'zero'], ['row']],
      ['Squeeze', ['row'], ['flat_row']],
      ['Gather', ['flat_row', 'before'], ['y'], { axis: 0 }],
    ],
    ['are gathered by others', 2, [1, 1, 0, 0], ...best, ['Gather', ['tuples', 'ranks'], ['y'], { axis: 0 }]],
    ['are the largest of them', 1, [7, 3], ...best, ['Identity', ['values'], ['y']]],
    [
      'are found among others',
      2,
      [0, 0, 1, 1],
      ...picked,
      ['Sub', ['picked', 'two_and_a_half'], ['above']],
      ['Relu', ['above'], ['left']],
      ['NonZero', ['left'], ['those']],
      ['Transpose', ['those'], ['their_tuples']],
      ['GatherND', ['tuples', 'their_tuples'], ['y']],
    ],
    [
      'go behind each other, and behind constant ones',
      1,
      [3, 2, 7, 1, 10, 20, 7, 3],
      ...best,
      ['Unsqueeze', ['picked', 'one'], ['all']],
      ['Unsqueeze', ['values', 'one'], ['some']],
      ['Concat', ['all', 'tens', 'some'], ['y'], { axis: 0 }],
    ],
    [
      'have others made of their number',
      3,
      [0, 0, 5, 1, 0, 5, 2, 0, 5, 3, 0, 5],
      ...number,
      ['Range', ['none', 'number', 'single'], ['numbers']],
      ['Cast', ['numbers'], ['as_floats'], { to: 1 }],
      ['Unsqueeze', ['as_floats', 'one'], ['column']],
      ['Concat', ['numbers_list', 'one'], ['extents'], { axis: 0 }],
      ['ConstantOfShape', ['extents'], ['zeros']],
      ['Expand', ['five', 'extents'], ['fives']],
      ['Concat', ['column', 'zeros', 'fives'], ['y'], { axis: 1 }],
    ],
    [
      'become several each, and are all of them up to their number',
      1,
      [0, 0, 0, 3, 1, 1, 1, 2],
      ...number,
      ['Slice', ['tuples', 'zero', 'numbers_list', 'zero'], ['same']],
      ['Reshape', ['same', 'all_rows'], ['y']],
    ],
    [
      'are gathered, and scattered to, from their end on',
      1,
      [1, 0, 1, 0, 3, 0, 7, 0],
      ...best,
      ...number,
      ['Sub', ['ranks', 'four'], ['from_end']],
      ['Gather', ['tuples', 'from_end'], ['gathered'], { axis: 0 }],
      ['Slice', ['gathered', 'one', 'two', 'one'], ['second']],
      ['Concat', ['second', 'second'], ['again'], { axis: 0 }],
      ['Cast', ['again'], ['as_floats'], { to: 1 }],
      ['ConstantOfShape', ['numbers_list'], ['zeros']],
      ['ScatterElements', ['zeros', 'from_end', 'values'], ['scattered'], { axis: 0 }],
      ['Unsqueeze', ['scattered', 'one'], ['column']],
      ['Concat', ['as_floats', 'column'], ['y'], { axis: 0 }],
    ],
    ['have a largest element each', 1, [0, 3, 1, 2], ['TopK', ['tuples', 'one'], ['y', 'places_of']]],
    [
      'are multiplied by matrices',
      1,
      [0, 60, 30, 50],
      ['Cast', ['tuples'], ['as_floats'], { to: 1 }],
      ['MatMul', ['as_floats', 'tens'], ['y']],
    ],
  ])('%s', (_, each, rows, ...nodes) => {
    const model = nodes.length > 0 ? found(...nodes) : found(['Identity', ['tuples'], ['y']]);
    expect(rowsOf(model, each)).toEqual(rows);
  });

  test.each<readonly [op: string, reduced: number]>([
    ['ReduceSum', 13],
    ['ReduceMax', 7],
    ['ReduceMin', 1],
    ['ReduceProd', 42],
    ['ReduceL1', 13],
    ['ReduceSumSquare', 63],
  ])('are reduced to one number by %s', (op, reduced) => {
    const graph = simplify(toGraph(found(...picked, [op, ['picked'], ['y'], { keepdims: 0 }])));
    expect([...interpret(graph, new Map([['x', x]])).values()].map(([value]) => value)).toEqual([reduced]);
  });

  test('have a shape and a size that are known when the network runs', () => {
    const model = found(['Shape', ['tuples'], ['shape']], ['Size', ['tuples'], ['size']]);
    const graph = simplify(
      toGraph({ ...model, outputs: ['shape', 'size'].map((name) => ({ ...model.outputs[0]!, name })) }),
    );
    const [shape, size] = [...interpret(graph, new Map([['x', x]])).values()];
    expect([[...shape!], [...size!]]).toEqual([[4, 2], [8]]);
  });
});
