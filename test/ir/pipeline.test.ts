import { describe, expect, test } from '@jest/globals';
import { eachStatement, storagesOf } from '../../src/codegen/accesses.js';
import { isReduce } from '../../src/ir/loop.js';
import { lower } from '../../src/ir/lower.js';
import type { Nest, Wait } from '../../src/ir/nest.js';
import { Schedule } from '../../src/ir/schedule.js';
import { at, input, sum, times } from '../../src/ir/compute.js';
import { interpret } from '../support/interpret.js';

const [rows, block] = [3, 4];

/**
 * A matrix times a vector: a block a row, the sum in blocks of which so many buffers are in shared memory; in so many
 * parts, each a row's block of its own.
 */
function product(k: number, buffers: readonly [number, number], part: number): Schedule {
  const [a, b] = [input('A', [rows, k]), input('B', [k])];
  const output = sum('C', [rows], ['i'], { k }, ([i], { k: p }) => times(at(a, i, p), at(b, p)));
  const s = new Schedule({ inputs: [a, b], output, constants: [] });
  const row = part < k ? s.accumulate(s.output, 'k', part, 'workspace') : s.output;
  if (row !== s.output) s.output.bind(s.output.loop('i'), 'blockX');
  const acc = s.cacheWrite(row, 'register');
  const blocks = row.loops.reduce((x, y) => row.fuse(x, y));
  row.bind(blocks, 'blockX');
  const [outer, inner] = acc.split(acc.loops.find(isReduce)!, block, 'zero');
  acc.reorder(outer, inner, ...acc.loops.filter((l) => !isReduce(l)));
  acc.computeAt(row, blocks);
  const [ofA, ofB] = buffers;
  for (const [tensor, count] of [[a, ofA] as const, [b, ofB] as const]) {
    const shared = s.cacheRead(tensor, 'shared');
    if (count > 1) shared.buffers(count);
    shared.computeAt(acc, outer);
  }
  return s;
}

function waitsOf({ body }: Nest): Wait[] {
  const found: Wait[] = [];
  eachStatement(body, (s) => {
    if (s.kind === 'wait') found.push(s);
  });
  return found;
}

describe.each([2, 3, 4])('a loop that is filled ahead in %d buffers', (buffers) => {
  const inputs = (k: number): Float64Array[] =>
    [rows * k, k].map((n) => Float64Array.from({ length: n }, (_, i) => i % 7));

  test.each([1, 2, 3, 4, 5, 9])('computes a sum of %d blocks, also where the last one is shorter', (tiles) => {
    for (const k of [block * tiles, block * tiles - 1]) {
      const plain = interpret(lower(product(k, [1, 1], k)), inputs(k));
      expect(interpret(lower(product(k, [buffers, buffers], k)), inputs(k))).toEqual(plain);
    }
  });

  test('computes parts of a sum, of which the last has fewer blocks than buffers', () => {
    for (const rest of [1, 4, 5, 9]) {
      const [part, k] = [block * 5, block * 10 + rest];
      const plain = interpret(lower(product(k, [1, 1], k)), inputs(k));
      expect(interpret(lower(product(k, [buffers, buffers], part)), inputs(k))).toEqual(plain);
    }
  });

  test('keeps no more buffers than there are blocks, and lets all copies but those of its own block be in flight', () => {
    for (const tiles of [2, 3, 8]) {
      const count = Math.min(buffers, tiles);
      const nest = lower(product(block * tiles, [buffers, buffers], block * tiles));
      const shared = storagesOf(nest.body).filter(({ scope }) => scope === 'shared');
      expect(shared.map((s) => [s.buffers, s.shape[0]])).toEqual([
        [count, count],
        [count, count],
      ]);
      expect(waitsOf(nest).map(({ pending }) => pending)).toEqual([count - 2]);
    }
  });
});

test('stages that are filled ahead in the same loop have the same number of buffers', () => {
  expect(() => lower(product(40, [2, 3], 40))).toThrow(
    /A_shared,B_shared are pipelined in one loop with different buffer counts/,
  );
});
