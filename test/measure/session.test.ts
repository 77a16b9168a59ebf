import { expect, test } from '@jest/globals';
import { cacheFlushBytes } from '../../src/measure/session.js';
import { machine } from '../../src/target/machine.js';

test('operands beyond half of the last-level cache are flushed from all of it, and smaller ones stay', () => {
  const cache = machine().cores * machine().caches.l3;
  const half = cache / 2;
  expect(cacheFlushBytes([half / 2, half / 2], cache)).toBe(0);
  expect(cacheFlushBytes([half / 2, half / 2, 1], cache)).toBe(2 * cache);
});
