import { describe, expect, test } from '@jest/globals';
import { knobFeaturizer } from '../../src/features/knobs.js';
import { quantise } from '../../src/features/quantise.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Knob } from '../../src/space/knob.js';
import { Space } from '../../src/space/space.js';

function describeConfig(space: Space, index: number): Record<string, number> {
  const featurizer = knobFeaturizer(space);
  const row = new Float32Array(featurizer.width + 2).fill(-99);
  featurizer.write(space.get(index), row, 1);
  expect([row[0], row.at(-1)]).toEqual([-99, -99]);
  return Object.fromEntries(featurizer.names.map((name, i) => [name, row[i + 1]!]));
}

describe('knob features', () => {
  test('a split gives the logarithms of its inner sizes and of their product, and the sums of all pairs', () => {
    const space = new SpaceBuilder().split('tile', 64, 3).choice('unroll', [1, 4]).build();
    const config = space.config({ tile: [-1, 2, 8], unroll: 4 });
    expect(describeConfig(space, config.index)).toEqual({
      'log2 tile[1]': 1,
      'log2 tile[2]': 3,
      'log2 tile': 4,
      'log2 unroll': 2,
      'log2 tile[1] * log2 tile[2]': 4,
      'log2 tile[1] * log2 tile': 5,
      'log2 tile[1] * log2 unroll': 3,
      'log2 tile[2] * log2 tile': 7,
      'log2 tile[2] * log2 unroll': 5,
      'log2 tile * log2 unroll': 6,
    });
  });

  test('categories become one column a choice, orders one an axis, annotations one a word and axis', () => {
    const orders = [
      [0, 1, 2],
      [2, 0, 1],
    ];
    const knobs: Knob[] = [
      { name: 'layout', kind: 'ot', values: ['nchw', 'nhwc'] },
      { name: 'order', kind: 're', values: orders },
      { name: 'ann', kind: 'an', values: [['none'], ['unroll']] },
    ];
    const space = new Space(knobs, []);
    const config = space.config({ layout: 'nhwc', order: [2, 0, 1], ann: ['unroll'] });
    expect(describeConfig(space, config.index)).toEqual({
      'layout = nchw': 0,
      'layout = nhwc': 1,
      'position of order[0]': 1,
      'position of order[1]': 2,
      'position of order[2]': 0,
      'ann[0] = none': 0,
      'ann[0] = unroll': 1,
    });
  });

  test('zero and negative numbers keep their order', () => {
    const values = [-8, -1, 0, 1, 8];
    const space = new SpaceBuilder().choice('depth', values).build();
    const features = values.map((_, index) => describeConfig(space, index)['log2 depth']!);
    expect(features).toEqual([...features].sort((a, b) => a - b));
    expect(new Set(features).size).toBe(values.length);
  });

  test('when there are many sizes then only whole knobs are paired', () => {
    const builder = new SpaceBuilder();
    for (let i = 0; i < 6; i++) builder.split(`tile_${i}`, 16, 3);
    const { names } = knobFeaturizer(builder.build());
    expect(names.filter((name) => name.includes('*'))).toHaveLength(15);
    expect(names).toContain('log2 tile_0 * log2 tile_5');
  });

  test('every feature is a multiple of 1/64, and no two configs have the same features', () => {
    const space = new SpaceBuilder()
      .split('a', 60, 3)
      .split('b', 35, 2, { policy: 'verbose' })
      .choice('c', ['x', 'y', 'z'])
      .build();
    const featurizer = knobFeaturizer(space);
    const rows = new Set<string>();
    for (let index = 0; index < space.rawSize; index++) {
      const row = new Float32Array(featurizer.width);
      featurizer.write(space.get(index), row, 0);
      expect(row.every((value) => value === quantise(value))).toBe(true);
      rows.add(row.join());
    }
    expect(rows.size).toBe(space.rawSize);
  });
});
