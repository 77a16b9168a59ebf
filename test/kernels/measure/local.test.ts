import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LocalMeasurer } from '../../../src/backend/measurer.js';
import { ErrorNo, type Trial } from '../../../src/measure/measurement.js';
import { SpaceBuilder } from '../../../src/space/builder.js';

import type { Operator } from '../../../src/operator/operator.js';
import type { Target } from '../../../src/target/target.js';
import type { Task, Template } from '../../../src/templates/template.js';
import { count, kernel, loop, slow } from '../../measure/fixture.js';
import { parseTarget } from '../../../src/backend/registry.js';
import { compute } from '../../../src/ir/compute.js';
import { constantValue } from '../../../src/ir/value.js';
import { InstantiationError } from '../../../src/ir/errors.js';

/** A task whose only knob says what becomes of each config; the generator and the reference of the tests know it. */
function task(target: Target = parseTarget('llvm'), name = 'one', tolerance = 1e-5): Task {
  const space = new SpaceBuilder().choice('fate', ['right', 'slow', 'wrong', 'refused', 'broken', 'rough']).build();
  const template: Template = {
    name: 'fates',
    operator: 'fate',
    target: 'simd',
    summary: '',
    version: 1,
    tolerance,
    define: () => space,
    schedule: () => {
      throw new Error('not used');
    },
  };
  const output = compute('C', [17, 59], ['i', 'j'], () => constantValue(0));
  const computation = { inputs: [], output, constants: [] };
  const operator = { name: 'fate', flops: () => 3 * count, computation: () => computation } as unknown as Operator;
  return { template, workload: { operator: 'fate', name, shape: { name } }, target, space, operator };
}

const kernelOf = {
  right: kernel(loop),
  slow: slow(0.002),
  wrong: kernel('C[0] = 1;'),
  rough: kernel(`${loop} C[3] *= 1.001f;`),
} as const;

let measurer: LocalMeasurer;
beforeAll(async () => {
  measurer = await LocalMeasurer.create({
    seed: 3,
    generate: (_, { values }) => {
      if (values['fate'] === 'refused') throw new InstantiationError('tile too large for the registers');
      if (values['fate'] === 'broken') throw new TypeError('undefined is not a function');
      return kernelOf[values['fate'] as keyof typeof kernelOf];
    },
    reference: () => kernel(`/* reference */ ${loop}`),
  });
});
afterAll(() => measurer.close());

async function collect(run: AsyncIterable<Trial>): Promise<readonly Trial[]> {
  const all: Trial[] = [];
  for await (const measurement of run) all.push(measurement);
  return all;
}

describe('LocalMeasurer', () => {
  test('when configs fail at every stage then each is a measurement of its config with its class', async () => {
    const { space } = task();
    const configs = [3, 0, 2, 4].map((index) => space.get(index));
    const measurements = await collect(measurer.measure(task(), configs));
    expect(measurements.map(({ config }) => config)).toEqual(configs);
    expect(measurements.map(({ error }) => error)).toEqual([
      ErrorNo.instantiation,
      ErrorNo.none,
      ErrorNo.wrongAnswer,
      ErrorNo.unknown,
    ]);
    expect(measurements.at(0)!.message).toBe('tile too large for the registers');
    expect(measurements.at(3)!.message).toBe('the template failed: TypeError: undefined is not a function');
  });

  test('the tolerance is that of the template', async () => {
    const rough = [task().space.get(5)];
    expect((await collect(measurer.measure(task(), rough))).at(0)!.error).toBe(ErrorNo.wrongAnswer);
    const measurement = (await collect(measurer.measure(task(undefined, 'one', 1e-2), rough))).at(0)!;
    expect(measurement.error).toBe(ErrorNo.none);
    expect(measurement.maxRelError).toBeGreaterThan(1e-5);
  });

  test('when contenders are remeasured then results come in their order, whatever task they are of', async () => {
    const contenders = [
      { task: task(), config: task().space.get(1) },
      { task: task(undefined, 'other'), config: task().space.get(0) },
      { task: task(), config: task().space.get(0) },
    ];
    const results = await measurer.remeasure(contenders, { rounds: 2 });
    expect(results.map(({ config }) => config.values['fate'])).toEqual(['slow', 'right', 'right']);
    expect(results.map(({ error }) => error)).toEqual([0, 0, 0]);
    // A busy machine gets more of them.
    for (const { rounds } of results) expect(rounds.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...results.at(0)!.costs)).toBeGreaterThan(Math.min(...results.at(2)!.costs));
  });

  test('when it is aborted before it begins then nothing is measured', async () => {
    const signal = AbortSignal.abort();
    expect(await measurer.remeasure([{ task: task(), config: task().space.get(0) }], { signal })).toEqual([]);
    expect(await collect(measurer.measure(task(), [task().space.get(0)], { signal }))).toEqual([]);
  });

  test('when the target is not of this machine then one sentence says so', async () => {
    const gpu = task(parseTarget('cuda -arch=sm_90'));
    await expect(collect(measurer.measure(gpu, [gpu.space.get(0)]))).rejects.toThrow(/GPU|nvcc/);
  });
});
