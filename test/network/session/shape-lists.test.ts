import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { libraryShapes } from '../../../src/network/session/shape-lists.js';
import { UsageError } from '../../../src/target/errors.js';

describe('lists of extents', () => {
  test('vary together, and what has none stays', () => {
    expect(libraryShapes({ mask: [1, 4] }, { x: [1, [160, 320], 48], y: [[2, 3], 7], z: [5] })).toEqual([
      { label: '160,2', shapes: { mask: [1, 4], x: [1, 160, 48], y: [2, 7], z: [5] } },
      { label: '320,3', shapes: { mask: [1, 4], x: [1, 320, 48], y: [3, 7], z: [5] } },
    ]);
  });

  test('are no shapes of their own: without any there is the one of --shape', () => {
    expect(libraryShapes({ x: [1, 2] }, {})).toEqual([{ label: '', shapes: { x: [1, 2] } }]);
  });

  test('give one shape for each place, all different and with names of their own', () => {
    const lists = fc.integer({ min: 2, max: 6 }).chain((length) =>
      fc.record({
        x: fc.tuple(
          fc.integer({ min: 1 }),
          fc.array(fc.integer({ min: 1, max: 4 }), { minLength: length, maxLength: length }),
        ),
        y: fc.tuple(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: length, maxLength: length })),
      }),
    );
    fc.assert(
      fc.property(lists, ({ x, y }) => {
        const shapes = libraryShapes({}, { x, y });
        expect(shapes.map((one) => one.shapes)).toEqual(y[0].map((extent, i) => ({ x: [x[0], x[1][i]], y: [extent] })));
        expect(new Set(shapes.map(({ label }) => label)).size).toBe(shapes.length);
      }),
    );
  });

  test('say an extent once where inputs vary alike, unless that is another shape, too', () => {
    const labels = (x: number[], y: number[]): string[] =>
      libraryShapes({}, { x: [x], y: [y] }).map(({ label }) => label);
    expect(labels([16, 32], [16, 32])).toEqual(['16', '32']);
    expect(libraryShapes({}, { x: [[1, 1]], y: [[1, 2]], z: [[2, 2]] }).map(({ label }) => label)).toEqual(['1', '2']);
    expect(libraryShapes({}, { x: [[1, 1, 3]], y: [[1, 2, 3]], z: [[2, 2, 3]] }).map(({ label }) => label)).toEqual([
      ...['1,1,2', '1,2,2', '3,3,3'],
    ]);
  });

  test.each([
    [
      { x: [1, [160]] },
      '--shapes lists 1 extent of axis 1 of "x": list two at least, as \'x=1x{160,320}\', or give --shape for a single shape.',
    ],
    [
      { x: [[]] },
      '--shapes lists 0 extents of axis 0 of "x": list two at least, as \'x={1,2}\', or give --shape for a single shape.',
    ],
    [{ x: [1, 4] }, "--shapes has no list of extents: give one, as 'x=1x{4,8}', or --shape for a single shape."],
    [
      { x: [[1, 2, 3]], y: [4, [1, 2]] },
      '--shapes lists 3 extents of axis 0 of "x" and 2 extents of axis 1 of "y", which vary together: give lists of one length.',
    ],
    [{ x: [1, [160, 320, 160]] }, '--shapes has x=1x160 twice: leave one of them out.'],
    [{ x: [[1, 2, 1]], y: [[5, 5, 5]] }, '--shapes has x=1 and y=5 twice: leave one of them out.'],
    [{ mask: [[1, 2]] }, 'Input "mask" is in --shape and in --shapes: leave one of them out.'],
  ])('are refused in one sentence: %j', (lists, message) => {
    expect(() => libraryShapes({ mask: [1, 4] }, lists)).toThrow(new UsageError(message));
  });
});
