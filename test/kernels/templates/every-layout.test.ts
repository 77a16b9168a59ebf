import { nearestConfigs } from '../../../src/explorer/nearest-config.js';
import { ownKernels } from '../../../src/backend/own-kernels.js';
import { expect, test } from '@jest/globals';
import { generate } from '../../../src/backend/generate.js';
import { conv2d } from '../../../src/operator/conv2d.js';
import { readLog } from '../../../src/log/record/log.js';
import { byTask, trialsIn } from '../../../src/log/record/trials.js';
import { taskOf } from '../../../src/log/record/task.js';
import { fromEntities, toEntities } from '../../../src/space/entity.js';
import { Random } from '../../../src/space/random.js';
import { conv2dDepthwise } from '../../../src/templates/conv2d-depthwise.js';
import { conv2dDirect } from '../../../src/templates/conv2d-direct.js';
import { conv2dIm2col } from '../../../src/templates/conv2d-im2col.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import type { SimdTarget } from '../../../src/target/target.js';
import type { Template } from '../../../src/templates/template.js';
import { avx512 } from '../../support/targets.js';

const layer = {
  ...{ inChannels: '32', height: '9', width: '20', outChannels: '32', kernel: '3', stride: '1', pad: '1' },
  ...{ groups: '1', dilation: '1' },
};
const layerIn = (layout: string, more: Readonly<Record<string, string>> = {}) =>
  conv2d.workload(undefined, { ...layer, ...more, layout });

test.each<[string, Template<SimdTarget>, Readonly<Record<string, string>>]>([
  ['conv2d.direct', conv2dDirect, {}],
  ['conv2d.im2col', conv2dIm2col, {}],
  ['conv2d.depthwise', conv2dDepthwise, { groups: '32' }],
])('of any, %s has the configs of NHWC and those of NCHW, and no others', (name, alone, more) => {
  const { space } = makeTask(findTemplate(name), layerIn('any', more), avx512);
  const own = alone.define(layerIn('any', more), avx512);
  const nchw = alone.define(layerIn('NCHW', more), avx512);
  expect(space.size).toBe(own.size + nchw.size);
  const random = new Random(3);
  const here = (values: object): object => Object.fromEntries(Object.entries(values).filter(([k]) => k !== 'layout'));
  for (let i = 0; i < 200; i++) {
    const { values } = space.sample(random)!;
    const [from, layout] = values['layout'] === 'NCHW' ? [nchw, 'given'] : [own, values['layout']!];
    expect(from.config({ ...values, layout })).toMatchObject({ values: here(values) });
  }
});

test('a layout that is said is the only one', () => {
  for (const layout of ['NCHW', 'NHWC']) {
    const { space } = makeTask(findTemplate('conv2d.im2col'), layerIn(layout), avx512);
    expect(space.knobs.map(({ name }) => name)).not.toContain('layout');
  }
});

test('kernels for NCHW convert images off the clock, and nothing else', () => {
  const task = makeTask(findTemplate('conv2d.direct'), layerIn('any', { epilogue: 'bias,add' }), avx512);
  const random = new Random(5);
  let config = task.space.sample(random)!;
  while (config.values['layout'] !== 'NCHW') config = task.space.sample(random)!;
  const { args } = generate(task, config);
  const packed = args.filter(({ packedBytes }) => packedBytes > 0).map(({ name }) => name);
  expect(packed).toEqual(['data', 'weights', 'residual', 'out']);
  // As a caller of `any` has them.
  expect(args.map(({ shape }) => shape.filter((extent) => extent > 1))).toEqual([
    ...[[9, 20, 32], [32, 32, 3, 3], [32]],
    ...[
      [9, 20, 32],
      [9, 20, 32],
    ],
  ]);
});

test('records from before the knob are configs in NHWC', async () => {
  const { space } = makeTask(findTemplate('conv2d.im2col'), layerIn('any'), avx512);
  const random = new Random(7);
  let config = space.sample(random)!;
  while (config.values['layout'] !== 'given') config = space.sample(random)!;
  const old = toEntities(space, config).filter(([name]) => name !== 'layout');
  expect(fromEntities(space, old)).toEqual(config);
  const { records } = await readLog('logs/shipped/resnet18-zen4.jsonl.br');
  for (const ofTask of byTask(records)) {
    const { space: known } = taskOf(ofTask[0]!, ownKernels);
    const { trials, invalid } = trialsIn(known, ofTask);
    expect(invalid).toEqual([]);
    expect(trials.length).toBeGreaterThan(0);
    expect(trials.every(({ config: { values } }) => values['layout'] !== 'NCHW')).toBe(true);
  }
});

test.each([
  ['1', 'NCHW'],
  ['8', 'NCHW'],
  ['12', 'given'],
  ['32', 'given'],
])('of %s output channels the first suggestion is %s, and no near config has another layout', (outChannels, layout) => {
  const task = makeTask(findTemplate('conv2d.direct'), layerIn('any', { outChannels }), avx512);
  const suggestions = task.template.suggestions!(task.workload, task.target);
  expect(suggestions[0]!['layout']).toBe(layout);
  for (const values of suggestions) {
    const [near] = nearestConfigs(task.space, values);
    expect(near!.values['layout']).toBe(values['layout']);
  }
});
