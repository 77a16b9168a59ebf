import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { conv2d, defineExplorer, tune } from '../../src/index.js';
import { exampleWith } from '../support/modules.js';
import { useQuickGcc } from '../support/quick-gcc.js';
import { jsonLines } from './bin.js';
import { run } from './run.js';

useQuickGcc();

let folder = '';
let log = '';
beforeAll(() => {
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
    expect(finishOf(stdout)).toMatchObject({ operator: 'conv1d', trials: 4, best: { template: 'conv1d.direct' } });
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
    expect(without.stderr).toContain('unknown template "conv1d.direct"');
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
