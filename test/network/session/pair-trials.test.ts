import { describe, expect, test } from '@jest/globals';
import {
  pairMinutesOf,
  pairTrialsOf,
  searchMinutesOf,
  candidatesOf,
  nextRound,
  type PairCandidate,
} from '../../../src/network/session/pair-trials.js';
import type { ProgramLayer, LayerPair } from '../../../src/network/program/layer.js';
import type { Task } from '../../../src/templates/template.js';
import { configsOf } from '../../tuner/records.js';
import { formOf, kernelsOf, logOf, taskOf, type Trial } from './fixtures.js';

const none = kernelsOf([]);

/** Tasks of both layers alone and of the kernel for both. */
function tasksOf(size: string): { readonly first: Task; readonly second: Task; readonly fused: Task } {
  const image = { inChannels: '32', height: size, width: size, layout: 'NHWC' };
  const deep = { ...image, kernel: '3', pad: '1' };
  return {
    first: taskOf('conv2d.depthwise', { ...deep, outChannels: '32', groups: '32' }),
    second: taskOf('conv2d.pointwise', { ...image, outChannels: '16', kernel: '1' }),
    fused: taskOf('separable.rows', { ...deep, outChannels: '16' }),
  };
}

function layerOf({ workload }: Task): ProgramLayer {
  return {
    name: workload.name,
    nodes: [],
    reads: ['x'],
    writes: 'y',
    alsoWrites: [],
    onlyIf: [],
    forms: [formOf(workload)],
  };
}

function pairOf({ first, second, fused }: ReturnType<typeof tasksOf>): LayerPair {
  return { first: layerOf(first), second: layerOf(second), fused: layerOf(fused) };
}

const [small, large] = [tasksOf('8'), tasksOf('9')];

/** One that has had so many trials. */
function candidate(name: string, done: number, ratio?: number, seconds = 1): PairCandidate {
  return { layer: { ...none.plan(small.fused.workload), name }, done, ratio, seconds };
}

/** Who is in the next round, and how many trials all of them have behind it. */
function roundOf(left: number, ...candidates: readonly PairCandidate[]): readonly [string, number] | undefined {
  const round = nextRound(candidates, left);
  return round && [round.layers.map(({ name }) => name).join(' '), round.trials];
}

describe('the next round of pairs', () => {
  test('is of 4 trials for each that has had none', () => {
    expect(roundOf(100, candidate('a', 0), candidate('b', 0))).toEqual(['a b', 8]);
    expect(roundOf(100, candidate('a', 0), candidate('b', 4, 0.5))).toEqual(['a', 4]);
  });

  test.each([
    [4, 1.5, 12],
    [12, 1.25, 32],
    [32, 1.1, 64],
  ])('behind %i trials is of those within %f times both layers, up to %i', (done, within, trials) => {
    expect(roundOf(100, candidate('a', done, within), candidate('b', done, within + 0.01))).toEqual(['a', trials]);
  });

  test('is none behind 64 trials, or where nothing is promising', () => {
    expect(roundOf(100, candidate('a', 64, 0.5), candidate('b', 32, 1.2))).toBeUndefined();
  });

  test('brings those up that have had fewer, before others get more', () => {
    expect(roundOf(100, candidate('a', 5, 0.9), candidate('b', 12, 0.9))).toEqual(['a', 12]);
  });

  test('leaves out what failed in every trial', () => {
    expect(roundOf(100, candidate('a', 4), candidate('b', 4, 0.9))).toEqual(['b', 12]);
  });

  test('goes as far as there are trials left, where layers take longest first', () => {
    const [short, long] = [candidate('short', 0, undefined, 1), candidate('long', 0, undefined, 2)];
    expect(roundOf(7, short, long)).toEqual(['long', 4]);
    expect(roundOf(3, short, long)).toBeUndefined();
    expect(roundOf(7, candidate('spent', 4, 0.9), candidate('new', 8, 0.9))).toEqual(['new', 12]);
  });
});

test('what is known of pairs: trials, the best by both layers alone, and seconds of all that are alike', () => {
  const [first, second] = [configsOf(large.first, 1)[0]!, configsOf(large.second, 1)[0]!];
  const [one, two, three] = configsOf(large.fused, 3);
  const trials: readonly Trial[] = [
    ...([
      [large.first, first, 1e-4],
      [large.second, second, 3e-4],
    ] as const),
    ...([
      [large.fused, one!, 6e-4],
      [large.fused, two!, 5e-4],
      [large.fused, three!, undefined],
    ] as const),
  ];
  const own = logOf(...trials);
  const [known, unknown, ...more] = candidatesOf([large, small, large].map(pairOf), kernelsOf(own), own);
  expect([known!.done, known!.layer.workload]).toEqual([3, large.fused.workload]);
  expect(known!.ratio).toBeCloseTo(1.25);
  expect(known!.seconds).toBeCloseTo(8e-4, 9);
  expect(unknown).toMatchObject({ done: 0, ratio: undefined });
  expect(more).toEqual([]);
});

describe('of the budget', () => {
  const pairs = [large, small, large].map(pairOf);

  test('a fifth of the trials is for pairs, at most 64 for each distinct one', () => {
    expect([14, 100, 640, 1000].map((trials) => pairTrialsOf(trials, pairs))).toEqual([2, 20, 128, 128]);
    expect(pairTrialsOf(1000, [])).toBe(0);
  });

  test('a fifth of the minutes is for pairs', () => {
    const minutes = searchMinutesOf(10);
    expect(minutes).toBeCloseTo(8);
    expect(pairMinutesOf({ minutes })).toBeCloseTo(2);
    expect(pairMinutesOf({})).toBe(Infinity);
  });
});
