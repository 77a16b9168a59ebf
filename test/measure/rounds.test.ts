import { expect, test } from '@jest/globals';
import { interleave, type Contender } from '../../src/measure/rounds.js';

/** Answers these seconds a call in turn, after those of the calibration. */
function scripted(name: string, seconds: readonly number[]): Contender {
  const answers = [1, 1, 1, ...seconds];
  return { name, go: () => Promise.resolve(answers.shift()!) };
}

test('rounds count in which the block of each was quiet', async () => {
  const [one, other] = await interleave(
    [scripted('one', [1, 2.2, 1.05, 1, 1.1]), scripted('other', [3, 3, 3.1, 9, 3.2])],
    { rounds: 5 },
  );
  expect([one!.seconds, other!.seconds]).toEqual([
    [1, 1.05, 1.1],
    [3, 3.1, 3.2],
  ]);
});

test('contenders with long calls end when their seconds are over, after seven rounds', async () => {
  const [one] = await interleave([scripted('one', Array<number>(9).fill(1))], { rounds: 9, seconds: 0 });
  expect(one!.seconds).toHaveLength(7);
});

test('where most rounds were disturbed, all count', async () => {
  const [one] = await interleave([scripted('one', [1, 2, 2, 2, 1])], { rounds: 5 });
  expect(one!.seconds).toEqual([1, 2, 2, 2, 1]);
});
