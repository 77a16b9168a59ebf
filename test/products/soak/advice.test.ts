import { expect, test } from '@jest/globals';
import { mapCauses } from '../../../src/measure/causes.js';
import { adviceOn } from '../../../src/products/soak/advice.js';

const plain = { governor: undefined, sharesCores: false };
const figures = { median: 1, spread: 0.03, drift: 0.001, across_runs: 0.04, side_by_side: 0.01 };
const neighbours = { cores: 8, waiting: 0, others: 0.02, stolen: 0 };
const found = {
  verdict: 'uneven',
  figures,
  causes: mapCauses(() => 0.1),
  neighbours,
  interrupted: false,
  runs: 20,
} as const;

test('a steady machine that others leave alone needs no advice', () => {
  expect(adviceOn({ ...found, verdict: 'steady' }, { governor: 'powersave', sharesCores: true })).toEqual([]);
});

test('a host that takes the machine comes before programs that do, and each is named with its figure', () => {
  const advice = adviceOn({ ...found, neighbours: { ...neighbours, others: 1.26, stolen: 0.031 } }, plain);
  expect(advice).toEqual([
    expect.stringMatching(/^The host of this virtual machine .* 3\.1 % of the time \(steal\)/),
    expect.stringMatching(/^Other programs kept 1\.3 of 8 cores busy: stop them .*taskset/),
  ]);
});

test('slow cores are put down to the governor and to SMT where these are there', () => {
  expect(adviceOn(found, { governor: 'powersave', sharesCores: true })).toEqual([
    expect.stringMatching(/governor powersave.*cpupower frequency-set -g performance/),
    expect.stringMatching(/SMT.*smt\/control/),
  ]);
  expect(adviceOn(found, { governor: 'performance', sharesCores: false })).toEqual([
    expect.stringMatching(/does not show from here.*take[s]? turns/),
  ]);
});

test('a drift is told where it is more than two runs differ by, whichever way', () => {
  for (const [drift, way] of [
    [0.05, 'slower'],
    [-0.05, 'faster'],
  ] as const)
    expect(adviceOn({ ...found, figures: { ...figures, drift } }, plain)[0]).toMatch(`5.0 % ${way} on the way`);
});

test('where the system tells nothing and runs are few, that is what is said', () => {
  const silent = { ...found, neighbours: { ...neighbours, others: null, stolen: null }, figures: null, runs: 1 };
  expect(adviceOn({ ...silent, verdict: 'unknown' }, plain)).toEqual([expect.stringMatching(/^1 run .*too few/)]);
});
