import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { closeTo, editDistance, nearest } from '../../src/target/nearest.js';

test('a slip of the finger finds the word that was meant', () => {
  const operators = ['matmul', 'conv2d', 'dense', 'depthwise_conv2d'];
  expect(nearest('matmull', operators)).toBe('matmul');
  expect(nearest('cnov2d', operators)).toBe('conv2d');
  expect(nearest('RESNET18.c2', ['resnet18.C1', 'resnet18.C2'])).toBe('resnet18.C2');
  expect(nearest('anything', [])).toBe('');
});

test('what is spelt otherwise altogether was not meant', () => {
  expect(closeTo('--trails', ['--target', '--trials'])).toBe('--trials');
  expect(closeTo('MATMUL', ['conv2d', 'matmul'])).toBe('matmul');
  expect(closeTo('--threads', ['--target', '--json'])).toBeUndefined();
  expect(closeTo('foo', ['bar', '.git'])).toBeUndefined();
  expect(closeTo('anything', [])).toBeUndefined();
});

test('the distance is zero for equal words, symmetric, and at most the longer length', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      const distance = editDistance(a, b);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test('a swap of neighbours is one slip', () => {
  expect(editDistance('ab', 'ba')).toBe(1);
  expect(editDistance('kitten', 'sitting')).toBe(3);
});
