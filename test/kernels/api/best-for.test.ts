import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bestFor } from '../../../src/api/best.js';
import { bestForRowSchema } from '../../../src/transfer/best-for-rows.js';
import { parseTarget } from '../../../src/backend/registry.js';
import { explorers } from '../../../src/explorer/registry.js';
import { conv2d } from '../../../src/operator/conv2d.js';
import { readLog } from '../../../src/log/record/log.js';
import { fromEntities } from '../../../src/space/entity.js';
import { templates } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import { gatherTaskStates } from '../../../src/tuner/task-states.js';
import { contextOf } from '../../explorer/fixtures.js';
import { run } from '../../cli/run.js';

const TARGET = 'llvm -mcpu=x86-64-v4 -threads=1';
/** Records of each template and workload: enough to choose by, few enough to read fast. */
const KEPT = 10;

let folder: string;
let log: string;

/** What comes with tune of five layers of ResNet-18. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'best-for-'));
  log = join(folder, 'some.jsonl');
  const lines = brotliDecompressSync(readFileSync('logs/shipped/resnet18-zen4.jsonl.br')).toString().split('\n');
  const counts = new Map<string, number>();
  const kept = lines.filter((line) => {
    if (!/"resnet18\.C(2|3|6|7|9)\+any"/.test(line) || !line.includes(TARGET)) return false;
    const [target, template, args] = (JSON.parse(line) as { input: readonly unknown[] }).input;
    const key = JSON.stringify([target, template, args]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key)! <= KEPT;
  });
  writeFileSync(log, `${kept.join('\n')}\n`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const shape = { inChannels: 96, height: 28, width: 28, outChannels: 96, kernel: 3, pad: 1, layout: 'any' };

describe('what to try first for a shape', () => {
  test('that nobody tuned is a config of a template that serves it, with what it may lose and why', async () => {
    const [row, ...others] = await bestFor([log], { operator: 'conv2d', shape });
    expect(others).toEqual([]);
    expect(bestForRowSchema.parse(row)).toEqual(row);
    expect(row).toMatchObject({ operator: 'conv2d', target: TARGET, tuned: false, seconds: null, log: null });
    const { loss, sources, expected_share: share } = row!;
    expect(loss!.workloads.map(({ workload }) => workload).sort()).toEqual(
      ['C2', 'C3', 'C6', 'C7', 'C9'].map((name) => `resnet18.${name}+any`),
    );
    expect(loss!.worst).toBe(Math.max(...loss!.workloads.map((one) => one.loss)));
    expect(loss!.median).toBeLessThanOrEqual(loss!.worst);
    expect(share).toBeCloseTo(sources.reduce((sum, { weight, share: there }) => sum + weight * there, 0));
    expect(sources.map(({ distance }) => distance)).toEqual(
      sources.map(({ distance }) => distance).toSorted((a, b) => a - b),
    );
    expect(sources.some(({ origin }) => origin)).toBe(true);
  });

  test('is what the command that is printed tries first', async () => {
    const [row] = await bestFor([log], { operator: 'conv2d', shape });
    expect(row!.command).toContain(`--template ${row!.template} --explorer transfer`);
    const name = /^tune conv2d (\S+) /.exec(row!.command)![1]!;
    const template = templates.find((one) => one.name === row!.template)!;
    const task = makeTask(template, conv2d.workload(name, {}), parseTarget(row!.target));
    const history = [{ path: log, ...(await readLog(log)) }];
    const { taskStates } = await gatherTaskStates(conv2d, [task], undefined, history, ['knobs']);
    const [first] = await explorers['transfer']!.create(contextOf(task.space, { prior: taskStates[0]!.prior })).propose(
      1,
    );
    expect(first).toEqual(fromEntities(task.space, row!.entity));
  });

  test('that was tuned is its record', async () => {
    const [row] = await bestFor([log], { operator: 'conv2d', workload: 'resnet18.C6', shape: { layout: 'any' } });
    expect(row).toMatchObject({ workload: 'resnet18.C6+any', tuned: true, log, loss: null, sources: [] });
    const record = JSON.parse(readFileSync(log, 'utf8').split('\n')[row!.line! - 1]!) as { input: readonly unknown[] };
    expect(record.input[1]).toBe(row!.template);
  });
});

describe('tune best --for', () => {
  test('prints the config, its loss and where it comes from, or the same as JSON', async () => {
    const words = 'conv2d --in-channels 96 --height 28 --width 28 --out-channels 96 --kernel 3 --pad 1 --layout any';
    const { code, stdout } = await run('best', log, '--for', words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/try first.*config \d+/);
    expect(stdout).toMatch(/in the median, .* at worst/);
    expect(stdout).toContain('similar workload');
    const json = await run('best', log, '--for', words, '--json');
    expect(JSON.parse(json.stdout)).toEqual(await bestFor([log], { operator: 'conv2d', shape }));
  });

  test.each([
    ['an operator that nobody knows', 'conv3d', 2, 'Unknown operator "conv3d": did you mean "conv2d"?'],
    ['an option that nobody knows', 'conv2d --hieght 3', 2, 'did you mean "--height"?'],
    ['a value that cannot be', 'conv2d --height abc', 2, '--height "abc" must be'],
    ['a workload that nobody knows', 'conv2d resnet18.C99', 2, 'did you mean "resnet18.C9"?'],
    ['no operator', '--height 3', 2, '--for needs an operator and its shape'],
    ['nothing', '', 2, '--for needs an operator and its shape'],
    ['an operator of which there is no record', 'matmul -m 100', 1, 'There is no record of matmul'],
    ['a workload of such an operator, by its name alone', 'gemm.512', 1, 'There is no record of matmul'],
  ])('when it is given %s then it says so', async (_, words, code, sentence) => {
    expect(await run('best', log, '--for', words)).toMatchObject({ code, said: expect.stringContaining(sentence) });
  });

  test('when a target is given alone then it says what is missing', async () => {
    expect(await run('best', log, '--target', 'llvm')).toMatchObject({
      code: 2,
      said: expect.stringContaining('--for'),
    });
  });
});
