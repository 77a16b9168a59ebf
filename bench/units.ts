/**
 * `npm run bench:units -- [--threads 1] [--kernels 12]`: kernels of conv2d.winograd on resnet18.C2, linked of their
 * units as in a search against compiled as one file as in a library, in turns. Prints the ratio of times, cut / whole.
 */
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { hostTarget } from '../src/backend/cpu/target.js';
import { reference } from '../src/backend/cpu/reference.js';
import { asCpuKernel } from '../src/backend/cpu/builder.js';
import { generate } from '../src/backend/generate.js';
import { backendOf, defaultBackend } from '../src/backend/registry.js';
import type { Entry } from '../src/measure/build-loop.js';
import { KernelMeasurer } from '../src/measure/kernels.js';
import { findOperator } from '../src/operator/registry.js';
import { Random } from '../src/space/random.js';
import { findTemplate } from '../src/templates/registry.js';
import { makeTask } from '../src/templates/task.js';
import { toleranceOf } from '../src/templates/tolerance.js';

const { values } = parseArgs({
  options: { threads: { type: 'string', default: '1' }, kernels: { type: 'string', default: '12' } },
});
const ROUNDS = 15;

const operator = findOperator('conv2d');
const workload = operator.workload('resnet18.C2', {});
const target = hostTarget(Number(values.threads));
const task = makeTask(findTemplate('conv2d.winograd'), workload, target, operator);

/** Both forms of kernels that consist of units. A source that differs by a comment is not that of its units. */
function pairs(count: number): readonly { readonly index: number; readonly forms: readonly Entry[] }[] {
  const random = new Random(7);
  const found = [];
  while (found.length < count) {
    const config = task.space.sample(random)!;
    const kernel = asCpuKernel(generate(task, config));
    if (!kernel.units) continue;
    const tolerance = toleranceOf(task, config);
    const whole = { ...kernel, source: `${kernel.source}/* whole */\n` };
    found.push({ index: config.index, forms: [kernel, whole].map((form) => ({ make: () => form, tolerance })) });
  }
  return found;
}

const measurer = await KernelMeasurer.create((options) => backendOf(defaultBackend).openDevice(options), { seed: 1 });
try {
  const ratios: number[] = [];
  for (const { index, forms } of pairs(Number(values.kernels))) {
    const [cut, whole] = await measurer.remeasure({ reference: reference(workload), target }, forms, {
      rounds: ROUNDS,
    });
    if (!cut || !whole || cut.error !== 0 || whole.error !== 0)
      throw new Error(cut?.message ?? whole?.message ?? 'a kernel was not timed');
    const ratio = median(cut.rounds.map((costs, round) => median([...costs]) / median([...whole.rounds[round]!])));
    ratios.push(ratio);
    process.stdout.write(`config ${index}: cut / whole ${ratio.toFixed(3)}\n`);
  }
  process.stdout.write(`median ${median(ratios).toFixed(3)}\n`);
} finally {
  await measurer.close();
}
