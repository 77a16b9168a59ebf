/**
 * Where the types of a template's knobs, which its space knows, become those of any config: a template is written with
 * the former, a registry holds the latter.
 */
import type { Schedule } from '../ir/schedule.js';
import type { Workload } from '../operator/operator.js';
import type { Space, Values } from '../space/space.js';
import type { SimdTarget, SimtTarget, Target } from '../target/target.js';
import type { ScheduleTemplate } from './template.js';

/** A template as it is written: its schedule is given the knobs of its own space, with their types. */
interface Definition<T extends Target, Knobs extends Values> extends Omit<
  ScheduleTemplate<T>,
  'define' | 'schedule' | 'suggestions' | 'shortList'
> {
  define(workload: Workload, target: T): Space<Knobs>;
  schedule(workload: Workload, target: T, knobs: Knobs): Schedule;
  suggestions?(workload: Workload, target: T): readonly Knobs[];
  shortList?(workload: Workload, target: T): readonly Knobs[];
}

/** A config has the types of its space: both are made, and read from logs, by that space alone. */
export function defineTemplate<Knobs extends Values>(
  definition: Definition<SimdTarget, Knobs>,
): ScheduleTemplate<SimdTarget>;
export function defineTemplate<Knobs extends Values>(
  definition: Definition<SimtTarget, Knobs>,
): ScheduleTemplate<SimtTarget>;
export function defineTemplate<T extends Target, Knobs extends Values>(
  definition: Definition<T, Knobs>,
): ScheduleTemplate<T> {
  return {
    ...definition,
    schedule: (workload, target, { values }) => definition.schedule(workload, target, values as Knobs),
  };
}
