import { z } from 'zod';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import { bestOfLogs, onNoteSchema, someRecords } from '../log/read-logs.js';
import { bestRowOf, type BestRow } from '../log/record/best-rows.js';
import { findOperator } from '../operator/registry.js';
import { checked } from '../target/checked.js';
import { bestFor as choose } from '../transfer/best-for.js';
import { noteOtherCpu } from '../transfer/other-cpu.js';
import type { BestForRow } from '../transfer/best-for-rows.js';
import { shapeSchema, shapeWords } from '../tuner/tune-options.js';

/** The options of `best`. */
const bestOptionsSchema = z.strictObject({
  modules: modulesSchema,
  onNote: onNoteSchema.exactOptional(),
});

export type BestOptions = Readonly<z.input<typeof bestOptionsSchema>>;

/**
 * The best record of every workload, target and machine in some logs. Workloads stand in the order in which they first
 * appear, and so do the machines of each. Throws UsageError for a log that does not exist, WorkError when there is no
 * successful record.
 */
export async function best(logs: readonly string[], options: BestOptions = {}): Promise<readonly BestRow[]> {
  const { onNote, modules } = checked(bestOptionsSchema, options);
  const known = await catalogueWith(modules);
  const found = await bestOfLogs(logs, onNote);
  noteOtherCpu(found, onNote);
  return found.map((best) => bestRowOf(best, known));
}

/** The options of `bestFor`. */
const bestForOptionsSchema = z.strictObject({
  operator: z.string().describe('its name, `conv2d`'),
  workload: z.string().exactOptional().describe('a named shape, `resnet18.C2`, or one as it is printed'),
  shape: shapeSchema.default({}).describe('shape options by their key; they override those of the workload'),
  target: z.string().exactOptional().describe('as `--target`; default: each that the logs have of the operator'),
  modules: modulesSchema,
  onNote: onNoteSchema.exactOptional(),
});

export type BestForOptions = Readonly<z.input<typeof bestForOptionsSchema>>;

/**
 * What to try first for a shape, on each target: the record where it was tuned, otherwise a config that does well on
 * the workloads of the logs, the nearest counting most, with what such a choice would have lost on each of them. Throws
 * UsageError for an operator, a shape, a target or a log that does not exist, WorkError where no log has a record of
 * the operator from which anything follows.
 */
export async function bestFor(logs: readonly string[], options: BestForOptions): Promise<readonly BestForRow[]> {
  const { operator: name, workload: named, shape, target, modules, onNote } = checked(bestForOptionsSchema, options);
  const known = await catalogueWith(modules);
  const operator = findOperator(name, known.operators);
  const workload = operator.workload(named, shapeWords(shape));
  const { records } = await someRecords(logs, onNote);
  return choose(records, { operator, workload, logs, modules, known }, target, onNote);
}
