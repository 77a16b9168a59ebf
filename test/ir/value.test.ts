import { expect, test } from '@jest/globals';
import { add, constant, isConstant } from '../../src/ir/index.js';
import { input } from '../../src/ir/compute.js';
import type { Value } from '../../src/ir/tensor.js';
import { binary, constantValue, entry, select, transform } from '../../src/ir/value.js';
import { variable, Var } from '../../src/ir/index.js';

const load = (at: number): Value => ({ kind: 'load', tensor: input('x', [100]), indices: [constant(at)] });

/** Moves every load by one. */
const moved = (value: Value): Value =>
  transform(value, (node) =>
    node.kind === 'load' ? { ...node, indices: node.indices.map((i) => add(i, constant(1))) } : node,
  );

function placesOf(value: Value): number[] {
  const places: number[] = [];
  transform(value, (node) => {
    const [index] = node.kind === 'load' ? node.indices : [];
    if (index && isConstant(index)) places.push(index.constant);
    return node;
  });
  return places;
}

test('a node is visited once, also where what surrounds it folds away', () => {
  const matrix = [[1, 0]];
  const column = new Var('j', 2);
  const weighted: Value = {
    kind: 'binary',
    op: 'mul',
    a: entry(matrix, constant(0), variable(column)),
    b: load(5),
  };
  const unrolled = transform(weighted, (node) => {
    if (node.kind === 'entry') return entry(matrix, constant(0), constant(0));
    return node.kind === 'load' ? { ...node, indices: [add(node.indices[0]!, constant(1))] } : node;
  });
  expect(unrolled.kind).toBe('load');
  expect(placesOf(unrolled)).toEqual([6]);
  expect(placesOf(moved({ kind: 'binary', op: 'add', a: load(5), b: constantValue(0) }))).toEqual([6]);
  expect(placesOf(moved({ kind: 'select', when: [], then: load(5), otherwise: load(7) }))).toEqual([6]);
});

test('what does not fold is visited, too', () => {
  const doubled = transform(binary('add', load(1), select([variable(new Var('i', 3))], load(2), load(3))), (node) =>
    node.kind === 'constant' ? constantValue(2 * node.value) : node,
  );
  expect(placesOf(doubled)).toEqual([1, 2, 3]);
  let kinds = '';
  transform(doubled, (node) => {
    kinds += `${node.kind} `;
    return node;
  });
  expect(kinds.trim()).toBe('load load load select binary');
});
