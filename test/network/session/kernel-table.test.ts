import { describe, expect, test } from '@jest/globals';
import { imageLayouts } from '../../../src/network/program/image-layouts.js';
import type { Config } from '../../../src/space/config.js';
import { formOf, kernelsOf, logOf, taskOf } from './fixtures.js';

/** Channels that fill one block of 16 and part of another. */
const image = { inChannels: '18', outChannels: '18', height: '8', width: '8', kernel: '3', pad: '1', layout: 'any' };
const task = taskOf('conv2d.depthwise', { ...image, groups: '18' });
const { workload, space } = task;

/** The first configs of blocks whose layouts values cannot have, or can. */
function blocks(isPadded: boolean, count: number): readonly Config[] {
  const found: Config[] = [];
  for (let i = space.nextValid(0); i !== undefined && found.length < count; i = space.nextValid(i + 1)) {
    const config = space.get(i);
    if (config.values['layout'] !== 'blocks') continue;
    if ((imageLayouts(task, config, ['NCHW', 'NHWC', 'NCHW16c']) === undefined) === isPadded) found.push(config);
  }
  return found;
}

const [padded, alsoPadded] = blocks(true, 2) as [Config, Config];
const [full, slower] = blocks(false, 2) as [Config, Config];

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
