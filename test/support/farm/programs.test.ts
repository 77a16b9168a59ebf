import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { hasEnded, whenReady } from './programs.js';

/** A process that starts nothing. */
const fake = (state: Partial<ChildProcess> = {}): ChildProcess =>
  Object.assign(new EventEmitter(), { stdout: new EventEmitter(), exitCode: null, signalCode: null }, state) as never;

test('a worker that ends before it is ready is named', async () => {
  const worker = fake();
  const ready = whenReady(worker, 'b0');
  worker.emit('exit', 1, null);
  await expect(ready).rejects.toThrow('worker b0 ended before it was ready');
});

test('a worker may end after it was ready', async () => {
  const worker = fake();
  const ready = whenReady(worker, 'b0');
  worker.stdout!.emit('data', 'ready\n');
  worker.emit('exit', 0, null);
  await expect(ready).resolves.toBeUndefined();
});

test('what a signal ended has ended, too', () => {
  expect(hasEnded(fake())).toBe(false);
  expect(hasEnded(fake({ exitCode: 0 }))).toBe(true);
  expect(hasEnded(fake({ signalCode: 'SIGSEGV' }))).toBe(true);
});
