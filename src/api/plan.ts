import { backendNamed, parseTarget } from '../backend/registry.js';
import type { Operator, Workload } from '../operator/operator.js';
import { findOperator } from '../operator/registry.js';
import type { Target } from '../target/target.js';
import { makeTask } from '../templates/task.js';
import type { Task } from '../templates/template.js';
import { firstBatchOf, settingsSchema, type Settings } from '../tuner/settings.js';
import { checked } from './checked.js';
import { chooseTemplates, templatesFor } from './choose-templates.js';
import { shapeWords, tuneOptionsSchema, type CheckedTuneOptions, type TuneOptions } from './tune-options.js';

/** A run, understood: everything valid, nothing started. */
export interface Plan {
  readonly operator: Operator;
  readonly workload: Workload;
  readonly target: Target;
  /** One task a template. */
  readonly tasks: readonly Task[];
  readonly settings: Settings;
  readonly history: readonly string[];
  readonly log: string | undefined;
  readonly signal: AbortSignal;
}

/** Throws UsageError for whatever does not exist or cannot be, MissingError for a target that is not here. */
export function planRun(options: TuneOptions): Plan {
  const given = checked(tuneOptionsSchema, options);
  const operator = findOperator(given.operator);
  const workload = operator.workload(given.workload, shapeWords(given.shape));
  templatesFor(operator.name, backendNamed(given.target));
  const target = parseTarget(given.target, given.threads);
  const chosen = chooseTemplates(given.template, workload, target);
  return {
    operator,
    workload,
    target,
    tasks: chosen.map((template) => makeTask(template, workload, target)),
    settings: settingsOf(given),
    history: given.history,
    log: given.log,
    signal: given.signal ?? new AbortController().signal,
  };
}

/** A seed that is not given is drawn. */
function settingsOf({ seed = Math.floor(Math.random() * 1e6), ...given }: CheckedTuneOptions): Settings {
  return settingsSchema.parse({ ...given, seed, ...firstBatchOf(given) });
}
