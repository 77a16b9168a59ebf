import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { networkDryRunEventSchema, type NetworkDryRunEventNamed } from '../../../src/tuner/dry-run-events.js';
import { networkEventSchema, type NetworkEventNamed } from '../../../src/network/schedule/events.js';
import { packageRoot } from '../../../src/target/root.js';
import { quickGcc } from '../../support/quick-gcc.js';
import { buildOnce, ended, jsonLines, start, type Ended } from '../../cli/bin.js';
import { runIn } from '../../cli/run.js';

/** Layers small enough that a trial is all compiler, of three templates and two operators. */
const layers = [
  '- { operator: conv2d, in-channels: 4, height: 9, width: 7, out-channels: 8, kernel: 3, pad: 1, weight: 4, name: first }',
  '- { operator: conv2d, in-channels: 4, height: 9, width: 7, out-channels: 8, kernel: 3, pad: 1, groups: 4, weight: 2 }',
  '- { operator: matmul, m: 5, n: 16, k: 12, name: fc }',
];
const quick = ['--threads', '1', '--seed', '1'];

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-network-'));
  write('net.yaml', layers.join('\n'));
  write('notes.txt', 'buy milk\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string): void => {
  writeFileSync(join(folder, name), text);
};
const linesOf = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trim().split('\n');
const network = (...args: readonly string[]): Promise<Ended> => runIn(folder, ['network', ...args, ...quick]);
const finishOf = (stdout: string): NetworkEventNamed<'finish'> =>
  networkEventSchema.parse(jsonLines(stdout).at(-1)) as NetworkEventNamed<'finish'>;

// The tests of this group are one story, told in order: a run, its resumption, its log.
describe('a run of a network', () => {
  test('tunes its layers on one budget, with an event for everything', async () => {
    const { code, stdout, stderr } = await network('net.yaml', '--trials', '24', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('net: 3 layers, 24 trials') });
    const events = jsonLines(stdout).map((event) => networkEventSchema.parse(event));
    expect(events[0]).toMatchObject({
      event: 'start',
      network: 'net',
      scheduler: 'gain',
      alone: false,
      trials: 24,
      resumed: 0,
      network_seconds: null,
      log: 'logs/net.jsonl',
    });
    const names = ['first', '1x4x9x7-8-k3-s1-p1-g4', 'fc'];
    const searched = events.flatMap((event) => (event.event === 'trial' && event.phase === 'search' ? [event] : []));
    expect(searched.map(({ trial }) => trial)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
    expect([...new Set(searched.map(({ layer }) => layer))]).toEqual(names);
    const finish = finishOf(stdout);
    expect(finish).toMatchObject({ reason: 'trials', trials: 24, resumed: 0, replay: 'tune replay logs/net.jsonl' });
    expect(finish.layers.map(({ name, weight }) => [name, weight])).toEqual([
      [names[0], 4],
      [names[1], 2],
      [names[2], 1],
    ]);
    expect(finish.layers.map(({ trials, template }) => trials > 0 && template !== null)).toEqual([true, true, true]);
    const sum = finish.layers.reduce((all, { weight, seconds }) => all + weight * seconds!, 0);
    expect(finish.seconds).toBeCloseTo(sum, 15);
    expect(finish.layers.reduce((all, { share }) => all + share!, 0)).toBeCloseTo(1, 9);
    expect(linesOf('logs/net.jsonl')).toHaveLength(events.filter(({ event }) => event === 'trial').length);
  });

  test('goes on where it stopped, and repeats nothing', async () => {
    const before = linesOf('logs/net.jsonl');
    const { code, stdout } = await network('net.yaml', '--trials', '30', '--json');
    expect(code).toBe(0);
    const keyOf = ({ layer, template, index }: Record<string, unknown>): string =>
      JSON.stringify([layer, template, index]);
    const searched = jsonLines(stdout).filter(({ event, phase }) => event === 'trial' && phase === 'search');
    expect(searched.map(({ trial }) => trial)).toEqual([25, 26, 27, 28, 29, 30]);
    expect(new Set(searched.map(keyOf)).size).toBe(6);
    expect(finishOf(stdout)).toMatchObject({ trials: 6, resumed: 24 });
    expect(linesOf('logs/net.jsonl').slice(0, before.length)).toEqual(before);
  });

  test('with all trials in the log it measures nothing, and shows a table of the layers', async () => {
    const count = linesOf('logs/net.jsonl').length;
    const { code, stdout, stderr } = await network('net.yaml', '--trials', '30', '--layers');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('30 trials of 30 found in the log') });
    const [head, ...rows] = stdout.split('\n');
    expect(head!.split(/\s{2,}/)).toEqual([
      'layer',
      'workload',
      'weight',
      'trials',
      'time',
      'spread',
      'GFLOPS',
      'template',
      'share',
    ]);
    expect(rows[0]).toMatch(/^first +conv2d 1x4x9x7-8-k3-s1-p1 +4 +\d+ +[\d.]+ [nµ]s .* conv2d\.\S+ +\d+ %$/);
    expect(stdout).toMatch(
      /^latency +[\d.]+ [nµ]s predicted \(.* to .*; (\d+) of \1 layers? measured\), [\d.]+ GFLOPS$/m,
    );
    expect(stdout).toMatch(/^trials +0 run, 30 from the log, /m);
    expect(linesOf('logs/net.jsonl')).toHaveLength(count);
  });

  test('no trials answer from the log alone, and from a history of this machine', async () => {
    const fromLog = finishOf((await network('net.yaml', '--trials', '0', '--json')).stdout);
    expect(fromLog).toMatchObject({
      trials: 0,
      resumed: 30,
      layers: [{ from: 'log' }, { from: 'log' }, { from: 'log' }],
    });
    const args = ['net.yaml', '--trials', '0', '--log', 'none.jsonl', '--json'];
    const { code, stdout } = await network(...args, '--history', 'logs/net.jsonl');
    expect(code).toBe(0);
    const known = finishOf(stdout);
    expect(known.layers.map(({ from, trials }) => [from, trials])).toEqual(Array(3).fill(['history', 0]));
    expect(known.seconds).toBeCloseTo(fromLog.seconds!, 12);
    expect((await network('net.yaml', '--trials', '0')).stderr).toMatch(/^30 trials found in the log$/m);
    const nothing = await network(...args);
    expect(nothing.code).toBe(1);
    expect(nothing.stderr).toContain('No times for first, 1x4x9x7-8-k3-s1-p1-g4, fc');
  });

  test('the history of another machine is told as what it is', async () => {
    write(
      'other.jsonl',
      linesOf('logs/net.jsonl')
        .join('\n')
        .replaceAll(/"fingerprint":"[^"]*"/g, '"fingerprint":"another"'),
    );
    const args = ['net.yaml', '--trials', '0', '--log', 'none.jsonl', '--history', 'other.jsonl'];
    const { code, stdout } = await network(...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^elsewhere +first, .*, fc: chosen and timed by a history of another machine or target; expect 5 to 34 % less speed than tuned here, by --trials N$/m,
    );
    expect(finishOf((await network(...args, '--json')).stdout).layers.map(({ from }) => from)).toEqual(
      Array(3).fill('elsewhere'),
    );
  });

  test('its log is a network, too, each workload once', async () => {
    const { code, stdout } = await network('logs/net.jsonl', '--trials', '30', '--json');
    expect(code).toBe(0);
    const { layers, resumed, network: name } = finishOf(stdout);
    expect([name, resumed]).toEqual(['net', 30]);
    expect(layers.map(({ name, weight }) => [name, weight])).toEqual([
      ['1x4x9x7-8-k3-s1-p1', 1],
      ['1x4x9x7-8-k3-s1-p1-g4', 1],
      ['5x16x12', 1],
    ]);
  });

  test('a log goes on in itself wherever it lies, and one that is compressed is history', async () => {
    const lines = readFileSync(join(folder, 'logs', 'net.jsonl'));
    writeFileSync(join(folder, 'other.jsonl'), lines);
    const { resumed, replay } = finishOf((await network('other.jsonl', '--trials', '30', '--json')).stdout);
    expect([resumed, replay]).toEqual([30, 'tune replay other.jsonl']);
    writeFileSync(join(folder, 'packed.jsonl.gz'), gzipSync(lines));
    const { stdout } = await network('packed.jsonl.gz', '--trials', '0', '--json');
    expect(finishOf(stdout).layers.map(({ from }) => from)).toEqual(Array(3).fill('history'));
  });

  test('its commands work as they stand', async () => {
    const { replay, export: exported } = finishOf((await network('net.yaml', '--trials', '0', '--json')).stdout);
    expect((await runIn(folder, exported!.split(' ').slice(1))).code).toBe(0);
    const replayed = await runIn(folder, [...replay!.split(' ').slice(1), '--json']);
    expect((JSON.parse(replayed.stdout) as unknown[]).length).toBe(3);
  });

  test('an explorer that goes by other tasks gets the history, and says so where there is none', async () => {
    write('like.yaml', '- { operator: matmul, m: 5, n: 16, k: 13 }');
    const args = ['like.yaml', '--trials', '1', '--explorer', 'transfer', '--log'];
    const told = await network(...args, 'told.jsonl', '--history', 'logs/net.jsonl');
    expect(told.stderr).toMatch(/^\d+ configs of 1 workload for transfer to choose from$/m);
    expect(told.stdout).toMatch(/^trials +1 run, 0 failed, 1 a layer; /m);
    expect((await network(...args, 'untold.jsonl')).stderr).toContain('transfer knows no other task');
  });

  test('layers that are alone, another scheduler and explorer do as well', async () => {
    for (const more of [['--alone'], ['--scheduler', 'ucb', '--explorer', 'random']]) {
      const { code, stdout } = await network(
        'net.yaml',
        '--trials',
        '14',
        '--log',
        `${more.at(-1)}.jsonl`,
        '--json',
        ...more,
      );
      expect([code, finishOf(stdout).trials]).toEqual([0, 14]);
    }
  });
});

describe('templates that are asked for', () => {
  const templatesOf = (stdout: string): readonly unknown[] => {
    const { layers } = jsonLines(stdout)[0] as { layers: { name: string; templates: { template: string }[] }[] };
    return layers.map(({ name, templates }) => [name, templates.map(({ template }) => template)]);
  };
  const dry = (...args: readonly string[]): Promise<Ended> =>
    network('net.yaml', '--dry-run', '--trials', '3', '--json', ...args);

  test('tune the layers that they serve, and all that apply the others, which are named', async () => {
    const { stdout } = await dry('--template', 'conv2d.depthwise');
    const rows = templatesOf(stdout) as [string, string[]][];
    expect(rows[1]).toEqual(['1x4x9x7-8-k3-s1-p1-g4', ['conv2d.depthwise']]);
    expect(rows[0]![1].length).toBeGreaterThan(1);
    const note = 'No template that was asked for serves first, fc: tuned by all that apply';
    expect(jsonLines(stdout)[1]).toEqual({ event: 'note', layer: null, text: note });
  });

  test('of a module, too, for the run, its replay and its log', async () => {
    const module = join(packageRoot(), 'examples', 'matmul-rows.js');
    const named = ['net.yaml', '--template', `conv2d.direct,conv2d.depthwise,${module}`];
    const { code, stdout } = await network(...named, '--trials', '9', '--log', 'rows.jsonl', '--json');
    expect(code).toBe(0);
    const { layers, replay, export: exported } = finishOf(stdout);
    expect(layers[2]).toMatchObject({ name: 'fc', template: 'matmul.rows' });
    expect(replay).toBe(`tune replay rows.jsonl --template ${module}`);
    // A run before this one may have made that folder.
    expect((await runIn(folder, [...exported!.split(' ').slice(1), '--force'])).code).toBe(0);
    const again = await network(...named, '--trials', '9', '--log', 'rows.jsonl', '--json');
    expect(finishOf(again.stdout)).toMatchObject({ trials: 0, resumed: 9 });
  });

  test('of a module serve layers of its operator, in a list and in a log', async () => {
    const module = join(packageRoot(), 'examples', 'conv1d.js');
    write('audio.yaml', '- { operator: conv1d, in-channels: 4, width: 19, out-channels: 5, kernel: 3 }');
    const named = ['--template', module, '--trials', '2', '--log', 'audio.jsonl'];
    const { code, stdout } = await network('audio.yaml', ...named, '--layers');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\S+ +conv1d \S+ +1 +2 /m) });
    expect(finishOf((await network('audio.jsonl', ...named, '--json')).stdout).resumed).toBe(2);
  });

  test.each([
    ['conv2d.winogrand', /Unknown template "conv2d.winogrand": did you mean "conv2d.winograd"\? `tune list templates`/],
    [
      'dense.blocked',
      /dense.blocked is for dense, of which the network has no layer: give templates of conv2d or matmul/,
    ],
    ['conv2d.pointwise', /Layer first: conv2d.pointwise cannot serve 1x4x9x7-8-k3-s1-p1: /],
    ['matmul.simt', /Layer fc: matmul.simt is for cuda, not for llvm/],
  ])('%s, which serves no layer, is refused', async (name, sentence) => {
    const { code, stderr } = await dry('--template', name);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) });
  });
});

describe('a dry run of a network', () => {
  test('builds candidates of all layers, tells of each and of the layers, and times and logs nothing', async () => {
    const args = ['net.yaml', '--dry-run', '--trials', '7', '--log', 'dry.jsonl'];
    const { code, stdout, stderr } = await network(...args, '--json');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^net: 3 layers on .*\n.*7 random configs/),
    });
    const events = jsonLines(stdout).map((event) => networkDryRunEventSchema.parse(event));
    expect(events.map(({ event }) => event)).toEqual(['start', ...Array<string>(7).fill('candidate'), 'finish']);
    const names = events.flatMap((event) => (event.event === 'candidate' ? [event.layer] : []));
    expect(names.slice(0, 3)).toEqual(['first', '1x4x9x7-8-k3-s1-p1-g4', 'fc']);
    const finish = events.at(-1) as NetworkDryRunEventNamed<'finish'>;
    expect(finish).toMatchObject({
      reason: 'trials',
      built: 7,
      failed: 0,
      layers: [{ weight: 4 }, {}, { name: 'fc' }],
    });
    expect(finish.layers.map(({ name, built }) => [name, built])).toEqual(
      [...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]),
    );
    expect(existsSync(join(folder, 'dry.jsonl'))).toBe(false);
    const shown = (await network(...args)).stdout;
    expect(shown).toMatch(/^layer +workload +built +failed +first failure\nfirst +conv2d 1x4x9x7-8-k3-s1-p1 +\d+ +0$/m);
    expect(shown).toContain('7 candidates built, 0 failed');
  });

  test.each([
    [['--out', 'lib'], /A dry run makes no library: leave --out out, or --dry-run\./],
    [['--compare'], /leave --compare out/],
    [['--in-place'], /leave --in-place out/],
    [['--trials', '0'], /A dry run builds --trials candidates: give 1 at least\./],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await network('net.yaml', '--dry-run', ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) });
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s: all is logged, the best so far is told, exit 130', async (signal) => {
  const log = `${signal}.jsonl`;
  const child = start(folder, ['network', 'net.yaml', ...quick, '--trials', '5000', '--log', log, '--json']);
  let trials = 0;
  child.stdout!.on('data', (chunk: Buffer) => {
    trials += chunk.toString().split('"event":"trial"').length - 1;
    if (trials >= 30) process.kill(-child.pid!, signal);
    if (trials >= 30) trials = -Infinity;
  });
  const { code, stdout, stderr } = await ended(child);
  expect(code).toBe(130);
  expect(stderr).toContain('Stopping after the trial in flight');
  const finish = finishOf(stdout);
  expect(finish.reason).toBe('interrupted');
  expect(finish.layers.filter(({ seconds }) => seconds !== null).length).toBeGreaterThan(0);
  const told = jsonLines(stdout).filter(({ event }) => event === 'trial').length;
  expect(linesOf(log)).toHaveLength(told);
});

test('when nothing of a layer works, it is named with its first failure: exit 1', async () => {
  const cc = join(folder, 'cc');
  const refuse = 'case "$*" in *-O2*-ffreestanding*) echo "kernel.c:7:1: error: no such luck" >&2; exit 1;; esac';
  writeFileSync(cc, `#!/bin/sh\n${refuse}\nexec "${quickGcc}" "$@"\n`, { mode: 0o755 });
  write('one.yaml', layers[2]!);
  const { code, stderr } = await runIn(folder, ['network', 'one.yaml', '--trials', '8', ...quick], { CC: cc });
  expect(code).toBe(1);
  expect(stderr).toMatch(/No valid schedule found for fc; first failure of fc in 8 trials: .*no such luck/);
});

describe('what cannot be is said in one sentence: exit 2', () => {
  const entry = '- { operator: matmul, m: 4, n: 4, k: 4';
  const foreign =
    '{"input":["llvm","foreign.op",[["TENSOR",[1,2],"float32"]],{}],"config":{"index":1,"code_hash":null,"entity":[]},"result":[[0.1],0,1,1],"version":0.2,"tvm_version":"0.8"}';
  test.each([
    [
      'twice.yaml',
      `${entry} }\n- { operator: dense, m: 4, n: 4, k: 4 }\n${entry}, weight: 2 }`,
      /^tune: twice.yaml:3:3: .*as line 1 is/,
    ],
    [
      'names.yaml',
      `${entry}, name: a }\n- { operator: matmul, m: 5, name: a }`,
      /^tune: names.yaml:2:3: .*"a" is the name of line 1/,
    ],
    [
      'zero.json',
      '[{"operator":"matmul","m":4,\n"weight":0}]',
      /^tune: zero.json:2:10: \[0\].weight: it must be above 0\.$/,
    ],
    [
      'infinite.yaml',
      `${entry}, weight: .inf }`,
      /^tune: infinite.yaml:1:\d+: \[0\].weight: Infinity cannot be used here/,
    ],
    ['empty.yaml', `${entry}, name: "" }`, /^tune: empty.yaml:1:\d+: \[0\].name: it must not be empty\.$/],
    ['minus.yaml', `${entry}, weight: -2 }`, /^tune: minus.yaml:1:\d+: \[0\].weight: it must be above 0\.$/],
    ['empty.json', '[]', /^tune: empty.json:1:1: it has no layer/],
    [
      'workload.yaml',
      '- { operator: matmul, workload: gemm.51 }',
      /^tune: workload.yaml:1:3: .*did you mean "gemm.512"/,
    ],
    ['operator.yaml', '- { operator: conv3d }', /^tune: operator.yaml:1:3: .*did you mean "conv2d"/],
    ['option.yaml', '- { operator: matmul, mm: 3 }', /^tune: option.yaml:1:3: .*no shape option "mm"/],
    ['map.yaml', 'operator: matmul', /^tune: map.yaml:1:1: a map cannot be used here: it must be a list\.$/],
    ['torn.json', '[{"operator":', /^tune: torn.json:1:\d+: /],
    [
      'foreign.jsonl',
      foreign,
      /^tune: foreign.jsonl has no workload of an operator of tune \(line 1 is of "foreign.op"\)/,
    ],
    ['nothing.jsonl', '', /^tune: nothing.jsonl has no workload of an operator of tune \(it is empty\)/],
  ])('%s', async (name, text, sentence) => {
    write(name, text);
    const { code, stdout, stderr } = await network(name);
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
    expect(stderr).toMatch(sentence);
  });

  test.each([
    [['resnet19'], /There is no network "resnet19", and no such file: did you mean "resnet18"\?/],
    [
      ['net.yaml', '--log', './net.yaml'],
      /net.yaml is the list of layers and cannot be the log, too: give --log another file\./,
    ],
    [['net.yaml', '--log', 'notes.txt'], /"notes.txt" holds lines and not a single record, so that it is no log/],
    [['none.yaml'], /none.yaml cannot be read \(there is no such file\)/],
    // Before the model is read, which may take a while.
    [['none.onnx', '--out', '.'], /^tune: \. exists: name another folder, or give --force/],
    [['resnet18', '--scheduler', 'gradien'], /Unknown scheduler "gradien": did you mean "gradient"\?/],
    [['resnet18', '--trials', '-1'], /--trials needs a whole number of at least 0/],
    [['resnet18', '--target', 'cud'], /Unknown target "cud": did you mean "cuda"\?/],
    [['resnet18', '--history', 'none.jsonl'], /There is no log "none.jsonl"/],
  ])('%j', async (args, sentence) => {
    const { code, stderr } = await network(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });
});

test('a log with records of other operators, too, gives those that are known', async () => {
  appendFileSync(
    join(folder, 'mixed.jsonl'),
    '{"input":["llvm","foreign.op",[],{}],"config":{"index":1,"code_hash":null,"entity":[]},"result":[[0.1],0,1,1],"version":0.2}\n',
  );
  appendFileSync(join(folder, 'mixed.jsonl'), `${linesOf('logs/net.jsonl')[0]!}\n`);
  const { stdout } = await network('mixed.jsonl', '--trials', '0', '--log', 'logs/net.jsonl', '--json');
  expect(finishOf(stdout).layers.map(({ name }) => name)).toEqual(['1x4x9x7-8-k3-s1-p1']);
});
