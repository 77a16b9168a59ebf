import { grouped } from '../target/grouped.js';
import { median } from 'simple-statistics';
import { formatTarget } from '../backend/registry.js';
import type { Hardware } from '../log/record/hardware.js';
import { targetKey } from '../log/record/key.js';
import { type Target, threadsOf } from '../target/target.js';
import type { Operator, Workload } from '../operator/operator.js';
import { refusal } from '../templates/refusal.js';
import { makeTask, operatorOf } from '../templates/task.js';
import type { Task, Template } from '../templates/template.js';
import { Estimate } from '../explorer/estimate.js';
import { distanceTo, knownOf, knownTasks, ranked, placeOf, historyOfTask, type TaskHistory } from './known-tasks.js';
import type { KnownTask } from '../model/prior.js';
import { Coordinates, Rebinding } from '../explorer/rebind.js';
import { firstOfEach, shortList, weightAt, type Listed } from '../explorer/short-list.js';

export interface Asked {
  readonly operator: Operator;
  readonly workload: Workload;
  readonly target: Target;
  readonly fingerprint: string | undefined;
}

export interface Choice {
  readonly task: Task;
  readonly listed: Listed;
  /** What it was chosen by, the nearest first. */
  readonly known: readonly KnownTask[];
  /** How much each of these counts; all together 1 at most, less where other workloads know nothing of its template. */
  readonly weights: readonly number[];
  /** The weighted share of the best that it is expected to reach. */
  readonly share: number;
  /** Seconds a call that it is expected to take, by the speed of the best on what it was chosen by. */
  readonly seconds: number;
}

/** What the same rule would have come to on a workload of the logs that it knew nothing of. */
export interface Tried {
  readonly workload: string;
  readonly fingerprint: string | undefined;
  /** Share of the best throughput there. */
  readonly share: number;
  /** Whether that very config was measured there; otherwise the share is estimated from its neighbours. */
  readonly isMeasured: boolean;
}

/** Doublings that it costs a comparison of templates when one more or one fewer takes part. */
const RIVAL = 8;

/** A share of the best below which times are not distinguished. */
export const LEAST_SHARE = 0.02;

/** Workloads that the rule is tried on, the nearest. */
const MOST_TRIED = 32;

/**
 * The config to try first for a workload that nobody tuned: of each template that the histories know and that serves
 * it, the first of its short list; of these, the one that is expected to come nearest to the best of any template.
 * Which template wins is known from workloads that the same templates serve: where a transform of 3x3 kernels cannot
 * take part, it is unknown whether it wins. Undefined where the histories have nothing to offer.
 */
export function firstChoice(asked: Asked, histories: readonly TaskHistory[]): Choice | undefined {
  return choicesBy(asked, histories, ({ space }, known) => shortList(space, known).slice(0, 1)).at(0);
}

/** The same of each template and value of a knob, the one that is expected to be best first. */
export function choicesByKnob(asked: Asked, histories: readonly TaskHistory[], knob: string): readonly Choice[] {
  return choicesBy(asked, histories, ({ space }, known) => firstOfEach(space, known, knob));
}

function choicesBy(
  asked: Asked,
  histories: readonly TaskHistory[],
  listOf: (task: Task, known: readonly KnownTask[]) => readonly Listed[],
): readonly Choice[] {
  const lists = tasksFor(asked, histories).map((task) => {
    const known = knownOf(historyOfTask(task, '', [], asked.fingerprint), histories);
    return { task, known, list: listOf(task, known) };
  });
  const rivalry = rivalryOf(asked, histories);
  const far = ({ place, distance }: KnownTask): number => distance + rivalry.get(place)!;
  const distances = new Map(lists.flatMap(({ known }) => known.map((one) => [one.place, far(one)])));
  const nearest = Math.min(...distances.values());
  const total = [...distances.values()].reduce((sum, distance) => sum + weightAt(distance, nearest), 0);
  const speeds = speedsIn(histories);
  const speed = [...distances].reduce(
    (sum, [place, distance]) => sum + (weightAt(distance, nearest) / total) * speeds(place, asked.target),
    0,
  );
  const choices = lists.flatMap(({ task, known, list }) => {
    const weights = known.map((one) => weightAt(far(one), nearest) / total);
    return list.map((listed): Choice => {
      const share = weights.reduce((sum, weight, i) => sum + weight * listed.shares[i]!, 0);
      const seconds = asked.operator.flops(asked.workload) / (speed * Math.max(share, LEAST_SHARE));
      return { task, listed, known, weights, share, seconds };
    });
  });
  return choices.toSorted((a, b) => b.share - a.share);
}

/** For each place, doublings for each template that serves it and not the workload that is asked for, or this alone. */
function rivalryOf({ workload, target }: Asked, histories: readonly TaskHistory[]): ReadonlyMap<string, number> {
  const templates = templatesOf(histories);
  const serve = (template: Template, one: Workload, on: Target): boolean => refusal(template, one, on) === undefined;
  const here = templates.map((template) => serve(template, workload, target));
  const places = new Map(histories.map((history) => [placeOf(history), history.task]));
  return new Map(
    [...places].map(([place, task]) => {
      const others = templates.filter((template, i) => serve(template, task.workload, task.target) !== here[i]);
      return [place, RIVAL * others.length];
    }),
  );
}

function templatesOf(histories: readonly TaskHistory[]): readonly Template[] {
  return [...new Set(histories.map(({ task }) => task.template))];
}

function tasksFor({ operator, workload, target }: Asked, histories: readonly TaskHistory[]): readonly Task[] {
  return templatesOf(histories)
    .filter((template) => refusal(template, workload, target) === undefined)
    .map((template) => makeTask(template, workload, target, operator));
}

/**
 * Leave one out: the rule on each workload of the histories, the nearest to the one that is asked for, when it knows of
 * all others alone. What is unknown, since the template that it names was not tried there, is left out.
 */
export function tryRule(asked: Asked, histories: readonly TaskHistory[]): readonly Tried[] {
  return nearestPlaces(asked, histories).flatMap((ofPlace) => triedOn(ofPlace, asked.operator, histories));
}

/** Sources by place: of the target that is asked for where there are any, the nearest shapes and machines. */
function nearestPlaces(asked: Asked, histories: readonly TaskHistory[]): readonly (readonly TaskHistory[])[] {
  const target = formatTarget(asked.target);
  const isOfTarget = ({ hardware }: TaskHistory): boolean => targetKey(hardware.target) === targetKey(target);
  const here = histories.some(isOfTarget) ? histories.filter(isOfTarget) : histories;
  const args = asked.operator.encode(asked.workload);
  const own: Hardware = { target, fingerprint: asked.fingerprint };
  return [...grouped(here, placeOf).values()]
    .toSorted((a, b) => distanceTo(a[0], args, own) - distanceTo(b[0], args, own))
    .slice(0, MOST_TRIED);
}

function triedOn(
  ofPlace: readonly TaskHistory[],
  operator: Operator,
  histories: readonly TaskHistory[],
): readonly Tried[] {
  const { task, hardware, args } = ofPlace[0]!;
  const { workload, target } = task;
  const others = histories.filter((history) => JSON.stringify(history.args) !== JSON.stringify(args));
  const choice = firstChoice({ operator, workload, target, fingerprint: hardware.fingerprint }, others);
  const own = choice && ofPlace.find((history) => history.task.template === choice.task.template);
  if (!own) return [];
  const found = shareOn(own, histories, choice);
  return [{ workload: workload.name, fingerprint: hardware.fingerprint, ...found }];
}

function shareOn(
  history: TaskHistory,
  histories: readonly TaskHistory[],
  { task, listed }: Choice,
): Pick<Tried, 'share' | 'isMeasured'> {
  const [known] = knownTasks(history, histories, [{ history, trials: history.trials }]);
  const trial = known!.trials.find(({ values }) => task.space.indexOf(values) === listed.config.index);
  if (trial) return { share: trial.share, isMeasured: true };
  const coordinates = new Coordinates(task.space);
  const estimate = new Estimate(known!, new Rebinding(task.space), coordinates);
  return { share: estimate.shareAt(coordinates.of(listed.config.values)), isMeasured: false };
}

/** Median and worst share; undefined where nothing was tried. */
export function summaryOf(tried: readonly Tried[]): { readonly median: number; readonly worst: number } | undefined {
  const shares = tried.map(({ share }) => share);
  return shares.length === 0 ? undefined : { median: median(shares), worst: Math.min(...shares) };
}

/**
 * FLOP/s (what the operator counts) of the fastest kernel of a place (`placeOf`), whatever its template, as the lanes
 * and threads of a target make them more or less: caches and clocks are left out.
 */
function speedsIn(histories: readonly TaskHistory[]): (place: string, target: Target) => number {
  const fastest = new Map<string, { readonly speed: number; readonly target: Target }>();
  for (const history of histories) {
    const place = placeOf(history);
    const speed = speedOf(history);
    const before = fastest.get(place);
    if (!before || speed > before.speed) fastest.set(place, { speed, target: history.task.target });
  }
  return (place, target) => {
    const best = fastest.get(place)!;
    return (best.speed * widthOf(target)) / widthOf(best.target);
  };
}

function speedOf({ task, trials }: TaskHistory): number {
  const seconds = ranked(trials).reduce((least, trial) => Math.min(least, trial.seconds), Infinity);
  return operatorOf(task).flops(task.workload) / seconds;
}

function widthOf(target: Target): number {
  return target.model === 'simd' ? target.vector.lanes * threadsOf(target) : 1;
}
