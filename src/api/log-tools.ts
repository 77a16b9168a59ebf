/** Tools for log files. */
import { z } from 'zod';
import { convertLog as convert, type LogConvert } from '../log/formats/convert.js';
import { checkPaths, onNoteSchema, someRecords } from '../log/read-logs.js';
import { mergeLogs as merge, type LogMerge } from '../log/record/merge.js';
import { checkFree } from '../log/record/write-whole.js';
import { diffLogs, type LogDiff } from '../products/report/difference.js';
import { explain, type LogExplain } from '../products/report/explanation.js';
import { soughtIn } from '../products/report/sought.js';
import { logStatsOf, type LogStats } from '../products/report/task-stats.js';
import { checked } from '../target/checked.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';

const readOptions = { modules: modulesSchema, onNote: onNoteSchema.exactOptional() };
const force = z.boolean().default(false);
const out = z.string().min(1, 'must not be empty').describe('the file; compressed where its name ends in .gz or .br');

/** The options of `logStats`. */
const logStatsOptionsSchema = z.strictObject(readOptions);

export type LogStatsOptions = Readonly<z.input<typeof logStatsOptionsSchema>>;

/**
 * What is in some logs, for every workload, target and machine: trials, failures by class, the best, the span of time,
 * and where the time went. Throws UsageError for a log that does not exist, WorkError when there is no record.
 */
export async function logStats(paths: readonly string[], options: LogStatsOptions = {}): Promise<LogStats> {
  const { onNote, modules } = checked(logStatsOptionsSchema, options);
  const known = await catalogueWith(modules);
  return logStatsOf(await someRecords(paths, onNote), known);
}

/** The options of `logDiff`. */
export type LogDiffOptions = LogStatsOptions;

/**
 * What changed from log A to log B: for each workload, target and machine the best of each and how they compare, trials
 * and failures, and the configs that both measured. Throws UsageError for a log that does not exist, WorkError when one
 * holds no record.
 */
export async function logDiff(a: string, b: string, options: LogDiffOptions = {}): Promise<LogDiff> {
  const { onNote, modules } = checked(logStatsOptionsSchema, options);
  const known = await catalogueWith(modules);
  return diffLogs(await someRecords([a], onNote), await someRecords([b], onNote), known);
}

/** The options of `logExplain`. */
const logExplainOptionsSchema = z.strictObject({
  target: z.string().exactOptional().describe('as it is printed, or as `tune <operator>` takes it; default: any'),
  ...readOptions,
});

export type LogExplainOptions = Readonly<z.input<typeof logExplainOptionsSchema>>;

/**
 * Which record of some logs stands for a workload and why, or why there is none, and what comes nearest: other shapes,
 * targets and machines with what differs, failures, templates that are gone or changed. The workload is a name as it is
 * printed, with or without its operator before it. Throws UsageError for a log, a workload or a kind of target that
 * nobody knows, WorkError when there is no record.
 */
export async function logExplain(
  workload: string,
  logs: readonly string[],
  options: LogExplainOptions = {},
): Promise<LogExplain> {
  const { target, modules, onNote } = checked(logExplainOptionsSchema, options);
  const known = await catalogueWith(modules);
  const { records } = await someRecords(logs, onNote);
  return explain(records, soughtIn(records, workload, target, known), known);
}

/** The options of `mergeLogs`. */
const mergeOptionsSchema = z.strictObject({
  out,
  force: force.describe('replaces a file that is there, even one of the logs'),
  signal: z.instanceof(AbortSignal).exactOptional().describe('gives it up, with nothing written'),
  onNote: onNoteSchema.exactOptional(),
});

export type MergeOptions = Readonly<z.input<typeof mergeOptionsSchema>>;

/**
 * Writes the union of some logs as one, of which the same records stand as of all of them together. Throws UsageError
 * for a log that does not exist and for a file that is there or cannot be, WorkError when there is no record.
 */
export async function mergeLogs(paths: readonly string[], options: MergeOptions): Promise<LogMerge> {
  const given = checked(mergeOptionsSchema, options);
  checkPaths(paths);
  await checkFree(given.out, given);
  return merge([...new Set(paths)], given.out, given);
}

/** The options of `convertLog`. */
const convertOptionsSchema = z.strictObject({
  to: z.string().describe('tune, autotvm, kernel-tuner or t4'),
  out,
  task: z.string().exactOptional().describe('only this one, by its number, its name or a part of it'),
  force: force.describe('replaces a file that is there'),
  ...readOptions,
});

export type ConvertOptions = Readonly<z.input<typeof convertOptionsSchema>>;

/**
 * Writes what a log, a Kernel Tuner cache or T4 results hold in another of these formats; a file's contents show
 * what it is. Notes say what cannot be converted and what is lost. Throws UsageError for files and formats that do not
 * exist, and where a format holds one task and it is not clear which; WorkError where nothing can be converted.
 */
export async function convertLog(path: string, options: ConvertOptions): Promise<LogConvert> {
  const { modules, ...given } = checked(convertOptionsSchema, options);
  return convert(path, given, await catalogueWith(modules));
}
