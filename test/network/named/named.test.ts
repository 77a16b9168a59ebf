import { describe, expect, test } from '@jest/globals';
import { findOperator } from '../../../src/operator/registry.js';
import type { Workload } from '../../../src/operator/operator.js';
import { type LayerSpec, networks } from '../../../src/network/named/registry.js';

const workloadOf = ({ operator, workload, shape }: LayerSpec): Workload => {
  const of = findOperator(operator);
  return of.workload(workload, shape ?? {});
};
const calls = (layers: readonly LayerSpec[]): number => layers.reduce((sum, { weight }) => sum + weight, 0);

describe.each(networks.map((network) => [network.name, network] as const))('%s', (_name, { layers }) => {
  test('has no layer and no name twice', () => {
    const workloads = layers.map((layer) => JSON.stringify([layer.operator, workloadOf(layer).shape]));
    expect(new Set(workloads).size).toBe(layers.length);
    const names = layers.map((layer) => layer.name ?? workloadOf(layer).name);
    expect(new Set(names).size).toBe(layers.length);
  });
});

// The papers count multiplications: He et al. table 1 has 1.8 and 3.8 billion, Howard et al. table 8 has 569 million.
// Layers: those with weights on the way, without projections, are what the networks are called by.
test.each([
  ['resnet18', 1.8e9, 0.03, 18 + 4],
  ['resnet50', 3.8e9, 0.02, 50 + 4],
  ['mobilenet', 569e6, 0.001, 28],
])('%s has the operations and the layers that its paper counts', (name, multiplications, within, count) => {
  const { layers } = networks.find((network) => network.name === name)!;
  const flops = layers.reduce((sum, layer) => {
    const workload = workloadOf(layer);
    return sum + layer.weight * findOperator(layer.operator).flops(workload);
  }, 0);
  expect(Math.abs(flops / 2 / multiplications - 1)).toBeLessThan(within);
  expect(calls(layers)).toBe(count);
});

test('resnet18 has all of AutoTVM’s convolutions', () => {
  const { layers } = networks.find(({ name }) => name === 'resnet18')!;
  const own = Object.keys(findOperator('conv2d').workloads).filter((name) => name.startsWith('resnet18.'));
  expect(own).toHaveLength(12);
  expect(layers.map(({ workload }) => workload)).toEqual(expect.arrayContaining([...own, 'resnet18.fc']));
});

test('each layer follows on the one before: sizes and channels that nothing computes are not asked for', () => {
  for (const { layers } of networks.filter(({ name }) => name !== 'resnet18')) {
    const shapes = layers.filter(({ operator }) => operator === 'conv2d').map((layer) => workloadOf(layer).shape);
    const made = shapes.map(({ outChannels }) => outChannels);
    for (const { inChannels } of shapes) expect([3, ...made]).toContain(inChannels);
  }
});
