import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { best, outputSchemas, retune, type RetuneRow } from '../../../src/index.js';
import { LocalMeasurer } from '../../../src/backend/measurer.js';
import { defaultBackend } from '../../../src/backend/registry.js';
import type { RoundsTrial } from '../../../src/measure/measurement.js';
import type { Config } from '../../../src/space/config.js';
import { useQuickGcc } from '../../support/quick-gcc.js';
import { writeSource } from '../../support/source-spec.js';

useQuickGcc();

/** On a busy machine times of kernels as small as these say little, so that the gate is wide. */
const manifest = (workloads: string, trials = 6): string => `
workloads:
${workloads}
targets: [llvm -threads=1]
budget: { trials: ${trials} }
gates: { speed: 900% }
seed: 1
`;
const small = '  - { operator: matmul, shape: { m: 16, n: 16, k: 16 }, template: matmul.blocked }';
const other = '  - { operator: matmul, shape: { m: 8, n: 16, k: 16 }, template: matmul.blocked }';

interface Line {
  readonly config: { readonly index: number };
  readonly result: readonly [costs: readonly number[], ...rest: unknown[]];
  readonly tune: {
    readonly fingerprint: string;
    readonly phase: string;
    readonly templateVersion: number;
    readonly repeats: readonly number[];
  };
}

let base = '';
let tuned = '';
let folder = '';
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'tune-retune-'));
  folder = join(base, 'first');
  mkdirSync(folder);
  await job(manifest(small));
  tuned = readFileSync(logOf(), 'utf8');
});
beforeEach(() => {
  folder = mkdtempSync(join(base, 'job-'));
});
afterAll(() => {
  rmSync(base, { recursive: true });
});

function job(text: string, options: Parameters<typeof retune>[1] = {}): Promise<readonly RetuneRow[]> {
  writeFileSync(join(folder, 'job.yaml'), text);
  return retune(join(folder, 'job.yaml'), options);
}

const logOf = (shape = '16x16x16'): string => join(folder, 'logs', `matmul.${shape}.jsonl`);
const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const searched = (lines: readonly Line[]): number[] =>
  lines.filter(({ tune }) => tune.phase === 'search').map(({ config }) => config.index);

/** The same log, with times that no kernel has here. */
function faster(text: string): string {
  const thousandth = (times: readonly number[]): readonly number[] => times.map((time) => time / 1000);
  const lines = linesOf(text).map(({ result: [costs, ...rest], tune, ...line }) =>
    JSON.stringify({
      ...line,
      result: [thousandth(costs), ...rest],
      tune: { ...tune, repeats: thousandth(tune.repeats) },
    }),
  );
  return `${lines.join('\n')}\n`;
}

/** Places of the best configs in their spaces. */
async function bestIn(log: string): Promise<readonly number[]> {
  return (await best([log])).map(({ index }) => index);
}

/** Rounds of 1 and 2 s in turns; which comes first says the place. */
function inRounds(config: Config, count: number, place: number): RoundsTrial {
  const rounds = Array.from({ length: count }, (_, round) => [1 + ((round + place) % 2)]);
  const spent = { compile: 0, check: 0, run: 0 };
  return { config, spent, timestamp: 1_700_000_000, costs: rounds.flat(), error: 0, sourceHash: 'abc', rounds };
}

function give(text: string): void {
  mkdirSync(join(folder, 'logs'));
  writeFileSync(logOf(), text);
}

describe('retuning', () => {
  test('searches what has no record, and leaves a log with the one that stands in its finals', () => {
    const lines = linesOf(tuned);
    expect(searched(lines)).toHaveLength(6);
    expect(lines.at(-1)).toMatchObject({ tune: { phase: 'finals', fingerprint: defaultBackend.fingerprint() } });
  });

  test('has no more trials than its caller allows, whatever the manifest says', async () => {
    const [row] = await job(manifest(small, 6), { trials: 2 });
    expect(row).toMatchObject({ trials: 2, bad: false });
    await expect(job(manifest(small), { trials: 0 })).rejects.toThrow(/trials: a search needs 1 trial at least/);
  });

  test('keeps a record that still reproduces, without a trial and without a word in the log', async () => {
    give(tuned);
    const rows = await job(manifest(small));
    expect(outputSchemas.retune.parse(rows)).toEqual(rows);
    expect(rows).toMatchObject([{ verdict: 'kept', bad: false, changed: false, trials: 0, ratio: expect.any(Number) }]);
    expect(readFileSync(logOf(), 'utf8')).toBe(tuned);
    expect(readdirSync(join(folder, 'logs'))).toEqual(['matmul.16x16x16.jsonl']);
  });

  test('tunes source of one’s own, where its spec is named', async () => {
    const again = (): Promise<readonly RetuneRow[]> =>
      job(manifest('  - { operator: scale }', 2), { modules: [writeSource(folder)] });
    expect(await again()).toMatchObject([{ operator: 'scale', verdict: 'new', trials: 2, bad: false }]);
    expect(await again()).toMatchObject([{ verdict: 'kept', trials: 0 }]);
  });

  test('begins with the best of other hardware, and never ends slower than that', async () => {
    give(tuned.replaceAll(defaultBackend.fingerprint(), 'unseen-family-1-model-1.2c.l1-32k.l2-1024k.l3-16384k'));
    const there = new Set(searched(linesOf(tuned)));
    const notes: string[] = [];
    const [row] = await job(manifest(small, 8), { onNote: (text) => notes.push(text) });
    expect(row).toMatchObject({
      from: 'unseen-family-1-model-1.2c.l1-32k.l2-1024k.l3-16384k',
      trials: 8,
      bad: false,
    });
    expect(notes.join('\n')).toMatch(
      /begins with the best 6 configs of a machine with .*unseen-family-1-model-1 instead/,
    );
    if (row!.verdict === 'noisy') return; // nothing was changed
    expect(row!.verdict).toBe('new');
    const here = linesOf(readFileSync(logOf(), 'utf8')).filter(
      ({ tune }) => tune.fingerprint === defaultBackend.fingerprint(),
    );
    expect(searched(here)).toHaveLength(8);
    expect(searched(here).filter((index) => there.has(index))).toHaveLength(6);
    expect(here.at(-1)!.config.index).toBe(row!.index);
  });

  test('where this machine has no record, noise is no reason to leave it without one', async () => {
    // All that is known of the other is the slowest config, so that the search finds another.
    const slowest = linesOf(tuned)
      .filter(({ tune }) => tune.phase === 'search')
      .reduce((a, b) => (Math.min(...a.result[0]) > Math.min(...b.result[0]) ? a : b));
    const there = 'unseen-family-1-model-1.2c.l1-32k.l2-1024k.l3-16384k';
    give(`${JSON.stringify({ ...slowest, tune: { ...slowest.tune, fingerprint: there } })}\n`);
    // Every second round of what is measured takes twice as long, the first of one kernel, the second of the next.
    const shaky = jest
      .spyOn(LocalMeasurer.prototype, 'remeasure')
      .mockImplementation((contenders, { rounds = 9 } = {}) =>
        Promise.resolve(contenders.map(({ config }, place) => inRounds(config, rounds, place))),
      );
    const [row] = await job(manifest(small, 8), { pauses: [] });
    shaky.mockRestore();
    expect(row).toMatchObject({ bad: false, changed: true, reason: expect.any(String) });
    expect(row!.verdict).toBe('new');
    expect(linesOf(readFileSync(logOf(), 'utf8')).at(-1)).toMatchObject({
      config: { index: row!.index },
      tune: { phase: 'finals', fingerprint: defaultBackend.fingerprint() },
    });
  });

  test('of a record that became slower nothing is taken but what is surely faster', async () => {
    give(faster(tuned));
    const standing = linesOf(tuned).at(-1)!.config.index;
    const notes: string[] = [];
    const [row] = await job(manifest(small, 8), { onNote: (text) => notes.push(text), pauses: [] });
    expect(notes.join('\n')).toMatch(/its record takes \d+\.\d+× its logged time/);
    expect(row!.low).toBeLessThanOrEqual(row!.ratio!);
    expect(row!.ratio).toBeLessThanOrEqual(row!.high!);
    if (row!.verdict === 'noisy') return; // nothing was changed
    expect(await bestIn(logOf())).toEqual([row!.index]);
    // Which of them it is, is the machine's to say.
    if (row!.verdict === 'faster') expect(row!.low).toBeGreaterThan(1);
    else expect(row).toMatchObject({ verdict: 'slower', bad: true, changed: false, index: standing });
  });

  test('a record that became slower fails its gate where there is nothing else, and stays', async () => {
    give(faster(tuned));
    // The one trial is the record itself, which is the best of this machine.
    const [row] = await job(manifest(small, 1), { pauses: [] });
    const index = linesOf(tuned).at(-1)!.config.index;
    expect(row).toMatchObject({ verdict: 'slower', bad: true, changed: false, index, trials: 1 });
    expect(row!.reason).toMatch(/^.* now, .* in its log, and nothing faster was found$/);
    expect(row!.high).toBeLessThan(0.1);
    expect(await bestIn(logOf())).toEqual([index]);
  });

  test('replaces a record of a template that has changed since, and says so', async () => {
    give(tuned.replaceAll(/"templateVersion":\d+/g, '"templateVersion":77'));
    const notes: string[] = [];
    const [row] = await job(manifest(small), { onNote: (text) => notes.push(text) });
    expect(row).toMatchObject({
      verdict: 'faster',
      changed: true,
      bad: false,
      reason: expect.stringContaining('version 77'),
    });
    expect(notes.join('\n')).toContain('its record cannot be used');
  });

  test('goes on where it was interrupted: finished workloads count, and no config is measured twice', async () => {
    const controller = new AbortController();
    const both = manifest(`${small}\n${other}`, 10);
    const rows = await job(both, {
      signal: controller.signal,
      onRow: () => {
        // In the search of the second workload.
        const wait = setInterval(() => {
          const path = join(folder, 'logs', 'unfinished');
          const names = existsSync(path) ? readdirSync(path).filter((name) => name.startsWith('matmul.8x')) : [];
          if (names.length === 0) return;
          clearInterval(wait);
          controller.abort();
        }, 1);
      },
    });
    expect(rows).toHaveLength(1);
    const [name] = readdirSync(join(folder, 'logs', 'unfinished')).filter((one) => one.endsWith('.jsonl'));
    const begun = searched(linesOf(readFileSync(join(folder, 'logs', 'unfinished', name!), 'utf8')));
    const notes: string[] = [];
    const again = await job(both, { onNote: (text) => notes.push(text) });
    expect(again.map(({ bad, reason }) => [bad, bad ? reason : null])).toEqual([
      [false, null],
      [false, null],
    ]);
    expect(again[0]).toEqual(rows[0]);
    expect(again[1]!.trials).toBe(10 - begun.length);
    expect(notes[0]).toBe('1 of 2 were done before this job was interrupted.');
    const indices = searched(linesOf(readFileSync(logOf('8x16x16'), 'utf8')));
    expect(new Set(indices).size).toBe(indices.length);
    expect(indices.slice(0, begun.length)).toEqual(begun);
    expect(existsSync(join(folder, 'logs', 'unfinished'))).toBe(false);
  });
});

describe('a manifest', () => {
  test.each<[what: string, text: string, says: RegExp]>([
    ['an unknown key', 'workloads: [matmul]\nbudgett: {}', /job\.yaml:2:\d+: budgett: .*did you mean "budget"/],
    ['no workload', 'workloads: []', /job\.yaml:1:12: workloads: it names no workload/],
    ['an unknown operator', 'workloads:\n  - conv2\n', /job\.yaml:2:5: workloads\[0\]: .*did you mean "conv2d"/],
    ['an unknown workload', 'workloads: [conv2d resnet18.C22]', /job\.yaml:1:13: workloads\[0\]: .*resnet18\.C2/],
    ['an asterisk for nothing', 'workloads: [conv2d vgg.*]', /no workload of conv2d begins with "vgg\."/],
    ['an unknown shape', 'workloads: [{operator: matmul, shape: {mm: 3}}]', /the shape of matmul has no "mm"/],
    [
      'an impossible shape',
      'workloads: [{operator: matmul, shape: {m: 0}}]',
      /job\.yaml:1:13: .*at least 1|whole number/,
    ],
    ['a budget of nothing', 'workloads: [matmul]\nbudget: { trials: 0 }', /job\.yaml:2:19: budget\.trials: .*1 trial/],
    ['no time', 'workloads: [matmul]\nbudget: { minutes: -1 }', /budget\.minutes: a search needs some time/],
    ['an unknown target', 'workloads: [matmul]\ntargets: [lvm]', /job\.yaml:2:11: targets\[0\]: .*did you mean "llvm"/],
    [
      'a template that cannot',
      'workloads: [{operator: matmul, template: matmul.dot}]',
      /job\.yaml:1:13: .*matmul\.dot cannot serve/,
    ],
    ['a gate that is no share', 'workloads: [matmul]\ngates: { speed: fast }', /gates\.speed: .*such as 10%/],
    [
      'a history that is not there',
      'workloads: [matmul]\nhistory: [no.jsonl]',
      /job\.yaml:2:11: history\[0\]: there is no log/,
    ],
  ])('with %s is refused with the place', async (_what, text, says) => {
    await expect(job(text)).rejects.toThrow(says);
    expect(readdirSync(folder)).toEqual(['job.yaml']);
  });

  test.each<[what: string, path: string]>([
    ['relative', './evil.mjs'],
    ['with its ending alone', 'evil.mjs'],
    ['absolute', '/evil.mjs'],
    ['of a spec', 'evil.yaml'],
  ])('that names a file as a template runs nothing of it: %s', async (_what, path) => {
    const evil = join(folder, 'evil.mjs');
    writeFileSync(
      evil,
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(`${evil}.ran`)}, '');`,
    );
    const named = path === '/evil.mjs' ? evil : path;
    const text = `workloads:\n  - operator: matmul\n    template: ${named}\n`;
    const before = process.cwd();
    process.chdir(folder);
    try {
      await expect(job(text)).rejects.toThrow(
        /job\.yaml:3:15: workloads\[0\]\.template: .* a manifest names no code: .* with --template/,
      );
    } finally {
      process.chdir(before);
    }
    expect(existsSync(`${evil}.ran`)).toBe(false);
  });

  /** Makes what a path of the folder is. */
  const makes: Readonly<Record<string, (path: string) => void>> = {
    'a link to /dev/null': (path) => {
      symlinkSync('/dev/null', path);
    },
    'a link to /etc/passwd': (path) => {
      symlinkSync('/etc/passwd', path);
    },
    'a link to nothing': (path) => {
      symlinkSync(join(folder, 'nothing'), path);
    },
    'a link in a circle': (path) => {
      symlinkSync(path, path);
    },
    'a pipe': (path) => {
      execFileSync('mkfifo', [path]);
    },
    'a text': (path) => {
      writeFileSync(path, 'root:x:0:0\n');
    },
    'a folder': (path) => {
      mkdirSync(path);
    },
  };

  test.each(Object.keys(makes))('whose history is %s is refused with the place', async (what) => {
    makes[what]!(join(folder, 'old.jsonl'));
    await expect(job('workloads: [matmul]\nhistory: [old.jsonl]')).rejects.toThrow(
      /job\.yaml:2:11: history\[0\]: (".*" (leads out|is a link|is no plain|holds lines)|there is no log)/,
    );
  });

  test.each(Object.keys(makes))('whose log is %s is refused before anything is measured', async (what) => {
    mkdirSync(join(folder, 'logs'));
    makes[what]!(logOf());
    await expect(job(`${manifest(small)}logs: logs\n`)).rejects.toThrow(
      /job\.yaml:8:7: logs: "logs\/matmul\.16x16x16\.jsonl" (leads out|is a link|is no plain|holds lines)/,
    );
    expect(readdirSync(join(folder, 'logs'))).toEqual(['matmul.16x16x16.jsonl']);
  });

  test.each<[what: string, text: string, says: RegExp]>([
    ['/dev/null for a log', 'history: [/dev/null]', /job\.yaml:2:11: history\[0\]: "\/dev\/null" is absolute/],
    ['/etc/passwd for a log', 'history: [/etc/passwd]', /job\.yaml:2:11: history\[0\]: .* is absolute/],
    ['an absolute folder', 'logs: /tmp', /job\.yaml:2:7: logs: "\/tmp" is absolute: write it relative/],
    ['a folder outside', 'logs: ../other', /job\.yaml:2:7: logs: "\.\.\/other" leads out of .*: keep it there/],
    ['a history outside', 'history: [../../x.jsonl]', /job\.yaml:2:11: history\[0\]: .* leads out of/],
    ['a file for a folder', 'logs: job.yaml', /job\.yaml:2:7: logs: "job\.yaml" is no folder/],
  ])('with %s is refused with the place, and nothing is made', async (_what, text, says) => {
    await expect(job(`workloads: [matmul]\n${text}`)).rejects.toThrow(says);
    expect(readdirSync(folder)).toEqual(['job.yaml']);
  });

  test('may have its logs anywhere in its checkout', async () => {
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'ci'));
    writeFileSync(join(folder, 'ci/job.yaml'), `${manifest(small, 2)}logs: ../logs\n`);
    await retune(join(folder, 'ci/job.yaml'));
    expect(existsSync(logOf())).toBe(true);
  });
});
