import { describe, expect, test } from '@jest/globals';
import {
  configured,
  registerProductOf,
  regionOf,
  registersOf,
} from '../../../../src/backend/cpu/codegen/matrix-regions.js';
import type { Region } from '../../../../src/backend/cpu/codegen/matrix-regions.js';
import type { MatrixShape } from '../../../../src/backend/cpu/isa/instruction-set.js';
import { eachStatement } from '../../../../src/codegen/accesses.js';
import { tensorizedNests, type TensorizedNest } from '../../../../src/codegen/tensorized.js';
import { generate } from '../../../../src/backend/generate.js';
import { InstantiationError } from '../../../../src/ir/errors.js';
import * as ix from '../../../../src/ir/index.js';
import { lower } from '../../../../src/ir/lower.js';
import { nothing, type Alloc, type For, type Stmt, type Store } from '../../../../src/ir/nest.js';
import { constantValue } from '../../../../src/ir/value.js';
import { dense } from '../../../../src/operator/dense.js';
import { makeTask } from '../../../../src/templates/task.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import type { ScheduleTemplate } from '../../../../src/templates/template.js';
import type { CpuTarget } from '../../../../src/backend/cpu/target.js';
import { amx, withThreads } from '../../../support/targets.js';

const unit = { registers: 8, rows: 16, bytes: 64 };

const template = findTemplate('dense.blocked') as ScheduleTemplate<CpuTarget>;
const usual = {
  ...{ lanes: 16, tile_m: 16, tile_n: 1, pack_a: 'none', pack_b: 'ahead', order: 'nkm', inner: 'm' },
  ...{ prefetch_c: false, prefetch_b: 0, unroll_k: 1, threads: 'none' },
};

/** A nest whose sums lie in matrices. */
function nestOf(m: number, n: number, k: number, more: Readonly<Record<string, number | string>> = {}): Stmt {
  const target = withThreads(amx, more['threads'] === undefined ? 1 : 2);
  const workload = dense.workload(undefined, { m: `${m}`, n: `${n}`, k: `${k}`, dtype: 'int8' });
  const { space } = makeTask(template, workload, target);
  const config = space.config({ ...usual, block_m: m, block_n: n, block_k: k, ...more });
  return lower(template.schedule(workload, target, config)).body;
}

function allIn<K extends Stmt['kind']>(stmt: Stmt, kind: K): Extract<Stmt, { kind: K }>[] {
  const found: Stmt[] = [];
  eachStatement(stmt, (one) => {
    if (one.kind === kind) found.push(one);
  });
  return found as Extract<Stmt, { kind: K }>[];
}

function fragmentsIn(stmt: Stmt): Alloc[] {
  return allIn(stmt, 'alloc').filter(({ storage }) => storage.scope === 'fragment');
}

function regionsOf(body: Stmt): Map<Stmt, Region> {
  return new Map(fragmentsIn(body).map((alloc) => [alloc, regionOf(alloc, unit)]));
}

type Sizes = ReadonlyMap<number, MatrixShape>;

function configuredIn(body: Stmt, apart = false): Map<Stmt, Sizes> {
  return configured(body, regionsOf(body), (stmt) => apart && stmt.kind === 'for' && stmt.annotation === 'parallel');
}

/** The sizes of sums and operands by the names of their registers. */
function sizesBy(sizes: Sizes): Readonly<Record<string, string>> {
  const { sum, a, b } = registersOf(unit);
  const names = new Map<number, string>([0, 1].flatMap((i) => [[a(i), `a${i}`] as const, [b(i), `b${i}`] as const]));
  for (const [i, j] of [0, 1, 2, 3].map((n) => [n >> 1, n & 1] as const)) names.set(sum(i, j), `sum${i}${j}`);
  return Object.fromEntries(
    Array.from(sizes, ([register, { rows, bytes }]) => [names.get(register)!, `${rows}x${bytes}`]),
  );
}

describe('registers', () => {
  test('are a square of sums, one for each of its rows and one for each of its columns', () => {
    const { side, sum, a, b } = registersOf(unit);
    expect(side).toBe(2);
    const all = [0, 1].flatMap((i) => [sum(i, 0), sum(i, 1), a(i), b(i)]);
    expect(all.toSorted((x, y) => x - y)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([3, 4, 7, 8, 15, 16].map((registers) => registersOf({ ...unit, registers }).side)).toEqual([
      1, 1, 1, 2, 3, 3,
    ]);
  });

  test('have the sizes of what is in them, and are stored before the first reader', () => {
    const body = nestOf(23, 40, 36, { tile_m: 23, tile_n: 2 });
    const [whole, tail] = [...regionsOf(body).values()] as [Region, Region];
    expect([whole.rows, whole.columns]).toEqual([
      [0, 12],
      [0, 16],
    ]);
    expect(sizesBy(whole.shapes)).toEqual({
      ...{ a0: '12x36', a1: '11x36', b0: '9x64', b1: '9x64' },
      ...{ sum00: '12x64', sum01: '12x64', sum10: '11x64', sum11: '11x64' },
    });
    expect(tail.columns).toEqual([0]);
    expect(sizesBy(tail.shapes)).toEqual({ a0: '12x36', a1: '11x36', b0: '9x64', sum00: '12x64', sum10: '11x64' });
    for (const { tensor, reader } of [whole, tail]) {
      const stores = allIn(reader, 'store');
      expect(stores.length).toBeGreaterThan(0);
      expect(stores.filter((store) => store.tensor === tensor)).toEqual([]);
    }
  });
});

describe('sizes are set', () => {
  test.each([
    ['a tile', 16, 16],
    ['tiles without tails', 64, 64],
    // Registers have whole rows of columns, of which fewer are used.
    ['tails of columns', 64, 41],
  ])('once for a nest of %s', (_, m, n) => {
    const body = nestOf(m, n, 64);
    expect([...configuredIn(body).keys()]).toEqual([body]);
  });

  test('once where registers are the same but for those that one region has alone', () => {
    const body = nestOf(32, 48, 64, { tile_m: 32, tile_n: 2 });
    const found = configuredIn(body);
    expect([...found.keys()]).toEqual([body]);
    expect([...regionsOf(body).values()].map(({ shapes }) => shapes.size)).toEqual([8, 5]);
    expect(Object.keys(sizesBy(found.get(body)!))).toHaveLength(8);
  });

  test('for each branch where tails of rows differ, around all that is in it', () => {
    const body = nestOf(33, 17, 72, { order: 'mkn', inner: 'n' });
    const found = configuredIn(body);
    const rows = [...found.values()].map((sizes) => sizesBy(sizes)['sum00']);
    expect(rows).toEqual(['16x64', '1x64']);
    const [first, second] = [...found.keys()];
    const branch = allIn(body, 'if').find(({ then }) => then === first)!;
    expect(branch.otherwise).toBe(second);
    // Both tiles of columns.
    expect([first, second].map((stmt) => fragmentsIn(stmt!).length)).toEqual([2, 2]);
  });

  test('for each tile of columns where rows are the inner loop', () => {
    expect(configuredIn(nestOf(33, 17, 72)).size).toBe(4);
  });

  test('inside of the loops that threads share, and not around them', () => {
    const body = nestOf(64, 64, 64, { threads: '2x1' });
    const [parallel] = allIn(body, 'for').filter(({ annotation }) => annotation === 'parallel');
    expect([...configuredIn(body, true).keys()]).toEqual([parallel!.body]);
    expect([...configuredIn(body).keys()]).toEqual([body]);
  });

  test('nowhere in a nest without matrices', () => {
    expect(configured(nestOf(16, 16, 64), new Map(), () => false).size).toBe(0);
  });

  test('beside other statements, around each that has sizes of its own', () => {
    const [tall, low] = [nestOf(16, 16, 64), nestOf(8, 16, 64, { tile_m: 8 })];
    const other = allIn(tall, 'store')[0]!;
    const body: Stmt = { kind: 'block', body: [tall, other, low] };
    expect([...configuredIn(body).keys()]).toEqual([tall, low]);
    const same: Stmt = { kind: 'block', body: [tall, other, nestOf(16, 16, 64)] };
    expect([...configuredIn(same).keys()]).toEqual([same]);
  });
});

describe('a product of matrices', () => {
  const nests = tensorizedNests(nestOf(16, 16, 64));
  const nest = nests.find(({ store }) => store.update !== undefined)!;
  const changed = (store: Partial<Store>): TensorizedNest => ({ ...nest, store: { ...nest.store, ...store } });

  test('has loops over rows, columns, groups and the elements of one', () => {
    const { rows, columns, groups, inGroup, a, b } = registerProductOf(nest);
    expect([rows, columns, groups, inGroup]).toEqual(nest.loops);
    expect([a.tensor.name, b.tensor.name]).toEqual(['data', 'weights_packed']);
  });

  test.each([
    ['rows', 33, 16, 'rows'],
    ['columns', 16, 17, 'columns'],
  ] as const)('lacks the loop over %s where there is one', (_, m, n, lacking) => {
    const products = tensorizedNests(nestOf(m, n, 72))
      .filter(({ store }) => store.update !== undefined)
      .map(registerProductOf);
    const few = products.filter((product) => product[lacking] === undefined);
    expect(few).toHaveLength(1);
    const { rows, columns, a, b } = few[0]!;
    expect([rows, columns].filter(Boolean)).toHaveLength(1);
    expect([a.tensor.name, b.tensor.name]).toEqual(['data', 'weights_packed']);
  });

  test.each<readonly [string, TensorizedNest]>([
    ['sets a value', changed({ update: undefined })],
    ['is a maximum', changed({ update: 'max' })],
    ['adds no product', changed({ value: constantValue(1) })],
    ['has no loops', { ...nest, loops: [] }],
    ['has loops of the result alone', { ...nest, loops: nest.loops.slice(0, 2) }],
    [
      'sums up over three loops',
      { ...nest, loops: [...nest.loops.slice(0, 2), ...nest.loops.slice(2), ...nest.loops.slice(2)] },
    ],
  ])('is refused of a nest that %s', (_, wrong) => {
    expect(() => registerProductOf(wrong)).toThrow(InstantiationError);
    expect(() => registerProductOf(wrong)).toThrow(
      'the tensorized loops of out_acc are no product of matrices: tensorize rows',
    );
  });
});

describe('a region', () => {
  test('that takes more registers than there are is refused', () => {
    const [alloc] = fragmentsIn(nestOf(32, 32, 64, { tile_m: 32, tile_n: 2 }));
    for (const registers of [3, 7]) {
      expect(() => regionOf(alloc!, { ...unit, registers })).toThrow(InstantiationError);
      expect(() => regionOf(alloc!, { ...unit, registers })).toThrow(
        'out_acc takes more matrix registers than there are: use smaller tiles',
      );
    }
    expect(regionOf(alloc!, unit).shapes.size).toBe(8);
  });

  test('of a size that is known only at run time is refused', () => {
    const [alloc] = fragmentsIn(nestOf(16, 16, 64));
    const n = ix.variable(new ix.Var('n', 16));
    const stretched = replacing(alloc!, (loop) => (loop.annotation === 'tensorize' ? { ...loop, to: n } : loop));
    expect(() => regionOf(stretched as Alloc, unit)).toThrow(InstantiationError);
    expect(() => regionOf(stretched as Alloc, unit)).toThrow('known only at run time');
  });

  test('that nothing reads is refused', () => {
    const [alloc] = fragmentsIn(nestOf(16, 16, 64));
    const sums = allIn(alloc!, 'store').find(({ tensor }) => tensor === alloc!.storage.tensor)!;
    for (const body of [nothing, sums]) {
      expect(() => regionOf({ ...alloc!, body }, unit)).toThrow(InstantiationError);
      expect(() => regionOf({ ...alloc!, body }, unit)).toThrow('nothing reads out_acc behind its sums');
    }
  });

  test('begins with zeros, also of a tile of one element', () => {
    const workload = dense.workload(undefined, { m: '33', n: '17', k: '72', dtype: 'int8' });
    const task = makeTask(template, workload, amx);
    const { source } = generate(task, task.space.config({ ...usual, block_m: 33, block_n: 17, block_k: 72 }));
    expect(source.match(/tilezero/g)).toHaveLength(4);
    expect(source.match(/tilestored/g)).toHaveLength(4);
    expect(source).not.toMatch(/out_acc\[.*\] = /);
  });
});

/** A statement with its loops replaced. */
function replacing(stmt: Stmt, change: (loop: For) => For): Stmt {
  if (stmt.kind === 'block') return { ...stmt, body: stmt.body.map((one) => replacing(one, change)) };
  if (stmt.kind === 'alloc') return { ...stmt, body: replacing(stmt.body, change) };
  return stmt.kind === 'for' ? change({ ...stmt, body: replacing(stmt.body, change) }) : stmt;
}
