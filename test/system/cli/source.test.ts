import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { useQuickGcc } from '../../support/quick-gcc.js';
import { scaleC, scaleSpec } from '../../support/scale-source.js';
import { sourceFolder, writeSource } from '../../support/source-spec.js';
import { run, type Run } from '../../cli/run.js';
import { jsonLines } from '../../cli/bin.js';

useQuickGcc();
const folder = sourceFolder();
const log = join(folder, 'log.jsonl');
const quick = ['--explorer', 'random', '--seed', '1', '--log', log];

/** All configs of `scale`. */
const six = ['--trials', '6'];

beforeEach(() => {
  writeFileSync(log, '');
});

/** A run of a spec with changes, and what its last event says. */
async function tuned(
  changes: object,
  c: string,
  ...more: readonly string[]
): Promise<Run & { readonly finish: Record<string, unknown> }> {
  const ended = await run('source', writeSource(folder, changes, c), '--json', ...quick, ...more);
  return { ...ended, finish: ended.stdout === '' ? {} : jsonLines(ended.stdout).at(-1)! };
}

describe('tune source', () => {
  test('searches a spec, goes on with its log, and gives it to every other command', async () => {
    const { code, finish } = await tuned({}, scaleC, '--trials', '3');
    expect({ code, finish }).toMatchObject({
      code: 0,
      finish: {
        event: 'finish',
        operator: 'scale',
        workload: 'default',
        trials: 3,
        failed: 0,
        source: true,
        counts: 'flops',
      },
    });
    const spec = join(folder, 'scale.yaml');
    expect(finish['replay']).toBe(`tune replay ${log} --template ${spec}`);
    expect(finish['export']).toBe(`tune export ${log} --out scale.default --template ${spec}`);
    const [record] = jsonLines(readFileSync(log, 'utf8'));
    expect(record).toMatchObject({ tune: { operator: 'scale', module: { file: 'scale.yaml' }, flags: [] } });

    const again = await tuned({}, scaleC, '--trials', '6');
    expect(again.finish).toMatchObject({ trials: 3, resumed: 3, reason: 'trials' });

    const best = await run('best', log, '--json', '--template', spec);
    expect(JSON.parse(best.stdout)).toMatchObject([{ operator: 'scale', workload: 'default', trials: 6 }]);
    // Of another machine: times do not compare, so that nothing waits for a quiet moment to take them again.
    const elsewhere = join(folder, 'elsewhere.jsonl');
    const text = readFileSync(log, 'utf8').replace(/"fingerprint":"[^"]*"/g, '"fingerprint":"another"');
    writeFileSync(elsewhere, text);
    const replay = await run('replay', elsewhere, '--json', '--template', spec);
    expect(JSON.parse(replay.stdout)).toMatchObject([{ template: 'scale', correct: true, verdict: 'elsewhere' }]);
    const show = await run('show', log, '--template', spec);
    expect(show.stdout).toMatch(/#define STEP [124]\n#line 1 "scale\.c"/);
    expect(show.stdout).toMatch(/(gcc|clang)\S* -march=\S+ -O[12].* -c kernel\.c/);
    expect(show.stdout).not.toContain('Loop nest');
    const stats = await run('log', 'stats', log);
    expect(stats.stdout).toContain('scale default');
    const page = join(folder, 'page.html');
    expect((await run('report', log, '--out', page, '--template', spec, '--force')).code).toBe(0);
    const list = await run('list', 'knobs', 'scale', '--template', spec, '--json');
    expect(JSON.stringify(JSON.parse(list.stdout))).toContain('-O2 -fno-math-errno');
  });

  test.each([
    [[], '-threads=1'],
    [['--target', 'llvm'], '-threads=1'],
    [['--target', 'llvm -threads=2'], '-threads=2'],
    [['--target', 'llvm', '--threads', '2'], '-threads=2'],
  ])('with %j is compiled for %s', async (more, threads) => {
    const { finish } = await tuned({}, scaleC, '--trials', '1', ...more);
    expect(finish['target']).toContain(threads);
  });

  test('compiles nothing because a log says so', async () => {
    await tuned({}, scaleC, '--trials', '2');
    for (const command of ['replay', 'show']) {
      const { code, stderr, said } = await run(command, log);
      expect(code).not.toBe(0);
      expect(stderr + (said ?? '')).toMatch(
        /made by a template of scale\.yaml, and a log loads no module: name it with/,
      );
    }
    const out = join(folder, 'none');
    const exported = await run('export', log, '--out', out);
    expect(exported.code).toBe(1);
    expect(exported.stderr).toContain('a log loads no module: name it with --template');
    expect(existsSync(out)).toBe(false);
  });

  test('begins anew when the C has changed, and says so', async () => {
    await tuned({}, scaleC, '--trials', '2');
    const { finish, stderr, stdout } = await tuned({}, scaleC.replace('by * x[j]', 'x[j] * by'), '--trials', '2');
    expect(finish).toMatchObject({ resumed: 0, trials: 2 });
    expect(stdout + stderr).toMatch(/\d records of the log are of another version of the file scale\.yaml/);
    const old = await run('replay', log, '--template', writeSource(folder, {}, `${scaleC}\n/* later */\n`));
    expect(old.code).toBe(1);
    expect(old.stderr).toMatch(/another version of scale\.yaml/);
  });

  test.each<readonly [what: string, changes: object, c: readonly [string, string], code: number, says: RegExp]>([
    ['has a wrong answer', {}, ['by * x[j]', 'by * x[j] + (STEP == 2)'], 0, /y\[0\]|relative error/],
    [
      'writes past its end',
      {},
      ['y[j] = by * x[j]', 'y[j] = by * x[j], y[n] = 1'],
      1,
      /just outside of "y"|past the end of "y"/,
    ],
    ['reads past its end', {}, ['by * x[j]', 'by * x[j] + 0 * x[j + 100000]'], 1, /SIGSEGV/],
    ['writes what is read', {}, ['y[j] = by', '((float *)x)[j] = y[j] = by'], 1, /wrote to its input "x"/],
    ['leaves elements out', {}, ['j < n; j++', 'j < n - 1; j++'], 1, /1 of 100 elements of "y" were not written/],
    [
      'knows a knob that does not compile',
      { knobs: { STEP: [1, 'nothing'], OPT: { flags: ['-O1'] } }, restrictions: [] },
      ['', ''],
      0,
      /macros:1:14: error: 'nothing' undeclared|error: use of undeclared identifier 'nothing'/,
    ],
    [
      'has no such function',
      { function: 'scael' },
      ['', ''],
      1,
      /error: .* (declaration of|undeclared) function 'scael'/,
    ],
    [
      'takes other arguments',
      { arguments: scaleSpec.arguments.slice(0, 3) },
      ['', ''],
      1,
      /too few arguments to function/,
    ],
    [
      'takes arrays of another type',
      {},
      ['void scale(const float *x', 'void scale(const int *x'],
      1,
      /incompatible pointer type/,
    ],
    [
      'opens a file',
      {},
      [
        '  for (int i = 0; i < n; i += STEP)',
        '  extern int open(const char *, int, ...);\n  open("/tmp/x", 65, 420);\n  for (int i = 0; i < n; i += STEP)',
      ],
      1,
      /system call open/,
    ],
    [
      'has a reference that fails',
      { reference: { function: 'nothing' } },
      ['', ''],
      1,
      /The reference of this workload cannot be built: .* (declaration of|undeclared) function 'nothing'/,
    ],
  ])('tells of source that %s', async (_, changes, change, code, says) => {
    const c = scaleC.replace(...change);
    const { code: ended, said, stdout } = await tuned(changes, c, '--trials', '2');
    expect(`${said ?? ''} ${stdout}`).toMatch(says);
    expect(ended).toBe(code);
  });

  test('takes all types, several outputs, arrays that are changed in place, data and answers from files', async () => {
    const c = `
#include <stdint.h>
#include <string.h>
void all(int n, const double *d, int8_t *sum, uint16_t *u, float *f, const int64_t *kept) {
  for (int i = 0; i < n; i++) {
    f[i] = f[i] * 2 + (float)d[i];
    sum[i] = (int8_t)(u[i] % 50 + kept[i]);
    u[i] = (uint16_t)(u[i] + ADD - ADD);
  }
}`;
    const numbers = new BigInt64Array(64).map((_, i) => BigInt(i));
    writeFileSync(join(folder, 'kept.bin'), Buffer.from(numbers.buffer));
    const changes = {
      function: 'all',
      sizes: { n: 64 },
      workloads: {},
      arguments: [
        { name: 'n', type: 'int32', value: 'n' },
        { name: 'd', type: 'float64', shape: ['n'], range: [10, 20] },
        { name: 'sum', type: 'int8', shape: ['n'], direction: 'out' },
        { name: 'u', type: 'uint16', shape: ['n'], direction: 'inout', range: [0, 300] },
        { name: 'f', shape: ['n'], direction: 'inout' },
        { name: 'kept', type: 'int64', shape: ['n'], data: 'kept.bin' },
      ],
      knobs: { ADD: [1, 2] },
      restrictions: [],
      reference: { function: 'all' },
      flops: undefined,
    };
    const { finish } = await tuned(changes, c, '--trials', '2');
    expect(finish).toMatchObject({ trials: 2, failed: 0, counts: 'bytes', peak_fraction: null });
    const spec = join(folder, 'scale.yaml');
    expect((await run('best', log, '--template', spec)).stdout).toMatch(/ [\d.]+ GB\/s +2 /);
    expect((await run('show', log, '--template', spec)).stdout).toMatch(/, [\d.]+ GB\/s \(/);
    expect(finish['export']).toBe(`tune export ${log} --out scale.default --template ${spec}`);
    const naive = c.replace('void all(', 'void right(').replace(/ADD/g, '1');
    const other = { ...changes, reference: { function: 'right' } };
    const caught = await tuned(other, c.replace('u[i] % 50', 'u[i] % 50 + (ADD == 2)') + naive, '--trials', '2');
    expect(caught.finish).toMatchObject({ failed: 1, failures: [{ class: 'wrong_answer' }] });
  });

  test('compares each output by its own magnitude', async () => {
    const of = (name: string, fault: string): string =>
      `void ${name}(const float *x, float *large, float *small, int n) {
  for (int i = 0; i < n; i++) large[i] = 1e6f * x[i];
  for (int i = 0; i < 7; i++) small[i] = 1 + 1e-3f * x[i]${fault};
}
`;
    const [x, large, n] = scaleSpec.arguments;
    const changes = {
      function: 'two',
      arguments: [x, { ...large, name: 'large' }, { name: 'small', shape: [7], direction: 'out' }, n],
      reference: { function: 'right' },
    };
    const { finish } = await tuned(changes, of('two', ' + (i == 3) * (STEP == 2) * 1e-3f') + of('right', ''), ...six);
    expect(finish).toMatchObject({
      trials: 6,
      failed: 2,
      failures: [
        { class: 'wrong_answer', message: expect.stringMatching(/^small\[3\] is \S+ but should be /) as unknown },
      ],
    });
  });

  test('knows answers from a file where the input is from one, too', async () => {
    const input = new Float32Array(100).map((_, i) => i / 8);
    writeFileSync(join(folder, 'x.bin'), Buffer.from(input.buffer));
    writeFileSync(join(folder, 'y.bin'), Buffer.from(input.map((value) => 2.5 * value).buffer));
    const [x, y, ...scalars] = scaleSpec.arguments;
    const changes = (answer: string): object => ({
      arguments: [{ ...x, data: 'x.bin' }, { ...y, answer }, ...scalars],
      workloads: {},
      reference: undefined,
    });
    expect((await tuned(changes('y.bin'), scaleC, '--trials', '2')).finish).toMatchObject({ failed: 0, trials: 2 });
    expect((await tuned(changes('x.bin'), scaleC, '--trials', '2')).code).toBe(1);
    const far = await tuned(changes('y.bin'), scaleC, '--farm', 'redis://127.0.0.1:1');
    expect(far.code).toBe(2);
    expect(far.said).toContain('has data or answers in files');
  });

  test('exports what it found: a library whose test passes, and fails where the C is wrong', async () => {
    await tuned({}, scaleC, '--trials', '2');
    await tuned({}, scaleC, '--trials', '2', '--size', 'n=37');
    const out = join(folder, 'library');
    const { code, stdout } = await run(
      'export',
      log,
      '--out',
      out,
      '--force',
      '--template',
      join(folder, 'scale.yaml'),
    );
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('make -C') as unknown });
    const make = (...words: readonly string[]): ReturnType<typeof spawnSync> =>
      spawnSync('make', ['-C', out, 'CC=gcc', ...words], { encoding: 'utf8' });
    expect(make('test')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/ok +scale_default: [^]*ok +scale_n_37: /) as unknown,
    });
    expect(readFileSync(join(out, 'library.h'), 'utf8')).toContain(
      'void scale_n_37(const float *x, float *y, int n, float by);',
    );
    const file = join(out, 'scale_n_37.c');
    writeFileSync(file, readFileSync(file, 'utf8').replace('by * x[j]', 'by + x[j]'));
    expect(make('test')).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/ok +scale_default: [^]*WRONG scale_n_37: /) as unknown,
    });
  });

  test.each([
    ['a name that is a command', { name: 'replay' }, [], /"replay" is a command of tune already/],
    ['views of loop nests', {}, ['--features', 'loops'], /reads loop nests, and scale is source, which has none/],
    ['sizes that are none', {}, ['--size', 'n'], /"n" are no sizes: write them as m=64,n=32/],
    ['sizes that it has not', {}, ['--size', 'm=3'], /no size "m"/],
  ])('refuses %s', async (_, changes, more, says) => {
    const { code, said } = await tuned(changes, scaleC, ...more);
    expect(said).toMatch(says);
    expect(code).toBe(2);
  });

  test('has no contract, and says why', async () => {
    const { code, said } = await run('contract', writeSource(folder));
    expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining('has no contract') as unknown });
  });
});
