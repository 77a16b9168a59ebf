import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openChecker } from '../../../../../src/backend/cpu/contract.js';
import { registerInstructionSet } from '../../../../../src/backend/cpu/isa/registry.js';
import { hostTarget, type CpuTarget } from '../../../../../src/backend/cpu/target.js';
import { hostToolchain } from '../../../../../src/backend/cpu/toolchains.js';
import { generate } from '../../../../../src/backend/generate.js';
import { formatTarget, parseTarget } from '../../../../../src/backend/registry.js';
import { checkKernels } from '../../../../../src/catalogue/contract/contract.js';
import { samples, tasksOn } from '../../../../../src/catalogue/contract/tasks.js';
import { KernelMeasurer } from '../../../../../src/measure/kernels.js';
import { findOperator } from '../../../../../src/operator/registry.js';
import { Random } from '../../../../../src/space/random.js';
import { findTemplate } from '../../../../../src/templates/registry.js';
import { pair8 } from '../../../../fixtures/isa/pair8.js';
import { scalar4 } from '../../../../fixtures/isa/scalar4.js';

/** Instruction sets from outside of src: templates, code generator and device serve them without a change. */
const added = [scalar4, pair8];
const removals = added.map(registerInstructionSet);

/** Of every twelfth of the awkward shapes one config. */
const SHARE = 12;

let measurer: KernelMeasurer;
beforeAll(async () => {
  measurer = await KernelMeasurer.create((options) => openChecker(hostTarget(1), options), { seed: 7 });
});
afterAll(async () => {
  for (const remove of removals) remove();
  await measurer.close();
});

describe.each(added.map((set) => [set.name, set] as const))('%s', (name, { vectors }) => {
  const text = `llvm -mcpu=${hostToolchain().anyCpu}+${name} -threads=1`;
  const target = parseTarget(text) as CpuTarget;
  const lanes = vectors!.bytes / 4;

  test('is the vectors of a target that names it', () => {
    expect(target.vector).toMatchObject({ ...vectors, lanes });
    expect(formatTarget(target)).toBe(text);
    expect(parseTarget(text)).toEqual(target);
  });

  test.each(['matmul.blocked', 'conv2d.direct', 'pool.window'])(
    'kernels of %s are right on it',
    async (templateName) => {
      const template = findTemplate(templateName);
      const tasks = tasksOn(target, template, findOperator(template.operator));
      const random = new Random(3);
      const sources: string[] = [];
      for (const task of tasks.filter(({ number }) => number % SHARE === 0)) {
        const [config] = samples(task, random, 1);
        sources.push(generate(task, config!).source);
        for await (const { error, problem } of checkKernels(task, [config!], measurer))
          expect([task.workload.name, error, problem]).toEqual([task.workload.name, 0, undefined]);
      }
      expect(sources.length).toBeGreaterThan(2);
      const widths = sources.flatMap((source) => Array.from(source.matchAll(/typedef float v(\d+) /g), ([, n]) => n));
      expect(new Set(widths.filter((width) => width !== '1'))).toEqual(new Set(lanes === 1 ? [] : [`${lanes}`]));
      if (templateName === 'pool.window' && lanes > 1)
        expect(sources.join()).toContain('v2 max2(v2 a, v2 b) { return (v2){a[0] > b[0] ? a[0] : b[0], ');
    },
    240_000,
  );
});
