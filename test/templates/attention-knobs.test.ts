import { expect, test } from '@jest/globals';
import { findOperator } from '../../src/operator/registry.js';
import { productsInMatrices } from '../../src/templates/attention-knobs.js';
import { amx } from '../support/targets.js';

const shape = { heads: '4', queries: '512', keys: '512', width: '64', dtype: 'bfloat16' };

test.each([
  ['of bfloat16', {}, true],
  ['of the keys before a query', { causal: '1' }, true],
  ['of a window that leaves more than a quarter of all pairs', { causal: '1', window: '160' }, true],
  ['of a smaller window, outside of which vectors compute nothing', { causal: '1', window: '128' }, false],
  ['of the first few queries, which see as few keys', { causal: '1', queries: '64' }, false],
  ['of the last few queries, which see nearly all keys', { causal: '449', queries: '64' }, true],
  ['of one query and as many heads of keys', { queries: '1' }, false],
  ['of one query and few heads of keys', { queries: '1', groups: '1' }, true],
  ['of whole numbers, which are multiplied as floats', { dtype: 'uint8' }, false],
  ['of floats', { dtype: 'float32' }, false],
])('attention %s: whether matrices hold its sums', (_, given, expected) => {
  const workload = findOperator('attention').workload(undefined, { ...shape, ...given });
  expect(productsInMatrices(workload, amx.vector) !== undefined).toBe(expected);
});
