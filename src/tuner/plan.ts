import { backendNamed, parseTarget } from '../backend/registry.js';
import { devicesFor, targetOn, type ChosenDevices } from '../backend/farm/chosen-devices.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { elementTypeOf, type Operator, type Workload } from '../operator/operator.js';
import { findOperator } from '../operator/registry.js';
import type { Target } from '../target/target.js';
import { views } from '../features/registry.js';
import { UsageError } from '../target/errors.js';
import { makeTask } from '../templates/task.js';
import type { Task } from '../templates/template.js';
import { firstBatchOf, settingsSchema, viewsOf, type Settings } from './settings.js';
import { checked } from '../target/checked.js';
import { modulePathsIn, resolve } from '../catalogue/resolve.js';
import { chooseTemplates, templatesFor } from '../catalogue/choose-templates.js';
import { shapeWords, tuneOptionsSchema, type CheckedTuneOptions, type TuneOptions } from './tune-options.js';

/** A run, understood: everything valid, nothing started. */
export interface Plan {
  /** Where operator, templates, explorer and model come from. */
  readonly catalogue: Catalogue;
  readonly operator: Operator;
  readonly workload: Workload;
  readonly target: Target;
  /** One task a template. */
  readonly tasks: readonly Task[];
  readonly settings: Settings;
  readonly history: readonly string[];
  readonly log: string | undefined;
  /** What stands in the place of this machine. */
  readonly farm: ChosenDevices | undefined;
  /** Paths of the modules that templates were asked for by. */
  readonly modules: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Loads the modules that it names. Throws UsageError for whatever does not exist or cannot be, MissingError for a
 * target that is not here.
 */
export async function planRun(options: TuneOptions): Promise<Plan> {
  const given = checked(tuneOptionsSchema, options);
  const { catalogue, operator: name, templates, names } = await resolve(given);
  const operator = findOperator(name!, catalogue.operators);
  const workload = operator.workload(given.workload, shapeWords(given.shape));
  templatesFor(operator.name, backendNamed(given.target), catalogue.templates);
  const farm = await devicesFor(given, backendNamed(given.target).kind);
  const dtype = elementTypeOf(workload);
  const target = farm
    ? targetOn(farm, given.target, given.threads, dtype)
    : parseTarget(given.target, given.threads, dtype);
  const settings = settingsOf({ ...batchFor(farm), ...given, ...names });
  if (operator.gives === 'source') refuseNests(operator.name, settings);
  const chosen = chooseTemplates(templates, workload, target, catalogue.templates);
  return {
    catalogue,
    operator,
    workload,
    target,
    tasks: chosen.map((template) => makeTask(template, workload, target, operator)),
    settings,
    history: given.history,
    log: given.log,
    farm,
    modules: modulePathsIn(given.template),
    signal: given.signal ?? new AbortController().signal,
  };
}

/** Views of loop nests do not apply to source of the user's. */
function refuseNests(name: string, settings: Settings): void {
  const ofNests = viewsOf(settings).find((view) => views[view].readsNests);
  if (ofNests !== undefined)
    throw new UsageError(
      `The view "${ofNests}" reads loop nests, and ${name} is source, which has none: give --features knobs or values.`,
    );
}

/** Trials of a batch that keep each of several devices at work; of one, those that a machine would have. */
const EACH = 4;

function batchFor(farm: ChosenDevices | undefined): Partial<Settings> {
  const devices = farm?.cards.length ?? 1;
  return devices > 1 ? { batchSize: EACH * devices } : {};
}

/** A seed that is not given is drawn. */
function settingsOf({ seed = Math.floor(Math.random() * 1e6), ...given }: Partial<CheckedTuneOptions>): Settings {
  return settingsSchema.parse({ ...given, seed, ...firstBatchOf(given) });
}
