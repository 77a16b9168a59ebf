import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import {
  conversionWorkload,
  dimsOf,
  fits,
  isSameBytes,
  shapeIn,
  type Layout,
} from '../../../src/network/program/layout.js';
import { interpretComputation } from './interpreted.js';

const layouts: readonly Layout[] = ['NCHW', 'NHWC', 'NCHW2c', 'NCHW4c', 'NCHW6c', 'NLC', 'NCL2c', 'NCL4c', 'NCL6c'];
const extent = fc.integer({ min: 1, max: 4 });
const channels = fc.constantFrom(1, 2, 3, 4, 6, 8, 12);
const shapes = fc
  .oneof(fc.tuple(extent, channels, extent, extent), fc.tuple(extent, channels, extent))
  .map((shape) => [...shape]);

/** The place in NCHW of each element, in the order of a layout. */
function placesIn(layout: Layout, shape: readonly number[]): number[] {
  const dims = dimsOf(layout, shape.length);
  const extents = shapeIn(layout, shape);
  return Array.from({ length: extents.reduce((a, b) => a * b, 1) }, (_, at) => {
    const index = shape.map(() => 0);
    let rest = at;
    for (let d = dims.length - 1; d >= 0; d--) {
      const dim = dims[d]!;
      const place = rest % extents[d]!;
      rest = Math.floor(rest / extents[d]!);
      if (typeof dim === 'number') index[dim] = place;
      else index[dim.dim]! += dim.part === 'outer' ? place * dim.tile : place;
    }
    return index.reduce((sum, place, d) => sum * shape[d]! + place, 0);
  });
}

const cases = fc
  .tuple(shapes, fc.constantFrom(...layouts), fc.constantFrom(...layouts))
  .filter(([shape, a, b]) => fits(a, shape) && fits(b, shape));

describe('layouts', () => {
  test('are the same bytes where every element has the same place', () => {
    fc.assert(
      fc.property(cases, ([shape, a, b]) => {
        expect(isSameBytes(a, b, shape)).toBe(placesIn(a, shape).join() === placesIn(b, shape).join());
      }),
    );
  });

  test('hold blocks of channels where these are full, and are row-major of other ranks', () => {
    expect(fits('NCHW8c', [1, 12, 2, 2])).toBe(false);
    expect(fits('NCHW4c', [1, 12, 2, 2])).toBe(true);
    expect(layouts.filter((layout) => fits(layout, [1, 12, 2]))).toEqual(['NCHW', 'NLC', 'NCL2c', 'NCL4c', 'NCL6c']);
    expect(layouts.filter((layout) => fits(layout, [1, 12]))).toEqual(['NCHW']);
  });

  test('convert into each other as a permutation of elements does', () => {
    fc.assert(
      fc.property(cases, ([shape, from, to]) => {
        const given = placesIn(from, shape);
        expect([...interpretComputation(conversionWorkload(shape, from, to, 'float32'), [given])]).toEqual(
          placesIn(to, shape),
        );
      }),
      { numRuns: 40 },
    );
  });
});
