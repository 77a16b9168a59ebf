import { expect, test } from '@jest/globals';
import { sweepBytes } from '../../src/measure/session.js';
import { machine } from '../../src/target/machine.js';

test('operands beyond half of the last cache are swept out of all of it, and smaller ones stay', () => {
  const cache = machine().cores * machine().caches.l3;
  const half = cache / 2;
  expect(sweepBytes([half / 2, half / 2], cache)).toBe(0);
  expect(sweepBytes([half / 2, half / 2, 1], cache)).toBe(2 * cache);
});
