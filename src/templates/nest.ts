/** From a task and a config to the loop nest that everything else is made of. */
import { lower, featureNest } from '../ir/lower.js';
import type { Nest } from '../ir/nest.js';
import { recordedBy, type Primitive } from '../ir/trace.js';
import { UsageError } from '../target/errors.js';
import type { Config } from '../space/config.js';
import type { ScheduleTemplate, Task, Template } from './template.js';

/** The loop nest of a config. Throws InstantiationError, with the reason, where the config cannot be instantiated. */
export function nestOf({ template, workload, target }: Task, config: Config): Nest {
  return lower(scheduled(template).schedule(workload, target, config));
}

/** What features of a config are read from: its feature nest. Throws InstantiationError as `nestOf` does. */
export function featureNestOf({ template, workload, target }: Task, config: Config): Nest {
  return featureNest(scheduled(template).schedule(workload, target, config));
}

/** The primitives of a config's schedule; undefined for templates without schedules. Throws as `featureNestOf`. */
export function primitivesOf({ template, workload, target }: Task, config: Config): readonly Primitive[] | undefined {
  if (template.gives === 'source' || template.lacksSchedules) return undefined;
  return recordedBy(() => template.schedule(workload, target, config)).primitives;
}

/** Source of the user's has no loop nest: views that read one do not apply to it. */
function scheduled(template: Template): ScheduleTemplate {
  if (template.gives !== 'source') return template;
  throw new UsageError(
    `${template.name} is source of its own, which has no schedule and no loop nest: give --features knobs or values.`,
  );
}
