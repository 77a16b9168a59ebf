import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tasksOn } from '../../src/catalogue/contract/tasks.js';
import { conv2d } from '../../src/operator/conv2d.js';
import { matmul } from '../../src/operator/matmul.js';
import { elementTypeOf } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import { promisingTiles, tileRegisters } from '../../src/templates/register-tile.js';
import { findTemplate, templates } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import { nothingKnown } from '../../src/model/prior.js';
import { withSuggestions } from '../../src/transfer/suggestions.js';
import { avx2, avx512, withThreads } from '../support/targets.js';

// What is derived from a computation suggests something for most shapes.
const suggesting = templates.filter((one) => one.suggestions !== undefined && one.isDerived !== true);

describe.each(suggesting.map((template) => [template.name, template] as const))('%s', (_, template) => {
  test('has suggestions that are configs, on all awkward shapes and two targets but one of each type at most', () => {
    const targets = [avx2, withThreads(avx512, 2)];
    const tasks = targets.flatMap((target) => tasksOn(target, template, findOperator(template.operator)));
    const without = tasks.filter((task) => withSuggestions(nothingKnown, task).warmStarts.length === 0);
    expect(tasks.length).toBeGreaterThan(5);
    const types = without.map(({ workload }) => elementTypeOf(workload));
    expect(types).toEqual([...new Set(types)]);
  });
});

test('the first suggestion for a convolution with a border is a tile of even parts of a row that skips it', () => {
  const layer = { inChannels: '64', height: '28', width: '28', outChannels: '64', kernel: '3', stride: '2', pad: '1' };
  const shape = { ...layer, groups: '1', dilation: '1', layout: 'any' };
  const task = makeTask(findTemplate('conv2d.direct'), conv2d.workload(undefined, shape), avx512);
  const { values } = withSuggestions(nothingKnown, task).warmStarts[0]!;
  expect(values).toMatchObject({ tile_oc: 32, tile_oh: 1, tile_ow: 14, pad_at: 'skip', unroll_kw: true });
});

test.each([
  [96, 96, 14, 2],
  [512, 512, 7, 16],
  [64, 1024, 14, 2],
  [512, 512, 28, 2],
  [64, 64, 56, 2],
  [3, 64, 224, 1],
])(
  'what Winograd suggests first of %i to %i channels of %i rows on %i threads is a config',
  (from, to, size, threads) => {
    const shape = {
      inChannels: `${from}`,
      outChannels: `${to}`,
      height: `${size}`,
      width: `${size}`,
      kernel: '3',
      pad: '1',
    };
    const target = withThreads(avx512, threads);
    const task = makeTask(
      findTemplate('conv2d.winograd'),
      conv2d.workload(undefined, { ...shape, layout: 'any' }),
      target,
    );
    const [first] = task.template.suggestions!(task.workload, target);
    const [config] = withSuggestions(nothingKnown, task).warmStarts;
    expect(config!.values).toMatchObject({
      tile_h: first!['tile_h'],
      tile_w: first!['tile_w'],
      parallel: first!['parallel'],
    });
    expect(Number(config!.values['block_oc'])).toBe(first!['block_oc']);
  },
);

test('the config nearest to the first suggestion is the suggested one, also where no config has all its values', () => {
  const shape = {
    inChannels: '1152',
    outChannels: '1152',
    groups: '1152',
    height: '7',
    width: '7',
    kernel: '5',
    pad: '2',
  };
  const workload = conv2d.workload(undefined, { ...shape, layout: 'any' });
  const task = makeTask(findTemplate('conv2d.depthwise'), workload, avx512);
  const { suggested, warmStarts } = withSuggestions(nothingKnown, task);
  expect(suggested!.values).toMatchObject({ tile_oh: 2, tile_ow: 5, unroll_kh: false });
  expect(task.template.suggestions!(workload, avx512)[0]).toMatchObject({ tile_oh: 2, tile_ow: 5, unroll_kh: true });
  expect(warmStarts.at(-1)).toEqual(suggested);
});

test('what other tasks tell comes first, and nothing comes twice', () => {
  const workload = matmul.workload(undefined, { m: '7', n: '2048', k: '2048', constant: 'B' });
  const task = makeTask(findTemplate('matmul.blocked'), workload, avx512);
  const suggested = withSuggestions(nothingKnown, task).warmStarts;
  expect(suggested.slice(0, 4).map(({ values }) => values['tile_m'])).toEqual([7, 7, 7, 7]);
  const other = task.space.sample(new Random(1))!;
  const { warmStarts } = withSuggestions({ rows: [], warmStarts: [other, suggested[1]!] }, task);
  expect(warmStarts).toEqual([other, suggested[1], suggested[0], ...suggested.slice(2)]);
});

test('promising tiles fit the registers and cut the rows evenly', () => {
  const extents = fc.integer({ min: 1, max: 3000 });
  fc.assert(
    fc.property(extents, extents, fc.constantFrom(avx2.vector, avx512.vector), (rows, vectors, unit) => {
      const tiles = promisingTiles(rows, vectors, unit);
      expect(tiles.length).toBeGreaterThan(0);
      for (const tile of tiles) {
        expect(tileRegisters(tile.rows, tile.vectors)).toBeLessThanOrEqual(unit.registers);
        // The last tile lacks less than a row for each tile.
        const count = Math.ceil(rows / tile.rows);
        expect(count * tile.rows - rows).toBeLessThan(count);
      }
    }),
  );
});
