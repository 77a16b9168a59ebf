/**
 * `npm run soak:wrong-kernels -- --wrong 20 --right 10000`: kernels of templates that are made wrong, so many of each
 * kind and template, among right ones, and right ones on inputs drawn anew again and again. Ends with status 1 when a
 * wrong one passes or a right one is refused.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asCpuKernel } from '../../src/backend/cpu/builder.js';
import { openCpu } from '../../src/backend/cpu/device.js';
import { reference } from '../../src/backend/cpu/reference.js';
import type { CpuKernel } from '../../src/backend/cpu/cpu-kernel.js';
import { generate } from '../../src/backend/generate.js';
import { parseTarget } from '../../src/backend/registry.js';
import type { Entry } from '../../src/measure/build-loop.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { ErrorNo } from '../../src/measure/measurement.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { findTemplate } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import type { Task } from '../../src/templates/template.js';
import { toleranceOf } from '../../src/templates/tolerance.js';
import { wronged, wrongs, type Wrong } from '../measure/wrong-kernels.js';
import { errorsIn } from '../support/shipped.js';

const image = { inChannels: '16', outChannels: '24', height: '15', width: '13', kernel: '3', pad: '1' };

/** Templates, a small shape of each, and the length of its sums. */
const subjects: readonly (readonly [template: string, shape: Readonly<Record<string, string>>, terms: number])[] = [
  ['matmul.blocked', { m: '61', n: '80', k: '96' }, 96],
  ['matmul.dot', { m: '61', n: '80', k: '96', transB: 'true' }, 96],
  ['conv2d.direct', image, 144],
  ['conv2d.im2col', image, 144],
  ['conv2d.winograd', image, 144],
  ['conv2d.depthwise', { ...image, outChannels: '16', groups: '16' }, 9],
];

const { values: asked } = parseArgs({
  options: { wrong: { type: 'string', default: '20' }, right: { type: 'string', default: '10000' } },
});
const random = new Random(16);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
let missed = 0;
let refused = 0;

function taskOf([name, shape]: (typeof subjects)[number]): Task {
  const template = findTemplate(name);
  return makeTask(template, findOperator(template.operator).workload(undefined, shape), parseTarget('llvm', 2));
}

function entryOf(task: Task, config: Config, change: (kernel: CpuKernel) => CpuKernel = (kernel) => kernel): Entry {
  return { make: () => change(asCpuKernel(generate(task, config))), tolerance: toleranceOf(task, config) };
}

/** What is written beyond an output may lie in the memory without access behind it. */
const found = [ErrorNo.wrongAnswer, ErrorNo.runtimeDevice];

/** Those that are not as they should be, by what is said of each. */
async function measured(
  measurer: KernelMeasurer,
  task: Task,
  entries: readonly Entry[],
  isRight: (place: number) => boolean,
): Promise<readonly string[]> {
  const problem = { reference: reference(task.workload), target: task.target };
  const others: string[] = [];
  let place = 0;
  for await (const { error, message = 'it passed' } of measurer.measure(problem, entries)) {
    const expected: readonly ErrorNo[] = isRight(place) ? [ErrorNo.none] : found;
    if (!expected.includes(error)) others.push(message);
    place++;
  }
  return others;
}

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
        const others = await measured(measurer, task, [bad, entryOf(task, config)], (place) => place === 1);
        for (const other of others) print(`  ${task.template.name}, ${wrong.name}: ${other}`);
        missed += others.length;
      }
      injected += count;
    }
    print(`${wrong.name}: ${injected} injected, ${missed - before} missed or right ones refused`);
  }
}

async function measureRight(measurer: KernelMeasurer, count: number): Promise<void> {
  const each = Math.ceil(count / subjects.length);
  for (const subject of subjects) {
    const task = taskOf(subject);
    const entries = Array.from({ length: 40 }, () => entryOf(task, task.space.sample(random)!));
    let done = 0;
    const before = refused;
    while (done < each) {
      const some = entries.slice(0, each - done);
      const others = await measured(measurer, task, some, () => true);
      for (const other of others) print(`  ${task.template.name}: ${other}`);
      refused += others.length;
      done += some.length;
    }
    print(`${task.template.name}: ${done} right ones, ${refused - before} refused`);
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
  await injectWrong(measurer, Number(asked.wrong));
  await measureRight(measurer, Number(asked.right));
} finally {
  await measurer.close();
}
print(`${missed} missed, ${refused} refused`);
process.exitCode = missed + refused > 0 ? 1 : 0;
