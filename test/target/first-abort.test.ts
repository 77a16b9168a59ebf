import { describe, expect, test } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { firstAbort } from '../../src/target/first-abort.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Listens to a signal that nothing else holds; tells whether it was aborted. */
function listenTo(signal: AbortSignal): { heard: boolean } {
  const listener = { heard: false };
  signal.addEventListener('abort', () => (listener.heard = true));
  return listener;
}

describe('the first abort', () => {
  test('comes in time, though garbage is collected meanwhile', async () => {
    const held = new AbortController();
    const byTime = listenTo(firstAbort([held.signal], 100).signal);
    const bySource = listenTo(firstAbort([held.signal, AbortSignal.timeout(100)]).signal);
    await setTimeout(20);
    collectGarbage();
    await setTimeout(300);
    expect([byTime.heard, bySource.heard]).toEqual([true, true]);
  });

  test('is there at once where a source was aborted before', () => {
    expect(firstAbort([new AbortController().signal, AbortSignal.abort()]).signal.aborted).toBe(true);
  });

  test('never comes once it was released, nor before more milliseconds than a timer counts', async () => {
    const source = new AbortController();
    const released = firstAbort([source.signal], 10);
    released.release();
    source.abort();
    const late = firstAbort([], 2 ** 31);
    await setTimeout(30);
    expect([released.signal.aborted, late.signal.aborted]).toEqual([false, false]);
  });
});
