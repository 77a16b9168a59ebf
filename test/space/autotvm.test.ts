import { describe, expect, test } from '@jest/globals';
import { SpaceBuilder } from '../../src/space/builder.js';
import { fromEntities, type Entity } from '../../src/space/entity.js';
import type { Space } from '../../src/space/space.js';
import type { SplitPolicy } from '../../src/space/split.js';

// Sizes and indices of AutoTVM's own spaces, from its published logs (TopHub) and its tests.

interface Shape {
  readonly height: number;
  readonly ic: number;
  readonly oc: number;
  readonly kernel: number;
  readonly stride: number;
}

/** ResNet-18's convolutions C1 to C12: height, input channels, output channels, kernel, stride. */
const [c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12] = [
  shapeOf(224, 3, 64, 7, 2),
  shapeOf(56, 64, 64, 3, 1),
  shapeOf(56, 64, 64, 1, 1),
  shapeOf(56, 64, 128, 3, 2),
  shapeOf(56, 64, 128, 1, 2),
  shapeOf(28, 128, 128, 3, 1),
  shapeOf(28, 128, 256, 3, 2),
  shapeOf(28, 128, 256, 1, 2),
  shapeOf(14, 256, 256, 3, 1),
  shapeOf(14, 256, 512, 3, 2),
  shapeOf(14, 256, 512, 1, 2),
  shapeOf(7, 512, 512, 3, 1),
] as const;
const resnet18 = [c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12];

function shapeOf(height: number, ic: number, oc: number, kernel: number, stride: number): Shape {
  return { height, ic, oc, kernel, stride };
}

/** AutoTVM's conv2d_NCHWc.x86. */
function x86({ height, ic, oc, kernel, stride }: Shape, policy: SplitPolicy): Space {
  const width = Math.ceil(height / stride);
  const tiles = new SpaceBuilder()
    .split('tile_ic', ic, 2)
    .split('tile_oc', oc, 2)
    .split('tile_ow', width, 2, { policy, filter: (sizes) => sizes[1] <= 64 });
  return (kernel === 1 ? tiles.choice('tile_oh', [1, 2]) : tiles.choice('unroll_kw', [true, false])).build();
}

/** AutoTVM's conv2d_nchw.cuda. */
function cuda({ height, ic, oc, kernel, stride }: Shape): Space {
  const width = Math.ceil(height / stride);
  return new SpaceBuilder()
    .split('tile_f', oc, 4)
    .split('tile_y', width, 4)
    .split('tile_x', width, 4)
    .split('tile_rc', ic, 2)
    .split('tile_ry', kernel, 2)
    .split('tile_rx', kernel, 2)
    .choice('auto_unroll_max_step', [0, 512, 1500])
    .choice('unroll_explicit', [0, 1])
    .build();
}

/** AutoTVM's conv2d_nchw_winograd.cuda. */
function winograd({ height, ic, oc, kernel }: Shape): Space {
  const m = height % 8 === 0 ? 4 : 2;
  return new SpaceBuilder()
    .split('tile_b', (m + kernel - 1) ** 2, 4, { filter: ([, ...sizes]) => sizes.every((size) => size === 1) })
    .split('tile_y', oc, 4)
    .split('tile_x', Math.ceil(height / m) ** 2, 4)
    .split('tile_rc', ic, 2)
    .choice('auto_unroll_max_step', [0, 128, 1500])
    .choice('unroll_explicit', [0, 1])
    .build();
}

function lengths(space: Space): number[] {
  return space.knobs.map(({ values }) => values.length);
}

describe('sizes of the spaces of ResNet-18', () => {
  test('x86 by factors', () => {
    const sizes = resnet18.map((shape) => x86(shape, 'factors').size);
    expect(sizes).toEqual([252, 784, 784, 672, 672, 768, 576, 576, 648, 360, 360, 400]);
  });

  test('x86 verbose', () => {
    const sizes = resnet18.map((shape) => x86(shape, 'verbose').size);
    expect(sizes).toEqual([308, 980, 980, 896, 896, 1024, 864, 864, 972, 720, 720, 800]);
  });

  test('cuda direct', () => {
    expect(resnet18.map((shape) => cuda(shape).size)).toEqual([
      79_027_200, 90_316_800, 22_579_200, 32_256_000, 8_064_000, 36_864_000, 8_110_080, 2_027_520, 9_123_840, 760_320,
      190_080, 844_800,
    ]);
  });

  test('cuda winograd of C2, C6, C9, C12', () => {
    const sizes = [c2, c6, c9, c12].map((shape) => winograd(shape).size);
    expect(sizes).toEqual([352_800, 576_000, 89_100, 462_000]);
  });
});

test('sizes of matmul and dense', () => {
  expect(new SpaceBuilder().split('tile_y', 512, 2).split('tile_x', 512, 2).build().size).toBe(100);
  const dense = (m: number, n: number, k: number): number =>
    new SpaceBuilder()
      .split('tile_y', m, 3)
      .split('tile_x', n, 3)
      .split('tile_k', k, 2)
      .split('tile_inner', m, 2, { filter: (sizes) => sizes[1] <= 16 })
      .build().size;
  expect(dense(1, 1000, 512)).toBe(1000);
  expect(dense(1024, 1024, 1024)).toBe(239_580);
});

describe('indices', () => {
  const x86Entities = (ic: number, oc: number, ow: number, last: Entity): Entity[] => [
    ['tile_ic', 'sp', [-1, ic]],
    ['tile_oc', 'sp', [-1, oc]],
    ['tile_ow', 'sp', [-1, ow]],
    last,
  ];

  test.each([
    ['factors', c2, [7, 7, 8, 2], x86Entities(64, 32, 7, ['unroll_kw', 'ot', true]), 188],
    ['factors', c1, [2, 7, 9, 2], x86Entities(3, 32, 8, ['unroll_kw', 'ot', false]), 193],
    ['factors', c5, [7, 8, 6, 2], x86Entities(8, 32, 4, ['tile_oh', 'ot', 1]), 150],
    ['verbose', c1, [2, 7, 11, 2], x86Entities(1, 4, 1, ['unroll_kw', 'ot', false]), 172],
    ['verbose', c1, [2, 7, 11, 2], x86Entities(3, 4, 64, ['unroll_kw', 'ot', true]), 47],
  ] as const)('x86 %s: %j has %j, and %j', (policy, shape, radices, entities, index) => {
    const space = x86(shape, policy);
    expect(lengths(space)).toEqual(radices);
    expect(fromEntities(space, entities).index).toBe(index);
  });

  test('cuda direct of 2048 to 512 channels, with explicit outer sizes and another order of knobs', () => {
    const space = cuda({ height: 7, ic: 2048, oc: 512, kernel: 1, stride: 1 });
    expect(lengths(space)).toEqual([220, 4, 4, 12, 1, 1, 3, 2]);
    const config = fromEntities(space, [
      ['tile_f', 'sp', [16, 1, 32, 1]],
      ['tile_y', 'sp', [7, 1, 1, 1]],
      ['tile_x', 'sp', [1, 1, 7, 1]],
      ['tile_rc', 'sp', [128, 16]],
      ['tile_rx', 'sp', [1, 1]],
      ['tile_ry', 'sp', [1, 1]],
      ['auto_unroll_max_step', 'ot', 512],
      ['unroll_explicit', 'ot', 1],
    ]);
    expect(config.index).toBe(184_840);
    expect(config.values.tile_f).toEqual([-1, 1, 32, 1]);
  });

  test('cuda winograd of 448 to 384 channels', () => {
    const space = winograd({ height: 8, ic: 448, oc: 384, kernel: 3, stride: 1 });
    expect(lengths(space)).toEqual([1, 480, 10, 14, 3, 2]);
    const config = fromEntities(space, [
      ['tile_b', 'sp', [-1, 1, 1, 1]],
      ['tile_y', 'sp', [6, 1, 32, 2]],
      ['tile_x', 'sp', [1, 1, 4, 1]],
      ['tile_rc', 'sp', [28, 16]],
      ['auto_unroll_max_step', 'ot', 0],
      ['unroll_explicit', 'ot', 1],
    ]);
    expect(config.index).toBe(232_980);
  });
});

test("AutoTVM's test of filters: 34 of 64 points are valid, the first is 5", () => {
  const space = new SpaceBuilder()
    .split('tile_y', 128, 2)
    .split('tile_x', 128, 2)
    .constraint('A tile must have 32 to 1023 elements.', ({ tile_y, tile_x }) => {
      const threads = tile_y[1] * tile_x[1];
      return threads >= 32 && threads < 1024;
    })
    .build();
  expect(space.rawSize).toBe(64);
  expect(space.size).toBe(34);
  expect(space.nextValid(0)).toBe(5);
});
