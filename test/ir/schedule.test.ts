import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { storagesOf } from '../../src/codegen/accesses.js';
import { InstantiationError } from '../../src/ir/errors.js';
import type { Tail } from '../../src/ir/loop.js';
import { lower } from '../../src/ir/lower.js';
import type { Block } from '../../src/ir/nest.js';
import { Schedule } from '../../src/ir/schedule.js';
import { add, scale, subtract, constant } from '../../src/ir/index.js';
import type { Index } from '../../src/ir/index.js';
import { at, atLeast, compute, input, plus, sum, times } from '../../src/ir/compute.js';
import type { Computation, Value } from '../../src/ir/tensor.js';
import { constantValue, select } from '../../src/ir/value.js';
import { computationOf } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import { naiveSchedule } from '../support/naive-schedule.js';
import { interpret, size } from '../support/interpret.js';
import { tensorCoreSchedule } from '../support/tensor-cores.js';

/** A padded one-dimensional convolution with channels and an epilogue: a producer, a reduction, a tail. */
function convolution(channels: number, width: number, kernel: number, stride: number, pad: number): Computation {
  const data = input('data', [channels, width]);
  const weights = input('weights', [kernel, channels]);
  const padded = compute('padded', [channels, width + 2 * pad], ['c', 'x'], ([c, x]) => {
    const source = subtract(x, constant(pad));
    return select([source, subtract(constant(width - 1), source)], at(data, c, source), constantValue(0));
  });
  const outputs = Math.floor((width + 2 * pad - kernel) / stride) + 1;
  const out = sum(
    'out',
    [outputs],
    ['o'],
    { c: channels, r: kernel },
    ([o], { c, r }) => times(at(padded, c, add(scale(o, stride), r)), at(weights, r, c)),
    (total) => atLeast(total, 0),
  );
  return { inputs: [data, weights], output: out, constants: [weights] };
}

function inputsOf(computation: Computation, seed: number): Float64Array[] {
  const random = new Random(seed);
  return computation.inputs.map((t) => Float64Array.from({ length: size(t.shape) }, () => random.int(17) - 8));
}

const shape = fc.record({
  channels: fc.integer({ min: 1, max: 5 }),
  width: fc.integer({ min: 1, max: 23 }),
  kernel: fc.integer({ min: 1, max: 4 }),
  stride: fc.integer({ min: 1, max: 3 }),
  pad: fc.integer({ min: 0, max: 4 }),
});

const choices = fc.record({
  tile: fc.integer({ min: 1, max: 9 }),
  group: fc.integer({ min: 1, max: 4 }),
  block: fc.integer({ min: 1, max: 5 }),
  tail: fc.constantFrom<Tail>('peel', 'min', 'guard'),
  packTile: fc.integer({ min: 1, max: 4 }),
  placePadded: fc.constantFrom('inline', 'root', 'outer', 'tile'),
  blocked: fc.boolean(),
  partitioned: fc.constantFrom('none', 'groups', 'tiles', 'both'),
  serial: fc.boolean(),
  swapSum: fc.boolean(),
  seed: fc.integer(),
});

describe('a schedule', () => {
  test('computes what the unscheduled computation computes, whatever the tiles, tails, places and blocks', () => {
    fc.assert(
      fc.property(shape, choices, (s, c) => {
        fc.pre(s.width + 2 * s.pad >= s.kernel);
        const make = (): Computation => convolution(s.channels, s.width, s.kernel, s.stride, s.pad);
        const plain = new Schedule(make());
        const inputs = inputsOf(plain.computation, c.seed);
        const want = interpret(lower(plain), inputs);

        const schedule = new Schedule(make());
        schedule.pack(
          schedule.computation.inputs[1]!,
          [0, { dim: 1, part: 'outer', tile: c.packTile }, { dim: 1, part: 'inner', tile: c.packTile }],
          'prepacked',
        );
        const out = schedule.output;
        const acc = c.blocked
          ? schedule.accumulate(out, 'c', c.block, 'register')
          : schedule.cacheWrite(out, 'register');
        const [tile, inner] = out.split(out.loop('o'), c.tile, c.tail);
        const [groups, inGroup] = out.split(tile, c.group, c.tail === 'guard' ? 'guard' : 'min');
        const blocks = out.loops.filter((l) => l.name === 'co');
        out.reorder(...blocks, groups, inGroup, inner);
        acc.computeAt(out, inGroup);
        if (c.swapSum) {
          const channel = acc.loops.find((l) => l.name === 'c' || l.name === 'ci')!;
          acc.reorder(acc.loop('r'), channel);
        }
        const padded = schedule.stages.find((stage) => stage.tensor.name === 'padded')!;
        if (c.placePadded === 'inline') schedule.inline(padded.tensor);
        else if (c.placePadded !== 'root') padded.computeAt(out, c.placePadded === 'outer' ? groups : inGroup);

        if (c.partitioned !== 'none' && c.partitioned !== 'tiles') out.partition(groups);
        if (c.partitioned !== 'none' && c.partitioned !== 'groups') out.partition(inGroup);
        if (!c.serial) out.parallel(groups);

        expect([...interpret(lower(schedule), inputs)]).toEqual([...want]);
      }),
      { numRuns: 200 },
    );
  });

  test('a sum cut into the lanes of a vector, and prefetched, is the same sum', () => {
    const extents = fc.record({ n: fc.integer({ min: 1, max: 9 }), k: fc.integer({ min: 4, max: 40 }) });
    fc.assert(
      fc.property(extents, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), ({ n, k }, lanes, tile) => {
        const [a, b] = [input('a', [k]), input('b', [n, k])];
        const product = ([j]: readonly [Index], { k: step }: { readonly k: Index }): Value =>
          times(at(a, step), at(b, j, step));
        const out = sum('out', [n], ['j'], { k }, product, (total) => atLeast(total, 0));
        const computation = { inputs: [a, b], output: out, constants: [] };
        const inputs = inputsOf(computation, n * k);
        const want = interpret(lower(new Schedule(computation)), inputs);

        const schedule = new Schedule(computation);
        const { output } = schedule;
        const { partial, rest } = schedule.rfactor(output, 'k', lanes, 'workspace');
        const [tiles] = output.split(output.loop('j'), tile, 'peel');
        for (const stage of [partial, ...(rest ? [rest] : [])]) stage.computeAt(output, tiles);
        partial.reorder(partial.loop('ko'), partial.loop('lane'), partial.loop('j'));
        partial.prefetch(b, partial.loop('ko'), 3);
        expect(rest === undefined).toBe(k % lanes === 0);
        expect([...interpret(lower(schedule), inputs)]).toEqual([...want]);
      }),
    );
  });

  test('blocks of a sum are not added up where each would be rounded', () => {
    const workload = findOperator('matmul').workload(undefined, { m: '5', n: '3', k: '20', dtype: 'bfloat16' });
    const schedule = new Schedule(computationOf(findOperator('matmul'), workload));
    const cut = (scope: 'register' | 'workspace') => () => schedule.accumulate(schedule.output, 'k', 8, scope);
    expect(cut('register')).toThrow(/C is of bfloat16, which rounds each sum/);
    expect(cut('workspace')).not.toThrow();
  });

  test('a sum shorter than the lanes cannot be cut into them', () => {
    const schedule = new Schedule(convolution(2, 10, 3, 1, 1));
    expect(() => schedule.rfactor(schedule.output, 'c', 2, 'workspace')).toThrow(/not a sum over c alone/);
    const a = input('a', [3]);
    const total = sum('total', [1], ['i'], { k: 3 }, (_, { k }) => at(a, k));
    const short = new Schedule({ inputs: [a], output: total, constants: [] });
    expect(() => short.rfactor(short.output, 'k', 4, 'workspace')).toThrow(InstantiationError);
  });

  test('fused loops visit every element', () => {
    const source = input('source', [3, 4, 5]);
    const copy = compute('copy', [3, 4, 5], ['a', 'b', 'c'], (axes) => at(source, ...axes));
    const schedule = new Schedule({ inputs: [source], output: copy, constants: [] });
    const { output } = schedule;
    const fused = output.fuse(output.fuse(output.loop('a'), output.loop('b')), output.loop('c'));
    output.split(fused, 7, 'guard');
    const data = Float64Array.from({ length: 60 }, (_, i) => i);
    expect([...interpret(lower(schedule), [data])]).toEqual([...data]);
  });

  test('a padding condition on the inner loop is cut out of it', () => {
    const schedule = new Schedule(convolution(2, 10, 3, 1, 1));
    const nest = lower(schedule);
    expect(JSON.stringify(nest.body, (key, value: unknown) => (key === 'tensor' ? undefined : value))).not.toContain(
      '"select"',
    );
  });

  test('what one test shows answers others: parts of a sum that begin at different places are as many as the places', () => {
    const [width, parts] = [40, 8];
    const data = input('data', [width, 2]);
    // Each term is data of one column up to a place, then of the next place up to that, and so on.
    const picked = (x: Index, y: Index, shift: number): Value =>
      Array.from({ length: parts }, (_, i) => 4 * i + shift).reduceRight<Value>(
        (after, end) => select([subtract(constant(end), x)], at(data, constant(end), y), after),
        at(data, x, y),
      );
    const out = compute('out', [width, 2], ['x', 'y'], ([x, y]) =>
      [0, 1, 2, 3].map((shift) => picked(x, y, shift)).reduce(plus),
    );
    const nest = lower(new Schedule({ inputs: [data], output: out, constants: [] }));
    const text = JSON.stringify(nest.body, (key, value: unknown) => (key === 'tensor' ? undefined : value));
    expect(text.match(/"kind":"store"/g)!.length).toBeLessThanOrEqual(4 * parts + 1);
    const numbers = Float64Array.from({ length: 2 * width }, (_, i) => i * i);
    const want = Array.from({ length: 2 * width }, (_, i) => {
      const [x, y] = [Math.floor(i / 2), i % 2];
      const rows = [0, 1, 2, 3].map((shift) => Math.max(x, shift + 4 * Math.ceil((x - shift) / 4)));
      const at = rows.map((row, shift) => (x > 4 * (parts - 1) + shift ? x : row));
      return at.reduce((total, row) => total + numbers[2 * row + y]!, 0);
    });
    expect([...interpret(nest, [numbers])]).toEqual(want);
  });

  test('a loop along several concatenated tensors is one for each', () => {
    const expression = 'concat(1,a,pad(b,1,2,0,0),c)';
    const workload = findOperator('elementwise').workload(undefined, { inputs: '2x3,2x2,2x1', expression });
    const nest = lower(naiveSchedule(workload));
    const text = JSON.stringify(nest.body, (key, value: unknown) => (key === 'tensor' ? undefined : value));
    expect(text).not.toMatch(/"if"|"select"/);
    const inputs = [
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10],
      [11, 12],
    ].map((data) => Float64Array.from(data));
    expect([...interpret(nest, inputs)]).toEqual([1, 2, 3, 0, 0, 7, 8, 11, 4, 5, 6, 0, 0, 9, 10, 12]);
  });

  test('blocks on one side of where tensors are concatenated test nothing, and one that is on both does', () => {
    const workload = findOperator('elementwise').workload(undefined, {
      inputs: '2x18,2x16,2x2',
      expression: 'concat(1,exp(a),b*b,c)',
    });
    const schedule = new Schedule(computationOf(findOperator('elementwise'), workload));
    const out = schedule.output;
    const [blocks, lane] = out.split(out.loops.at(-1)!, 4, 'peel');
    out.vectorize(lane, 4).partition(blocks);
    const nest = lower(schedule);
    const text = JSON.stringify(nest.body, (key, value: unknown) => (key === 'tensor' ? undefined : value));
    // From 16 to 20, and from 32 to 36.
    expect(text.match(/"kind":"store"/g)).toHaveLength(4);
    expect(text.match(/"kind":"select"/g)).toHaveLength(2);
    const inputs = [18, 16, 2].map((width) => Float64Array.from({ length: 2 * width }, (_, i) => i / 8));
    const want = [0, 1].flatMap((row) => [
      ...inputs[0]!.slice(18 * row, 18 * row + 18).map((x) => Math.exp(x)),
      ...inputs[1]!.slice(16 * row, 16 * row + 16).map((x) => x * x),
      ...inputs[2]!.slice(2 * row, 2 * row + 2),
    ]);
    expect([...interpret(nest, inputs)]).toEqual(want);
  });

  test('the interior of a partitioned loop tests nothing; its border tiles are apart', () => {
    const schedule = new Schedule(convolution(2, 40, 3, 1, 1));
    const out = schedule.output;
    const acc = schedule.cacheWrite(out, 'register');
    const [tiles] = out.split(out.loop('o'), 4, 'peel');
    schedule.inline(schedule.stages.find((stage) => stage.tensor.name === 'padded')!.tensor);
    acc.computeAt(out, tiles);
    acc.unroll(acc.loop('o'), acc.loop('r'));
    out.partition(tiles);
    const { body } = lower(schedule);
    expect(body.kind === 'block' && body.body.map((s) => s.kind)).toEqual(['alloc', 'for', 'alloc']);
    const [first, interior] = (body as Block).body.map((s) =>
      JSON.stringify(s, (key, value: unknown) => (key === 'tensor' ? undefined : value)),
    );
    expect(interior).toMatch(/"extent":8/);
    expect(interior).not.toMatch(/"if"|"select"/);
    expect(first).toMatch(/"if"/);
  });

  test('accumulators in tiles that are wider than the shape are whole tiles, and so is what is copied for them', () => {
    const tiles = {
      ...{ groups_m: 1, groups_n: 1, tile_m: 1, tile_n: 16, block_k: 16, swizzle: 32, copies: 'threads' },
      ...{ order: 'mn', buffers: 1, lag: 0, split_k: 1 },
    };
    const shape = { m: '5', n: '3', k: '20', transB: 'false', dtype: 'float16' };
    const { body } = lower(tensorCoreSchedule('wgmma', shape, tiles, 'float16'));
    const shapes = new Map(storagesOf(body).map((storage) => [storage.tensor.name, storage.shape]));
    // One group's tile: a warp has 16 of the 64 rows, and 16 columns. Operands lie in rows of 16 elements, along the
    // sum and across it.
    expect(shapes.get('C_acc')).toEqual([1, 1, 1, 1, 16, 1, 1, 1, 16]);
    expect(shapes.get('A_shared')).toEqual([1, 64, 16]);
    expect(shapes.get('B_shared')).toEqual([1, 16, 16]);
  });

  test('when a reduction would be vectorized, it is an instantiation error that says so', () => {
    const { output } = new Schedule(convolution(2, 10, 3, 1, 1));
    expect(() => output.vectorize(output.loop('r'), 4)).toThrow(InstantiationError);
  });

  test('when the inner loop of a tile with a shorter last one is put outside, lowering refuses it', () => {
    for (const tail of ['peel', 'min'] as const) {
      const schedule = new Schedule(convolution(2, 13, 1, 1, 0));
      const [outer, inner] = schedule.output.split(schedule.output.loop('o'), 8, tail);
      schedule.output.reorder(inner, outer);
      expect(() => lower(schedule)).toThrow(/outside oo, whose last tile is shorter/);
    }
  });

  test('when a guarded loop is vectorized, lowering refuses what it cannot mask', () => {
    const schedule = new Schedule(convolution(2, 13, 1, 1, 0));
    const { output } = schedule;
    schedule.cacheWrite(output, 'workspace');
    const [, inner] = output.split(output.loop('o'), 8, 'guard');
    output.vectorize(inner, 8);
    expect(() => lower(schedule)).toThrow(InstantiationError);
  });

  test('when something that is not a constant is prepacked, lowering refuses it', () => {
    const schedule = new Schedule(convolution(2, 10, 3, 1, 0));
    schedule.inline(schedule.stages[0]!.tensor);
    schedule.pack(schedule.computation.inputs[0]!, [0, 1], 'prepacked');
    expect(() => lower(schedule)).toThrow(/reads more than one constant or free input: prepack a copy/);
  });
});
