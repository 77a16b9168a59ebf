import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chalk } from 'chalk';
import { afterAll, describe, expect, test } from '@jest/globals';
import { outputSchemas } from '../../../src/api/outputs.js';
import { soak } from '../../../src/api/soak.js';
import { renderSoak } from '../../../src/cli/render/soak.js';
import { mapCauses } from '../../../src/measure/causes.js';
import type { Soak } from '../../../src/products/soak/report.js';
import { UsageError } from '../../../src/target/errors.js';
import { busyProcess } from '../../support/busy-process.js';
import { runIn } from '../../cli/run.js';

const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a short soak beside a busy neighbour calls every fault by its name and tells of the neighbour', async () => {
  const neighbour = busyProcess();
  try {
    const { code, stdout } = await runIn(folder, ['doctor', '--soak', '0.01', '--threads', '1', '--json']);
    const { ok, soak: found } = outputSchemas.doctor.parse(JSON.parse(stdout));
    expect([code, ok]).toEqual([0, true]);
    expect(found).toMatchObject({ ok: true, interrupted: false, minutes: 0.01, threads: 1 });
    expect(found!.runs).toBeGreaterThan(0);
    expect(found!.faults.map(({ injected, recognised }) => [injected, recognised])).toEqual(Array(6).fill([1, 1]));
    expect(found!.right).toEqual({ measured: 7, refused: 0, reason: null });
    const { others } = found!.neighbours;
    if (others === null) return;
    expect(others).toBeGreaterThan(0.3);
    expect(found!.advice.join('\n')).toMatch(/Other programs kept \d\.\d of \d+ cores? busy/);
  } finally {
    neighbour.kill('SIGKILL');
  }
});

test('one that is stopped at once tells that it knows nothing', async () => {
  const found = await soak({ minutes: 5, signal: AbortSignal.abort() });
  expect(found).toMatchObject({ interrupted: true, verdict: 'unknown', runs: 0, figures: null, disturbed: null });
  expect(found.seconds).toBeLessThan(60);
  expect(found.advice.at(-1)).toMatch(/too few to say/);
});

describe('minutes that cannot be', () => {
  test.each(['0', '-1', 'long', 'Infinity', 'NaN', ''])('"%s" is no number above 0', async (minutes) => {
    const { code, stderr } = await runIn(folder, ['doctor', `--soak=${minutes}`]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/--soak (needs a number above 0|<minutes> needs a value)/),
    ]);
  });

  test('more than a day is refused with a sentence, on the command line and in the library', async () => {
    const { code, stderr } = await runIn(folder, ['doctor', '--soak', '1441']);
    expect([code, stderr]).toEqual([2, 'tune: --soak takes at most 1440 (a day), not "1441".']);
    await expect(soak({ minutes: 1441 })).rejects.toThrow(UsageError);
    await expect(soak({ minutes: NaN })).rejects.toThrow(/minutes/);
  });
});

describe('for people', () => {
  const report: Soak = {
    minutes: 5,
    seconds: 301,
    threads: 2,
    interrupted: false,
    ok: true,
    verdict: 'steady',
    kernel: 'matmul.256 by matmul.blocked, llvm',
    runs: 300,
    figures: { median: 1.5e-4, spread: 0.0071, drift: -0.0012, across_runs: 0.0141, side_by_side: 0.004 },
    noisy: 1,
    disturbed: 0.03,
    missed: 0.002,
    causes: { ...mapCauses(() => 0), slowed: 0.028, waited: 0.004 },
    neighbours: { cores: 2, waiting: 0.1, others: 0.04, stolen: 0.002 },
    faults: [{ fault: 'calls exit(0)', injected: 25, recognised: 25, mistaken: null }],
    right: { measured: 26, refused: 0, reason: null },
    advice: [],
  };
  const plain = new Chalk({ level: 0 });

  test('the verdict says which differences mean nothing, and the rest what it rests on', () => {
    const text = renderSoak(report, { paint: plain });
    expect(text).toMatch(/^verdict +timings are reliable here: differences below 1\.4 % between two runs are noise/);
    expect(text).toMatch(/side by side in one run, below 0\.4 %$/m);
    expect(text).toMatch(/^spread +0\.7 % .* median of 150 µs, 300 fresh runs in 5:01$/m);
    expect(text).toMatch(/^drift +last third of the runs 0\.1 % faster/m);
    expect(text).toMatch(
      /^repeats +3\.0 % disturbed; 0\.4 % without a core, 2\.8 % on a throttled or shared core; 0\.2 % over 1\.2× the fastest undetected; 1 run/m,
    );
    expect(text).toMatch(/^faults +25 injected, all recognised; 0 of 26 correct kernels refused$/m);
    expect(text).not.toMatch(/^(mistaken|refused|advice)/m);
  });

  test('a fault that was taken for something else, and a right kernel that was refused, are told', () => {
    const faults = [{ ...report.faults[0]!, recognised: 24, mistaken: 'it passed' }];
    const text = renderSoak(
      { ...report, ok: false, faults, right: { measured: 26, refused: 1, reason: 'odd' } },
      { paint: plain },
    );
    expect(text).toMatch(/^faults +25 injected, 24 recognised/m);
    expect(text).toMatch(/^mistaken +a kernel that calls exit\(0\): it passed\nrefused +a correct kernel: odd$/m);
  });

  test('where the system is silent and runs are few, no figure is made up', () => {
    const unknown = { ...report, verdict: 'unknown', figures: null, runs: 0, disturbed: null, missed: null } as const;
    const silent = { ...unknown, neighbours: { cores: 2, waiting: 0, others: null, stolen: null }, advice: ['wait'] };
    const text = renderSoak(silent, { paint: plain });
    expect(text).toMatch(/^verdict +reliability unknown: too few runs/);
    expect(text).toMatch(/^others +unknown on this system$/m);
    expect(text).toMatch(/^advice +wait$/m);
    expect(text).not.toMatch(/NaN|undefined|null/);
  });
});
