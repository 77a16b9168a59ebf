import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { buildOnce } from '../../cli/bin.js';
import { FakeGitHub } from '../../action/fake-github.js';
import { callsIn, environmentsIn, fake as fakeAt, fakeCommand, machine, type Fake } from '../../action/fake-tune.js';
import { payloads } from '../../action/payloads.js';
import { runJob, token, type Done, type Job } from '../../action/job.js';

interface Described {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly using: string; readonly main: string };
}

const action = parse(readFileSync('action/action.yml', 'utf8')) as Described;
const BRANCH = `tune-retune/main/ci-retune.yaml/${machine}`;
const address = 'https://github.test/someone/kernels/pull/7';

const base = mkdtempSync(join(tmpdir(), 'tune-action-'));
let folder = '';
let github: FakeGitHub;
let api = '';
beforeEach(async () => {
  folder = mkdtempSync(join(base, 'job-'));
  for (const name of ['.git', 'ci/logs']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'ci/retune.yaml'), 'workloads: [matmul]\nlogs: logs # beside it\n');
  writeFileSync(join(folder, 'ci/logs/a.jsonl'), 'first\n');
  github = new FakeGitHub();
  api = await github.open();
});
afterEach(() => github.close());
afterAll(() => {
  rmSync(base, { recursive: true });
});

const row = { workload: 'W1', log: 'ci/logs/a.jsonl', bad: false, changed: false, ratio: 1 };
const better = { ...row, changed: true, ratio: 2 };
const gained = { rows: [better, { ...better, ratio: 8 }, row], logs: { 'ci/logs/a.jsonl': 'second\n' } };
const own = { full_name: 'someone/kernels', fork: false };
const pull = { pull_request: { number: 5, head: { repo: own } } };

function fake(what: Fake): void {
  fakeAt(folder, what);
}

function job(event: string, payload: object = {}, more: Partial<Job> = {}): Promise<Done> {
  const { inputs, ...rest } = more;
  return runJob({
    folder,
    api,
    event,
    payload,
    inputs: { manifest: 'ci/retune.yaml', command: fakeCommand, ...inputs },
    ...rest,
  });
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const retunes = (): (readonly string[])[] => callsIn(folder).filter(([word]) => word === 'retune');

/** What the next job of a fresh checkout finds: the cache, and what the repository holds. */
function checkOutAgain(text = 'first\n'): void {
  rmSync(join(folder, 'ci/logs'), { recursive: true });
  mkdirSync(join(folder, 'ci/logs'));
  writeFileSync(join(folder, 'ci/logs/a.jsonl'), text);
}

describe('action.yml', () => {
  test('names the entry that is run here, and the inputs that it reads', async () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'main.mjs' });
    const seen = new Set<string>();
    const env = new Proxy<NodeJS.ProcessEnv>(
      { INPUT_MANIFEST: join(folder, 'ci/retune.yaml') },
      {
        get: (values, name: string) => {
          seen.add(name);
          return values[name];
        },
      },
    );
    const module = pathToFileURL(resolve('action/inputs.mjs')).href;
    const { readInputs } = (await import(module)) as { readInputs: (env: NodeJS.ProcessEnv) => object };
    const inputs = readInputs(env);
    expect([...seen].sort()).toEqual(
      Object.keys(action.inputs)
        .map((name) => `INPUT_${name.toUpperCase()}`)
        .sort(),
    );
    expect(inputs).toMatchObject({ comment: true, pullRequest: true, onlyKey: false, logs: join(folder, 'ci/logs') });
    expect(action.inputs).toMatchObject({
      comment: { default: 'true' },
      'pull-request': { default: 'true' },
      'only-key': { default: 'false' },
    });
    const required = Object.keys(action.inputs).filter((name) => action.inputs[name]?.required);
    expect(required).toEqual(['manifest']);
  });

  test('names the outputs that a job sets', async () => {
    fake(gained);
    const { outputs } = await job('schedule');
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort());
  });
});

describe('a job of a schedule', () => {
  test('opens a pull request with the logs that changed', async () => {
    writeFileSync(join(folder, 'ci/logs/other.jsonl'), 'untouched\n');
    fake(gained);
    const { code, outputs, summary, said } = await job('schedule');
    expect({ code, said }).toEqual({ code: 0, said: '' });
    expect(outputs).toMatchObject({ changed: 'true', speedup: '4.000', 'pull-request': address, machine });
    expect([...github.branches]).toEqual([[BRANCH, new Map([['ci/logs/a.jsonl', 'first\nsecond\n']])]]);
    expect(github.pulls).toMatchObject([{ base: 'main', title: `tune retune: new logs for ${machine}` }]);
    expect(github.pulls[0]!.body).toContain('https://github.test/someone/kernels/actions/runs/42');
    expect(summary).toMatch(/^## tune retune\n\nW1[^]*pull\/7/);
    expect(readFileSync(outputs['report']!, 'utf8')).toContain('W1');
    expect(JSON.parse(readFileSync(outputs['verdicts']!, 'utf8'))).toEqual(gained.rows);
    expect(existsSync(outputs['junit']!)).toBe(true);
  });

  test('updates it when something changes again, with all that is not in the repository yet', async () => {
    fake(gained);
    await job('schedule');
    checkOutAgain();
    fake({ rows: [{ ...better, workload: 'W2' }], logs: { 'ci/logs/b.jsonl': 'new\n' } });
    const { outputs } = await job('workflow_dispatch');
    expect(outputs['pull-request']).toBe(address);
    expect(github.pulls).toHaveLength(1);
    expect(github.pulls[0]!.body).toContain('W2');
    const files = { 'ci/logs/a.jsonl': 'first\nsecond\n', 'ci/logs/b.jsonl': 'new\n' };
    expect(Object.fromEntries(github.branches.get(BRANCH)!)).toEqual(files);
  });

  test('opens none when nothing changed, nor when it is told not to', async () => {
    fake({ rows: [row] });
    expect((await job('schedule')).outputs).toMatchObject({ changed: 'false', speedup: '1' });
    fake(gained);
    await job('schedule', {}, { inputs: { 'pull-request': 'false' } });
    expect(github.asked).toEqual([]);
  });

  test('opens none in a fork, nor on a tag', async () => {
    fake(gained);
    const forked = await job('schedule', { repository: { fork: true } });
    expect(forked).toMatchObject({ code: 0, said: expect.stringContaining('in a fork no job opens') });
    const tagged = await job('schedule', {}, { env: { GITHUB_REF_TYPE: 'tag' } });
    expect(tagged).toMatchObject({ code: 1, said: expect.stringContaining('runs on a tag: start it on a branch') });
    expect(github.asked).toEqual([]);
  });

  test('that may not open one says so, and leaves it to the next job', async () => {
    const message = 'GitHub Actions is not permitted to create or approve pull requests.';
    github.failures.push({ on: 'POST /pulls', status: 403, message });
    fake(gained);
    const { code, said, outputs, summary } = await job('schedule');
    expect({ code, url: outputs['pull-request'] }).toEqual({ code: 1, url: undefined });
    expect(said).toMatch(/^::error title=tune::GitHub answers 403 to POST \/pulls: .*Allow it in the settings/);
    expect(summary).toContain('W1');
    checkOutAgain();
    fake({ rows: [row] });
    const next = await job('schedule');
    expect(next.outputs).toMatchObject({ changed: 'false', 'pull-request': address });
    expect(github.branches.get(BRANCH)?.get('ci/logs/a.jsonl')).toBe('first\nsecond\n');
    checkOutAgain();
    github.asked.length = 0;
    await job('schedule');
    expect(github.asked).toEqual([]);
  });

  test('asks again where GitHub fails, unless that could do a thing twice', async () => {
    github.failures.push({ on: 'POST /git/blobs', status: 502, message: 'Bad Gateway' });
    fake(gained);
    expect((await job('schedule')).outputs['pull-request']).toBe(address);
    expect(github.asked.filter(({ path }) => path === '/git/blobs')).toHaveLength(2);
  });
});

describe('a pull request', () => {
  test('gets one comment when something changed, which later jobs update', async () => {
    github.addComment('<!-- tune retune ci-retune.yaml -->\nI am no bot', 'User');
    fake(gained);
    const { code, outputs } = await job('pull_request', pull);
    expect({ code, changed: outputs['changed'] }).toEqual({ code: 0, changed: 'true' });
    expect(github.comments).toHaveLength(2);
    expect(github.comments[1]!.body).toMatch(/^<!-- tune retune ci-retune.yaml -->\n## tune retune[^]*W1/);
    expect(github.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /issues/5/comments',
      'POST /issues/5/comments',
    ]);
    fake({ ...gained, rows: [{ ...better, workload: 'W2' }] });
    await job('pull_request', pull);
    expect(github.comments).toHaveLength(2);
    expect(github.comments[0]!.body).toContain('I am no bot');
    expect(github.comments[1]!.body).toContain('W2');
  });

  test('gets none when nothing changed, or when it is told not to, or without a token', async () => {
    fake({ rows: [row] });
    expect((await job('pull_request', pull)).summary).toContain('W1');
    fake(gained);
    await job('pull_request', pull, { inputs: { comment: 'false' } });
    await job('pull_request', pull, { inputs: { token: '' } });
    expect(github.comments).toEqual([]);
  });

  test('hears of a gate that is not met, and when it is met again', async () => {
    fake({ rows: [{ ...row, bad: true }], code: 1 });
    const { code, said } = await job('pull_request', pull);
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^::error title=tune::A gate is not met/),
    });
    const told = github.comments[0]!.body;
    fake({ rows: [{ ...row, workload: 'W2' }] });
    await job('pull_request', pull);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]!.body).not.toBe(told);
    fake({ rows: [{ ...row, workload: 'W3' }] });
    await job('pull_request', pull);
    expect(github.comments[0]!.body).toContain('W2');
  });

  test('finds its comment beyond the first page', async () => {
    for (let other = 0; other < 130; other++) github.addComment('hello', 'User');
    github.addComment('<!-- tune retune ci-retune.yaml -->\nold', 'Bot');
    fake(gained);
    await job('pull_request', pull);
    expect(github.comments).toHaveLength(131);
    expect(github.comments[130]!.body).toContain('W1');
  });

  test('of a branch of a repository that is a fork itself is none of a fork', async () => {
    fake(gained);
    await job('pull_request', { pull_request: { number: 5, head: { repo: { ...own, fork: true } } } });
    expect(github.comments).toHaveLength(1);
  });

  test('is not held up by a comment that cannot be made', async () => {
    github.failures.push({ on: 'POST /issues', status: 403, message: 'Resource not accessible by integration' });
    fake(gained);
    const { code, said } = await job('pull_request', pull);
    expect({ code, said }).toEqual({
      code: 0,
      said:
        '::warning title=tune::GitHub answers 403 to POST /issues/5/comments: Resource not accessible by integration.' +
        ' The job needs the permission pull-requests: write.\n',
    });
  });
});

describe('the event', () => {
  test.each(payloads)('$event $what: runs $runs', async ({ event, payload, runs }) => {
    fake({ rows: [row] });
    const { code, said, outputs } = await job(event, payload);
    expect({ code, calls: callsIn(folder).length }).toEqual({ code: 0, calls: runs ? 2 : 0 });
    if (runs) return;
    expect(outputs).toEqual({ changed: 'false', speedup: '1' });
    expect(said).toMatch(/^::notice title=tune::Nothing was retuned: .*\n$/);
    expect(github.asked).toEqual([]);
  });
});

describe('a link that a commit put there', () => {
  const secret = (): string => join(folder, 'secret');
  const makes: readonly [what: string, make: () => void][] = [
    [
      'in the place of a log',
      () => {
        rmSync(join(folder, 'ci/logs/a.jsonl'));
        symlinkSync(secret(), join(folder, 'ci/logs/a.jsonl'));
      },
    ],
    [
      'in the place of a log, to nothing',
      () => {
        rmSync(join(folder, 'ci/logs/a.jsonl'));
        symlinkSync(join(folder, 'made'), join(folder, 'ci/logs/a.jsonl'));
      },
    ],
    [
      'in the place of the folder of logs',
      () => {
        rmSync(join(folder, 'ci/logs'), { recursive: true });
        mkdirSync(join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), join(folder, 'ci/logs'));
      },
    ],
    [
      'in the place of what is not finished',
      () => {
        mkdirSync(join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), join(folder, 'ci/logs/unfinished'));
      },
    ],
    [
      'in the place of the cache',
      () => {
        renameSync(join(folder, '.tune-retune'), join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), join(folder, '.tune-retune'));
      },
    ],
  ];

  test.each(makes)('%s is never written through', async (_what, make) => {
    writeFileSync(secret(), 'secret\n');
    fake({ ...gained, logs: { ...gained.logs, 'ci/logs/unfinished/b.jsonl': 'half\n' } });
    await job('push');
    checkOutAgain();
    make();
    const kept = existsSync(join(folder, 'elsewhere')) ? readdirSync(join(folder, 'elsewhere')) : [];
    fake({ rows: [row] });
    const { code, said } = await job('push');
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^::error title=tune::.* is a link( or no file)?, through which no log goes: put a/),
    });
    expect([read('secret'), existsSync(join(folder, 'made'))]).toEqual(['secret\n', false]);
    if (existsSync(join(folder, 'elsewhere'))) expect(readdirSync(join(folder, 'elsewhere'))).toEqual(kept);
  });
});

test.each<[named: string, line: string]>([
  ['/etc', 'ci/retune.yaml:2'],
  ['../../elsewhere', 'ci/retune.yaml:2'],
])('a manifest with logs in %s is refused with its line', async (named, place) => {
  writeFileSync(join(folder, 'ci/retune.yaml'), `workloads: [matmul]\nlogs: ${named}\n`);
  const { code, said } = await job('push');
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining(`${place}: logs: "${named}" leads`) });
  expect(callsIn(folder)).toEqual([]);
});

describe('tune', () => {
  test('says nothing that is a command to the runner, but for its own annotations', async () => {
    const hostile = ['::set-env name=A::b', 'x ::add-mask::y', ' \t::stop-commands::z', 'see ##[command]w'];
    fake({ rows: [row], says: [...hostile, '::error title=tune::a ##[add-path]/b', ''].join('\n') });
    const { said } = await job('push');
    expect(said).toContain('set-env name=A');
    expect(said.replace('::error title=tune::a', '')).not.toMatch(/::|##\[/);
    expect(said).toContain('::error title=tune::a ');
    fake({ code: 2, message: hostile.join('\n') });
    expect((await job('push')).said.replace('::error title=tune::', '')).not.toMatch(/::|##\[/);
  });

  test('that fails is an error with its message; what it had measured is kept', async () => {
    fake({ code: 2, message: 'ci/retune.yaml:1:5: 100% wrong\nhere', logs: { 'ci/logs/unfinished/job.json': '{}' } });
    const { code, said, outputs } = await job('schedule');
    expect({ code, said, changed: outputs['changed'] }).toEqual({
      code: 1,
      said: '::error title=tune::tune retune ended with exit code 2: ci/retune.yaml:1:5: 100%25 wrong%0Ahere\n',
      changed: 'false',
    });
    checkOutAgain();
    fake({ rows: [row] });
    await job('schedule');
    expect(read('ci/logs/unfinished/job.json')).toBe('{}');
  });

  test('that is not there is an error with the next step', async () => {
    const { code, said } = await job('schedule', {}, { inputs: { command: './no-tune --fast' } });
    expect(code).toBe(1);
    expect(said).toMatch(/^::error title=tune::\.\/no-tune cannot be started \(.*ENOENT\): name another program/);
  });

  test('that is another program is said to be one', async () => {
    const { code, said } = await job('schedule', {}, { inputs: { command: 'true' } });
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining('true does not show the fingerprint'),
    });
  });

  test('is given words, never a line of a shell, and neither inputs nor tokens', async () => {
    const manifest = '--out $(touch hit); `touch hit` & "x".yaml';
    writeFileSync(join(folder, manifest), 'logs: ci/logs\n');
    fake({ rows: [row], says: '::warning title=tune::it says so\n' });
    const { said } = await job('push', {}, { inputs: { manifest, trials: '5 --json', minutes: '$(touch hit)' } });
    const [args] = retunes();
    expect(args!.slice(-4)).toEqual(['--trials=5 --json', '--minutes=$(touch hit)', '--', manifest]);
    expect(existsSync(join(folder, 'hit'))).toBe(false);
    expect(said).toContain('::warning title=tune::it says so\n');
    expect(environmentsIn(folder)).toContain('GITHUB_ACTIONS=true');
    expect(environmentsIn(folder)).not.toContain(token);
  });

  test('is told when the job is cancelled, and the next job goes on', async () => {
    fake({ rows: [better], logs: { 'ci/logs/unfinished/b.jsonl': 'half\n', ...gained.logs }, waits: true });
    let isTold = false;
    const { code, said } = await job(
      'schedule',
      {},
      {
        onOutput: (text, kill) => {
          if (isTold || !text.includes('waiting')) return;
          isTold = true;
          kill('SIGTERM');
        },
      },
    );
    expect({ code, said }).toMatchObject({
      code: 130,
      said: expect.stringContaining('the next job goes on from here'),
    });
    expect(github.pulls).toEqual([]);
    checkOutAgain();
    fake({ rows: [row] });
    expect((await job('schedule')).outputs['pull-request']).toBe(address);
    expect(read('ci/logs/unfinished/b.jsonl')).toBe('half\n');
  });
});

test('the token goes to GitHub and nowhere else', async () => {
  fake(gained);
  github.failures.push({ on: 'POST /pulls', status: 401, message: 'Bad credentials' });
  const { said, summary, outputs } = await job('schedule');
  expect(github.asked.length).toBeGreaterThan(3);
  expect(new Set(github.asked.map((one) => one.token))).toEqual(new Set([`Bearer ${token}`]));
  expect(said + summary + JSON.stringify(outputs)).not.toContain(token);
});

describe('the cache', () => {
  test('has its key and folder told without a job', async () => {
    fake({});
    const { code, outputs } = await job('push', {}, { inputs: { 'only-key': 'true' } });
    expect({ code, outputs }).toEqual({
      code: 0,
      outputs: {
        changed: 'false',
        speedup: '1',
        machine,
        'cache-path': join('.tune-retune', 'ci-retune.yaml'),
        'cache-key': `tune-logs-ci-retune.yaml-${machine}-42-1`,
        'cache-prefix': `tune-logs-ci-retune.yaml-${machine}-`,
      },
    });
    expect(retunes()).toEqual([]);
  });

  test.each<[what: string, repository: string, result: string]>([
    ['goes on with what the repository holds', 'first\n', 'first\nsecond\n'],
    ['brings back nothing where the repository has it', 'first\nsecond\nthird\n', 'first\nsecond\nthird\n'],
    ['leaves the last word to the repository', 'first\nthird\n', 'second\nfirst\nthird\n'],
  ])('%s', async (_what, repository, result) => {
    fake(gained);
    await job('push');
    checkOutAgain(repository);
    fake({ rows: [row] });
    await job('push');
    expect(read('ci/logs/a.jsonl')).toBe(result);
  });

  test('is of no use for logs elsewhere, which is said', async () => {
    fake({ rows: [{ ...row, log: 'elsewhere/a.jsonl' }] });
    const { code, said } = await job('push');
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining(
        'keeps its logs in elsewhere, and the input logs says ci/logs: let it say elsewhere.',
      ),
    });
  });
});

test.each<[input: string, value: string, says: RegExp]>([
  ['manifest', '', /The input manifest is missing: name/],
  ['manifest', 'no.yaml', /There is no manifest no\.yaml: check out/],
  ['comment', 'perhaps', /The input comment is "perhaps": write true or false/],
])('the input %s of "%s" is refused', async (input, value, says) => {
  const { code, said } = await job('push', {}, { inputs: { [input]: value } });
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringMatching(says) });
});

describe('with tune itself', () => {
  beforeAll(buildOnce);

  test('a job finds a kernel and opens a pull request, and the next one keeps it', async () => {
    const workload = '{ operator: matmul, shape: { m: 48, n: 64, k: 56 }, template: matmul.blocked }';
    const manifest = `workloads:\n  - ${workload}\ntargets: [llvm -threads=1]\ngates: { speed: 900% }\nseed: 1\n`;
    writeFileSync(join(folder, 'ci/retune.yaml'), manifest);
    const inputs = { command: '', trials: '3' };
    const first = await job('schedule', {}, { inputs });
    expect(first.summary).toMatch(/1 workload on .*: 1 changed, all gates met/);
    expect(first).toMatchObject({ code: 0, outputs: { changed: 'true', 'pull-request': address } });
    const log = join('ci', 'logs', 'matmul.48x64x56.jsonl');
    expect([...github.branches.values()][0]!.get(log)).toBe(read(log));
    checkOutAgain();
    const second = await job('schedule', {}, { inputs });
    expect(second).toMatchObject({ code: 0, outputs: { changed: 'false' } });
    expect(JSON.parse(readFileSync(second.outputs['verdicts']!, 'utf8'))).toMatchObject([
      { verdict: expect.stringMatching(/kept|noisy/), trials: 0 },
    ]);
    expect(readdirSync(join(folder, 'ci/logs'))).toEqual(['a.jsonl', 'matmul.48x64x56.jsonl']);
  });
});
