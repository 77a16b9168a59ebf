import type { KnownTrial } from '../log/record/trials.js';
import { rank } from '../log/record/best.js';
import { hardwareDistance, type Hardware } from '../log/record/hardware.js';
import type { KnownTask } from '../model/prior.js';
import type { WorkloadArg } from '../operator/operator.js';
import { targetKey, taskKey } from '../log/record/key.js';
import type { TuneRecord } from '../log/record/record.js';
import { operatorOf } from '../templates/task.js';
import { formatTarget } from '../backend/registry.js';
import type { Task } from '../templates/template.js';
import { acrossTemplates, ofConfigs, views as allViews, type ViewName, featurizer } from '../features/registry.js';
import type { Featurizer } from '../features/featurizer.js';
import { NestCells } from '../features/nest-cells.js';
import { draftOf, type Draft } from '../model/draft/draft.js';
import { InstantiationError } from '../ir/errors.js';
import type { Nest } from '../ir/nest.js';
import type { Config } from '../space/config.js';
import { UsageError } from '../target/errors.js';
import { featureNestOf, primitivesOf } from '../templates/nest.js';

interface SelectedHistory {
  readonly history: TaskHistory;
  readonly trials: readonly KnownTrial[];
}

export function knownOf(own: TaskHistory, histories: readonly TaskHistory[]): readonly KnownTask[] {
  const kin = nearestKin(own, histories, ['knobs']).filter(({ history }) => areOfOneTemplate(own, history));
  return knownTasks(
    own,
    histories,
    kin.map(({ history }) => ({ history, trials: history.trials })),
  );
}

/** Some of the histories as a search that goes by their configs sees them, the nearest first. */
export function knownTasks(
  own: TaskHistory,
  histories: readonly TaskHistory[],
  selected: readonly SelectedHistory[],
): readonly KnownTask[] {
  const fastest = fastestByPlace(histories);
  return selected
    .map(({ history, trials }): KnownTask => {
      const place = placeOf(history);
      const best = fastest.get(place) ?? 0;
      return {
        workload: history.task.workload.name,
        ...history.hardware,
        place,
        distance: distanceTo(history, own.args, own.hardware),
        trials: [
          ...ranked(trials).map(({ trial, seconds }) => ({ values: trial.config.values, share: best / seconds })),
          ...trials.filter(({ error }) => error !== 0).map(({ config }) => ({ values: config.values, share: 0 })),
        ],
      };
    })
    .toSorted((a, b) => a.distance - b.distance);
}

/** What was ranked before: a rule that is tried on many workloads asks for the same histories again and again. */
const rankings = new WeakMap<readonly KnownTrial[], readonly TimedTrial[]>();

interface TimedTrial {
  readonly trial: KnownTrial;
  readonly seconds: number;
}

/** The trials that work, best first, as `selectBest` sees it: what finals superseded comes after what stands. */
export function ranked(trials: readonly KnownTrial[]): readonly TimedTrial[] {
  const before = rankings.get(trials);
  if (before) return before;
  const ofThose = (superseded: boolean): readonly TimedTrial[] =>
    rank(trials.filter((trial) => (trial.superseded ?? false) === superseded)).map(({ record: trial, seconds }) => ({
      trial,
      seconds,
    }));
  const found = [...ofThose(false), ...ofThose(true)];
  rankings.set(trials, found);
  return found;
}

/** Doublings of a size between a history and a shape, as its operator encodes it, on a machine. */
export function distanceTo(history: TaskHistory, args: TaskHistory['args'], hardware: Hardware): number {
  return shapeDistance(history.args, args) + hardwareDistance(hardware, history.hardware);
}

/** Seconds of the fastest trial of each workload and machine, of whatever template. */
export function fastestByPlace(histories: readonly TaskHistory[]): ReadonlyMap<string, number> {
  const fastest = new Map<string, number>();
  for (const history of histories) {
    const place = placeOf(history);
    const seconds = ranked(history.trials).reduce((least, trial) => Math.min(least, trial.seconds), Infinity);
    fastest.set(place, Math.min(seconds, fastest.get(place) ?? Infinity));
  }
  return fastest;
}

/** What was measured of one template, workload, target and machine, so that its times compare. */
export interface TaskHistory {
  readonly task: Task;
  /** Whether the template is ours; otherwise the task is a space under a name, whose configs have no loop nests. */
  readonly isOurs: boolean;
  /** A text that histories share exactly when they are of the same work, wherever it was measured. */
  readonly work: string;
  /** The same for histories that are of one machine and target, too. */
  readonly identity: string;
  readonly hardware: Hardware;
  /** The arguments that say how large the work is. */
  readonly args: readonly WorkloadArg[];
  /** One a config, in the order in which they were measured, as `selectBest` counts it: the last time. */
  readonly trials: readonly KnownTrial[];
}

/**
 * What was measured of a task of ours. `identity`: of the records (`identityOf`). `fingerprint`: of the machine, where
 * it is known.
 */
export function historyOfTask(
  task: Task,
  identity: string,
  trials: readonly KnownTrial[],
  fingerprint?: string,
): TaskHistory {
  const args = operatorOf(task).encode(task.workload);
  const work = JSON.stringify([task.template.name, args]);
  const hardware = { target: formatTarget(task.target), fingerprint };
  return { task, isOurs: true, work, identity, hardware, args, trials };
}

/** A text that histories share exactly when they are of one workload, target and machine, whatever their template. */
export function placeOf({ task, isOurs, identity, hardware, args }: TaskHistory): string {
  return isOurs
    ? JSON.stringify([task.workload.operator, args, targetKey(hardware.target), hardware.fingerprint])
    : identity;
}

/** `fingerprint`: of the machine, where it is known. */
export function identityOf(
  record: Pick<TuneRecord, 'target' | 'task' | 'args'>,
  fingerprint: string | undefined,
): string {
  return JSON.stringify([taskKey(record), fingerprint]);
}

/** Sources that are learned from, the most alike: the views of a task take a moment to set up. */
const SOURCES = 12;

/** A history, and the views in which it compares with the task. */
interface Kin {
  readonly history: TaskHistory;
  readonly shared: readonly ViewName[];
}

/**
 * The histories that compare with a task: those of its template before others, and of each those of the nearest shapes.
 */
export function nearestKin(
  own: TaskHistory,
  histories: readonly TaskHistory[],
  views: readonly ViewName[],
): readonly Kin[] {
  const kin = histories
    .map((history) => ({ history, shared: sharedViews(own, history, views) }))
    .filter(({ shared }) => shared.length > 0)
    .toSorted((a, b) => shapeDistance(a.history.args, own.args) - shapeDistance(b.history.args, own.args));
  const ofTemplate = kin.filter(({ history }) => areOfOneTemplate(own, history));
  return [...ofTemplate, ...kin.filter(({ history }) => !areOfOneTemplate(own, history))].slice(0, SOURCES);
}

/** Whether knobs of the same name mean the same. Of what others measured, nobody knows more than the names. */
export function areOfOneTemplate(own: TaskHistory, other: TaskHistory): boolean {
  return own.isOurs === other.isOurs && (!own.isOurs || own.task.template.name === other.task.template.name);
}

function sharedViews(own: TaskHistory, other: TaskHistory, views: readonly ViewName[]): readonly ViewName[] {
  if (own.isOurs !== other.isOurs) return [];
  if (own.isOurs) return areOfOneTemplate(own, other) ? views : acrossTemplates(views);
  const lacksNests = [own, other].some(
    ({ task: { template } }) => template.gives !== 'source' && template.lacksSchedules,
  );
  return (lacksNests && views.some((name) => allViews[name].readsNests)) || !haveColumnsInCommon(own, other, views)
    ? []
    : views;
}

function haveColumnsInCommon(own: TaskHistory, other: TaskHistory, views: readonly ViewName[]): boolean {
  const telling = ofConfigs(views);
  const names = new Set(viewOf(own.task, telling).names);
  return viewOf(other.task, telling).names.some((name) => names.has(name));
}

/**
 * Doublings between two workloads as their operator encodes them, size by size. A layout, an epilogue, a type or a
 * choice of constants that differs counts as `OTHER_KIND`, once however often it is written.
 */
export function shapeDistance(a: readonly WorkloadArg[], b: readonly WorkloadArg[]): number {
  const kinds = new Set<string>();
  const between = (one: WorkloadArg | undefined, other: WorkloadArg | undefined): number => {
    // What an operator leaves out is written as null by some.
    const [left, right] = [one ?? undefined, other ?? undefined];
    if (isList(left) || isList(right)) {
      const [a, b] = [isList(left) ? left : [], isList(right) ? right : []];
      const longest = Math.max(a.length, b.length);
      return Array.from({ length: longest }, (_, i) => between(a[i], b[i])).reduce((sum, far) => sum + far, 0);
    }
    if (isSize(left) && isSize(right)) return Math.abs(Math.log2((1 + (left ?? 0)) / (1 + (right ?? 0))));
    if (left !== right) kinds.add(JSON.stringify([left, right]));
    return 0;
  };
  return between(a, b) + OTHER_KIND * kinds.size;
}

/** Doublings that one such difference is away: of several tasks of a size the like is nearer, and all still similar. */
const OTHER_KIND = 0.4;

function isList(arg: WorkloadArg | undefined): arg is readonly WorkloadArg[] {
  return Array.isArray(arg);
}

function isSize(arg: WorkloadArg | undefined): arg is number | undefined {
  return arg === undefined || typeof arg === 'number';
}

export function viewOf(task: Task, names: readonly ViewName[]): Featurizer {
  const { space, workload } = task;
  const sizes = new Map(Object.entries(workload.shape).flatMap(([name, value]) => sizesIn(name, value)));
  return featurizer(names, {
    space,
    nest: (config) => nestIn(task, config),
    nestCells: () => nestCellsOf(task),
    primitives: (config) => primitivesOf(task, config),
    sizes,
  });
}

/** The numbers of a field of a shape, each under a name: `kernel[0]`. */
function sizesIn(name: string, value: WorkloadArg | undefined): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[name, value]];
  if (!Array.isArray(value)) return [];
  return (value as readonly WorkloadArg[]).flatMap((item, place) => sizesIn(`${name}[${place}]`, item));
}

/** Cells of tasks that somebody asked for: they take a moment to make. */
const cellsOfTasks = new WeakMap<Task, NestCells>();

function nestCellsOf(task: Task): NestCells {
  const known = cellsOfTasks.get(task) ?? new NestCells(task.space, (config) => nestIn(task, config));
  cellsOfTasks.set(task, known);
  return known;
}

/** The static analyser of a task's configs; undefined where they have no loop nests. Made when first asked. */
export function draftFor(task: Task): Draft | undefined {
  const { template } = task;
  if (template.gives === 'source' || template.lacksSchedules) return undefined;
  let draft: Draft | undefined;
  return (config) => (draft ??= draftOf(nestCellsOf(task), task.target))(config);
}

/** A config of which a template of the user's makes no schedule has no nest: its trial fails, and says why. */
function nestIn(task: Task, config: Config): Nest {
  try {
    return featureNestOf(task, config);
  } catch (error) {
    throw task.template.module && error instanceof UsageError ? new InstantiationError(error.message) : error;
  }
}
