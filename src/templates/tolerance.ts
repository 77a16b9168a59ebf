/**
 * The largest error that a right kernel may make, as trials, finals and replays ask for it, relative to
 * max(|want|, rms(want)) and before the output is rounded to its type.
 */
import { isWhole } from '../elements/registry.js';
import { wholeTolerance } from '../ir/whole-steps.js';
import { roundingError } from '../ir/rounding.js';
import { computationOf } from '../operator/operator.js';
import type { Config } from '../space/config.js';
import { operatorOf } from './task.js';
import type { Task } from './template.js';

/**
 * Standard deviations that the largest of all elements may be off. Of the 30,000 kernels of `logs/shipped`, with up to
 * four million elements each, none is further off than seven (`npm run soak:wrong-kernels`): the errors of single
 * elements have wider tails than a normal distribution, since a partial sum may have been large on its way.
 */
const largest = 12;

/** Of the reference, which is kept in float32. */
const ofReference = 2 ** -24;

/** What the template says, or what follows from the computation and the sums of the template's algorithm. */
export function toleranceOf(task: Task, config: Config): number {
  const { template, workload, target } = task;
  if (template.gives === 'source') return template.toleranceOf(workload);
  if (template.tolerance !== undefined) return template.tolerance;
  const computation = computationOf(operatorOf(task), workload);
  if (isWhole(computation.output.dtype)) return wholeTolerance(computation);
  const computed = template.computed?.(workload, target) ?? computation;
  return largest * roundingError(computed, template.sums?.(workload, config)) + ofReference;
}
