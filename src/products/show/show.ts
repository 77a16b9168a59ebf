import { catalogueWith, modulesSchema } from '../../catalogue/resolve.js';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { generate } from '../../backend/generate.js';
import { backendOf } from '../../backend/registry.js';
import type { Recipe } from '../../backend/recipe.js';
import type { DeviceKernel } from '../../ir/device-kernel.js';
import { nestText } from '../../codegen/nest-text.js';
import { lower } from '../../ir/lower.js';
import { traced } from '../../ir/trace.js';
import { firstUsefulLine } from '../../measure/first-useful-line.js';
import { Scratch } from '../../measure/scratch.js';
import { rank } from '../../log/record/best.js';
import { versionKey } from '../../log/record/key.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { timeOf } from '../../log/record/time.js';
import type { Config } from '../../space/config.js';
import { toEntities } from '../../space/entity.js';
import { MissingError, UsageError, WorkError } from '../../target/errors.js';
import { countsOf } from '../../operator/counts.js';
import { configKeys, count, counts, gflops, seconds } from '../../log/json-keys.js';
import type { Task } from '../../templates/template.js';
import { rebuild } from '../../tuner/rebuild.js';
import { chooseRecord } from './choose-record.js';
import { bestOfLogs, onNoteSchema, recordsOfLogs } from '../../log/read-logs.js';

export const shownSchema = z.object({
  operator: z.string(),
  workload: z.string(),
  target: z.string().describe('as the log writes it'),
  fingerprint: z.string().nullable().describe('the machine of the record; null where it names none'),
  ...configKeys,
  seconds: seconds.nullable().describe('a call; null of a config that the log holds no time of'),
  gflops: gflops.nullable(),
  counts,
  log: z.string(),
  line: count.nullable().describe('of the log, from 1; null of a config that it does not hold'),
  schedule: z
    .array(z.string())
    .describe('the primitives, in the order in which the template applied them; none of `tune source`'),
  nest: z.string().describe('the loop nest; empty of `tune source`'),
  source: z.string().describe('the generated kernel'),
  source_file: z.string().describe('the name that `compile` expects it under'),
  program: z.string().describe('calls the kernel once'),
  program_file: z.string(),
  compile: z.array(z.array(z.string())).describe('commands that make ./demo of both files, by words'),
  assembly: z.string().nullable().describe('of the kernel, where it was asked for'),
});

/** A config, and all that is made of it: what `show` returns and `tune show --json` prints. */
export type Shown = Readonly<z.output<typeof shownSchema>>;

/** The options of `show`. */
export const showOptionsSchema = z.strictObject({
  workload: z.string().exactOptional().describe('name of the workload; needed where the log holds several'),
  target: z
    .string()
    .exactOptional()
    .describe('as it is printed; by default that of this machine, where there are several'),
  index: z.int().min(0).exactOptional().describe('a config of the same space instead of the best'),
  assembly: z.boolean().default(false),
  modules: modulesSchema,
  onNote: onNoteSchema.exactOptional(),
});

export type ShowOptions = Readonly<z.input<typeof showOptionsSchema>>;

/** The same with all defaults. */
type CheckedShowOptions = z.output<typeof showOptionsSchema>;

/**
 * The best config of a workload in a log, or another one of its space: schedule, loop nest, source, and how to compile
 * and call it. Throws UsageError where it is not clear which is meant or a config is not of the space, WorkError where
 * its kernel cannot be made, MissingError without the compiler.
 */
export async function show(
  log: string,
  { workload, target, index, assembly, modules, onNote }: CheckedShowOptions,
): Promise<Shown> {
  const known = await catalogueWith(modules);
  const { record } = chooseRecord(await bestOfLogs([log], onNote), { workload, target }, known);
  const { operator, task, config: best } = rebuild(record, known);
  const config = index === undefined ? best : configAt(task, index);
  const logged = index === undefined ? record : await recordOf(log, record, config);
  const { schedule, nest } = scheduleOf(task, config);
  const kernel = generate(task, config);
  const recipe = backendOf(task.target).recipe(kernel, task.target);
  const time = logged && timeOf(logged)?.seconds;
  return {
    operator: operator.name,
    workload: task.workload.name,
    target: record.target,
    fingerprint: record.tune?.fingerprint ?? null,
    template: task.template.name,
    index: config.index,
    entity: toEntities(task.space, config),
    seconds: time ?? null,
    counts: countsOf(operator, task.workload),
    gflops: time === undefined ? null : operator.flops(task.workload) / time / 1e9,
    log: record.log,
    line: logged?.line ?? null,
    schedule,
    nest,
    source: kernel.source,
    source_file: recipe.source,
    program: recipe.program.text,
    program_file: recipe.program.file,
    compile: recipe.compile.map((words) => [...words]),
    assembly: assembly ? assemblyOf(kernel, recipe) : null,
  };
}

/** Source of the user's has neither. */
function scheduleOf({ template, workload, target }: Task, config: Config): Pick<Shown, 'schedule' | 'nest'> {
  if (template.gives === 'source') return { schedule: [], nest: '' };
  const { made: nest, trace } = traced(() => lower(template.schedule(workload, target, config)));
  return { schedule: [...trace], nest: nestText(nest) };
}

/** Throws UsageError where the space has no such config, or forbids it. */
function configAt({ space }: Task, index: number): Config {
  try {
    return space.get(index);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

/** The last record of a config that worked, among those of the same task on the same machine. */
async function recordOf(log: string, best: LoggedRecord, { index }: Config): Promise<LoggedRecord | undefined> {
  const alike = (await recordsOfLogs([log])).filter((record) => versionKey(record) === versionKey(best));
  return rank(alike.filter((record) => record.index === index)).at(0)?.record;
}

/** Throws MissingError where the compiler cannot be started, WorkError with its first complaint where it refuses. */
function assemblyOf({ source }: DeviceKernel, { source: file, assemble: [program, ...args] }: Recipe): string {
  const scratch = new Scratch();
  try {
    writeFileSync(scratch.path(file), source);
    const { status, stderr, error } = spawnSync(program, args, { cwd: scratch.folder, encoding: 'utf8' });
    if (error) throw new MissingError(`The compiler "${program}" cannot be run (${error.message}): install it.`);
    if (status !== 0) throw new WorkError(`${program} refuses the kernel: ${firstUsefulLine(stderr)}`);
    return readFileSync(scratch.path('kernel.s'), 'utf8');
  } finally {
    scratch.close();
  }
}
