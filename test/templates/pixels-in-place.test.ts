import { expect, test } from '@jest/globals';
import { generate } from '../../src/backend/generate.js';
import { conv2d } from '../../src/operator/conv2d.js';
import type { Config } from '../../src/space/config.js';
import { findTemplate } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import { amx, avx512vnni } from '../support/targets.js';

const layout = { layout: 'NHWC', stride: '1', pad: '0', inChannels: '64', outChannels: '24', constant: 'weights' };

/** Lines that cut evenly into registers, and into tiles of two, that do not, and that are shorter than a register. */
const shapes = [
  { height: '15', width: '15', kernel: '3', pad: '1' },
  { height: '19', width: '16', kernel: '3', pad: '1' },
  { height: '7', width: '7', kernel: '3', pad: '1', batch: '2' },
  { height: '9', width: '27', kernel: '3', pad: '1', stride: '2' },
  { height: '13', width: '56', kernel: '1', stride: '2' },
  { height: '13', width: '13', kernel: '1' },
  { height: '12', width: '12', kernel: '1', pad: '1' },
];

test.each(shapes.flatMap((shape) => ['uint8', 'bfloat16'].map((dtype) => ({ ...layout, ...shape, dtype }))))(
  'every tile that may be read in place has code: $height x $width, kernel $kernel, stride $stride, $dtype',
  (shape) => {
    const template = findTemplate(shape.kernel === '1' ? 'conv2d.pointwise' : 'conv2d.im2col');
    const task = makeTask(template, conv2d.workload(undefined, shape), amx);
    const tiles = new Map<string, Config>();
    for (let i = task.space.nextValid(0); i !== undefined; i = task.space.nextValid(i + 1)) {
      const config = task.space.get(i);
      const { patches, tile_p, tile_oc } = config.values;
      if (patches === 'image') tiles.set(`${String(tile_p)} ${String(tile_oc)}`, config);
    }
    expect(tiles.size).toBeGreaterThan(0);
    for (const config of tiles.values()) expect(generate(task, config).source).toContain('tdp');
  },
);

test('a copy of patches is work, and reading in place is not', () => {
  const workload = conv2d.workload(undefined, { ...layout, ...shapes[0], dtype: 'uint8' });
  const im2col = findTemplate('conv2d.im2col');
  const [suggested] = im2col.suggestions!(workload, amx);
  expect(suggested).toMatchObject({ patches: 'image' });
  const inPlace = im2col.work!(workload, amx, suggested);
  expect(im2col.work!(workload, amx)).toBe(inPlace);
  expect(im2col.work!(workload, amx, { ...suggested, patches: 'copy' })).toBeGreaterThan(inPlace);
  expect(im2col.work!(workload, avx512vnni)).toBeGreaterThan(conv2d.flops(workload));
});
