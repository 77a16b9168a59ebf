import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ErrorNo } from '../../src/measure/measurement.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import type { Problem } from '../../src/measure/session.js';
import type { WorkloadArg } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Config } from '../../src/space/config.js';
import { fromEntities, toEntities } from '../../src/space/entity.js';
import { Random } from '../../src/space/random.js';
import { hostCpu, missingHere } from '../../src/target/cpu.js';
import { formatTarget } from '../../src/target/parse.js';
import type { Target } from '../../src/target/target.js';
import { generate } from '../../src/templates/generate.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import { reference } from '../../src/templates/reference.js';
import type { Task, Template } from '../../src/templates/template.js';
import { awkwardWorkloads } from './shapes.js';
import { avx2, avx512, sm80, sm90, sse, withThreads } from './targets.js';

const runnable = [avx512, avx2, sse].filter((t) => missingHere(t.cpu).length === 0);
const targetsOf = {
  llvm: [...runnable, withThreads(runnable[0], 2)],
  cuda: [sm80, sm90],
};
/** Random configs of each shape and target, for a long proof; without, each shape has one, for the targets in turn. */
const asked = process.env['TUNE_CONTRACT_CONFIGS'];
const count = Number(asked ?? 1);

function samples(task: Task, random: Random, count: number): Config[] {
  const taken = new Map<number, Config>();
  for (let i = 0; i < count; i++) {
    const config = task.space.sample(random, new Set(taken.keys()));
    if (config) taken.set(config.index, config);
  }
  return [...taken.values()];
}

/** Kernels for a GPU run on this machine's CPU, block by block. */
function problemOf({ workload, target }: Task): Problem {
  const cpu = target.kind === 'cuda' ? hostCpu() : target.cpu;
  return { reference: reference(workload), cpu, threads: target.threads };
}

/** What every template promises, on every awkward shape of its operator. */
export function describeTemplate(template: Template): void {
  describe(`the template ${template.name}`, () => {
    const operator = findOperator(template.operator);
    const targets = targetsOf[template.target];
    let measurer: KernelMeasurer;
    beforeAll(async () => {
      measurer = await KernelMeasurer.create({ seed: 7 });
    });
    afterAll(() => measurer.close());

    const tasks = (target: Target): Task[] =>
      awkwardWorkloads(operator, typesOf(template))
        .filter((workload) => refusal(template, workload, target) === undefined)
        .map((workload) => ({ template, workload, target, space: template.define(workload, target) }));

    test.each(targets.map((t, turn) => [formatTarget(t), t, turn] as const))(
      'is right on awkward shapes with random configs, on %s',
      async (__, target, turn) => {
        const takenInTurn = (_: Task, i: number): boolean => asked !== undefined || i % targets.length === turn;
        const random = new Random(target.threads * 1000 + target.vector.lanes + (target.gpu?.sharedPerBlock ?? 0));
        for (const task of tasks(target).filter(takenInTurn)) {
          const configs = samples(task, random, count);
          const { tolerance } = template;
          const entries = configs.map((config) => ({ make: () => generate(task, config), tolerance }));
          let i = 0;
          for await (const { error, message } of measurer.measure(problemOf(task), entries)) {
            const what = `${task.workload.name} ${JSON.stringify(configs[i++].values)}`;
            expect({ what, error, message }).toEqual({ what, error: ErrorNo.none, message: undefined });
          }
        }
      },
      60_000 + 30_000 * count,
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
      for (const task of targets.flatMap(tasks)) {
        const configs = samples(task, new Random(2), 5);
        expect(configs.length).toBeGreaterThan(0);
        for (const config of configs) {
          expect(fromEntities(task.space, toEntities(task.space, config))).toEqual(config);
          expect(operator.decode(JSON.parse(JSON.stringify(operator.encode(task.workload))) as WorkloadArg[])).toEqual(
            task.workload,
          );
        }
      }
    });
  });
}
