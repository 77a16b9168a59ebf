/**
 * `npm run soak:export -- [--seed 1]`: exports a random config of every template for CPUs on every awkward shape, and
 * on some of them of every type, for every width of vectors of this machine, and builds the library by each compiler
 * that is here with warnings as errors, and under the address and undefined-behaviour sanitizers. Each self-test must
 * pass, and all sources must be C++, too.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { contractTargets } from '../../src/backend/cpu/contract.js';
import { exportLibrary } from '../../src/backend/cpu/library/library.js';
import type { CpuTarget } from '../../src/backend/cpu/target.js';
import type { LibraryItem } from '../../src/backend/library/library.js';
import { writeFolder } from '../../src/backend/library/write-folder.js';
import { kernelTypes } from '../../src/elements/registry.js';
import { Scratch } from '../../src/measure/scratch.js';
import { findOperator } from '../../src/operator/registry.js';
import { awkwardWorkloads } from '../../src/catalogue/contract/tasks.js';
import { Random } from '../../src/space/random.js';
import { isOnCpu } from '../../src/templates/narrow.js';
import { refusal } from '../../src/templates/refusal.js';
import { templates } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import { readSoakOptions } from '../support/soak-options.js';

const { seed } = readSoakOptions({
  name: 'soak:export',
  text: 'Exports a random config of every template for CPUs on every awkward shape, builds and tests the libraries.',
  options: { seed: { default: 1, text: 'of the configs' } },
}).values;
const types = kernelTypes()
  .filter(isOnCpu)
  .map(({ name }) => name);

function itemsOf(random: Random): LibraryItem<CpuTarget>[] {
  const items: LibraryItem<CpuTarget>[] = [];
  for (const target of contractTargets(undefined))
    for (const template of templates.filter(({ target: model }) => model === target.model)) {
      const operator = findOperator(template.operator);
      for (const workload of awkwardWorkloads(operator, types)) {
        if (refusal(template, workload, target) !== undefined) continue;
        const task = { ...makeTask(template, workload, target), target };
        const config = task.space.sample(random);
        if (config) items.push({ task, config, tuned: undefined, origin: `seed ${seed}` });
      }
    }
  return items;
}

const scratch = new Scratch();
let failed = false;
try {
  const items = itemsOf(new Random(seed));
  const { files, kernels, refused } = exportLibrary('soak', items);
  const folder = join(scratch.folder, 'soak');
  writeFolder(folder, files, { force: false });
  process.stdout.write(`${kernels.length} kernels of ${items.length} configs, ${refused.length} refused\n`);
  const compilers = ['gcc', 'clang-16'].filter((name) => spawnSync(name, ['--version']).status === 0);
  // Sums of whole numbers wrap, those of lanes that are not stored at random.
  const sanitized = '-fsanitize=address,undefined -fno-sanitize=signed-integer-overflow -fno-sanitize-recover=all';
  const builds = [...compilers.map((name) => [name, '-Werror'] as const), ['gcc', `-O1 ${sanitized}`] as const];
  for (const compiler of ['g++', 'clang++-16'].filter((name) => spawnSync(name, ['--version']).status === 0)) {
    const sources = [...files.keys()].filter((file) => /^(src|test)\/.*\.c$/.test(file));
    const warnings = ['-Wall', '-Wextra', '-Werror', '-fopenmp'];
    const common = ['-x', 'c++', '-std=c++14', '-march=native', ...warnings, '-Iinclude', '-Isrc', '-fsyntax-only'];
    const { status, stderr } = spawnSync(compiler, [...common, ...sources], { cwd: folder, encoding: 'utf8' });
    failed ||= status !== 0;
    process.stdout.write(`${compiler}: ${sources.length} sources, ${status === 0 ? 'no warning' : stderr}\n`);
  }
  for (const [compiler, flags] of builds) {
    const make = (...what: readonly string[]): string =>
      execFileSync('make', ['-j2', `CC=${compiler}`, `CFLAGS=${flags}`, ...what], { cwd: folder, encoding: 'utf8' });
    try {
      make('clean');
      make('all');
      process.stdout.write(`${compiler} ${flags}: ${make('test').trim().split('\n').at(-1)!}\n`);
    } catch (error) {
      failed = true;
      const { stdout = '', message } = error as Error & { stdout?: string };
      process.stdout.write(
        `${compiler} ${flags}: ${message}\n${stdout
          .split('\n')
          .filter((line) => /^FAIL/.test(line))
          .join('\n')}\n`,
      );
    }
  }
} finally {
  scratch.close();
}
process.exitCode = failed ? 1 : 0;
