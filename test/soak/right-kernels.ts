/** Right kernels of templates with random configs, on inputs drawn anew again and again. */
import { asCpuKernel } from '../../src/backend/cpu/builder.js';
import { reference } from '../../src/backend/cpu/reference.js';
import type { CpuKernel } from '../../src/backend/cpu/cpu-kernel.js';
import { generate } from '../../src/backend/generate.js';
import { parseTarget } from '../../src/backend/registry.js';
import type { Entry } from '../../src/measure/build-loop.js';
import type { KernelMeasurer } from '../../src/measure/kernels.js';
import { ErrorNo } from '../../src/measure/measurement.js';
import { elementTypeOf } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Config } from '../../src/space/config.js';
import type { Random } from '../../src/space/random.js';
import { findTemplate } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import type { Task } from '../../src/templates/template.js';
import { toleranceOf } from '../../src/templates/tolerance.js';

const image = { inChannels: '16', outChannels: '24', height: '15', width: '13', kernel: '3', pad: '1' };

type Shape = Readonly<Record<string, string>>;

/** Templates, a small shape of each, and the length of its sums. */
export const subjects: readonly (readonly [template: string, shape: Shape, terms: number])[] = [
  ['matmul.blocked', { m: '61', n: '80', k: '96' }, 96],
  ['matmul.dot', { m: '61', n: '80', k: '96', transB: 'true' }, 96],
  ['conv2d.direct', image, 144],
  ['conv2d.im2col', image, 144],
  ['conv2d.winograd', image, 144],
  ['conv2d.depthwise', { ...image, outChannels: '16', groups: '16' }, 9],
];

/** Weights of 16 to 64 MB, in types of each width; they take longer, and have a smaller share. */
const large = ['float32', 'bfloat16', 'uint8'].map(
  (dtype) => ['matmul.blocked', { m: '1', n: '4096', k: '4096', constant: 'B', dtype }] as const,
);
const LARGE_SHARE = 1 / 50;

export function taskOf([name, shape]: readonly [template: string, shape: Shape, ...unknown[]]): Task {
  const template = findTemplate(name);
  const workload = findOperator(template.operator).workload(undefined, shape);
  return makeTask(template, workload, parseTarget('llvm', 2, elementTypeOf(workload)));
}

export function entryOf(
  task: Task,
  config: Config,
  change: (kernel: CpuKernel) => CpuKernel = (kernel) => kernel,
): Entry {
  return { make: () => change(asCpuKernel(generate(task, config))), tolerance: toleranceOf(task, config) };
}

/** Those that are not as they should be, by what is said of each. */
export async function measured(
  measurer: KernelMeasurer,
  task: Task,
  entries: readonly Entry[],
  isRight: (error: ErrorNo, place: number) => boolean,
): Promise<readonly string[]> {
  const problem = { reference: reference(task.workload), target: task.target };
  const others: string[] = [];
  let place = 0;
  for await (const { error, message = 'it passed' } of measurer.measure(problem, entries)) {
    if (!isRight(error, place++)) others.push(message);
  }
  return others;
}

/** So many, of all templates in turn; how many were refused. */
export async function measureRight(
  measurer: KernelMeasurer,
  count: number,
  random: Random,
  print: (line: string) => void,
): Promise<number> {
  let refused = 0;
  const ofLarge = Math.floor(count * LARGE_SHARE);
  const ofSmall = Math.ceil((count - large.length * ofLarge) / subjects.length);
  const all = [
    ...subjects.map((subject) => ({ subject, each: ofSmall })),
    ...large.map((subject) => ({ subject, each: ofLarge })),
  ];
  for (const { subject, each } of all) {
    const task = taskOf(subject);
    const entries = Array.from({ length: 40 }, () => entryOf(task, task.space.sample(random)!));
    let done = 0;
    const before = refused;
    while (done < each) {
      const some = entries.slice(0, each - done);
      const others = await measured(measurer, task, some, (error) => error === ErrorNo.none);
      for (const other of others) print(`  ${task.template.name}: ${other}`);
      refused += others.length;
      done += some.length;
    }
    print(`${task.template.name} ${task.workload.name}: ${done} right ones, ${refused - before} refused`);
  }
  return refused;
}
