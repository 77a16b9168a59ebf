import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Random } from '../../src/space/random.js';
import { Allocation } from '../../src/tuner/allocation.js';

const batches = { batchSize: 8, firstBatch: 12 };
const always = (): boolean => true;

/**
 * A template as a search sees it: what its trials reach of `ceiling`, from `start` to nearly all with a time constant
 * of `learning` trials.
 */
interface Synthetic {
  readonly ceiling: number;
  readonly start: number;
  readonly learning: number;
  /** Shares of trials that fail, and of a time that is noise. */
  readonly failing: number;
  readonly noise: number;
}

/** The throughputs of a template's trials, one by one. */
function* trialsOf({ ceiling, start, learning, failing, noise }: Synthetic, seed: number): Generator<number, never> {
  const random = new Random(seed);
  for (let n = 0; ; n++) {
    const typical = start + (0.85 - start) * (1 - Math.exp(-n / learning));
    const quality = 1 - 2 * random.float() * (1 - typical);
    const disturbed = 1 + noise * (2 * random.float() - 1);
    yield random.float() < failing ? 0 : ceiling * Math.max(0.02, quality) * disturbed;
  }
}

interface Played {
  readonly best: number;
  readonly trials: readonly number[];
}

/** Plays a whole budget; `choose` names the template and how many trials. */
function play(
  templates: readonly Synthetic[],
  budget: number,
  seed: number,
  choose: () => { readonly arm: number; readonly size: number },
  told: (arm: number, throughput: number) => void = () => undefined,
): Played {
  const streams = templates.map((template, arm) => trialsOf(template, 1000 * seed + arm));
  const trials = templates.map(() => 0);
  let best = 0;
  for (let done = 0; done < budget;) {
    const { arm, size } = choose();
    for (let i = 0; i < size && done < budget; i++, done++) {
      const throughput = streams.at(arm)!.next().value;
      best = Math.max(best, throughput);
      trials[arm] = trials.at(arm)! + 1;
      told(arm, throughput);
    }
  }
  return { best, trials };
}

function allocate(templates: readonly Synthetic[], budget: number, seed: number): Played {
  const allocation = new Allocation([...templates.keys()], { ...batches, trials: budget });
  const choose = (): { arm: number; size: number } => {
    allocation.retire(always);
    return allocation.next(always)!;
  };
  return play(templates, budget, seed, choose, (arm, throughput) => {
    allocation.count(arm, throughput);
  });
}

const alone = (templates: readonly Synthetic[], budget: number, seed: number): number[] =>
  templates.map((_, arm) => play(templates, budget, seed, () => ({ arm, size: budget })).best);

function inTurns(templates: readonly Synthetic[], budget: number, seed: number): Played {
  let turn = 0;
  return play(templates, budget, seed, () => ({ arm: turn++ % templates.length, size: 8 }));
}

const synthetic = fc.record({
  ceiling: fc.double({ min: 30, max: 200, noNaN: true }),
  start: fc.double({ min: 0.2, max: 0.6, noNaN: true }),
  learning: fc.double({ min: 10, max: 60, noNaN: true }),
  failing: fc.constantFrom(0, 0.1, 0.3, 1),
  noise: fc.constant(0.03),
});
const race = fc.record({
  templates: fc.array(synthetic, { minLength: 2, maxLength: 6 }),
  budget: fc.constantFrom(100, 256, 512),
  seed: fc.nat(10_000),
});

describe('against synthetic templates', () => {
  test('the best comes close to that of the best template with the whole budget, and much closer than taking turns does', () => {
    const regrets: { ours: number; turns: number }[] = [];
    fc.assert(
      fc.property(race, ({ templates, budget, seed }) => {
        const most = Math.max(...alone(templates, budget, seed));
        fc.pre(most > 0);
        const regret = ({ best }: Played): number => 1 - best / most;
        regrets.push({
          ours: regret(allocate(templates, budget, seed)),
          turns: regret(inTurns(templates, budget, seed)),
        });
      }),
      { seed: 1, numRuns: 300 },
    );
    const mean = (of: 'ours' | 'turns'): number => regrets.reduce((sum, r) => sum + r[of], 0) / regrets.length;
    const within = (share: number): number => regrets.filter(({ ours }) => ours < share).length / regrets.length;
    expect(mean('ours')).toBeLessThan(0.025);
    expect(mean('ours')).toBeLessThan(0.4 * mean('turns'));
    expect(within(0.1)).toBeGreaterThan(0.95);
  });

  test('losers get under a quarter of the trials, each of them', () => {
    const shares: number[] = [];
    fc.assert(
      fc.property(race, ({ templates, budget, seed }) => {
        const bests = alone(templates, budget, seed);
        const { trials } = allocate(templates, budget, seed);
        bests.forEach((best, arm) => {
          if (best < 0.75 * Math.max(...bests)) shares.push(trials.at(arm)! / budget);
        });
      }),
      { seed: 2, numRuns: 300 },
    );
    expect(shares.length).toBeGreaterThan(300);
    expect(shares.filter((share) => share >= 0.25).length / shares.length).toBeLessThan(0.02);
    expect(shares.reduce((a, b) => a + b) / shares.length).toBeLessThan(0.1);
  });

  test('one that learns late is not taken for a loser', () => {
    const late = { ceiling: 180, start: 0.3, learning: 30, failing: 0, noise: 0.03 };
    const early = { ceiling: 100, start: 0.8, learning: 10, failing: 0, noise: 0.03 };
    for (let seed = 0; seed < 20; seed++) {
      const { best, trials } = allocate([early, late], 256, seed);
      expect(best).toBeGreaterThan(0.95 * Math.max(...alone([early, late], 256, seed)));
      expect(trials[0]).toBeLessThan(0.25 * 256);
    }
  });
});

describe('the rule', () => {
  const rounds = (count: number, value: number): number[] => Array.from({ length: count }, () => value);
  const counted = (arms: Readonly<Record<string, readonly number[]>>, trials = 100): Allocation<string> => {
    const allocation = new Allocation(Object.keys(arms), { ...batches, trials });
    for (const [arm, throughputs] of Object.entries(arms))
      for (const throughput of throughputs) allocation.count(arm, throughput);
    return allocation;
  };
  const retiredIn = (allocation: Allocation<string>): string[] => allocation.retire(always).map(({ arm }) => arm);

  test('nothing is concluded from one batch, however bad', () => {
    const allocation = counted({ a: rounds(24, 100), b: rounds(12, 1) }, 256);
    expect(retiredIn(allocation)).toEqual([]);
    expect(allocation.next(always)).toEqual({ arm: 'b', size: 8 });
    for (const throughput of rounds(12, 1)) allocation.count('b', throughput);
    expect(retiredIn(allocation)).toEqual(['b']);
    expect(retiredIn(allocation)).toEqual([]);
    expect(allocation.next(always)!.arm).toBe('a');
  });

  test('a disturbed batch is forgiven, whichever it is', () => {
    const sound = [...rounds(6, 80), ...rounds(6, 90)];
    const disturbed = sound.map((throughput) => throughput / 3);
    expect(retiredIn(counted({ a: rounds(24, 100), b: [...sound, ...disturbed] }))).toEqual([]);
    expect(retiredIn(counted({ a: rounds(24, 100), b: [...disturbed, ...sound] }))).toEqual([]);
  });

  test('who is behind but rising gets the next slice; who is behind and flat is retired', () => {
    const rising = Array.from({ length: 24 }, (_, n) => 30 + 2 * n);
    const allocation = counted({ leader: rounds(24, 100), rising, flat: rounds(24, 60) }, 200);
    expect(retiredIn(allocation)).toEqual(['flat']);
    expect(allocation.next(always)!.arm).toBe('rising');
  });

  test('the nearer the end, the less there is to hope for', () => {
    const rising = Array.from({ length: 24 }, (_, n) => 30 + 2 * n);
    expect(retiredIn(counted({ leader: rounds(24, 100), rising }, 52))).toEqual(['rising']);
  });

  test('while nothing works anywhere, all go on in turns', () => {
    const allocation = counted({ a: rounds(24, 0), b: rounds(24, 0) });
    expect(retiredIn(allocation)).toEqual([]);
    expect(allocation.next(always)!.arm).toBe('a');
  });

  test('an arm that is closed gets nothing and is not said to be retired', () => {
    const allocation = counted({ leader: rounds(24, 100), flat: rounds(24, 60) });
    expect(allocation.retire((arm) => arm !== 'flat')).toEqual([]);
    expect(allocation.next((arm) => arm === 'flat')!.arm).toBe('flat');
    expect(allocation.next(() => false)).toBeUndefined();
  });

  test('one template alone gets the batches of the settings and is never retired', () => {
    const allocation = counted({ a: [] });
    expect(allocation.next(always)).toEqual({ arm: 'a', size: 12 });
    for (const throughput of rounds(12, 0)) allocation.count('a', throughput);
    expect(allocation.next(always)).toEqual({ arm: 'a', size: 8 });
    expect(retiredIn(allocation)).toEqual([]);
  });

  test('the looks of many templates take no more than a quarter of the budget', () => {
    const arms = ['a', 'b', 'c', 'd', 'e'];
    const allocation = new Allocation(arms, { ...batches, trials: 256 });
    const looked = new Map(arms.map((arm) => [arm, 0]));
    for (let done = 0; done < 256 / 4;) {
      const { arm, size } = allocation.next(always)!;
      looked.set(arm, looked.get(arm)! + 1);
      for (const throughput of rounds(size, 100)) allocation.count(arm, throughput);
      done += size;
    }
    expect([...looked.values()].every((count) => count >= 2)).toBe(true);
  });
});
