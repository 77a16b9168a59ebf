import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseTarget } from '../../../src/backend/registry.js';
import { unit } from '../../../src/elements/sum-errors.js';
import { findOperator } from '../../../src/operator/registry.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import type { Values } from '../../../src/space/space.js';
import { toleranceOf } from '../../../src/templates/tolerance.js';

const page = readFileSync('docs/design/correctness.md', 'utf8');

interface Asked {
  readonly target?: string;
  readonly values?: Values;
}

function allowed(
  name: string,
  shape: Readonly<Record<string, string>>,
  { target = 'llvm -threads=1', values }: Asked,
): number {
  const template = findTemplate(name);
  const task = makeTask(template, findOperator(template.operator).workload(undefined, shape), parseTarget(target));
  const config = task.space.get(0);
  return toleranceOf(task, { ...config, values: { ...config.values, ...values } });
}

const text = (bound: number): string => bound.toExponential(2);

describe('the figures of docs/design/correctness.md', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|$/gm)].map(([, ...row]) => row);

  test.each(rows)('sums of %s products', (n, float32, half, tfloat32, worst) => {
    const shape = { m: '64', n: '64', k: n };
    const onCores = (dtype: string): string =>
      text(allowed('matmul.mma', { ...shape, dtype }, { target: 'cuda -arch=sm_90' }));
    expect(text(allowed('matmul.blocked', shape, {}))).toBe(float32);
    expect([onCores('float16'), onCores('bfloat16')]).toEqual([half, half]);
    expect(onCores('tfloat32')).toBe(tfloat32);
    const gamma = (Number(n) * unit) / (1 - Number(n) * unit);
    expect(text(0.75 * Math.sqrt(Number(n)) * gamma)).toBe(worst);
  });

  test('there are some', () => {
    expect(rows.length).toBe(5);
  });

  test('tiles of Winograd', () => {
    const shape = { inChannels: '64', outChannels: '64', height: '30', width: '30', kernel: '3', pad: '1' };
    const tiles = [2, 4, 6].map((tile) =>
      allowed('conv2d.winograd', shape, { values: { tile_h: tile, tile_w: tile } }).toExponential(1),
    );
    expect(page).toContain(`${tiles[0]} with tiles of 2x2, ${tiles[1]} with 4x4, ${tiles[2]} with 6x6`);
  });
});
