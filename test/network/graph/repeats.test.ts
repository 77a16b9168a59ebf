import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { integers, modelOf, opsOf, type Written } from '../../support/graph-models.js';

/** A value that is repeated through an axis of its own behind another, and turned in between. */
function repeated(shape: readonly number[], along: number, times: number, perm?: readonly number[]): Written[] {
  const apart = shape.toSpliced(along + 1, 0, 1);
  const wide = apart.with(along + 1, times);
  const turned = perm ? perm.map((axis) => wide[axis]!) : wide;
  const at = perm ? perm.indexOf(along + 1) : along + 1;
  const joined = turned.toSpliced(at - 1, 2, turned[at - 1]! * turned[at]!);
  return [
    ['Reshape', ['x', apart.join()], ['apart']],
    ['Expand', ['apart', wide.join()], ['wide']],
    ...(perm ? ([['Transpose', ['wide'], ['turned'], { perm: [...perm] }]] as const) : []),
    ['Reshape', [perm ? 'turned' : 'wide', joined.join()], ['y']],
  ];
}

/** A graph whose constants are lists of extents, named by what is in them, and the same simplified. */
function graphsOf(shape: readonly number[], nodes: readonly Written[]) {
  const lists = nodes.flatMap(([, inputs]) => inputs.filter((name) => /^\d/.test(name)));
  const constants = Object.fromEntries(lists.map((list) => [list, integers(list.split(',').map(Number))]));
  const graph = toGraph(modelOf({ inputs: { x: shape }, constants, nodes }));
  return { graph, simple: simplify(graph) };
}

function expectSame({ graph, simple }: ReturnType<typeof graphsOf>, size: number): void {
  const inputs = new Map([['x', Float64Array.from({ length: size }, (_, i) => i)]]);
  expect(simple.values.get('y')).toEqual(graph.values.get('y'));
  expect(interpret(simple, inputs).get('y')).toEqual(interpret(graph, inputs).get('y'));
}

test('neighbours that are repeated become a Resize, whatever views are around it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }),
      fc.nat(3),
      fc.integer({ min: 2, max: 3 }),
      fc.option(fc.infiniteStream(fc.nat(9))),
      (shape, place, times, draws) => {
        const along = place % shape.length;
        const others = [...shape.keys()].map((axis) => (axis > along ? axis + 1 : axis));
        const order = draws ? others.toSorted(() => draws.next().value! - 4) : undefined;
        const perm = order?.flatMap((axis) => (axis === along ? [axis, axis + 1] : [axis]));
        const both = graphsOf(shape, repeated(shape, along, times, perm));
        expectSame(
          both,
          shape.reduce((size, extent) => size * extent, 1),
        );
        if (shape[along]! > 1) expect(opsOf(both.simple)).toMatch(/^Resize/);
      },
    ),
  );
});

test('UpSampling2D of Keras between layers in NCHW is one Resize', () => {
  const nodes: Written[] = [
    ['Relu', ['x'], ['r']],
    ['Unsqueeze', ['r', '3'], ['a']],
    ['Tile', ['a', '1,1,1,2,1'], ['b']],
    ['Transpose', ['b'], ['c'], { perm: [0, 2, 3, 4, 1] }],
    ['Reshape', ['c', '1,6,4,5'], ['d']],
    ['Unsqueeze', ['d', '3'], ['e']],
    ['Tile', ['e', '1,1,1,2,1'], ['f']],
    ['Reshape', ['f', '1,6,8,5'], ['g']],
    ['Transpose', ['g'], ['h'], { perm: [0, 3, 1, 2] }],
    ['Relu', ['h'], ['y']],
  ];
  const both = graphsOf([1, 5, 3, 4], nodes);
  expectSame(both, 60);
  expect(opsOf(both.simple)).toMatch(/^(Relu )?Resize( Relu)?$/);
  const resize = both.simple.nodes.find(({ op }) => op === 'Resize')!;
  expect(resize.attributes.get('scales')).toEqual([1, 1, 2, 2]);
});

test('what is repeated as a whole is no Resize', () => {
  const both = graphsOf([2, 3], [['Tile', ['x', '2,2'], ['y']]]);
  expectSame(both, 6);
  expect(opsOf(both.simple)).not.toContain('Resize');
});
