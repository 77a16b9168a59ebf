import { expect, test } from '@jest/globals';
import { attention, attentionShape } from '../../src/operator/attention.js';

test('heads imply as many of keys and values, a width that of values, where these are not given', () => {
  const shapeOf = (options: Record<string, string>) => attentionShape(attention.workload(undefined, options));
  expect(shapeOf({ heads: '3', width: '32' })).toMatchObject({ heads: 3, groups: 3, width: 32, values: 32 });
  expect(shapeOf({ heads: '4', groups: '2', values: '8' })).toMatchObject({ groups: 2, width: 64, values: 8 });
});
