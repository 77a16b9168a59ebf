import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { interpret } from '../../../src/network/graph/evaluate.js';
import type { Graph } from '../../../src/network/graph/graph.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { drawnFloats as drawn, integers, modelOf, type WrittenModel } from '../../support/graph-models.js';

type Written = WrittenModel['nodes'][number];

const ROTARY = 'tune.Rotary';

/** x · cosine + halves · sine, of which each product and the sum may have its operands the other way round. */
function spelled(turned: readonly boolean[], x = 'x'): Written[] {
  const pair = (place: number, first: string, second: string): string[] =>
    turned[place] ? [second, first] : [first, second];
  return [
    ['Slice', [x, 'zero', 'half', 'last'], ['first']],
    ['Slice', [x, 'half', 'end', 'last'], ['second']],
    ['Neg', ['second'], ['negated']],
    ['Concat', ['negated', 'first'], ['halves'], { axis: -1 }],
    ['Mul', pair(0, x, 'cosine'), ['plain']],
    ['Mul', pair(1, 'halves', 'sine'), ['moved']],
    ['Add', pair(2, 'plain', 'moved'), ['y']],
  ];
}

function indices(half: number) {
  return { zero: integers([0]), half: integers([half]), end: integers([2 ** 31]), last: integers([-1]) };
}

function opsOf({ nodes }: Graph): string[] {
  return nodes.map(({ op }) => op);
}

function expectSame(graph: Graph, inputs: Readonly<Record<string, readonly number[]>>): void {
  const given = new Map(Object.entries(inputs).map(([name, shape], i) => [name, drawn([...shape], i).data]));
  const [got, want] = [simplify(graph), graph].map((one) => interpret(one, given).get('y')!);
  want!.forEach((element, i) => {
    expect(got![i]).toBeCloseTo(element, 5);
  });
}

const shapes = fc.record({
  batch: fc.integer({ min: 1, max: 2 }),
  heads: fc.integer({ min: 1, max: 3 }),
  tokens: fc.integer({ min: 1, max: 4 }),
  half: fc.integer({ min: 1, max: 4 }),
  turned: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  /** Whether angles are known before the network runs. */
  known: fc.boolean(),
});

describe('a rotary embedding', () => {
  test('is one node of a value and its angles', () => {
    fc.assert(
      fc.property(shapes, ({ batch, heads, tokens, half, turned, known }) => {
        const angles = [tokens, 2 * half];
        const own = known ? {} : { cosine: angles, sine: [1, 1, ...angles] };
        const inputs = { x: [batch, heads, tokens, 2 * half], ...own };
        const constants = { ...indices(half), ...(known ? { cosine: drawn(angles, 7), sine: drawn(angles, 8) } : {}) };
        const graph = toGraph(modelOf({ inputs, constants, nodes: spelled(turned) }));
        expect(opsOf(simplify(graph)).filter((op) => op !== 'Mul')).toEqual([ROTARY]);
        expect(opsOf(simplify(graph))).toHaveLength(known ? 1 : 2);
        expectSame(graph, inputs);
      }),
      { numRuns: 100 },
    );
  });

  test('is one node of halves that a Split makes', () => {
    const inputs = { x: [2, 3, 4, 8] };
    const constants = { split: integers([4, 4]), cosine: drawn([4, 8], 7), sine: drawn([4, 8], 8) };
    const nodes: Written[] = [['Split', ['x', 'split'], ['first', 'second'], { axis: -1 }], ...spelled([]).slice(2)];
    const graph = toGraph(modelOf({ inputs, constants, nodes }));
    expect(opsOf(simplify(graph))).toEqual([ROTARY]);
    expectSame(graph, inputs);
  });

  test('turns heads as they lie in tokens', () => {
    const inputs = { x: [2, 5, 3, 8] };
    const constants = { ...indices(4), cosine: drawn([5, 8], 7), sine: drawn([1, 1, 5, 8], 8) };
    const nodes: Written[] = [['Transpose', ['x'], ['heads'], { perm: [0, 2, 1, 3] }], ...spelled([], 'heads')];
    const graph = toGraph(modelOf({ inputs, constants, nodes }));
    expect(opsOf(simplify(graph))).toEqual([ROTARY, 'Transpose']);
    expectSame(graph, inputs);
  });

  test.each<[string, Partial<Record<string, Written>>]>([
    ['thirds', { first: ['Slice', ['x', 'zero', 'third', 'last'], ['first']] }],
    ['halves of another value', { second: ['Slice', ['other', 'half', 'end', 'last'], ['second']] }],
    ['halves of which none is negated', { negated: ['Abs', ['second'], ['negated']] }],
    ['a product with another value', { plain: ['Mul', ['other', 'cosine'], ['plain']] }],
    ['halves in their order', { halves: ['Concat', ['first', 'negated'], ['halves'], { axis: -1 }] }],
  ])('is none of %s', (_, others) => {
    const inputs = { x: [1, 2, 3, 6], other: [1, 2, 3, 6] };
    const angles = { cosine: drawn([3, 6], 7), sine: drawn([3, 6], 8) };
    const constants = { ...indices(others['first'] ? 2 : 3), third: integers([2]), ...angles };
    const nodes = spelled([]).map((node) => others[node[2][0]!] ?? node);
    const graph = toGraph(modelOf({ inputs, constants, nodes }));
    expect(opsOf(simplify(graph))).not.toContain(ROTARY);
    expectSame(graph, inputs);
  });

  test.each([0, 1])('is one node of ONNX with interleaved=%s', (interleaved) => {
    const inputs = { x: [2, 3, 4, 8], cosine: [2, 4, 4], sine: [2, 4, 4] };
    const nodes: Written[] = [['RotaryEmbedding', ['x', 'cosine', 'sine'], ['y'], { interleaved }]];
    const graph = toGraph(modelOf({ opset: 23, inputs, nodes }));
    expect(opsOf(simplify(graph)).filter((op) => op === ROTARY)).toHaveLength(1);
    expect(opsOf(simplify(graph))).not.toContain('Slice');
    expectSame(graph, inputs);
  });
});
