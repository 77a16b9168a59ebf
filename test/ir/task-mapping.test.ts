import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { at, compute, input } from '../../src/ir/compute.js';
import { lower } from '../../src/ir/lower.js';
import { Schedule } from '../../src/ir/schedule.js';
import { compose, cut, cutGrids, repeat, spatial, strided, type TaskMapping } from '../../src/ir/task-mapping.js';
import { interpret, size } from '../support/interpret.js';

type Task = readonly [number, number];

/** Points of a grid, the last axis fastest. */
function points([rows, columns]: readonly number[]): readonly Task[] {
  return Array.from({ length: rows! * columns! }, (_, i) => [Math.floor(i / columns!), i % columns!]);
}

/** Of each worker its tasks in order: what a mapping means. */
function meaning({ factors }: TaskMapping): readonly (readonly Task[])[] {
  return factors.reduceRight<readonly (readonly Task[])[]>(
    (inner, { isSpatial, shape }) => (isSpatial ? spatialOf(shape, inner) : [repeatOf(shape, inner)].flat()),
    [[[0, 0]]],
  );
}

/** The tasks of a place of a grid, each place as large as all tasks of the inner workers together. */
function placed([row, column]: Task, tasks: readonly Task[], [rows, columns]: Task): readonly Task[] {
  return tasks.map(([i, j]) => [row * rows + i, column * columns + j]);
}

function extentOf(inner: readonly (readonly Task[])[]): Task {
  const all = inner.flat();
  return [1 + Math.max(...all.map(([i]) => i)), 1 + Math.max(...all.map(([, j]) => j))];
}

function spatialOf(shape: readonly number[], inner: readonly (readonly Task[])[]): readonly (readonly Task[])[] {
  return points(shape).flatMap((place) => inner.map((tasks) => placed(place, tasks, extentOf(inner))));
}

function repeatOf(shape: readonly number[], inner: readonly (readonly Task[])[]): readonly (readonly Task[])[] {
  return inner.map((tasks) => points(shape).flatMap((place) => placed(place, tasks, extentOf(inner))));
}

const shape = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 }));
const factor = fc.oneof(
  shape.map((own) => spatial(...own)),
  shape.map((own) => repeat(...own)),
);
const mapping = fc.array(factor, { minLength: 1, maxLength: 2 }).map((factors) => compose(...factors));

const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

describe('the algebra of task mappings', () => {
  test('has a worker for each task of a spatial one, and one worker for all of a repeated one, in order', () => {
    expect(meaning(spatial(2, 2))).toEqual([[[0, 0]], [[0, 1]], [[1, 0]], [[1, 1]]]);
    expect(meaning(repeat(2, 2))).toEqual([
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
    ]);
  });

  test('composition is associative, but not commutative', () => {
    fc.assert(
      fc.property(factor, mapping, factor, (f, g, h) => {
        expect(meaning(compose(compose(f, g), h))).toEqual(meaning(compose(f, compose(g, h))));
      }),
    );
    expect(meaning(compose(spatial(2, 1), repeat(2, 1)))).not.toEqual(meaning(compose(repeat(2, 1), spatial(2, 1))));
  });

  test('every task of the grid is done once, by one worker', () => {
    fc.assert(
      fc.property(mapping, (one) => {
        const done = meaning(one).flat();
        expect(new Set(done.map(String)).size).toBe(done.length);
        expect(done.map(String).sort()).toEqual(points(one.shape).map(String).sort());
      }),
    );
  });

  test('workers, tasks of each and extents multiply', () => {
    fc.assert(
      fc.property(mapping, mapping, (f, g) => {
        const both = compose(f, g);
        for (const of of ['shape', 'workers', 'tasks'] as const)
          expect(both[of]).toEqual(f[of].map((count, axis) => count * g[of][axis]!));
        expect(meaning(both)).toHaveLength(product(both.workers));
        for (const tasks of meaning(both)) expect(tasks).toHaveLength(product(both.tasks));
        for (const axis of [0, 1]) expect(product(both.parts(axis))).toBe(both.shape[axis]);
      }),
    );
  });

  test('what is strided are parts, workers and elements of each axis', () => {
    const mapping = strided([2, 3, 4], [1, 5, 2]);
    expect(mapping).toEqual(compose(repeat(2, 1), spatial(3, 5), repeat(4, 2)));
    expect([mapping.shape, mapping.workers, mapping.tasks]).toEqual([
      [24, 10],
      [3, 5],
      [8, 2],
    ]);
  });

  test('a factor of fewer axes leaves the others whole', () => {
    const mapping = compose(spatial(2, 3), spatial(4), repeat(5, 6));
    expect([mapping.parts(0), mapping.parts(1)]).toEqual([
      [2, 4, 5],
      [3, 6],
    ]);
    expect(mapping.workers).toEqual([8, 3]);
  });
});

describe('loops that are cut by a mapping', () => {
  const copyOf = (rows: number, columns: number): Schedule => {
    const data = input('data', [rows, columns]);
    const output = compute('out', [rows, columns], ['i', 'j'], ([i, j]) => at(data, i, j));
    return new Schedule({ inputs: [data], output, constants: [] });
  };
  /** What a schedule makes of the numbers from 0. */
  const run = (s: Schedule, elements: number): Float64Array =>
    interpret(lower(s), [Float64Array.from({ length: elements }, (_, i) => i)]);

  test('compute every element of any extents, in the order of the factors', () => {
    const extents = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(extents, mapping, fc.constantFrom('min', 'guard'), ([rows, columns], one, tail) => {
        const s = copyOf(rows, columns);
        const loops = cutGrids(s.output, s.output.loopsOver('i', 'j'), one, tail);
        s.output.reorder(...loops.slice(0, 1 + one.factors.length).flat());
        expect([...run(s, rows * columns)]).toEqual(Array.from({ length: size([rows, columns]) }, (_, i) => i));
      }),
    );
  });

  test('within a block there is a loop for each factor of an axis', () => {
    const s = copyOf(24, 12);
    const [, parts, inside] = cut(
      s.output,
      s.output.loopsOver('i', 'j'),
      compose(spatial(2, 3), spatial(4), repeat(3, 4)),
      'min',
    );
    expect(parts).toHaveLength(1);
    expect(inside).toHaveLength(2);
    expect(s.output.loops).toHaveLength(5);
  });
});
