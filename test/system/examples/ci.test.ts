import { spawn } from 'node:child_process';
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
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { manifestSchema } from '../../../src/products/retune/manifest.js';
import { planWork } from '../../../src/products/retune/plan.js';
import { ownKernels } from '../../../src/backend/own-kernels.js';
import { fake, fakeIn, fakeCommand, machine } from '../../action/fake-tune.js';
import { buildOnce, ended, type Ended } from '../../cli/bin.js';
import { withQuickGcc } from '../../support/quick-gcc.js';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const base = mkdtempSync(join(tmpdir(), 'tune-ci-'));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(base, 'a job-'));
});
afterAll(() => {
  rmSync(base, { recursive: true });
});

function script(args: readonly string[], env: NodeJS.ProcessEnv): ReturnType<typeof spawn> {
  return spawn('sh', [resolve('examples/ci/retune.sh'), ...args], {
    cwd: folder,
    env: { ...process.env, ...withQuickGcc(), NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

test('retune.yaml asks for what there is', () => {
  const manifest = manifestSchema.parse(parse(readFileSync('examples/ci/retune.yaml', 'utf8')));
  const work = planWork(manifest, ownKernels, (path, what) => {
    throw new Error(`${path.join('.')}: ${what}`);
  });
  const layers = Array.from({ length: 12 }, (_, i) => `resnet18.C${i + 1}`);
  const names = work.map(({ workload }) => workload.name);
  expect(names.toSorted()).toEqual([...layers, 'gemm.333x777x555'].toSorted());
});

describe('retune.yml', () => {
  const text = readFileSync('examples/ci/retune.yml', 'utf8');
  const action = parse(readFileSync('action/action.yml', 'utf8')) as Record<'inputs' | 'outputs', object>;
  const { steps } = (parse(text) as { jobs: { retune: { steps: readonly Step[] } } }).jobs.retune;
  const own = steps.filter(({ uses }) => uses?.startsWith('OWNER/tune/action@'));

  test('gives the action inputs that it has, and reads outputs that it sets', () => {
    expect(own.map(({ id }) => id)).toEqual(['machine', 'retune']);
    for (const { with: inputs = {} } of own)
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    const read = Array.from(text.matchAll(/steps\.(\w+)\.outputs\.([\w-]+)/g));
    expect(read.length).toBeGreaterThan(8);
    for (const [, step, output] of read) {
      expect(['machine', 'retune']).toContain(step);
      expect(Object.keys(action.outputs)).toContain(output);
    }
  });

  test('restores before it retunes, and saves whatever becomes of that', () => {
    const place = (wanted: string): number => steps.findIndex(({ uses, id }) => (id ?? uses ?? '').startsWith(wanted));
    const order = ['machine', 'actions/cache/restore', 'retune', 'actions/cache/save'].map(place);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(steps[order[3]!]!.if).toMatch(/^always\(\)/);
  });
});

test('the Dockerfile takes from the checkout what is there', () => {
  const text = readFileSync('examples/ci/Dockerfile', 'utf8');
  const paths = Array.from(text.matchAll(/\/opt\/tune\/([\w./-]+)/g), ([, path]) => path!);
  expect(paths).toEqual(['bin/tune', 'examples/ci/retune.sh']);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

describe('retune.sh', () => {
  const withFake = { FAKE: '', TUNE: fakeCommand.replace('\n', ' '), CACHE: 'cache' };
  beforeEach(() => {
    withFake.FAKE = fakeIn(folder);
  });

  function checkOut(log: string): void {
    rmSync(join(folder, 'kept'), { recursive: true, force: true });
    mkdirSync(join(folder, 'kept'));
    writeFileSync(join(folder, 'kept', 'a.jsonl'), log);
    writeFileSync(join(folder, 'retune.yaml'), "logs: 'kept' # here\n");
  }

  const run = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> => ended(script(args, env));

  test.each<[what: string, repository: string, result: string]>([
    ['goes on with what the checkout holds', 'first\n', 'first\nsecond\n'],
    ['brings back nothing where the checkout has it', 'first\nsecond\nthird\n', 'first\nsecond\nthird\n'],
    ['leaves the last word to the checkout', 'first\nthird\n', 'second\nfirst\nthird\n'],
  ])('%s', async (_what, repository, result) => {
    checkOut('first\n');
    fake(folder, { logs: { 'kept/a.jsonl': 'second\n', 'kept/unfinished/b.jsonl': 'half\n' } });
    await run(withFake);
    expect(readdirSync(join(folder, 'cache'))).toEqual([machine]);
    checkOut(repository);
    fake(folder, {});
    expect(await run(withFake)).toMatchObject({ code: 0 });
    expect(read('kept/a.jsonl')).toBe(result);
    expect(read('kept/unfinished/b.jsonl')).toBe('half\n');
  });

  test('restores nothing through a link', async () => {
    checkOut('first\n');
    fake(folder, { logs: { 'kept/a.jsonl': 'second\n' } });
    await run(withFake);
    writeFileSync(join(folder, 'secret'), 'secret\n');
    checkOut('first\n');
    rmSync(join(folder, 'kept/a.jsonl'));
    symlinkSync(join(folder, 'secret'), join(folder, 'kept/a.jsonl'));
    const { code, stderr } = await run(withFake);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('a.jsonl is a link') });
    expect(read('secret')).toBe('secret\n');
  });

  test.each([1, 2, 3])('ends with exit code %i where tune does', async (code) => {
    checkOut('first\n');
    fake(folder, { code, ...(code > 1 && { message: 'no' }) });
    expect(await run(withFake)).toMatchObject({ code });
  });

  test('tells tune when it is told to end itself, and keeps what there is', async () => {
    checkOut('first\n');
    fake(folder, { waits: true, logs: { 'kept/unfinished/b.jsonl': 'half\n' } });
    const child = script([], withFake);
    const end = ended(child);
    child.stderr!.on('data', (text: string) => {
      if (text.includes('waiting')) child.kill('SIGTERM');
    });
    expect(await end).toMatchObject({ code: 130 });
    expect(read(`cache/${machine}/unfinished/b.jsonl`)).toBe('half\n');
  });

  test('says that there is no manifest', async () => {
    const said = 'retune: there is no manifest no.yaml: name the YAML file of the job.\n';
    expect(await run({}, 'no.yaml')).toEqual({ code: 2, stdout: '', stderr: said });
  });

  describe('with tune itself', () => {
    beforeAll(buildOnce);

    test('finds a kernel, and keeps it in the next job', async () => {
      const workload = '{ operator: matmul, shape: { m: 16, n: 16, k: 16 }, template: matmul.blocked }';
      const manifest = `workloads:\n  - ${workload}\ntargets: [llvm -threads=1]\ngates: { speed: 900% }\nseed: 1\n`;
      writeFileSync(join(folder, 'small.yaml'), manifest);
      const env = { TRIALS: '3', CACHE: join(folder, 'cache'), OUT: 'results' };
      const first = await run(env, 'small.yaml');
      expect(first).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^## tune retune\n\n1 workload .*: 1 changed/),
      });
      expect(first.stderr).toContain('retune: something changed: commit ./logs');
      expect(readdirSync(join(folder, 'results')).sort()).toEqual(['retune.json', 'retune.md', 'retune.xml']);
      const log = read('logs/matmul.16x16x16.jsonl');
      rmSync(join(folder, 'logs'), { recursive: true });
      const second = await run(env, 'small.yaml');
      expect(second).toMatchObject({ code: 0, stdout: expect.stringMatching(/\| (kept|too noisy to judge) \|/) });
      expect(JSON.parse(read('results/retune.json'))).toMatchObject([{ changed: false, trials: 0 }]);
      expect(read('logs/matmul.16x16x16.jsonl')).toBe(log);
    });
  });
});
