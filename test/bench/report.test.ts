import { describe, expect, test } from '@jest/globals';
import { above, atLeast, atMost, close, met, type Figure } from '../../bench/figures.js';
import { toJson, toText, type Report } from '../../bench/report.js';
import { productPeers } from '../../src/products/bench/peers.js';
import { matmul } from '../../src/operator/matmul.js';
import { productShape } from '../../src/operator/product.js';
import { interleave } from '../../src/measure/rounds.js';
import { medianOfEachRound, speedRatio, spread } from '../../src/measure/statistics.js';

const figure: Figure = {
  section: 'conv',
  figure: 'seed 1 : oneDNN any',
  unit: 'ratio',
  got: { median: 0.9, low: 0.8, high: 0.95 },
  over: '31 rounds',
};

describe('statistics', () => {
  test('a spread is the median with the tenth and ninetieth percentile', () => {
    expect(spread([5, 1, 4, 2, 3, 11, 10, 9, 8, 7, 6])).toEqual({ median: 6, low: 2, high: 10 });
  });

  test('when a disturbance slows both in one round then their ratio does not move', () => {
    expect(speedRatio([1, 3, 1], [2, 6, 2])).toEqual({ median: 2, low: 2, high: 2 });
  });

  test('timings of different rounds have no ratio', () => {
    expect(() => speedRatio([1], [1, 2])).toThrow(RangeError);
  });

  test('the median over contenders is taken in every round', () => {
    expect(
      medianOfEachRound([
        [1, 9],
        [2, 8],
        [30, 7],
      ]),
    ).toEqual([2, 8]);
  });
});

describe('rounds', () => {
  test('every contender has one turn a round, and every other round goes backwards', async () => {
    const turns: string[] = [];
    const contender = (name: string, seconds: number) => ({
      name,
      go: (reps: number) => {
        turns.push(`${name}${reps}`);
        return Promise.resolve(seconds);
      },
    });
    const options = { rounds: 3 };
    const timings = await interleave([contender('a', 0.001), contender('b', 0.02)], options);
    expect(turns.slice(6)).toEqual(['a12', 'b1', 'b1', 'a12', 'a12', 'b1']);
    expect(timings).toEqual([
      { name: 'a', seconds: [0.001, 0.001, 0.001] },
      { name: 'b', seconds: [0.02, 0.02, 0.02] },
    ]);
  });

  test('when it is aborted then nobody has another turn, not even a first', async () => {
    const controller = new AbortController();
    let turns = 0;
    const go = (): Promise<number> => {
      turns++;
      controller.abort();
      return Promise.resolve(1);
    };
    const contenders = [
      { name: 'a', go },
      { name: 'b', go },
    ];
    const rounds = interleave(contenders, { rounds: 3, signal: controller.signal });
    await expect(rounds).rejects.toThrow(controller.signal.reason as Error);
    expect(turns).toBe(3);
  });
});

describe('figures', () => {
  test.each([
    [atLeast(0.9), true],
    [atLeast(0.91), false],
    [atMost(0.9), true],
    [atMost(0.89), false],
    [above(0.9), false],
    [above(0.89), true],
  ])('when %j is wanted and the median is 0.9 then met is %s', (wanted, expected) => {
    expect(met({ ...figure, wanted })).toBe(expected);
  });

  test('when nothing is wanted then nothing is met, and nothing is close', () => {
    expect(met(figure)).toBeUndefined();
    expect(close(figure)).toBe(false);
  });

  test('a bound inside the spread is close', () => {
    expect(close({ ...figure, wanted: atLeast(0.85) })).toBe(true);
    expect(close({ ...figure, wanted: atLeast(0.7) })).toBe(false);
  });
});

describe('report', () => {
  const report: Report = {
    machine: 'a-cpu.2c',
    compiler: 'gcc 12',
    threads: 1,
    quick: false,
    load: 1.5,
    figures: [{ ...figure, wanted: atLeast(0.85) }],
    failures: ['matmul: no gcc.'],
    leftOut: [
      {
        peer: productPeers(productShape(matmul.workload('gemm.64', {}))).at(1)!,
        why: 'it is not there',
        missing: true,
      },
    ],
    contenders: new Map([['C2: oneDNN any', 'brgconv, oneDNN 2.6.3']]),
  };

  test('the text has a line a figure, and names what was left out, what failed and what disturbed', () => {
    const text = toText(report);
    expect(text).toMatch(
      /conv .*seed 1 : oneDNN any.*>= 0\.850.*0\.900.*0\.800 \.\. 0\.950.*31 rounds.*yes \(within spread\)/,
    );
    expect(text).toContain('oneDNN any: brgconv, oneDNN 2.6.3');
    expect(text).toContain('Left out: BLIS, because it is not there.');
    expect(text).toContain('Not measured: matmul: no gcc.');
    expect(text).toContain('The machine was not alone (load 1.5');
  });

  test('the JSON says of every figure whether it is met', () => {
    expect(JSON.parse(JSON.stringify(toJson(report)))).toMatchObject({
      figures: [{ figure: 'seed 1 : oneDNN any', wanted: { relation: 'at least', value: 0.85 }, met: true }],
      left_out: [{ name: 'BLIS' }],
      contenders: { 'C2: oneDNN any': 'brgconv, oneDNN 2.6.3' },
    });
  });
});
