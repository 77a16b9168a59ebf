import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Scratch } from '../../../src/measure/scratch.js';
import { ExecutableTrainer } from '../../../src/model/trainer/executable.js';
import { atExit } from '../../../src/target/at-exit.js';
import { syntheticRows } from '../../model/fixtures.js';
import { argumentsOf, childrenOf, until } from '../../support/processes.js';

/** What happens when the process exits, of that which came after the first so many listeners. */
function exit(before: number): void {
  for (const listener of process.listeners('exit').slice(before)) listener.call(process, 0);
}

test('one listener does what many have asked for, in order, whatever one of them throws', () => {
  const before = process.listenerCount('exit');
  const done: number[] = [];
  const forget = Array.from({ length: 20 }, (_, i) =>
    atExit(() => {
      done.push(i);
      if (i === 3) throw new Error('it cannot be done');
    }),
  );
  expect(process.listenerCount('exit')).toBe(before + 1);
  for (const i of [0, 7]) forget[i]!();
  exit(before);
  expect(done).toEqual(forget.flatMap((_, i) => ([0, 7].includes(i) ? [] : [i])));
  for (const one of forget) one();
  expect(process.listenerCount('exit')).toBe(before);
});

test('an action that was asked for twice is still done when one of both was taken back', () => {
  const before = process.listenerCount('exit');
  let times = 0;
  const action = (): void => {
    times++;
  };
  const forget = [atExit(action), atExit(action)];
  forget[0]!();
  exit(before);
  expect(times).toBe(1);
  forget[1]!();
});

test('many fits with their temporary folders need one listener, which ends them and removes the folders', async () => {
  const before = process.listenerCount('exit');
  const own = new Scratch();
  const executable = own.path('xgboost');
  writeFileSync(executable, '#!/bin/sh\ntest "$1" = --version && echo "XGBoost 1.7.4" && exit\nexec sleep 60\n');
  chmodSync(executable, 0o755);
  const trainers = Array.from({ length: 11 }, () => new ExecutableTrainer({ executable }));
  const fits = trainers.map((trainer) => trainer.train(syntheticRows(2), {}));
  const ended = Promise.allSettled(fits);
  const isFit = (pid: number): boolean => argumentsOf(pid).includes('sleep');
  await until(() => childrenOf(process.pid).filter(isFit).length === trainers.length);
  expect(process.listenerCount('exit')).toBe(before + 1);
  exit(before);
  expect(existsSync(own.folder)).toBe(false);
  expect((await ended).map(({ status }) => status)).toEqual(trainers.map(() => 'rejected'));
  expect(childrenOf(process.pid).filter(isFit)).toEqual([]);
  own.close();
  expect(process.listenerCount('exit')).toBe(before);
});
