import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { arenaOf, mostAlive, type Buffer } from '../../../src/network/program/arena.js';
import { cpuSeconds } from '../../support/cpu-seconds.js';

const bytes = fc.integer({ min: 1, max: 1000 });
const buffers = fc
  .array(fc.tuple(bytes, fc.nat(12), fc.nat(6)), { maxLength: 20 })
  .map((all) => all.map(([size, from, life], i): Buffer => ({ name: `${i}`, bytes: size, from, to: from + life })));

const aligned = (size: number): number => Math.ceil(size / 64) * 64;

test('buffers that live at the same time have bytes of their own, at multiples of 64', () => {
  fc.assert(
    fc.property(buffers, (all) => {
      const { offsets, bytes } = arenaOf(all);
      for (const a of all) {
        const at = offsets.get(a.name)!;
        expect([at % 64, at + a.bytes <= bytes]).toEqual([0, true]);
        const meeting = all.filter((b) => b !== a && b.from <= a.to && a.from <= b.to);
        expect(
          meeting.filter((b) => offsets.get(b.name)! < at + a.bytes && at < offsets.get(b.name)! + b.bytes),
        ).toEqual([]);
      }
      expect(bytes).toBeLessThanOrEqual(all.reduce((sum, one) => sum + aligned(one.bytes), 0));
      expect(bytes).toBeGreaterThanOrEqual(mostAlive(all));
    }),
  );
});

test('the most that lives at one step is counted at every step', () => {
  fc.assert(
    fc.property(buffers, (all) => {
      const steps = Array.from({ length: 20 }, (_, step) =>
        all.reduce((sum, { bytes, from, to }) => (from <= step && step <= to ? sum + aligned(bytes) : sum), 0),
      );
      expect(mostAlive(all)).toBe(Math.max(0, ...steps));
    }),
  );
});

test('a chain takes no more than its largest pair', () => {
  fc.assert(
    fc.property(fc.array(bytes, { minLength: 1, maxLength: 30 }), (sizes) => {
      const all = sizes.map((size, i): Buffer => ({ name: `${i}`, bytes: size, from: i, to: i + 1 }));
      expect(arenaOf(all).bytes).toBeLessThanOrEqual(1.2 * mostAlive(all));
    }),
  );
});

test.each([
  ['follow each other', (i: number) => ({ from: i, to: i + 2 })],
  ['all live at the same time', () => ({ from: 0, to: 1 })],
])('thousands that %s are placed in little time', (_, life) => {
  const all = Array.from({ length: 5000 }, (_, i): Buffer => ({ name: `${i}`, bytes: 64, ...life(i) }));
  const start = cpuSeconds();
  expect(arenaOf(all).bytes).toBe(mostAlive(all));
  expect(cpuSeconds(start)).toBeLessThan(3);
});
