import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SpaceBuilder } from '../../src/space/builder.js';
import { Random } from '../../src/space/random.js';
import type { Space } from '../../src/space/space.js';
import { Coordinates, Rebinding } from '../../src/explorer/rebind.js';

/** A space of some extents, whose tiles must be small enough together; every extent allows tiles of 1. */
function spaceOf(rows: number, columns: number, most: number): Space {
  return new SpaceBuilder()
    .split('tile_rows', rows, 3)
    .split('tile_columns', columns, 2, { policy: 'verbose' })
    .choice('order', ['rows', 'columns'])
    .choice('unroll', [true, false])
    .constraint(`a tile has ${most} elements at most`, ({ tile_rows, tile_columns }) => {
      return tile_rows[1] * tile_rows[2] * tile_columns[1] <= most;
    })
    .build();
}

const space = fc
  .tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 256 }))
  .map((sizes) => spaceOf(...sizes));
const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe('a config of one space in another', () => {
  test('is valid there, and none only where the nearest values are forbidden together', () => {
    fc.assert(
      fc.property(space, space, seed, (from, to, start) => {
        const { values } = from.sample(new Random(start))!;
        const { config, nearest } = bound(to, values);
        if (to.isValid(to.indexOf(nearest!))) expect(config?.values).toEqual(nearest);
        if (config) expect(to.get(config.index)).toEqual(config);
      }),
    );
  });

  test('is itself in the same space', () => {
    fc.assert(
      fc.property(space, seed, (own, start) => {
        const config = own.sample(new Random(start))!;
        expect(new Rebinding(own).config(config.values)).toEqual(config);
        expect(new Rebinding(own).nearest(config.values)).toEqual(config.values);
      }),
    );
  });

  test('keeps the sizes of its tiles where it can, and does not scale them', () => {
    const values = { tile_rows: [-1, 2, 8], tile_columns: [-1, 16], order: 'columns', unroll: false };
    expect(new Rebinding(spaceOf(512, 512, 256)).config(values)?.values).toEqual(values);
  });

  test('gives way to the nearest that is allowed', () => {
    const values = { tile_rows: [-1, 1, 16], tile_columns: [-1, 16], order: 'rows', unroll: true };
    const { config, nearest } = bound(spaceOf(64, 64, 128), values);
    expect(nearest).toEqual(values);
    const tile =
      (config!.values['tile_rows'] as readonly number[])[2]! * (config!.values['tile_columns'] as number[])[1]!;
    expect(tile).toBe(128);
  });

  test('takes what records mean that lack a knob, and is none where that is not said', () => {
    const own = new SpaceBuilder().choice('tile', [1, 2]).build();
    expect(new Rebinding(own).config({ other: 1 })).toBeUndefined();
    expect(new Rebinding(own).config({ tile: 8, other: 1 })?.values).toEqual({ tile: 2 });
  });
});

function bound(to: Space, values: Parameters<Rebinding['config']>[0]) {
  const rebinding = new Rebinding(to);
  return { config: rebinding.config(values), nearest: rebinding.nearest(values) };
}

describe('the distance between configs', () => {
  test('is in doublings of numbers, and 1 for each other value that differs', () => {
    const own = spaceOf(1024, 1024, 2 ** 20);
    const coordinates = new Coordinates(own);
    const distanceBetween = (a: Float64Array, b: Float64Array): number =>
      a.reduce((sum, at, i) => sum + Math.abs(at - b[i]!), 0);
    const point = (rows: number, order: string): Float64Array =>
      coordinates.of({ tile_rows: [-1, 1, rows], tile_columns: [-1, 1], order, unroll: true });
    expect(distanceBetween(point(1, 'rows'), point(1, 'columns'))).toBe(1);
    expect(distanceBetween(point(1, 'rows'), point(512, 'rows'))).toBeCloseTo(Math.log2(513 / 2));
  });
});
