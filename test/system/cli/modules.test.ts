import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { conv2d, defineExplorer, tune } from '../../../src/index.js';
import { exampleWith } from '../../support/modules.js';
import { useQuickGcc } from '../../support/quick-gcc.js';
import { buildOnce, jsonLines, tune as tuneBin } from '../../cli/bin.js';
import { run } from '../../cli/run.js';

useQuickGcc();

let folder = '';
let log = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-modules-'));
  log = join(folder, 'a.jsonl');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const few = ['--trials', '4', '--threads', '1', '--seed', '1', '--json'];

/** The last event of a run. */
function finishOf(stdout: string): Record<string, unknown> {
  return jsonLines(stdout).at(-1)!;
}

describe('a module of one’s own', () => {
  test('brings an operator with its options, and a template that is tuned for it', async () => {
    const shape = ['--in-channels', '3', '--width', '19', '--out-channels', '5', '--kernel', '3'];
    const { code, stdout } = await run('conv1d', ...shape, '--template', 'examples/conv1d.js', ...few, '--log', log);
    expect(code).toBe(0);
    const replay = `tune replay ${log} --template examples/conv1d.js`;
    expect(finishOf(stdout)).toMatchObject({ operator: 'conv1d', best: { template: 'conv1d.direct' }, replay });
    const records = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { tune: object });
    const module = { file: 'conv1d.js', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown };
    for (const { tune: key } of records) expect(key).toMatchObject({ module });
  });

  test('is needed to replay what it found: a log never loads it', async () => {
    const without = await run('replay', log);
    expect(without.code).toBe(1);
    expect(without.stderr).toContain(
      'It was made by a template of conv1d.js, and a log loads no module: name it with --template.',
    );
    const [row] = JSON.parse(
      (await run('replay', log, '--json', '--template', 'examples/conv1d.js')).stdout,
    ) as object[];
    expect(row).toMatchObject({ operator: 'conv1d', correct: true });
    const [found] = JSON.parse((await run('best', log, '--json')).stdout) as object[];
    expect(found).toMatchObject({ operator: 'conv1d', template: 'conv1d.direct', gflops: null });
    const [known] = JSON.parse(
      (await run('best', log, '--json', '--template', 'examples/conv1d.js')).stdout,
    ) as object[];
    expect(known).toMatchObject({ gflops: expect.any(Number) as unknown });
  });

  test('is named to export what it found, by the command that the run prints', async () => {
    const shape = ['--in-channels', '3', '--width', '19', '--out-channels', '5', '--kernel', '3'];
    const { stdout } = await run('conv1d', ...shape, '--template', 'examples/conv1d.js', ...few, '--log', log);
    const command = finishOf(stdout)['export'] as string;
    const library = join(folder, 'conv1d');
    const words = command.split(' ').slice(1);
    words[words.indexOf('--out') + 1] = library;
    const { code } = await run(...words);
    expect(code).toBe(0);
    const { status, stdout: said } = spawnSync('make', ['-C', library, '-j2', 'CFLAGS=-O1 -Werror', 'test'], {
      encoding: 'utf8',
    });
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('1 kernels: 0 failed') });
  });

  test('that was changed neither goes on with the trials of the old one, nor replays them', async () => {
    const changed = join(folder, 'conv1d.js');
    writeFileSync(changed, `// Another version.\n${readFileSync('examples/conv1d.js', 'utf8')}`);
    const shape = ['--in-channels', '3', '--width', '19', '--out-channels', '5', '--kernel', '3'];
    const copy = join(folder, 'b.jsonl');
    copyFileSync(log, copy);
    const { stdout } = await run('conv1d', ...shape, '--template', changed, ...few, '--log', copy);
    expect(finishOf(stdout)).toMatchObject({ trials: 4, resumed: 0 });
    const { code, stderr } = await run('replay', log, '--template', changed);
    expect(code).toBe(1);
    expect(stderr).toContain('It was made by another version of conv1d.js: tune it again.');
  });

  test('competes with nobody where it is asked for, and brings a template for an operator of ours', async () => {
    const { stdout } = await run(
      'matmul',
      '-m',
      '24',
      '-n',
      '17',
      '-k',
      '9',
      '--template',
      'examples/matmul-rows.js',
      ...few,
      '--log',
      join(folder, 'rows.jsonl'),
    );
    expect(finishOf(stdout)).toMatchObject({ templates: [{ template: 'matmul.rows', trials: 4 }] });
  });

  test('competes with templates of ours where these are named, too, or all that apply', async () => {
    const product = ['matmul', '-m', '24', '-n', '17', '-k', '9'];
    const templatesOf = async (which: string): Promise<string[]> => {
      const trial = ['--trials', which === 'both' ? '8' : '1', '--log', join(folder, `${which}.jsonl`)];
      const names = which === 'both' ? 'examples/matmul-rows.js,matmul.blocked' : 'auto,examples/matmul-rows.js';
      const { code, stdout } = await run(...product, '--template', names, '--threads', '1', ...trial, '--json');
      expect(code).toBe(0);
      const { templates } = finishOf(stdout) as { templates: { template: string; trials: number }[] };
      if (which === 'both') for (const { trials } of templates) expect(trials).toBeGreaterThan(0);
      return templates.map(({ template }) => template);
    };
    expect(await templatesOf('both')).toEqual(['matmul.rows', 'matmul.blocked']);
    expect(await templatesOf('auto')).toEqual(['matmul.blocked', 'matmul.rows']);
    const { code, said } = await run(...product, '--template', 'examples/matmul-rows.js,matmul.bloked');
    expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(/^Unknown template "matmul\.bloked"/) });
    for (const [names, says] of [
      ['auto,matmul.nope', /^Unknown template "matmul\.nope" of matmul/],
      ['auto,', /^Unknown template "" of matmul/],
      ['matmul.simt', /^matmul\.simt is for cuda, not for llvm: give --target cuda, or another template\.$/],
    ] as const)
      expect(await run(...product, '--template', names)).toMatchObject({ code: 2, said: expect.stringMatching(says) });
    const { said: cannot } = await run(...product, '--trans-b', '--template', 'matmul.blocked,examples/matmul-rows.js');
    expect(cannot).toMatch(/^matmul\.rows cannot serve 24x17x9\+trans-b: B must be \[k, n\]/);
  });

  test('is compared by `bench`, which leaves out what a log alone says of it', async () => {
    const shape = ['--in-channels', '3', '--width', '19', '--out-channels', '5', '--kernel', '3'];
    const few = ['--threads', '1', '--rounds', '1', '--json'];
    const module = ['--template', 'examples/conv1d.js'];
    const tuned = join(folder, 'bench.jsonl');
    const ofShape = await run('bench', 'conv1d', ...shape, ...few, ...module, '--trials', '2', '--log', tuned);
    const row = { operator: 'conv1d', workload: '3x19-5x3', ours: { template: 'conv1d.direct', tuned_here: true } };
    expect(JSON.parse(ofShape.stdout)).toMatchObject([row]);
    expect(JSON.parse((await run('bench', tuned, ...few, ...module)).stdout)).toMatchObject([row]);
    const { code, said } = await run('bench', tuned, ...few);
    expect(code).toBe(1);
    expect(said).toMatch(
      /^There is no workload for llvm in .*bench\.jsonl\. \d+ records of templates of conv1d\.js are left out, since a log loads no module: name it with --template\.$/,
    );
    const changed = join(folder, 'changed', 'conv1d.js');
    mkdirSync(join(folder, 'changed'));
    writeFileSync(changed, `// Another version.\n${readFileSync('examples/conv1d.js', 'utf8')}`);
    const other = await run('bench', tuned, ...few, '--template', changed);
    expect(JSON.parse(other.stdout)).toMatchObject([
      {
        ours: null,
        problem: expect.stringMatching(
          /It was made by another version of conv1d\.js: tune it again\..*--template auto,/,
        ),
      },
    ]);
  });

  test('brings an explorer that fails: the run goes on, and that is said once', async () => {
    const path = join(folder, 'fails.mjs');
    writeFileSync(path, exampleWith('climb.js', ['if (near.length === 0)', 'if (this.#tried.size > 3) near.oops();']));
    const args = ['--explorer', path, '--trials', '16', '--seeds', '2', '--json'];
    const { code, stdout, stderr } = await run('simulate', 'test/fixtures/matmul-dot.jsonl.gz', ...args);
    expect(code).toBe(0);
    for (const row of jsonLines(stdout)) expect(row).toMatchObject({ explorer: 'climb', visited: { length: 16 } });
    expect(stderr.match(/drawn at random: .*fails\.mjs:\d+: explorer climb, propose threw TypeError/g)).toHaveLength(1);
  });

  test.each([
    [
      'an explorer',
      '--explorer',
      exampleWith('climb.js', ['async propose(n) {', 'async propose(n) {\n    await never;']),
    ],
    ['a model', '--model', exampleWith('nearest.js', ['async fit(rows) {', 'async fit(rows) {\n    await never;'])],
  ])('brings %s that never answers: the run fails with a sentence', (_, option, text) => {
    const path = join(folder, `never${option}.mjs`);
    writeFileSync(path, `${text}\nconst never = new Promise(() => undefined);\n`);
    const table = resolve('test/fixtures/matmul-dot.jsonl.gz');
    const { code, stdout, stderr } = tuneBin(folder, ['simulate', table, option, path, '--trials', '8', '--json']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tune: The run cannot end: .* never settles\.$/m);
    expect(jsonLines(stdout)).toMatchObject([{ event: 'error', exit: 1 }]);
  });

  test('brings a model', async () => {
    const args = ['--model', 'examples/nearest.js', '--trials', '32', '--batch-size', '12', '--json'];
    const { code, stdout, stderr } = await run('simulate', 'test/fixtures/matmul-dot.jsonl.gz', ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('random') });
    for (const { model, fraction } of jsonLines(stdout)) {
      expect(model).toBe('nearest');
      expect((fraction as { '32': number })['32']).toBeGreaterThan(0.9);
    }
  });

  test('brings an explorer, for runs', async () => {
    const { code, stdout } = await run(
      'matmul',
      '-m',
      '24',
      '-n',
      '17',
      '-k',
      '9',
      '--explorer',
      'examples/climb.js',
      ...few,
      '--log',
      join(folder, 'climb.jsonl'),
    );
    expect(code).toBe(0);
    expect(jsonLines(stdout)[0]).toMatchObject({ explorer: 'climb', asks_model: false });
  });

  test('brings an explorer, for simulations', async () => {
    const args = ['--explorer', 'examples/climb.js', '--trials', '8', '--json'];
    const { code, stdout } = await run('simulate', 'test/fixtures/matmul-dot.jsonl.gz', ...args);
    expect(code).toBe(0);
    expect(jsonLines(stdout)[0]).toMatchObject({ explorer: 'climb', visited: { length: 8 } });
  });

  test('is listed with the rest where it is named', async () => {
    const { stdout } = await run('list', 'templates', 'conv1d', '--template', 'examples/conv1d.js', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ template: 'conv1d.direct' }]);
    expect((await run('list', 'explorers', '--template', 'examples/climb.js')).stdout).toContain('climb');
  });

  test('may have a short flag that another operator has', async () => {
    const path = join(folder, 'short.mjs');
    writeFileSync(path, exampleWith('conv1d.js', ["'--stride <n>'", "'-m, --stride <n>'"]));
    const { code, stdout } = await run('list', 'knobs', 'conv1d', '--stride', '2', '--template', path, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ workload: '80x3002-384x3s2' }, {}, {}, {}]);
  });

  test.each<[what: string, text: string, args: readonly string[], says: RegExp]>([
    [
      'throws',
      'throw new Error("no luck");',
      ['conv2d', '--template'],
      /throws\.mjs:1: the module threw Error: no luck/,
    ],
    ['has no explorer', exampleWith('conv1d.js'), ['conv2d', '--explorer'], /exports no explorer/],
    ['has no template', exampleWith('climb.js'), ['conv2d', '--template'], /exports no template/],
    [
      'has none for this operator',
      exampleWith('conv1d.js'),
      ['conv2d', '--template'],
      /Unknown template "conv1d\.direct" of conv2d/,
    ],
    [
      'has a command as its operator',
      exampleWith('conv1d.js', ["name: 'conv1d'", "name: 'list'"], ["operator: 'conv1d'", "operator: 'list'"]),
      ['list', 'operators', '--template'],
      /operator\.name: "list" is a command of tune already/,
    ],
    [
      'has an option of all operators',
      exampleWith('conv1d.js', ["'--stride <n>'", "'--threads <n>'"]),
      ['list', 'operators', '--template'],
      /operator\.options: --threads of "conv1d" is an option already/,
    ],
    [
      'has no model',
      exampleWith('climb.js'),
      ['simulate', 'test/fixtures/matmul-dot.jsonl.gz', '--model'],
      /exports no model/,
    ],
  ])('that %s is refused with a sentence', async (what, text, args, says) => {
    const path = join(folder, `${what.replaceAll(' ', '-')}.mjs`);
    writeFileSync(path, text);
    const { code, said } = await run(...args, path);
    expect(said).toMatch(says);
    expect(code).toBe(2);
  });
});

test('a program gives operators, templates and explorers as values', async () => {
  const first = defineExplorer({
    name: 'first',
    create: ({ space }) => {
      const valid = [...Array(space.rawSize).keys()].filter((index) => space.isValid(index));
      return {
        name: 'first',
        propose: (n) => Promise.resolve(valid.splice(0, n).map((index) => space.get(index))),
        observe: () => undefined,
      };
    },
  });
  const shape = { inChannels: 4, height: 5, width: 5, outChannels: 4, kernel: 1 };
  const events = [];
  const options = { operator: conv2d, shape, template: 'conv2d.pointwise', explorer: first, threads: 1, trials: 2 };
  for await (const event of tune(options)) events.push(event);
  expect(events[0]).toMatchObject({ explorer: 'first' });
  expect(events.at(-1)).toMatchObject({ trials: 2 });
});
