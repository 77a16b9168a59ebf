import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ErrorNo } from '../../src/measure/measurement.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import type { WorkloadArg } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Config } from '../../src/space/config.js';
import { fromEntities, toEntities } from '../../src/space/entity.js';
import { Random } from '../../src/space/random.js';
import { missingHere } from '../../src/backend/cpu/march.js';
import { openEmulator } from '../../src/backend/cuda/emulator.js';
import type { Target, TargetModel } from '../../src/target/target.js';
import { generate } from '../../src/backend/generate.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import type { Task, Template } from '../../src/templates/template.js';
import { emulatedCpu, openCpuUnderTest } from './emulated.js';
import { awkwardWorkloads } from './shapes.js';
import { avx2, avx512, sm80, sm90, sse, withThreads } from './targets.js';
import { formatTarget } from '../../src/backend/registry.js';
import { reference } from '../../src/backend/cpu/reference.js';

const emulated = emulatedCpu(1);
const runnable = emulated ? [emulated] : [avx512, avx2, sse].filter((t) => missingHere(t.arch).length === 0);
const targetsOf = {
  simd: [...runnable, withThreads(runnable.at(0)!, 2)],
  simt: [sm80, sm90],
};
/**
 * Random configs of each shape and target, for a long proof; without, every other shape has one, for the targets in
 * turn.
 */
const asked = process.env['TUNE_CONTRACT_CONFIGS'];
const count = Number(asked ?? 1);

/** Kernels for a GPU run on this machine's CPU, block by block. */
const deviceOf = { simd: openCpuUnderTest, simt: openEmulator };

function seedOf(target: Target): number {
  if (target.model === 'simt') return 1004 + target.gpu.sharedPerBlock;
  return target.threads * 1000 + target.vector.lanes;
}

function samples(task: Task, random: Random, count: number): Config[] {
  const taken = new Map<number, Config>();
  for (let i = 0; i < count; i++) {
    const config = task.space.sample(random, new Set(taken.keys()));
    if (config) taken.set(config.index, config);
  }
  return [...taken.values()];
}

/** A task of a template, and the place of its workload among the awkward ones. */
type Numbered = Task & { readonly number: number };

/**
 * Spaces remember which of their points are valid, which can take longer to find than to build a kernel: each is made
 * once.
 */
function tasksOf(template: Template): ReadonlyMap<Target, readonly Numbered[]> {
  const workloads = [...awkwardWorkloads(findOperator(template.operator), typesOf(template)).entries()];
  const tasks = targetsOf[template.target].map((target) => {
    const served = workloads.filter(([, workload]) => refusal(template, workload, target) === undefined);
    const task = ([number, workload]: (typeof served)[number]): Numbered => {
      return { number, template, workload, target, space: template.define(workload, target) };
    };
    return [target, served.map(task)] as const;
  });
  return new Map(tasks.filter(([, some]) => some.length > 0));
}

/** Kernels that were right. */
let right = 0;

/**
 * What every template promises, on every awkward shape of its operator. References of shapes that they share are built
 * once.
 */
export function describeTemplates(target: TargetModel, some: readonly Template[]): void {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(deviceOf[target], { seed: 7 });
  });
  afterAll(async () => {
    if (asked !== undefined) process.stdout.write(`${some.length} templates, ${right} kernels right\n`);
    await measurer.close();
  });
  for (const [place, template] of some.entries()) describeTemplate(template, place, () => measurer);
}

function describeTemplate(template: Template, place: number, measurer: () => KernelMeasurer): void {
  describe(`the template ${template.name}`, () => {
    const operator = findOperator(template.operator);
    const tasks = tasksOf(template);

    /** Templates that are neighbours take every other workload each, and their targets these in turn. */
    const isInTurn = ({ number, target }: Numbered): boolean => {
      const serving = [...tasks].flatMap(([t, some]) => (some.some((task) => task.number === number) ? [t] : []));
      return (number + place) % 2 === 0 && serving[(number >> 1) % serving.length] === target;
    };

    /** One task at least. */
    const chosen = (some: readonly Numbered[]): readonly Numbered[] => {
      if (asked !== undefined) return some;
      const inTurn = some.filter(isInTurn);
      return inTurn.length > 0 ? inTurn : some.slice(0, 1);
    };

    test.each([...tasks].map(([target, some]) => [formatTarget(target), target, some] as const))(
      'is right on awkward shapes with random configs, on %s',
      async (__, target, some) => {
        const random = new Random(seedOf(target));
        for (const task of chosen(some)) {
          const configs = samples(task, random, count);
          const { tolerance } = template;
          const entries = configs.map((config) => ({ make: () => generate(task, config), tolerance }));
          let measured = 0;
          for await (const { error, message } of measurer().measure(
            { reference: reference(task.workload), target },
            entries,
          )) {
            const what = `${task.workload.name} ${JSON.stringify(configs.at(measured++)!.values)}`;
            expect({ what, error, message }).toEqual({ what, error: ErrorNo.none, message: undefined });
          }
          expect(measured).toBe(configs.length);
          right += measured;
        }
      },
      60_000 + 30_000 * count,
    );

    test('is a pure function: the same config gives the same source', () => {
      for (const task of [...tasks.values()].flatMap(chosen)) {
        const config = samples(task, new Random(1), 1).at(0)!;
        expect(generate(task, config).source).toBe(generate(task, config).source);
      }
    });

    test('has a config for every awkward shape, and its configs survive the log', () => {
      for (const task of [...tasks.values()].flat()) {
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
