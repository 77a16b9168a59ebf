import { describe, expect, test } from '@jest/globals';
import { barriersOf } from '../../src/backend/cuda/codegen/barriers.js';
import { add, constant, mod, subtract, variable, Var, zero } from '../../src/ir/index.js';
import type { Index } from '../../src/ir/index.js';
import type { Annotation } from '../../src/ir/loop.js';
import { block } from '../../src/ir/nest.js';
import type { Alloc, For, Stmt, Store, Wait } from '../../src/ir/nest.js';
import { at, input } from '../../src/ir/compute.js';
import type { Tensor } from '../../src/ir/tensor.js';

const threads = { threadX: 8, threadY: 1, threadZ: 1 };
const [source, tile, out] = [input('source', [64]), input('tile', [8]), input('out', [64])];
const thread = new Var('t', 8);

function copy(from: Tensor, to: Tensor, index: Index = variable(thread)): Store {
  return { kind: 'store', tensor: to, indices: [index], value: at(from, variable(thread)), update: undefined };
}

function loop(annotation: Annotation, v: Var, body: Stmt, to: Index = constant(v.extent)): For {
  return { kind: 'for', loop: v, from: zero, to, annotation, lanes: 1, unrollFactor: undefined, stage: 'out', body };
}

function shared(body: Stmt): Alloc {
  return { kind: 'alloc', storage: { tensor: tile, shape: [8], scope: 'shared' }, body };
}

const onThreads = (body: Stmt): Stmt => loop('threadX', thread, body);

describe('barriers', () => {
  const [fill, use] = [copy(source, tile), copy(tile, out)];

  test('stand between a write and a read of shared memory, and nowhere else', () => {
    expect([...barriersOf(onThreads(shared(block(fill, use))), threads)]).toEqual([use]);
    expect([...barriersOf(onThreads(block(copy(source, out), copy(source, out))), threads)]).toEqual([]);
    expect([...barriersOf(onThreads(shared(block(fill, use, copy(tile, out)))), threads)]).toEqual([use]);
  });

  test('stand before what an iteration overwrites that the one before has read', () => {
    const again = loop('serial', new Var('k', 4), shared(block(fill, use)));
    expect(barriersOf(onThreads(again), threads)).toEqual(new Set([fill, use]));
  });

  test('come as far out as they can', () => {
    const uses = loop('serial', new Var('k', 4), use);
    expect([...barriersOf(onThreads(shared(block(fill, uses))), threads)]).toEqual([uses]);
  });

  test('are refused where not all threads come', () => {
    const some: Stmt = {
      kind: 'if',
      when: subtract(constant(3), variable(thread)),
      then: block(fill, use),
      otherwise: block(),
    };
    expect(() => barriersOf(onThreads(shared(some)), threads)).toThrow(/not all threads/);
    const fewer = loop('threadX', new Var('u', 4), block(fill, use));
    expect(() => barriersOf(shared(fewer), threads)).toThrow(/not all threads/);
    const uneven = loop('serial', new Var('k', 9), block(fill, use), add(variable(thread), constant(1)));
    expect(() => barriersOf(onThreads(shared(uneven)), threads)).toThrow(/not all threads/);
  });
});

describe.each([2, 3, 4, 40])('barriers of %d buffers', (count) => {
  const k = new Var('k', 50);
  const into = (buffer: Index): Store => ({ ...copy(source, tile), indices: [buffer, variable(thread)] });
  const from = (buffer: Index): Store => {
    const value = at(tile, buffer, variable(thread));
    return { kind: 'store', tensor: out, indices: [variable(thread)], value, update: undefined };
  };
  /** The buffer of the tile that this iteration, or a later one, reads. */
  const later = (tiles: number): Index => mod(add(variable(k), constant(tiles)), count);
  const wait: Wait = { kind: 'wait', pending: count - 2, full: [{ tensor: tile, buffer: later(0) }] };
  const first = Array.from({ length: count - 1 }, (_, t) => into(constant(t)));
  const [pipelined, own] = [into(later(count - 1)), from(later(0))];

  function kernel(body: readonly Stmt[]): Alloc {
    const storage = { tensor: tile, shape: [count, 8], scope: 'shared', buffers: count } as const;
    return { kind: 'alloc', storage, body: block(...first, loop('serial', k, block(...body))) };
  }
  const barriersIn = (...body: readonly Stmt[]): Stmt[] => [...barriersOf(onThreads(kernel(body)), threads)];

  test('are one an iteration, after the wait, wherever a later tile is filled', () => {
    expect(barriersIn(wait, pipelined, own)).toEqual([pipelined]);
    expect(barriersIn(wait, own, pipelined)).toEqual([own]);
  });

  test('stand between a read and what fills the same buffer in the same iteration', () => {
    const again = into(later(0));
    expect(new Set(barriersIn(wait, own, again))).toEqual(new Set([own, again]));
  });

  test('stand before what fills the buffer that the iteration before has read', () => {
    const early = into(later(count - 1));
    expect(barriersIn(early, wait, own)).toEqual([early, own]);
  });

  test('keep apart buffers of which it is not known which they are', () => {
    const some = into(mod(add(variable(k), variable(thread)), count));
    expect(new Set(barriersIn(wait, own, some))).toEqual(new Set([own, some]));
  });

  test('stand before the first fill where the loop comes again', () => {
    const again = loop('serial', new Var('outer', 3), kernel([wait, pipelined, own]));
    expect(barriersOf(onThreads(again), threads)).toEqual(new Set([first[0], pipelined]));
    const blocks = loop('blockX', new Var('outer', 3), onThreads(kernel([wait, pipelined, own])));
    expect(barriersOf(blocks, threads)).toEqual(new Set([pipelined]));
  });

  test('do not stand for a wait', () => {
    expect(() => barriersIn(pipelined, own)).toThrow(/reads shared memory without a barrier/);
    expect(() => barriersIn(own, wait, pipelined)).toThrow(/reads shared memory without a barrier/);
    const next: Wait = { ...wait, full: [{ tensor: tile, buffer: later(1) }] };
    expect(() => barriersIn(next, pipelined, own)).toThrow(/reads shared memory without a barrier/);
  });

  describe('that the TMA fills', () => {
    const element = new Var('e', 8);
    const tmaCopy = (buffer: Index): For =>
      loop('tensorize', element, { ...copy(source, tile, variable(element)), indices: [buffer, variable(element)] });
    const copies = Array.from({ length: count - 1 }, (_, t) => tmaCopy(constant(t)));
    const copyAhead = tmaCopy(later(count - 1));
    const barriersOfCopies = (...body: readonly Stmt[]): Stmt[] => {
      const storage = { tensor: tile, shape: [count, 8], scope: 'shared', buffers: count } as const;
      const all = block(...copies, loop('serial', k, block(...body)));
      return [...barriersOf(onThreads({ kind: 'alloc', storage, body: all }), threads, new Set([tile]))];
    };

    test('stand before a buffer is filled again, not before what has come is read', () => {
      expect(barriersOfCopies(wait, copyAhead, own)).toEqual([copyAhead]);
      expect(barriersOfCopies(wait, own, copyAhead)).toEqual([copyAhead]);
      expect(barriersOfCopies(wait, own, tmaCopy(later(0)))).toHaveLength(1);
    });

    test('do not stand for a wait', () => {
      expect(() => barriersOfCopies(copyAhead, own)).toThrow(/reads shared memory without a barrier/);
    });
  });
});
