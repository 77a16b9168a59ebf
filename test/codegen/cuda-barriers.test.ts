import { describe, expect, test } from '@jest/globals';
import { barriersOf } from '../../src/codegen/cuda-barriers.js';
import { add, constant, subtract, variable, Var, zero } from '../../src/ir/index.js';
import type { Index } from '../../src/ir/index.js';
import type { Annotation } from '../../src/ir/loop.js';
import { block } from '../../src/ir/nest.js';
import type { Alloc, For, Stmt, Store } from '../../src/ir/nest.js';
import { at, input } from '../../src/ir/tensor.js';
import type { Tensor } from '../../src/ir/tensor.js';

const threads = { threadX: 8, threadY: 1, threadZ: 1 };
const [source, tile, out] = [input('source', [64]), input('tile', [8]), input('out', [64])];
const thread = new Var('t', 8);

function copy(from: Tensor, to: Tensor, index: Index = variable(thread)): Store {
  return { kind: 'store', tensor: to, indices: [index], value: at(from, variable(thread)), update: undefined };
}

function loop(annotation: Annotation, v: Var, body: Stmt, to: Index = constant(v.extent)): For {
  return { kind: 'for', loop: v, from: zero, to, annotation, lanes: 1, copies: 1, stage: 'out', body };
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

  test('are one an iteration where the next one is filled while this one is used', () => {
    const ahead = copy(source, tile);
    const body = loop('serial', new Var('k', 4), block(ahead, use));
    const storage = { tensor: tile, shape: [2, 8], scope: 'shared', doubled: true } as const;
    const kernel: Alloc = { kind: 'alloc', storage, body: block(fill, body) };
    expect([...barriersOf(onThreads(kernel), threads)]).toEqual([ahead]);
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
