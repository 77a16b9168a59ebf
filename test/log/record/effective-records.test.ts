import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { selectBest } from '../../../src/log/record/best.js';
import type { TuneRecord } from '../../../src/log/record/record.js';
import { effectiveRecords } from '../../../src/log/record/effective-records.js';

/** No two trials are of one time. */
let clock = 0;

/** A record of config `knob` that took `cost` milliseconds; 0: it failed. */
function trial(knob: number, cost: number, change: Partial<TuneRecord> = {}): TuneRecord {
  return {
    target: 'llvm',
    task: 'fake.one',
    args: [1],
    index: knob,
    entity: [['a', 'ot', knob]],
    costs: cost > 0 ? [cost / 1000] : [],
    error: cost > 0 ? 0 : 5,
    allCost: 0,
    timestamp: ++clock,
    ...change,
    tune: { operator: 'fake', fingerprint: 'here', ...change.tune },
  };
}

const indices = (records: readonly TuneRecord[]): number[] => records.map(({ index }) => index);
const bestIndex = (...records: readonly TuneRecord[]): number | undefined => selectBest(records).at(0)?.record.index;

describe('the records that stand', () => {
  test('without finals all do', () => {
    const records = [trial(1, 5), trial(2, 0), trial(3, 4)];
    expect(effectiveRecords(records)).toEqual(records);
  });

  test('finals overrule what was tried before, however lucky that was', () => {
    // 2 and 3 are measured again; 1 was no finalist, or it would be there.
    expect(bestIndex(trial(1, 1.02), trial(2, 1), trial(3, 1.01), trial(2, 1.1), trial(3, 1.09))).toBe(3);
  });

  test('what was tried after the finals competes with them', () => {
    const finals = [trial(1, 1), trial(2, 2), trial(1, 1.1)];
    expect(bestIndex(...finals, trial(3, 1.2))).toBe(1);
    expect(bestIndex(...finals, trial(3, 1.05))).toBe(3);
  });

  test('later finals overrule earlier ones', () => {
    expect(bestIndex(trial(1, 1), trial(1, 1.1), trial(2, 1.05), trial(2, 1.15), trial(1, 1.3))).toBe(2);
  });

  test('finals in which all failed overrule only the configs that failed', () => {
    expect(bestIndex(trial(1, 1), trial(2, 2), trial(3, 3), trial(1, 0), trial(2, 0))).toBe(3);
  });

  test('a finalist that fails is out, wherever it stands among the others', () => {
    expect(
      indices(effectiveRecords([trial(1, 1), trial(2, 2), trial(3, 3), trial(2, 2), trial(1, 0), trial(3, 2.5)])),
    ).toEqual([2, 1, 3]);
  });

  test('other workloads, targets and machines are settled on their own', () => {
    const here = [trial(1, 1), trial(2, 2), trial(2, 2.1)];
    for (const change of [{ args: [2] }, { target: 'llvm -threads=2' }, { tune: { fingerprint: 'there' } }]) {
      const there = [trial(2, 3, change), trial(7, 1, change)];
      expect(effectiveRecords([...there, ...here])).toEqual([...there, here[2]]);
      expect(effectiveRecords([...here, ...there])).toEqual([here[2], ...there]);
    }
  });

  test('finals of several templates of one workload are one', () => {
    const other = { task: 'fake.two' };
    expect(effectiveRecords([trial(1, 1), trial(1, 2, other), trial(1, 1.1), trial(1, 1.9, other)])).toHaveLength(2);
    expect(bestIndex(trial(1, 1), trial(2, 2, other), trial(2, 1.9, other))).toBe(2);
  });

  test('where the log tells the phase, nothing is guessed: what another run tried again is no final', () => {
    const inRun = (run: string, phase: 'search' | 'heat' | 'finals'): Partial<TuneRecord> => ({ tune: { run, phase } });
    const [search, heat, finals] = (['search', 'heat', 'finals'] as const).map((phase) => inRun('a', phase));
    expect(bestIndex(trial(1, 1, search), trial(2, 2, search), trial(2, 3, inRun('b', 'search')))).toBe(1);
    expect(bestIndex(trial(1, 1, search), trial(2, 2, search), trial(2, 3, finals))).toBe(2);
    const disturbed = [trial(1, 1, search), trial(2, 2, search), trial(3, 0, heat), trial(2, 3, finals)];
    expect(indices(effectiveRecords(disturbed))).toEqual([3, 2]);
  });

  describe('a disturbed repetition', () => {
    const finals = (run: string, knob: number, ...costs: number[]): TuneRecord =>
      trial(knob, 1, { costs: costs.map((cost) => cost / 1000), tune: { run, phase: 'finals' } });

    test('of finals does not worsen the best of an earlier run', () => {
      const before = [finals('a', 1, 0.703, 0.7, 0.706), finals('a', 2, 0.97, 0.974, 0.98)];
      const resumed = [finals('b', 1, 22.8, 65.1, 0.98, 1.05, 56.7), finals('b', 2, 0.974, 0.97, 0.98)];
      const standing = effectiveRecords([...before, ...resumed]);
      expect(standing).toEqual([before[0], resumed[1]]);
      expect(selectBest([...before, ...resumed]).at(0)).toMatchObject({ seconds: 0.703e-3, noisy: false });
    });

    test('is replaced by any that is not disturbed, or that ranks higher', () => {
      const noisy = finals('a', 1, 1, 5, 9);
      const [noisier, calmer, calm] = [finals('b', 1, 1, 5, 10), finals('b', 1, 1, 5, 8), finals('b', 1, 7, 7, 7)];
      expect(effectiveRecords([noisy, noisier])).toEqual([noisy]);
      expect(effectiveRecords([noisy, calmer])).toEqual([calmer]);
      expect(effectiveRecords([noisy, calm])).toEqual([calm]);
    });

    test('does not bring back what was found to be wrong meanwhile', () => {
      const [calm, noisy] = [finals('a', 1, 1, 1, 1), finals('c', 1, 1, 5, 9)];
      const wrong = trial(1, 0, { tune: { run: 'b', phase: 'finals' } });
      expect(effectiveRecords([calm, wrong, noisy])).toEqual([noisy]);
      expect(effectiveRecords([calm, wrong])).toEqual([wrong]);
    });

    test('that the search takes again is of the search', () => {
      const of = (phase: 'search' | 'again' | 'finals', knob: number, cost: number): TuneRecord =>
        trial(knob, cost, { tune: { run: 'a', phase } });
      const records = [of('search', 1, 1), of('search', 2, 2), of('again', 1, 1.1), of('finals', 2, 2.1)];
      expect(effectiveRecords(records)).toEqual([records[3]]);
      expect(effectiveRecords(records.slice(0, 3))).toEqual([records[1], records[2]]);
    });
  });

  describe('a repetition without a verdict, as when its runner was killed,', () => {
    const killed = (knob: number, phase: 'search' | 'heat' | 'finals', run = 'b'): TuneRecord =>
      trial(knob, 0, { error: 8, tune: { run, phase } });
    const of = (run: string, phase: 'search' | 'finals', knob: number, cost: number): TuneRecord =>
      trial(knob, cost, { tune: { run, phase } });

    test('takes nothing from the best of an earlier run, nor from that of its own search', () => {
      const earlier = [of('a', 'finals', 1, 1), of('a', 'finals', 2, 2)];
      const resumed = [killed(1, 'finals'), of('b', 'finals', 2, 2.1)];
      expect(effectiveRecords([...earlier, ...resumed])).toEqual([earlier[0], resumed[1]]);
      const search = [of('b', 'search', 1, 1), of('b', 'search', 2, 2), of('b', 'search', 3, 3)];
      expect(effectiveRecords([...search, ...resumed])).toEqual([search[0], resumed[1]]);
      expect(effectiveRecords([...search, killed(1, 'heat'), killed(2, 'finals')])).toEqual(search);
    });

    test('does not bring back what was found to be wrong, and is replaced by any verdict', () => {
      const [right, wrong] = [of('a', 'search', 1, 1), of('a', 'search', 1, 0)];
      expect(effectiveRecords([right, wrong, killed(1, 'finals')])).toEqual([wrong]);
      expect(effectiveRecords([killed(1, 'search'), right])).toEqual([right]);
      expect(effectiveRecords([killed(1, 'search'), wrong])).toEqual([wrong]);
    });
  });

  test('finals of two runs in a row are two', () => {
    const finalsOf = (run: string): Partial<TuneRecord> => ({ tune: { run, phase: 'finals' } });
    expect(bestIndex(trial(1, 1, finalsOf('a')), trial(2, 2, finalsOf('b')))).toBe(2);
  });

  describe('of runs that share a log', () => {
    const of =
      (run: string, phase: 'search' | 'heat' | 'finals') =>
      (knob: number, cost: number): TuneRecord =>
        trial(knob, cost, { tune: { run, phase } });
    const [searchA, finalsA] = [of('a', 'search'), of('a', 'finals')];
    const [searchB, finalsB] = [of('b', 'search'), of('b', 'finals')];

    test('finals that another run interrupts are one', () => {
      const records = [searchA(1, 1), searchA(2, 2), searchA(3, 3), finalsA(1, 1.1), searchB(4, 4), finalsA(2, 2.1)];
      expect(indices(effectiveRecords(records))).toEqual([1, 4, 2]);
    });

    test('finals leave alone what another run wrote since theirs began', () => {
      const searches = [searchA(1, 1), searchA(2, 2), searchB(3, 3), searchB(4, 4)];
      expect(indices(effectiveRecords([...searches, finalsA(1, 1.1), finalsB(3, 3.1)]))).toEqual([1, 3]);
      expect(indices(effectiveRecords([...searches, finalsA(1, 1.1)]))).toEqual([3, 4, 1]);
    });

    test('finals supersede the finals of a run that ended before theirs began', () => {
      expect(indices(effectiveRecords([searchA(1, 1), finalsA(1, 1.1), searchB(2, 2), finalsB(2, 2.1)]))).toEqual([2]);
    });
  });

  test('every config stands at most once, and something that works stands if anything does', () => {
    const trials = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 3 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(trials, (list) => {
        const records = list.map(([knob, cost]) => trial(knob, cost));
        const standing = effectiveRecords(records);
        expect(new Set(indices(standing)).size).toBe(standing.length);
        const last = new Map(records.map((record) => [record.index, record]));
        const works = [...last.values()].some(({ error }) => error === 0);
        expect(standing.some(({ error }) => error === 0)).toBe(works);
      }),
    );
  });
});
