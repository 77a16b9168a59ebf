import { describe, expect, test } from '@jest/globals';
import type { Config } from '../../../src/space/config.js';
import type { NamedLog } from '../../../src/tuner/task-states.js';
import { blocksOf, formOf, kernelsOf, logOf, taskOf } from './fixtures.js';

/** Channels that fill one block of 16 and part of another. */
const image = { inChannels: '18', outChannels: '18', height: '8', width: '8', kernel: '3', pad: '1', layout: 'any' };
const task = taskOf('conv2d.depthwise', { ...image, groups: '18' });
const { workload } = task;

const [padded, alsoPadded] = blocksOf(task, { padded: true, count: 2 }) as [Config, Config];
const [full, slower] = blocksOf(task, { padded: false, count: 2 }) as [Config, Config];

describe('of measured kernels', () => {
  test('the fastest whose layouts values can have is the one', () => {
    const own = logOf(
      ...([
        [task, slower, 4e-5],
        [task, padded, 1e-5],
        [task, full, 3e-5],
        [task, alsoPadded, 2e-5],
      ] as const),
    );
    const kernels = kernelsOf(own);
    expect(kernels.measured(workload)).toMatchObject({ config: full, seconds: 3e-5, from: 'log' });
    expect(kernels.of(formOf(workload)).map(({ kernel }) => kernel.config)).toEqual([full]);
  });

  test('those of padded blocks alone are none', () => {
    const kernels = kernelsOf(logOf([task, padded, 1e-5]));
    expect(kernels.measured(workload)).toBeUndefined();
    expect(kernels.fastest(workload)).toMatchObject({ from: 'suggested' });
    expect(kernels.of(formOf(workload)).length).toBeGreaterThan(0);
  });

  test('the faster of the log and of the history counts', () => {
    const kernels = kernelsOf(logOf([task, slower, 4e-5]), logOf([task, full, 3e-5]));
    expect(kernels.measured(workload)).toMatchObject({ config: full, from: 'history' });
  });
});

describe('finals of a layer', () => {
  const whole = taskOf('conv2d.depthwise', { ...image, inChannels: '32', outChannels: '32', groups: '32' });
  const { space } = whole;
  const configs = Array.from(Array(space.rawSize).keys()).filter((index) => space.isValid(index));
  const [given, blocks] = ['given', 'blocks'].map((layout) =>
    configs
      .map((index) => space.get(index))
      .find((config) => config.values['layout'] === layout && config.values['tile_c'] === 16),
  ) as [Config, Config];

  test('among kernels of one layout leave those of others as the search saw them', () => {
    const [{ records, ...log }] = logOf([whole, given, 4e-5], [whole, blocks, 3e-5], [whole, blocks, 3.2e-5]) as [
      NamedLog,
    ];
    const phased = records.map((record, i) => {
      const phase = i === 2 ? ('finals' as const) : ('search' as const);
      return { ...record, tune: { ...record.tune!, run: 'one', phase } };
    });
    const kernels = kernelsOf([{ ...log, records: phased }]).of(formOf(whole.workload));
    expect(kernels.map(({ output, seconds }) => [output, seconds])).toEqual([
      ['NCHW16c', 3.2e-5],
      ['NHWC', 4e-5],
    ]);
  });
});

test('of finalists of one layout the one that is fastest on cold weights is taken', () => {
  const inFinals = (cold: number) => ({ phase: 'finals' as const, run: 'one', cold });
  const [log] = logOf([task, full, 3e-5], [task, slower, 3.1e-5]) as [NamedLog];
  const records = log.records.map((record, i) => ({
    ...record,
    tune: { ...record.tune!, ...inFinals([5e-5, 4e-5][i]!) },
  }));
  const own = kernelsOf([{ ...log, records }]);
  expect(own.measured(workload)!.config).toEqual(full);
  const inNetwork = own.withExtra(({ best, seconds }) => best!.cold! - seconds);
  expect(inNetwork.measured(workload)!.config).toEqual(slower);
});

describe('templates of a layer', () => {
  const dense = { ...image, kernel: '1', pad: '0' };
  const layer = kernelsOf([]).plan(taskOf('conv2d.direct', dense).workload);
  const namesOf = ({ tasks }: typeof layer): readonly string[] => tasks.map(({ template }) => template.name);

  test('come in the order of what is known or expected of them, none is lost', () => {
    const slow = taskOf('conv2d.direct', dense);
    const fast = taskOf('conv2d.pointwise', dense);
    const own = logOf(
      [slow, slow.space.get(slow.space.nextValid(0)!), 4e-5],
      [fast, fast.space.get(fast.space.nextValid(0)!), 1e-5],
    );
    const names = namesOf(kernelsOf(own).fastestFirst(layer));
    expect(names.slice(0, 2)).toEqual(['conv2d.pointwise', 'conv2d.direct']);
    expect(names.toSorted()).toEqual(namesOf(layer).toSorted());
    const [expected] = kernelsOf([]).of(formOf(layer.workload));
    expect(namesOf(kernelsOf([]).fastestFirst(layer))[0]).toBe(expected!.kernel.task.template.name);
  });
});
