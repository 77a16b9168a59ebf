import { defined } from '../../target/defined.js';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { commonKind, devicesFor, targetOn, type ChosenDevices } from '../../backend/farm/chosen-devices.js';
import { Farm } from '../../backend/farm/farm.js';
import { LocalMeasurer } from '../../backend/measurer.js';
import { defaultBackend, formatTarget } from '../../backend/registry.js';
import { onRetuneProgressSchema, type RetuneStep } from './retune-progress.js';
import { retuneRowSchema, type RetuneRow } from './retune-rows.js';
import { manifestSchema, minutes, trials } from './manifest.js';
import { isLogName, ManifestPaths } from './paths.js';
import { namesOf, planWork, type Work } from './plan.js';
import { JobState } from './state.js';
import { UsageError } from '../../target/errors.js';
import { slug } from '../../target/slug.js';
import { onceEach, onNoteSchema, recordsOfLogs } from '../../log/read-logs.js';
import { planRun } from '../../tuner/plan.js';
import { openYaml, type YamlFile } from '../../target/read-yaml.js';
import { catalogueWith, modulesSchema } from '../../catalogue/resolve.js';
import { retuneOne } from './retune-one.js';
import { optionsOf, type Context, type Paths } from './search.js';
import { farmSchema } from '../../tuner/tune-options.js';
import { taskFileName } from '../../tuner/task-file-name.js';

/** The options of a job. */
export const retuneOptionsSchema = z.strictObject({
  modules: modulesSchema,
  trials: trials.exactOptional().describe('of each search, whatever the manifest says'),
  minutes: minutes.exactOptional().describe('of each search, whatever the manifest says'),
  pauses: z
    .array(z.number().min(0).max(600))
    .readonly()
    .exactOptional()
    .describe('seconds before each further try of what is too noisy to judge, or would fail'),
  ...farmSchema,
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends it after the measurement in flight'),
  onNote: onNoteSchema.exactOptional(),
  onRow: z
    .custom<(row: RetuneRow) => void>((value) => typeof value === 'function', 'must be a function')
    .exactOptional()
    .describe('hears what became of each workload as soon as that is known'),
  onProgress: onRetuneProgressSchema,
});

export type RetuneOptions = Readonly<z.input<typeof retuneOptionsSchema>>;

/** What overrides the manifest's. */
type Budget = Partial<Pick<Work, 'trials'>> & { readonly minutes?: number };

/** Of the logs of a job; holds what is not finished. */
const UNFINISHED = 'unfinished';

/** Carries out the job of a manifest, as `retune` of the library. */
export async function runJob(
  manifest: string,
  given: z.output<typeof retuneOptionsSchema>,
): Promise<readonly RetuneRow[]> {
  const { modules, signal = new AbortController().signal, onNote } = given;
  const budget: Budget = defined({ trials: given.trials, minutes: given.minutes });
  const { value: asked, problem } = openYaml(manifest, manifestSchema);
  const catalogue = await catalogueWith(modules);
  const own = asked.workloads.flatMap((one) => (typeof one === 'string' ? [] : (one.targets ?? [])));
  const chosen = await devicesFor(given, commonKind([...asked.targets, ...own]));
  const read = chosen && ((text: string) => targetOn(chosen, text));
  const work = planWork(asked, catalogue, problem, read).map((one) => ({ ...one, ...budget }));
  const paths = new ManifestPaths(manifest, problem);
  const history: string[] = [];
  for (const [place, path] of asked.history.entries()) history.push(await paths.log(['history', place], path));
  const logs = paths.folder(['logs'], asked.logs);
  for (const path of filesIn(logs)) paths.checkOwn(['logs'], path);
  for (const one of work) await paths.checkWritable(['logs'], pathsOf(one, logs).log);
  const state = JobState.open(join(logs, UNFINISHED, 'job.json'), jobOf(manifest, budget, chosen), retuneRowSchema);
  const note = onceEach(onNote);
  if (state.rows.length > 0) note(`${state.rows.length} of ${work.length} were done before this job was interrupted.`);
  const farm = chosen && (await Farm.open(chosen));
  for (const text of farm?.takeNotes() ?? []) note(text);
  const place = chosen && farm && { open: farm.openDevice, kind: chosen.cards[0].kind };
  const seed = asked.seed ?? Math.floor(Math.random() * 1e6);
  const measurer = await LocalMeasurer.create({ seed, ...place });
  const context: Context = {
    measurer,
    catalogue,
    modules,
    signal,
    onNote: note,
    speed: asked.gates.speed,
    known: await recordsOfLogs([...history, ...logsIn(logs)], note),
    ...defined({ seed: asked.seed, pauses: given.pauses, farm: given.farm, device: given.device }),
  };
  try {
    for (const one of work) await checkPossible(one, context, problem);
    const rows = await runAll(work, logs, state, context, given);
    if (rows.length === work.length) finish(join(logs, UNFINISHED), state);
    return rows;
  } finally {
    await measurer.close();
    for (const text of farm ? [...farm.takeNotes(), farm.summary()] : []) note(text);
    await farm?.close();
  }
}

/** Before minutes of measuring: whether there is a template for it, and whether its kernels run here. */
async function checkPossible(work: Work, context: Context, problem: YamlFile<unknown>['problem']): Promise<void> {
  try {
    await planRun(optionsOf(work, { log: '', unfinished: '' }, context));
    await context.measurer.check(work.target);
  } catch (error) {
    if (error instanceof UsageError) throw problem(work.path, error.message);
    throw error;
  }
}

/** Rows in the order of the work; when aborted, of what was finished. */
async function runAll(
  work: readonly Work[],
  logs: string,
  state: JobState<RetuneRow>,
  context: Context,
  { onRow, onProgress }: Pick<RetuneOptions, 'onRow' | 'onProgress'>,
): Promise<readonly RetuneRow[]> {
  const rows: RetuneRow[] = [];
  for (const [place, one] of work.entries()) {
    const before = state.rows.at(place);
    const where = { place: place + 1, count: work.length, ...namesOf(one) };
    const onStep = (step: RetuneStep): void => onProgress?.({ ...where, step });
    const own = { ...context, onStep };
    const row = before ?? (context.signal.aborted ? undefined : await retuneOne(one, pathsOf(one, logs), own));
    if (!row) break;
    if (!before) state.add(row);
    rows.push(row);
    onRow?.(row);
  }
  return rows;
}

function pathsOf({ workload, target }: Work, logs: string): Paths {
  const name = taskFileName(workload);
  const unfinished = `${name}.${slug(formatTarget(target))}.jsonl`;
  return { log: join(logs, `${name}.jsonl`), unfinished: join(logs, UNFINISHED, unfinished) };
}

/** What is the same job: the manifest's text, on this machine, within the same budget. */
function jobOf(manifest: string, budget: Budget, chosen: ChosenDevices | undefined): string {
  const hardware = chosen?.cards[0].fingerprint ?? defaultBackend.fingerprint();
  const text = [readFileSync(manifest, 'utf8'), hardware, JSON.stringify(budget)].join('\n');
  return createHash('sha256').update(text).digest('hex');
}

/** What a job may read or write there, and what it keeps there meanwhile. */
function filesIn(logs: string): readonly string[] {
  const unfinished = join(logs, UNFINISHED);
  const isFolder = statSync(unfinished, { throwIfNoEntry: false })?.isDirectory() === true;
  const begun = isFolder ? readdirSync(unfinished).map((name) => join(unfinished, name)) : [];
  return [...logsIn(logs), unfinished, ...begun];
}

function logsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(isLogName);
  return names.toSorted().map((name) => join(folder, name));
}

/** Searches that ended too noisy to judge stay for the next job. */
function finish(folder: string, state: JobState<RetuneRow>): void {
  state.remove();
  if (existsSync(folder) && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
