import { describe, expect, test } from '@jest/globals';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { OnnxModel } from '../../../src/network/onnx/model.js';
import { floats, integers, modelOf, opsOf, type Written } from '../../support/graph-models.js';

const constants = {
  zero: integers([0]),
  one: integers([1]),
  two: integers([2]),
  back: integers([-2]),
  most: integers([2 ** 53]),
  flat: integers([-1]),
  pair: integers([0, 1], [1, 2]),
  eight_rows: integers([8, -1]),
  five: floats([], [5]),
};

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
    expect(() => toGraph(found(['ReduceSum', ['tuples', 'zero'], ['y']]))).toThrow(`ReduceSum ${problem}`);
    expect(() => toGraph(found(['Slice', ['tuples', 'zero', 'back', 'zero'], ['y']]))).toThrow(`Slice ${problem}`);
    expect(() => toGraph(found(['EyeLike', ['tuples'], ['y']]))).toThrow(`EyeLike ${problem}`);
    // A number that is the room there is; none of the elements; and room for one, which broadcasts otherwise.
    expect(() => toGraph(found(['Reshape', ['tuples', 'eight_rows'], ['y']]))).toThrow('as a number');
    expect(() => toGraph(found(['Slice', ['tuples', 'zero', 'zero', 'zero'], ['y']]))).toThrow('without an element');
    expect(() => toGraph(found(['GatherND', ['tuples', 'pair'], ['y']]))).toThrow(`GatherND ${problem}`);
    const first: Written = ['Slice', ['tuples', 'zero', 'one', 'zero'], ['first']];
    expect(() => toGraph(found(first, ['Unsqueeze', ['first', 'zero'], ['y']]))).toThrow(`Reshape ${problem}`);
    expect(() => toGraph(found(first, ['Add', ['first', 'first'], ['y']]))).toThrow(`Add ${problem}`);
  });
});

/** Where x, 2x4, is above 0, as tuples, and nodes behind these. */
function found(...behind: readonly Written[]): OnnxModel {
  const nodes: Written[] = [
    ['Relu', ['x'], ['positive']],
    ['NonZero', ['positive'], ['places']],
    ['Transpose', ['places'], ['tuples']],
    ...behind,
  ];
  return modelOf({ inputs: { x: [2, 4] }, constants, nodes, outputs: [behind.at(-1)![2][0]!] });
}

const x = Float64Array.of(3, -1, 0, 2, -5, 7, 1, 0);

/** What is there of an output of so many numbers a row, behind which there are zeros. */
function rowsOf(model: OnnxModel, each: number): readonly number[] {
  const [all, count] = [...interpret(simplify(toGraph(model)), new Map([['x', x]])).values()];
  const there = count![0]! * each;
  expect([...all!.subarray(there)]).toEqual(new Array(all!.length - there).fill(0));
  return [...all!.subarray(0, there)];
}

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
  ])('%s', (_, each, rows, ...nodes) => {
    const model = nodes.length > 0 ? found(...nodes) : found(['Identity', ['tuples'], ['y']]);
    expect(rowsOf(model, each)).toEqual(rows);
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
