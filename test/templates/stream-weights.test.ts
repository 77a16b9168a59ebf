import { describe, expect, test } from '@jest/globals';
import { lower } from '../../src/ir/lower.js';
import type { Schedule } from '../../src/ir/schedule.js';
import type { Task } from '../../src/templates/template.js';
import { firstSuggested } from '../../src/transfer/suggestions.js';
import { taskOf } from '../network/session/fixtures.js';
import { interpret, size } from '../support/interpret.js';

const LINE = 16;

interface Asked {
  /** Lines of the packed weights, and of those that are asked for the first and how many. */
  readonly lines: number;
  readonly first: number;
  readonly count: number;
  /** The last line that is asked for, behind the weights. */
  readonly last: number;
}

type Knobs = Readonly<Record<string, string | number>>;

/** The schedule of what a template suggests, with other values of some knobs. */
function scheduleOf(task: Task, knobs: Knobs = {}): Schedule {
  const { template, workload, target, space } = task;
  if (template.gives === 'source') throw new Error(`${template.name} has no schedule`);
  return template.schedule(workload, target, space.config({ ...firstSuggested(task)!.values, ...knobs }));
}

/** What a config asks for of its packed weights, from their first to their last line. */
function askedFor(task: Task, knobs: Knobs): Asked {
  const nest = lower(scheduleOf(task, knobs));
  const inputs = nest.inputs.map((input) => new Float64Array(size(input.shape)));
  const { packed } = nest.packs.at(-1)!;
  const lines = size(packed.shape) / LINE;
  const asked = new Set<number>();
  interpret(nest, inputs, (tensor, indices, behind) => {
    expect(tensor).toBe(packed.tensor);
    const at = indices.reduce((sum, index, d) => sum * packed.shape[d]! + index, 0);
    asked.add(Math.floor((at + behind) / LINE));
  });
  const own = [...asked].filter((line) => line < lines);
  return { lines, first: Math.min(...own), count: own.length, last: Math.max(...asked) };
}

const image = { inChannels: '64', height: '2', width: '8', outChannels: '96', kernel: '1', layout: 'NHWC' };
const taps = { ...image, inChannels: '32', kernel: '3', pad: '1' };

describe('the weights behind the first panel', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, Knobs])[] = [
    ['conv2d.direct', image, { tile_oc: 32, tile_ow: 4 }],
    ['conv2d.direct', { ...image, height: '4' }, { tile_oc: 32, tile_ow: 1 }],
    ['conv2d.direct', taps, { tile_oc: 32, tile_ow: 4, pad_at: 'root' }],
    ['conv2d.pointwise', image, { tile_oc: 32, block_oc: 64, tile_p: 8, inner: 'p' }],
    ['conv2d.im2col', taps, { tile_oc: 32, block_oc: 64, tile_p: 8, inner: 'p' }],
    ['dense.blocked', { m: '24', n: '96', k: '64' }, { tile_m: 6, tile_n: 2, inner: 'm', prefetch_b: 0 }],
  ];
  test.each(cases)('of %s are all asked for: %j', (template, shape, knobs) => {
    const { lines, first, count, last } = askedFor(taskOf(template, shape), knobs);
    expect(first).toBe(lines / 3);
    expect(count).toBe(lines - first);
    expect(last).toBeLessThan(lines + 1.5 * first);
  });

  test('are those of the next block, where all pixels go through the panels of one', () => {
    const { lines, first, count } = askedFor(taskOf('conv2d.pointwise', image), {
      ...{ tile_oc: 16, block_oc: 64, tile_p: 8, inner: 'oc' },
    });
    expect(first).toBe((lines * 2) / 3);
    expect(count).toBe(lines - first);
  });

  test('are those of the next point of a transform', () => {
    const { lines, first, count } = askedFor(taskOf('conv2d.winograd', { ...taps, height: '4' }), {
      tile_h: 2,
      tile_w: 2,
      tile_p: 4,
    });
    expect(first).toBe(lines / 16);
    expect(count).toBe(lines - first);
  });
});

describe('nothing is asked for', () => {
  const streamsOf = (shape: Readonly<Record<string, string>>, knobs: Knobs = {}): number =>
    scheduleOf(taskOf('conv2d.direct', shape), knobs).stages.reduce((sum, { streams }) => sum + streams.length, 0);

  const panels = { tile_oc: 32, tile_ow: 4 };

  test('where many rows share the weights', () => {
    expect(streamsOf({ ...image, height: '32', width: '32' }, panels)).toBe(1);
    expect(streamsOf({ ...image, height: '33', width: '32' }, panels)).toBe(0);
  });

  test('where they are few', () => {
    expect(streamsOf({ ...image, outChannels: '64' }, panels)).toBe(1);
    expect(streamsOf({ ...image, outChannels: '64', inChannels: '63' }, panels)).toBe(0);
  });

  test('where there is one panel alone', () => {
    const narrow = { ...image, inChannels: '256', outChannels: '32' };
    expect(streamsOf(narrow, { tile_oc: 16, tile_ow: 4 })).toBe(1);
    expect(streamsOf(narrow, panels)).toBe(0);
  });

  test('where channels of the input are summed in blocks', () => {
    const deep = { ...image, inChannels: '2048', outChannels: '64' };
    expect(streamsOf(deep, { tile_oc: 48 })).toBe(1);
    expect(streamsOf(deep, { tile_oc: 48, block_ic: 1024 })).toBe(0);
  });
});
