import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ErrorNo } from '../../src/measure/measurement.js';
import { LocalMeasurer } from '../../src/measure/local.js';
import type { WorkloadArg } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Config } from '../../src/space/config.js';
import { fromEntities, toEntities } from '../../src/space/entity.js';
import { Random } from '../../src/space/random.js';
import { missingHere } from '../../src/target/cpu.js';
import { formatTarget } from '../../src/target/parse.js';
import type { Target } from '../../src/target/target.js';
import { generate } from '../../src/templates/generate.js';
import type { Task, Template } from '../../src/templates/template.js';
import { awkwardWorkloads } from './shapes.js';
import { avx2, avx512, sse, withThreads } from './targets.js';

const runnable = [avx512, avx2, sse].filter((t) => missingHere(t.cpu).length === 0);
const targets = [...runnable, withThreads(runnable[0], 2)];

/** Random configs of each shape and target; more make a long proof of it. */
const configs = Number(process.env['TUNE_CONTRACT_CONFIGS'] ?? 1);

function samples(task: Task, random: Random, count: number): Config[] {
  const taken = new Map<number, Config>();
  for (let i = 0; i < count; i++) {
    const config = task.space.sample(random, new Set(taken.keys()));
    if (config) taken.set(config.index, config);
  }
  return [...taken.values()];
}

/** What every template promises, on every awkward shape of its operator. */
export function describeTemplate(template: Template): void {
  describe(`the template ${template.name}`, () => {
    const operator = findOperator(template.operator);
    let measurer: LocalMeasurer;
    beforeAll(async () => {
      // Every kernel is checked; a few calls are enough for its time.
      measurer = await LocalMeasurer.create({ seed: 7 });
    });
    afterAll(() => measurer.close());

    const tasks = (target: Target): Task[] =>
      awkwardWorkloads(operator)
        .filter((workload) => template.refuses(workload, target) === undefined)
        .map((workload) => ({ template, workload, target, space: template.define(workload, target) }));

    test.each(targets.map((t) => [formatTarget(t), t] as const))(
      'is right on awkward shapes with random configs, on %s',
      async (__, target) => {
        const random = new Random(target.threads * 1000 + target.vector.lanes);
        for (const task of tasks(target)) {
          for await (const m of measurer.measure(task, samples(task, random, configs))) {
            const what = `${task.workload.name} ${JSON.stringify(m.config.values)}`;
            expect({ what, error: m.error, message: m.message }).toEqual({
              what,
              error: ErrorNo.none,
              message: undefined,
            });
          }
        }
      },
    );

    test('is a pure function: the same config gives the same source', () => {
      for (const target of targets) {
        for (const task of tasks(target)) {
          const [config] = samples(task, new Random(1), 1);
          expect(generate(task, config).source).toBe(generate(task, config).source);
        }
      }
    });

    test('has a config for every awkward shape, and its configs survive the log', () => {
      for (const task of tasks(avx512)) {
        expect(task.space.size).toBeGreaterThan(0);
        for (const config of samples(task, new Random(2), 5)) {
          expect(fromEntities(task.space, toEntities(task.space, config))).toEqual(config);
          expect(operator.decode(JSON.parse(JSON.stringify(operator.encode(task.workload))) as WorkloadArg[])).toEqual(
            task.workload,
          );
        }
      }
    });
  });
}
