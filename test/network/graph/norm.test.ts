import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { drawnFloats as drawn, floats, integers, modelOf, type WrittenModel } from '../../support/graph-models.js';

type Nodes = WrittenModel['nodes'];
type Written = Nodes[number];

/** What exporters write for it. */
const spelledOut: Nodes = [
  ['ReduceMean', ['x'], ['mean'], { axes: [-1] }],
  ['Sub', ['x', 'mean'], ['centred']],
  ['Pow', ['centred', 'two'], ['squares']],
  ['ReduceMean', ['squares'], ['variance'], { axes: [-1] }],
  ['Add', ['variance', 'eps'], ['sum']],
  ['Sqrt', ['sum'], ['deviation']],
  ['Div', ['centred', 'deviation'], ['even']],
  ['Mul', ['even', 'scale'], ['scaled']],
  ['Add', ['shift', 'scaled'], ['y']],
];

/** A norm without its mean, as models of language have it: `inverse` is what multiplies x. */
function rms(inverse: Nodes): Nodes {
  return [
    ['Pow', ['x', 'two'], ['squares']],
    ['ReduceMean', ['squares'], ['mean'], { axes: [-1] }],
    ['Add', ['mean', 'eps'], ['sum']],
    ...inverse,
    ['Mul', ['x', 'inverse'], ['even']],
    ['Mul', ['scale', 'even'], ['y']],
  ];
}

const ways: Readonly<Record<string, readonly [nodes: Nodes, operands: number]>> = {
  spelledOut: [spelledOut, 3],
  'a product with Reciprocal': [
    rms([
      ['Sqrt', ['sum'], ['root']],
      ['Reciprocal', ['root'], ['inverse']],
    ]),
    2,
  ],
  'a product with 1 / root': [
    rms([
      ['Sqrt', ['sum'], ['root']],
      ['Div', ['one', 'root'], ['inverse']],
    ]),
    2,
  ],
  'a product with a power': [rms([['Pow', ['sum', 'half'], ['inverse']]]), 2],
  'a length that has a least': [
    [
      ['ReduceL2', ['x'], ['length'], { axes: [-1] }],
      ['Clip', ['length', 'eps'], ['least']],
      ['Shape', ['x'], ['shape']],
      ['Expand', ['least', 'shape'], ['each']],
      ['Div', ['x', 'each'], ['even']],
      ['Mul', ['even', 'scale'], ['y']],
    ],
    2,
  ],
  LayerNormalization: [[['LayerNormalization', ['x', 'scale', 'shift'], ['y']]], 3],
  'LayerNormalization without a shift': [[['LayerNormalization', ['x', 'scale'], ['y'], { epsilon: 0.01 }]], 2],
  'LayerNormalization over two axes': [[['LayerNormalization', ['x', 'scales'], ['y'], { axis: 1 }]], 2],
  RMSNormalization: [[['RMSNormalization', ['x', 'scale'], ['y'], { axis: -1 }]], 2],
  SkipLayerNormalization: [[['com.microsoft.SkipLayerNormalization', ['x', 'x', 'scale', 'shift'], ['y']]], 3],
  InstanceNormalization: [[['InstanceNormalization', ['x', 'perRow', 'perRow'], ['y']]], 1],
};

function modelWith(nodes: Nodes, [batch, rows, width]: readonly [number, number, number]) {
  const constants = {
    ...{ two: floats([], [2]), one: floats([], [1]), half: floats([], [-0.5]) },
    ...{ eps: floats([], [1e-5]), axes: integers([-1]) },
    ...{
      scale: drawn([width], 2),
      shift: drawn([width], 3),
      scales: drawn([rows, width], 4),
      perRow: drawn([rows], 5),
    },
  };
  return modelOf({ opset: 23, inputs: { x: [batch, rows, width] }, constants, nodes: nodes.map(atOpset) });
}

/** Means take their axes as an input from version 18 on. */
function atOpset(node: Nodes[number]): Nodes[number] {
  const [op, inputs, outputs] = node;
  return op === 'ReduceMean' || op === 'ReduceL2' ? [op, [...inputs, 'axes'], outputs] : node;
}

const extents = fc.tuple(
  fc.integer({ min: 1, max: 2 }),
  fc.integer({ min: 2, max: 4 }),
  fc.integer({ min: 2, max: 9 }),
);

describe('a norm', () => {
  test.each(Object.entries(ways))('is one node of %s, with what follows along its axes', (_, [nodes, operands]) => {
    fc.assert(
      fc.property(extents, fc.nat(1000), (shape, seed) => {
        const graph = toGraph(modelWith(nodes, shape));
        const simple = simplify(graph);
        const norms = simple.nodes.filter(({ op }) => op === 'tune.Norm');
        expect(norms.map(({ inputs }) => inputs.length)).toEqual([operands]);
        expect(simple.nodes.some(({ op }) => op === 'ReduceMean')).toBe(false);
        const x = new Map([['x', Float64Array.from(drawn([...shape], seed).data)]]);
        const [want, got] = [graph, simple].map((one) => [...interpret(one, x).get('y')!]);
        want!.forEach((element, i) => {
          expect(got![i]).toBeCloseTo(element, 5);
        });
      }),
      { numRuns: 20 },
    );
  });

  test.each<[string, Written]>([
    ['a quotient by an inverse', ['Div', ['x', 'inverse'], ['y']]],
    ['a product with a root', ['Mul', ['x', 'root'], ['y']]],
    ['a product of another value', ['Mul', ['other', 'inverse'], ['y']]],
    ['a product that has more axes', ['Mul', ['inverse', 'above'], ['y']]],
  ])('is none of %s', (_, last) => {
    const nodes: Nodes = [
      ...rms([
        ['Sqrt', ['sum'], ['root']],
        ['Pow', ['sum', 'half'], ['inverse']],
      ]).slice(0, -2),
      last,
    ];
    const model = modelOf({
      opset: 17,
      inputs: { x: [2, 3, 4], other: [2, 3, 4], above: [1, 2, 3, 4] },
      constants: { two: floats([], [2]), half: floats([], [-0.5]), eps: floats([], [1e-5]) },
      nodes,
    });
    expect(simplify(toGraph(model)).nodes.map(({ op }) => op)).not.toContain('tune.Norm');
  });

  test('keeps a mean apart that is of other axes than its variance', () => {
    const nodes = spelledOut.map((node): Nodes[number] =>
      node[2][0] === 'mean' ? ['ReduceMean', ['x', 'others'], ['mean']] : atOpset(node),
    );
    const model = modelOf({
      opset: 23,
      inputs: { x: [2, 3, 4] },
      constants: {
        ...{ two: floats([], [2]), eps: floats([], [1e-5]), axes: integers([-1]), others: integers([1]) },
        ...{ scale: drawn([4], 2), shift: drawn([4], 3) },
      },
      nodes,
    });
    const norms = simplify(toGraph(model)).nodes.filter(({ op }) => op === 'tune.Norm');
    expect(norms.map(({ attributes }) => attributes.get('by'))).toEqual(['rms']);
  });
});
