import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { conditionsOf, type Condition } from '../../../src/network/graph/conditions.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import type { Graph } from '../../../src/network/graph/graph.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { modelOf, type Written } from '../../support/graph-models.js';

const scalars = { c: [], d: [] };
const graphOf = (nodes: readonly Written[], outputs?: readonly string[]): Graph =>
  toGraph(modelOf({ inputs: { x: [2], y: [2], ...scalars }, nodes, outputs: outputs ?? [nodes.at(-1)![2][0]!] }));
const truths: Written[] = [
  ['Cast', ['c'], ['p'], { to: 9 }],
  ['Cast', ['d'], ['q'], { to: 9 }],
];

/** By what each node writes, each node by itself. */
function found(nodes: readonly Written[], outputs?: readonly string[]): Readonly<Record<string, string>> {
  const graph = graphOf([...truths, ...nodes], outputs);
  const all = conditionsOf(
    graph,
    graph.nodes.map((node) => ({ nodes: [node], writes: node.outputs })),
  );
  const text = ({ value, holds }: Condition): string => `${holds ? '' : 'not '}${value}`;
  return Object.fromEntries(graph.nodes.map(({ outputs: [value] }, i) => [value!, all[i]!.map(text).join(', ')]));
}

describe('conditions', () => {
  test('are those of what one choice alone reads, and of what that is made of', () => {
    const nodes: Written[] = [
      ['Neg', ['x'], ['a']],
      ['Exp', ['a'], ['b']],
      ['Abs', ['y'], ['e']],
      ['Where', ['p', 'b', 'e'], ['z']],
    ];
    expect(found(nodes)).toEqual({ p: '', a: 'p', b: 'p', e: 'not p', z: '' });
    expect(found(nodes, ['z', 'b'])).toEqual({ p: '', a: '', b: '', e: 'not p', z: '' });
  });

  test('are those of all choices around one, the condition of the inner one included', () => {
    const nodes: Written[] = [
      ['Neg', ['x'], ['a']],
      ['Abs', ['y'], ['b']],
      ['Where', ['q', 'a', 'b'], ['inner']],
      ['Where', ['p', 'inner', 'y'], ['z']],
    ];
    expect(found(nodes)).toEqual({ p: '', q: 'p', a: 'p, q', b: 'p, not q', inner: 'p', z: '' });
  });

  test('are none where both operands are one value, or several elements choose', () => {
    const both: Written[] = [
      ['Neg', ['x'], ['a']],
      ['Where', ['p', 'a', 'a'], ['z']],
    ];
    expect(found(both)).toEqual({ p: '', a: '', z: '' });
    const each: Written[] = [
      ['Neg', ['x'], ['a']],
      ['Greater', ['x', 'y'], ['m']],
      ['Where', ['m', 'a', 'y'], ['z']],
    ];
    expect(found(each)).toEqual({ m: '', a: '', z: '' });
  });

  test('within nodes that are computed together hold where these may be computed of anything', () => {
    const nodes: Written[] = [
      ['Neg', ['x'], ['a']],
      ['Exp', ['a'], ['b']],
      ['Where', ['p', 'b', 'y'], ['z']],
    ];
    const graph = graphOf([...truths, ...nodes]);
    const [, neg, ...rest] = graph.nodes;
    const all = [
      { nodes: [neg!], writes: ['a'] },
      { nodes: rest, writes: ['z'] },
    ];
    expect(conditionsOf(graph, all, () => true)).toEqual([[{ value: 'p', holds: true }], []]);
    expect(conditionsOf(graph, all, ({ op }) => op !== 'Exp')).toEqual([[], []]);
  });

  test('leave results as they are: an interpreter that goes by them agrees with one that computes all', () => {
    const step = fc.record({
      op: fc.constantFrom('Add', 'Mul', 'Where'),
      of: fc.tuple(fc.nat(), fc.nat()),
      by: fc.constantFrom('p', 'q'),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), fc.boolean(), (steps, c, d) => {
        const made = ['x', 'y'];
        const nodes = steps.map(({ op, of, by }, i): Written => {
          const operands = of.map((place) => made[place % made.length]!);
          made.push(`v${i}`);
          return [op, op === 'Where' ? [by, ...operands] : operands, [`v${i}`]];
        });
        const inputs = new Map(
          Object.entries({ x: [1, 2], y: [3, -1], c: [Number(c)], d: [Number(d)] }).map(([name, data]) => [
            name,
            Float64Array.from(data),
          ]),
        );
        const last = made.at(-1)!;
        const every = interpret(graphOf([...truths, ...nodes], made.slice(2)), inputs);
        expect(interpret(graphOf([...truths, ...nodes]), inputs).get(last)).toEqual(every.get(last));
      }),
    );
  });
});
