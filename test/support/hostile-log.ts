/** What must hold of a log that anybody may have written, wherever it is given to the program. */
import { ownKernels } from '../../src/backend/own-kernels.js';
import { best } from '../../src/api/best.js';
import { simulate } from '../../src/api/simulate.js';
import { openTables, tablesOf } from '../../src/tuner/open-tables.js';
import { makeKernel } from '../../src/backend/make-kernel.js';
import { formatTarget, parseTarget } from '../../src/backend/registry.js';
import { wantedOf } from '../../src/products/bench/logged.js';
import type { ViewName } from '../../src/features/registry.js';
import { readLog, type LoggedRecord } from '../../src/log/record/log.js';
import { encode } from '../../src/log/record/record.js';
import type { Config } from '../../src/space/config.js';
import { toEntities } from '../../src/space/entity.js';
import { keyOf } from '../../src/space/knob.js';
import type { Random } from '../../src/space/random.js';
import type { Space } from '../../src/space/space.js';
import { readTables } from '../../src/log/table/read.js';
import { TuneError } from '../../src/target/errors.js';
import { operatorOf } from '../../src/templates/task.js';
import type { Task } from '../../src/templates/template.js';
import { rebuild } from '../../src/tuner/rebuild.js';
import { gatherTaskStates } from '../../src/tuner/task-states.js';
import { mark } from './mutations.js';

export interface Findings {
  /** Lines that hold a record, and records that were rebuilt. */
  read: number;
  rebuilt: number;
  /** What must not be, in a sentence each. */
  readonly faults: string[];
  /** Milliseconds of the slowest step, and which it was. */
  slowest: { ms: number; step: string };
}

/** What a target that is built for may look like: all that reaches a compiler's command line. */
const builtFor =
  /^(llvm (-mtriple=[a-z0-9_]+-linux-gnu )?-mcpu=[A-Za-z0-9][\w.+-]* -threads=\d{1,4}|cuda -arch=sm_\d+)$/;

/**
 * Gives a log to all that reads logs, times nothing and builds nothing: best, replay up to the source, simulate,
 * --history, resume, bench. `tasks`: those that a run is started for. Every so many sources are made and views asked
 * for by chance.
 */
export async function giveToAll(path: string, tasks: readonly Task[], random: Random): Promise<Findings> {
  const found: Findings = { read: 0, rebuilt: 0, faults: [], slowest: { ms: 0, step: '' } };
  const step = async (name: string, act: () => unknown): Promise<void> => {
    const start = performance.now();
    try {
      await act();
    } catch (error) {
      if (!(error instanceof TuneError)) found.faults.push(`${name}: ${String((error as Error).stack ?? error)}`);
      else if (error.message.includes('fails on the workload')) found.faults.push(`${name}: ${error.message}`);
    }
    const ms = performance.now() - start;
    if (ms > found.slowest.ms) found.slowest = { ms, step: name };
  };
  const log = await readLog(path);
  found.read = log.records.length;
  for (const { line } of log.skipped) if (!(line >= 1)) found.faults.push('a line was skipped without its number');
  for (const record of log.records) {
    await step('rebuild', () => {
      found.rebuilt += Number(checkRecord(record, random, found.faults));
    });
  }
  await step('best', () => best([path]));
  await step('bench', () => wantedOf(log.records));
  await step('simulate', () => searchTables(path, random, found.faults));
  await step('resume and history', () => resume(path, random.pick(tasks), random, found.faults));
  return found;
}

/** Whether it can be rebuilt; what is rebuilt is checked, since nothing else is built or learned from. */
function checkRecord(record: LoggedRecord, random: Random, faults: string[]): boolean {
  encode(record);
  const { task, config } = rebuild(record);
  const target = formatTarget(task.target);
  if (!builtFor.test(target)) faults.push(`the target ${target} was accepted`);
  if (formatTarget(parseTarget(target)) !== target) faults.push(`the target ${target} is not read back`);
  if (!isInside(task.space, config)) faults.push(`outside of ${task.template.name}: ${JSON.stringify(record.entity)}`);
  const texts = [JSON.stringify(toEntities(task.space, config)), JSON.stringify(task.workload), target];
  if (random.float() < 0.05) {
    const made = makeKernel(task, config);
    if ('source' in made) texts.push(made.source);
    else if ('error' in made && made.error === 8) faults.push(`${task.template.name}: ${made.message}`);
  }
  // A CPU may be called so: gcc is asked, and refuses it.
  if (texts.some((text) => text.includes(mark))) faults.push(`what somebody wrote was accepted: ${texts[0]!}`);
  return true;
}

function isInside(space: Space, { index, values }: Config): boolean {
  const known = space.knobs.every(({ name, values: choices }) =>
    choices.some((choice) => keyOf(choice) === keyOf(values[name]!)),
  );
  return known && Object.keys(values).length === space.knobs.length && space.isValid(index);
}

async function searchTables(path: string, random: Random, faults: string[]): Promise<void> {
  const { problems } = await readTables(path, ownKernels);
  const failing = problems.find((problem) => problem.includes('fails on the workload'));
  if (failing !== undefined) faults.push(failing);
  // Counting what tables lack walks through whole spaces: now and then.
  const tables = await (random.float() < 0.05 ? openTables([path]) : tablesOf([path]));
  const explorer = random.pick(['random', 'grid', 'genetic', 'droplet']);
  for (const { ours, space, rows } of tables) {
    if (!ours) continue;
    for (const place of rows.keys())
      if (!isInside(ours.space, { ...space.get(place), index: ours.space.indexOf(space.get(place).values) }))
        faults.push(`a table of ${ours.template.name} has a config outside of its space`);
  }
  for await (const { visited } of simulate(tables, { explorer, trials: 8, seeds: 1, seed: 1 }))
    if (new Set(visited).size < visited.length) faults.push('a search visited a config twice');
}

async function resume(path: string, task: Task, random: Random, faults: string[]): Promise<void> {
  const views: readonly ViewName[] = random.float() < 0.01 ? ['knobs', 'curve'] : ['knobs'];
  const log = { path, ...(await readLog(path)) };
  const { taskStates, notes } = await gatherTaskStates(operatorOf(task), [task], path, [log], views);
  for (const { resumed, prior } of taskStates) {
    if (!resumed.every(({ config }) => isInside(task.space, config))) faults.push('resumed from outside of the space');
    if (!prior.warmStarts.every((config) => isInside(task.space, config))) faults.push('a warm start is outside');
    if (!prior.rows.every(({ score }) => score >= 0 && score <= 1)) faults.push('a score is outside of [0, 1]');
  }
  const failing = notes.find((note) => note.includes('fails on the workload'));
  if (failing !== undefined) faults.push(failing);
}
