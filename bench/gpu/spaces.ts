import { Command } from 'commander';
import { explain, exitCodeOf } from '../../src/cli/errors.js';
import { wholeNumber } from '../../src/cli/options.js';
import { failureText } from '../../src/cli/render/words.js';
import { UsageError } from '../../src/target/errors.js';
import type { Target } from '../../src/target/target.js';
import { refusal } from '../../src/templates/refusal.js';
import { templates } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import type { Task } from '../../src/templates/template.js';
import { buildOnly } from '../../src/tuner/dry-run.js';
import { markdownRow, markdownTable } from '../markdown-table.js';
import { jobOf, jobs, type Job } from './jobs.js';
import { parseTarget } from '../../src/backend/registry.js';

interface Options {
  readonly configs: number;
  readonly seed: number;
  readonly arch: readonly string[];
  readonly workload: readonly Job[];
}

/** How much of each space is worth measuring, which needs a compiler, but no GPU. */
const program = new Command()
  .name('bench:gpu:spaces')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('How many random configs of each CUDA template can be instantiated, built and launched, as a table.')
  .option('--configs <n>', 'of each template, workload and architecture', wholeNumber('--configs', 1), 20)
  .option('--seed <n>', 'of the draws', wholeNumber('--seed', 0), 1)
  .option('--arch <names...>', 'architectures', ['sm_80', 'sm_90'])
  .option(
    '--workload <words>',
    'in the place of all suites; may be given again',
    (words: string, before: readonly Job[]) => [...before, jobOf(words)],
    [],
  )
  .action(async ({ configs, seed, arch, workload }: Options) => {
    const targets = arch.map((name) => parseTarget(`cuda -arch=${name}`));
    const chosen = workload.length > 0 ? workload : jobs;
    const tasks = chosen.flatMap((job) => targets.flatMap((target) => tasksOf(job, target)));
    if (tasks.length === 0)
      throw new UsageError('No CUDA template serves these workloads: `tune list templates` names them.');
    const head = ['workload', 'template', 'arch', 'configs of the space', 'drawn', 'failed', 'why'];
    process.stdout.write(`${markdownTable(head, [])}\n`);
    const rows: string[][] = [];
    for (const { name, task } of tasks) {
      rows.push(await rowOf(name, task, configs, seed));
      process.stdout.write(`${markdownRow(rows.at(-1)!)}\n`);
    }
    process.stdout.write(`\n${sumOf(rows)}\n`);
  });

function tasksOf({ name, workload }: Job, target: Target): readonly { name: string; task: Task }[] {
  return templates
    .filter((one) => one.operator === workload.operator && refusal(one, workload, target) === undefined)
    .map((template) => ({ name, task: makeTask(template, workload, target) }));
}

async function rowOf(name: string, task: Task, configs: number, seed: number): Promise<string[]> {
  const { signal } = new AbortController();
  const { built, failures } = await buildOnly([task], configs, { seed, signal });
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  const why = failures
    .map(({ class: name, count, message }) => `${count} ${failureText({ class: name })}: ${message}`)
    .join('; ');
  return [name, task.template.name, task.target.arch, `${task.space.size}`, `${built + failed}`, `${failed}`, why];
}

function sumOf(rows: readonly (readonly string[])[]): string {
  const sum = (column: number): number => rows.reduce((total, row) => total + Number(row[column]), 0);
  const [drawn, failed] = [sum(4), sum(5)];
  return `${failed} of ${drawn} configs failed (${((100 * failed) / drawn).toFixed(1)} %).`;
}

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`bench:gpu:spaces: ${explain(error) ?? ''}\n`);
  process.exitCode = exitCodeOf(error);
});
