import { z } from 'zod';
import { UsageError, WorkError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { didYouMean } from '../../target/nearest.js';
import { shortened } from '../../target/visible.js';
import type { Known } from '../../templates/known.js';
import { count } from '../json-keys.js';
import type { OnNote } from '../read-logs.js';
import { checkFree, writeWhole } from '../record/write-whole.js';
import type { Refused } from './measured.js';
import { formats, readAny } from './registry.js';
import { listed, tasksNamed } from '../table/choose-task.js';

export const logConvertSchema = z.object({
  out: z.string().describe('the file that was written'),
  from: z.string().describe('the format that was read: tune, autotvm, kernel-tuner or t4'),
  to: z.string().describe('the format that was written'),
  tasks: z.array(
    z.object({ task: z.string().describe('kernel and problem'), records: count.describe('that were read of it') }),
  ),
  records: count.describe('that were written'),
  refused: z
    .array(z.object({ what: z.string().describe('kernel or template'), records: count, why: z.string() }))
    .describe('what cannot be converted'),
  skipped: count.describe('lines or rows without use'),
  lost: z.array(z.string()).describe('sentences on what the format has no place for'),
});

/** What `convertLog` returns and `tune log convert --json` prints. */
export type LogConvert = Readonly<z.output<typeof logConvertSchema>>;

interface ConvertOptions {
  readonly to: string;
  readonly out: string;
  readonly task?: string | undefined;
  readonly force: boolean;
  readonly onNote?: OnNote | undefined;
}

/**
 * Writes what a log, a Kernel Tuner cache or T4 results hold in another of these formats; what a file is, its contents
 * show. Notes say what cannot be converted and what is lost. Throws UsageError for files and formats that do not exist,
 * and where a format holds one task and it is not clear which; WorkError where nothing can be converted.
 */
export async function convertLog(
  path: string,
  { to, out, task, force, onNote }: ConvertOptions,
  known: Known,
): Promise<LogConvert> {
  const format = formats.find(({ name }) => name === to);
  const names = formats.map(({ name }) => name);
  if (!format) throw new UsageError(`Unknown format "${to}"${didYouMean(to, names)} Formats are ${names.join(', ')}.`);
  await checkFree(out, { force });
  const source = await readAny(path, known);
  for (const problem of source.problems) onNote?.(`${path}: ${problem}`);
  if (source.tasks.length === 0)
    throw new WorkError(`There is no record in ${path}: name a log, a Kernel Tuner cache, or T4 results.`);
  const tasks = task === undefined ? source.tasks : tasksNamed(source.tasks, ({ label }) => label, task);
  if (format.single && tasks.length > 1)
    throw new UsageError(
      `A file of ${to} holds one task, and ${path} has ${tasks.length}: choose with --task, by number or name: ${listed(tasks.map(({ label }) => label))}.`,
    );
  const { pieces, written, refused, lost } = format.write(tasks, known);
  // What the error says is no note besides.
  for (const one of written === 0 ? refused.slice(1) : refused) onNote?.(sentenceOf(one));
  if (written === 0) throw new WorkError(`Nothing of ${path} can be written as ${to}: ${sentenceOf(refused[0]!)}`);
  for (const text of lost) onNote?.(text);
  await writeWhole(out, pieces, { force });
  return {
    out,
    from: source.format,
    to,
    tasks: tasks.map(({ label, trials }) => ({ task: label, records: trials.length })),
    records: written,
    refused: [...refused],
    skipped: source.skipped,
    lost: [...lost],
  };
}

function sentenceOf({ what, records, why }: Refused): string {
  return `${plural(records, 'record')} of ${shortened(what)} left out: ${why}.`;
}
