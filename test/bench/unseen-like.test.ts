import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { draw, moduleOf } from '../../bench/unseen-like.js';
import { suites } from '../../src/products/bench/suites.js';
import { conv2dShape } from '../../src/operator/conv2d.js';
import { packageRoot } from '../../src/target/root.js';

const { entries } = suites.find(({ name }) => name === 'unseen-like')!;

describe('the suite unseen-like', () => {
  test('is what its script draws', () => {
    const file = readFileSync(join(packageRoot(), 'src', 'products', 'bench', 'unseen-like.ts'), 'utf8');
    expect(moduleOf(draw())).toBe(file);
  });

  test('has thirty workloads, each once, of every family', () => {
    expect(new Set(entries.map(({ workload }) => workload.name)).size).toBe(30);
    const families = new Set(entries.map(({ shape }) => shape.replace(/[^a-z].*/, '')));
    expect([...families].sort()).toEqual(
      expect.arrayContaining(['bert', 'efficientnet', 'primes', 'resnet', 'resnext', 'vit', 'yolov']),
    );
  });

  test('has convolutions of all kinds that networks have, free in layout', () => {
    const shapes = entries.filter(({ operator }) => operator.name === 'conv2d').map(({ workload }) => workload);
    const kinds = shapes.map(conv2dShape).map((shape) => {
      expect(shape.layout).toBe('any');
      if (shape.groups === 1) return shape.kernel[0] === 1 ? 'pointwise' : 'dense';
      return shape.groups === shape.inChannels ? 'depthwise' : 'grouped';
    });
    expect(new Set(kinds)).toEqual(new Set(['pointwise', 'dense', 'depthwise', 'grouped']));
  });
});
