/**
 * `npm run bench:export -- LOG... [--starts N]`: exports the best kernels of logs, builds the library, runs its
 * self-test, asks its benchmark what finding a kernel costs, and compares each of its kernels with the one that a
 * replay builds of the same record: whether both have the same machine code, which no noise can hide, and, where this
 * CPU can run them, their times in turns. A ratio above 1 says that the library's is the faster.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { exportKernels } from '../src/api/export.js';
import { bestOfLogs } from '../src/log/read-logs.js';
import { generate } from '../src/backend/generate.js';
import { reference } from '../src/backend/cpu/reference.js';
import { missingHere } from '../src/backend/cpu/march.js';
import { formatTarget } from '../src/backend/registry.js';
import type { Driver } from '../src/measure/driver.js';
import { buildKernel, startBuilt, startKernel } from '../src/products/bench/ours.js';
import { interleave } from '../src/measure/rounds.js';
import { speedRatio } from '../src/measure/statistics.js';
import { Scratch } from '../src/measure/scratch.js';
import type { DeviceKernel } from '../src/ir/device-kernel.js';
import type { Target } from '../src/target/target.js';
import { rebuild, type RebuiltTask } from '../src/tuner/rebuild.js';
import { markdownTable } from './markdown-table.js';

const ROUNDS = 15;
const NAME = 'exported';

const { values, positionals: logs } = parseArgs({
  allowPositionals: true,
  options: { starts: { type: 'string', default: '7' } },
});
const starts = Math.max(1, Number(values.starts) || 7);

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Seconds that a command takes, and what it says. */
function run(folder: string, program: string, ...args: readonly string[]): { seconds: number; said: string } {
  const start = performance.now();
  const said = execFileSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { seconds: (performance.now() - start) / 1000, said };
}

/** A kernel of the library with the ABI of the runner: its own object file, and calls of its functions. */
function adapted(folder: string, name: string, { args }: DeviceKernel): string {
  const call = (to: string, at: number, from: string): string => `  ${to}(${from}[${at}], `;
  const conversions = args.flatMap(({ packedBytes, role, name: argument }, at) =>
    packedBytes > 0 ? [{ role, argument, at }] : [],
  );
  const packs = conversions
    .filter(({ role }) => role === 'input')
    .map(({ argument, at }) => `${call(`${name}_pack_${argument}`, at, 'args')}packed[${at}]);`);
  const unpacks = conversions
    .filter(({ role }) => role === 'output')
    .map(({ argument, at }) => `${call(`${name}_unpack_${argument}`, at, 'packed')}args[${at}]);`);
  const source = [
    `#include "${NAME}_kernels.h"`,
    `void kernel(void *const *args, void *workspace) { ${name}(${args.map((_, i) => `args[${i}]`).join(', ')}, workspace); }`,
    `void pack(void *const *args, void *const *packed) {\n${packs.join('\n')}\n  (void)args, (void)packed;\n}`,
    `void unpack(void *const *packed, void *const *args) {\n${unpacks.join('\n')}\n  (void)args, (void)packed;\n}`,
  ].join('\n');
  const [file, library] = [join(folder, `${name}.c`), join(folder, `${name}.so`)];
  writeFileSync(file, source);
  run(folder, 'gcc', '-O2', '-shared', '-fPIC', '-Iinclude', file, `build/kernels/${name}.o`, '-o', library);
  return library;
}

/** The instructions of a kernel, addresses and padding left out; of one with threads those of its parallel loops. */
function instructions(file: string): string {
  const text = execFileSync('objdump', ['-d', '--no-show-raw-insn', file], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const functions = Array.from(text.matchAll(/^[0-9a-f]+ <([\w.]+)>:\n([^]*?)(?:\n\n|$(?![^]))/gm));
  const own = functions.filter(([, name]) => /^(kernel|run\._omp_fn\.\d+)$/.test(name!)).map(([, , lines]) => lines!);
  return own
    .flatMap((lines) => lines.split('\n'))
    .map((line) => line.replace(/^\s*[0-9a-f]+:\s*/, '').replace(/#.*|<.*?>/g, ''))
    .map((line) => line.replace(/^(j\w+|call\w*)\b.*/, '$1').replace(/(0x)?[0-9a-f]+\(%rip\)/, '(%rip)'))
    .filter((line) => !/nop|data16|xchg +%ax,%ax/.test(line))
    .map((line) => line.trim())
    .join('\n');
}

/** Whether a kernel of the library has the machine code of the one that a replay builds. */
async function isSame(folder: string, name: string, kernel: DeviceKernel, target: Target): Promise<boolean> {
  const scratch = new Scratch();
  try {
    const replayed = instructions(await buildKernel(kernel, target, scratch));
    return replayed !== '' && replayed === instructions(join(folder, 'build', 'kernels', `${name}.o`));
  } finally {
    scratch.close();
  }
}

/**
 * How many times as fast the library's kernel is, in each of several starts: where operands lie in memory is drawn anew
 * in each, which decides more than rounds of one start show. They take turns at being started first, since what is
 * started later finds less memory in one piece.
 */
async function compare(folder: string, name: string, { task, config, operator }: RebuiltTask): Promise<string[]> {
  const kernel = generate(task, config);
  const one = { kernel, naive: reference(task.workload, undefined, operator), target: task.target };
  const library = adapted(folder, name, kernel);
  const ratios: number[] = [];
  for (let start = 0; start < starts; start++) {
    const scratch = new Scratch();
    const drivers: Driver[] = [];
    try {
      const both = [
        () => startBuilt({ ...one, name: 'library' }, library, scratch),
        () => startKernel({ ...one, name: 'replay' }, scratch),
      ];
      const isFirst = start % 2 === 0;
      for (const begin of isFirst ? both : both.toReversed()) drivers.push(await begin());
      const [first, second] = await interleave(drivers, { rounds: ROUNDS });
      const ratio = speedRatio(first!.seconds, second!.seconds).median;
      ratios.push(isFirst ? ratio : 1 / ratio);
    } finally {
      await Promise.all(drivers.map((driver) => driver.stop()));
      scratch.close();
    }
  }
  return [median(ratios).toFixed(3), `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`];
}

const scratch = new Scratch();
try {
  const folder = join(scratch.folder, NAME);
  const { kernels } = await exportKernels(logs, { out: folder, name: NAME, onNote: say });
  const built = run(folder, 'make', '-j2', 'all');
  say(`${kernels.length} kernels, built in ${built.seconds.toFixed(1)} s`);
  const test = run(folder, 'make', 'test');
  say(`self-test in ${test.seconds.toFixed(1)} s: ${test.said.trim().split('\n').at(-1)!}`);
  say(run(folder, 'make', 'bench').said.trim().split('\n').at(-1)!);
  const rows: string[][] = [];
  for (const { record } of await bestOfLogs(logs)) {
    const rebuilt = rebuild(record);
    const { workload, target } = rebuilt.task;
    const kernel = kernels.find((one) => one.workload === workload.name && one.target === formatTarget(target));
    if (!kernel) continue;
    const same = await isSame(folder, kernel.name, generate(rebuilt.task, rebuilt.config), target);
    const runs = missingHere(target.arch).length === 0;
    const times = runs ? await compare(folder, kernel.name, rebuilt) : ['not here', ''];
    rows.push([`${workload.name} ${record.target}`, same ? 'the same' : 'another', ...times]);
  }
  say(
    markdownTable(
      ['kernel', 'machine code', 'times as fast as in a replay', `lowest to highest of ${starts} starts`],
      rows,
    ).trim(),
  );
} finally {
  scratch.close();
}
