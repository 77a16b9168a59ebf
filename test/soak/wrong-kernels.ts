/**
 * `npm run soak:wrong-kernels -- --wrong 20 --right 10000`: kernels of templates that are made wrong, so many of each
 * kind and template, among right ones, and right ones on inputs drawn anew again and again. Ends with status 1 when a
 * wrong one passes or a right one is refused.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openCpu } from '../../src/backend/cpu/device.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { ErrorNo } from '../../src/measure/measurement.js';
import { Random } from '../../src/space/random.js';
import type { Task } from '../../src/templates/template.js';
import { wronged, wrongs, type Wrong } from '../measure/wrong-kernels.js';
import { errorsIn } from '../support/shipped.js';
import { readSoakOptions } from '../support/soak-options.js';
import { entryOf, measured, measureRight, subjects, taskOf } from './right-kernels.js';

const asked = readSoakOptions({
  name: 'soak:wrong-kernels',
  text: 'Measures kernels of templates that are made wrong, and right ones on inputs drawn anew.',
  options: {
    wrong: { default: 20, text: 'of each kind and template' },
    right: { default: 10_000, text: 'right kernels' },
  },
}).values;
const random = new Random(16);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
let missed = 0;
let refused = 0;

/** What is written beyond an output may lie in the memory without access behind it. */
const found: readonly ErrorNo[] = [ErrorNo.wrongAnswer, ErrorNo.runtimeDevice];

/** Winograd's own errors hide a deviation as small as that of the first kind. */
const isFound = ({ name }: Wrong, task: Task): boolean => task.template.saving === undefined || !name.includes('5e-5');

async function injectWrong(measurer: KernelMeasurer, count: number): Promise<void> {
  for (const wrong of wrongs) {
    let injected = 0;
    const before = missed;
    for (const subject of subjects) {
      const task = taskOf(subject);
      if (!isFound(wrong, task)) continue;
      const magnitude = Math.sqrt(subject[2]) / 3;
      for (let i = 0; i < count; i++) {
        const config = task.space.sample(random)!;
        const bad = entryOf(task, config, (kernel) => wronged(kernel, wrong, magnitude));
        const others = await measured(measurer, task, [bad, entryOf(task, config)], (error, place) =>
          (place === 1 ? [ErrorNo.none] : found).includes(error),
        );
        for (const other of others) print(`  ${task.template.name}, ${wrong.name}: ${other}`);
        missed += others.length;
      }
      injected += count;
    }
    print(`${wrong.name}: ${injected} injected, ${missed - before} missed or right ones refused`);
  }
}

async function compareLogs(): Promise<void> {
  const folder = 'logs/shipped';
  for (const log of readdirSync(folder))
    for (const errors of await errorsIn(join(folder, log))) {
      const { template, kernels, largestShare } = errors;
      refused += errors.refused;
      print(
        `${log}, ${template}: ${kernels} right ones, ${errors.refused} beyond, the largest error ${largestShare.toFixed(2)} of the allowed`,
      );
    }
}

const measurer = await KernelMeasurer.create(openCpu, { seed: 16 });
try {
  await compareLogs();
  await injectWrong(measurer, asked.wrong);
  refused += await measureRight(measurer, asked.right, random, print);
} finally {
  await measurer.close();
}
print(`${missed} missed, ${refused} refused`);
process.exitCode = missed + refused > 0 ? 1 : 0;
