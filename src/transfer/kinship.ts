import { acrossTemplates, ofConfigs, views as allViews, type ViewName } from '../features/registry.js';
import type { WorkloadArg } from '../operator/operator.js';
import type { TaskHistory } from './task-history.js';
import { viewOf } from './view.js';

/** Sources that are learned from, the most alike: the views of a task take a moment to set up. */
const SOURCES = 12;

/** A history, and the views in which it compares with the task. */
export interface Kin {
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
  return views.some((name) => allViews[name].readsNests) || !haveColumnsInCommon(own, other, views) ? [] : views;
}

function haveColumnsInCommon(own: TaskHistory, other: TaskHistory, views: readonly ViewName[]): boolean {
  const telling = ofConfigs(views);
  const names = new Set(viewOf(own.task, telling).names);
  return viewOf(other.task, telling).names.some((name) => names.has(name));
}

/** Doublings between two shapes, as operators encode them, over all numbers in them. */
export function shapeDistance(a: readonly WorkloadArg[], b: readonly WorkloadArg[]): number {
  const right = b.flatMap(numbersIn);
  return a
    .flatMap(numbersIn)
    .reduce((sum, size, i) => sum + Math.abs(Math.log2((1 + size) / (1 + (right[i] ?? 0)))), 0);
}

function numbersIn(arg: WorkloadArg): number[] {
  if (typeof arg === 'number') return [arg];
  return Array.isArray(arg) ? (arg as readonly WorkloadArg[]).flatMap(numbersIn) : [];
}
