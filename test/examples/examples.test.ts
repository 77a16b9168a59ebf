import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LocalMeasurer } from '../../src/backend/measurer.js';
import { parseTarget } from '../../src/backend/registry.js';
import { loadModule, type LoadedModule } from '../../src/catalogue/load-module.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Operator } from '../../src/operator/operator.js';
import { LogWriter, readLog } from '../../src/record/log.js';
import { Random } from '../../src/space/random.js';
import { makeTask } from '../../src/templates/task.js';
import type { Task } from '../../src/templates/template.js';
import { logListener } from '../../src/tuner/log-listener.js';
import { gatherTaskStates } from '../../src/tuner/task-states.js';
import { tune } from '../../src/tuner/tuner.js';
import { contextOf, largeSpace, observe } from '../explorer/fixtures.js';
import { settings } from '../tuner/fakes.js';

let folder = '';
let measurer: LocalMeasurer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tune-examples-'));
  measurer = await LocalMeasurer.create({ seed: 3 });
});
afterAll(async () => {
  await measurer.close();
  rmSync(folder, { recursive: true });
});

interface Subject {
  readonly operator: Operator;
  readonly task: Task;
}

/** The template of an example with a shape of its operator. */
function subjectOf({ templates, operators }: LoadedModule, shape: Readonly<Record<string, string>>): Subject {
  const template = templates.at(0)!;
  const operator = operators.at(0) ?? findOperator(template.operator);
  return { operator, task: makeTask(template, operator.workload(undefined, shape), parseTarget('llvm', 2), operator) };
}

/** Tunes for so many trials, those in the log included; how many of them it held, and the best time. */
async function tuneFor(trials: number, { operator, task }: Subject, log: string): Promise<[number, number]> {
  const { taskStates } = await gatherTaskStates(operator, [task], log, [], ['knobs']);
  const writer = await LogWriter.open(log);
  const provenance = { fingerprint: 'here', compiler: 'gcc', seed: 1, args: operator.encode(task.workload), flags: [] };
  const { on, flush } = logListener(writer, provenance);
  let best = NaN;
  const run = tune({ taskStates, flops: operator.flops(task.workload), settings: { ...settings, trials }, measurer });
  for await (const event of run) {
    await on(event);
    if (event.event === 'finish') best = event.summary.best?.seconds ?? NaN;
  }
  await flush();
  return [taskStates.at(0)!.resumed.length, best];
}

describe('the examples can be tuned with', () => {
  test.each([
    ['matmul-rows.js', { m: '37', n: '70', k: '40' }],
    ['conv1d.js', { inChannels: '5', width: '90', outChannels: '7', kernel: '3' }],
  ])('%s: kernels are right, and records name the file and its contents', async (name, shape) => {
    const module = await loadModule(`examples/${name}`);
    const log = join(folder, `${name}.jsonl`);
    const [, best] = await tuneFor(6, subjectOf(module, shape), log);
    expect(best).toBeGreaterThan(0);
    const { records, skipped } = await readLog(log);
    expect(skipped).toEqual([]);
    expect(records.length).toBeGreaterThanOrEqual(6);
    for (const { error, tune: more } of records) {
      expect(error).toBe(0);
      expect(more?.module).toEqual({ file: name, sha256: module.sha256 });
    }
  });

  test('climb.js: it finds the top of a hill in a tenth of the space', async () => {
    const { explorers } = await loadModule('examples/climb.js');
    const space = largeSpace();
    const [top] = [space.sample(new Random(4))!];
    const digits = space.digits(top.index);
    const height = (index: number): number =>
      1e9 / (1 + space.digits(index).reduce((sum, digit, place) => sum + Math.abs(digit - digits[place]!), 0));
    const explorer = explorers.at(0)!.create(contextOf(space, { random: new Random(2) }));
    let best = 0;
    let trials = 0;
    for (; trials < space.size / 10 && best < 1e9; trials += 8) {
      const configs = await explorer.propose(8);
      explorer.observe(observe(configs, ({ index }) => height(index)));
      best = Math.max(best, ...configs.map(({ index }) => height(index)));
    }
    expect({ best, trials }).toEqual({ best: 1e9, trials: expect.any(Number) as unknown });
  });
});

describe('what newcomers read', () => {
  test.each(['climb.js', 'conv1d.js', 'matmul-rows.js'])(
    '%s imports from tune alone, and the page names it',
    (name) => {
      const imports = Array.from(
        readFileSync(join('examples', name), 'utf8').matchAll(/from '([^']+)'/g),
        ([, from]) => from,
      );
      expect(imports).toEqual(['tune']);
      expect(readFileSync('examples/README.md', 'utf8')).toContain(`](${name})`);
    },
  );
});
