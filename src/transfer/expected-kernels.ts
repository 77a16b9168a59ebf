/** Kernels of a workload that nothing here measured: what others' logs show of similar ones, or templates suggest. */
import { fingerprintOf } from '../backend/registry.js';
import { nearestConfigs } from '../explorer/nearest-config.js';
import type { Operator, Workload } from '../operator/operator.js';
import type { Config, KnobValue } from '../space/config.js';
import { defined } from '../target/defined.js';
import { leavesSharingOpen, type Target } from '../target/target.js';
import { multipliesAlike } from '../templates/best-products.js';
import type { Task } from '../templates/template.js';
import { choicesByKnob, LEAST_SHARE, type Asked, type Choice } from './first-choice.js';
import type { TaskHistory } from './known-tasks.js';
import { suggestionShare } from './suggestions.js';

/** A workload, and the templates that may compute it. */
export interface UnmeasuredWork {
  readonly operator: Operator;
  readonly workload: Workload;
  readonly tasks: readonly Task[];
}

export interface ExpectedKernel {
  readonly task: Task;
  readonly config: Config;
  /** Seconds a call. */
  readonly seconds: number;
  readonly from: 'similar' | 'suggested';
  /** The share of the best speed that is expected of the choice, from others' logs. */
  readonly share?: number;
}

type Usable = (kernel: Pick<ExpectedKernel, 'task' | 'config'>) => boolean;

/** FLOP/s and bytes/s that nothing measured is expected to exceed: looks are worth while. */
const HOPED = { flops: 5e10, bytes: 5e10 };

/**
 * Doublings between shapes and machines beyond which a template that suggests something knows as much of a kernel as
 * similar ones show, and more where they are of another kind (docs/guide/network.md).
 */
const NEAR = 0.5;

/** What was measured of kernels that multiply as those of a workload do, and share it among threads. */
export function sourcesFor(
  asked: Pick<Asked, 'operator' | 'workload' | 'target'>,
  histories: readonly TaskHistory[],
): readonly TaskHistory[] {
  return histories.filter(({ task }) => !leavesSharingOpen(task.target, asked.target) && multipliesAlike(task, asked));
}

/** Of each template one of each layout that is suggested, or that similar kernels have, the fastest first. */
export function expectKernels(
  work: UnmeasuredWork,
  target: Target,
  histories: readonly TaskHistory[],
  isUsable: Usable = () => true,
): readonly ExpectedKernel[] {
  const { operator, workload, tasks } = work;
  const asked = { operator, workload, target, fingerprint: fingerprintOf(target) };
  // A place where only failures are known has no speed.
  const similar = choicesByKnob(asked, histories, 'layout').filter(
    ({ task, listed: { config }, seconds }) => Number.isFinite(seconds) && isUsable({ task, config }),
  );
  const suggests = tasks.some(({ template }) => template.suggestions !== undefined);
  if (similar.length > 0 && (!suggests || nearest(similar) <= NEAR)) return similar.map(fromSimilar);
  const suggestions = suggested(work, target, isUsable);
  if (suggestions.length === 0) return similar.map(fromSimilar);
  return byShare(
    atSpeedOf(similar, suggestions, asked).map((kernel) => {
      const share = suggestionShare(kernel.task, histories, asked.fingerprint, kernel.config.values);
      return { ...kernel, ...defined({ share }) };
    }),
  );
}

/**
 * Where it is known of all which share of the best speed their templates' suggestions reached elsewhere, that decides:
 * what they have in common is the best.
 */
function byShare(kernels: readonly ExpectedKernel[]): readonly ExpectedKernel[] {
  const shares = kernels.flatMap(({ share }) => share ?? []);
  if (shares.length < kernels.length) return kernels;
  const [best, most] = [Math.min(...kernels.map(({ seconds }) => seconds)), Math.max(...shares)];
  return kernels
    .map((kernel, i) => ({ ...kernel, seconds: (best * most) / Math.max(shares[i]!, LEAST_SHARE) }))
    .toSorted((a, b) => a.seconds - b.seconds);
}

function nearest(choices: readonly Choice[]): number {
  return Math.min(...choices.flatMap(({ known }) => known.map(({ distance }) => distance)));
}

function fromSimilar({ task, listed: { config }, share, seconds }: Choice): ExpectedKernel {
  return { task, config, seconds, from: 'similar', share };
}

/** Of templates that suggest something, where there are any: what others have first is far from their best. */
function suggested(
  { operator, workload, tasks }: UnmeasuredWork,
  target: Target,
  isUsable: Usable,
): readonly ExpectedKernel[] {
  const suggesting = tasks.filter(({ template }) => template.suggestions !== undefined);
  const kernelsOf = (some: readonly Task[]): ExpectedKernel[] =>
    some.flatMap((task) =>
      suggestedConfigs(task, (config) => isUsable({ task, config })).map((config): ExpectedKernel => {
        const work = task.template.work?.(workload, target, config.values) ?? operator.flops(workload);
        const seconds = work / HOPED[operator.counts ?? 'flops'];
        return { task, config, seconds, from: 'suggested' };
      }),
    );
  const own = kernelsOf(suggesting);
  return (own.length > 0 ? own : kernelsOf(tasks)).toSorted((a, b) => a.seconds - b.seconds);
}

/**
 * At the speed of similar kernels, where there are any, so that they compare with these. What moves bytes is no faster
 * than is hoped: caches make a small workload many times as fast as a large one, which a network would then convert.
 */
function atSpeedOf(
  [similar]: readonly Choice[],
  kernels: readonly ExpectedKernel[],
  { operator, workload }: Asked,
): readonly ExpectedKernel[] {
  if (!similar) return kernels;
  const { counts = 'flops' } = operator;
  const hoped = operator.flops(workload) / HOPED[counts];
  const slowdown = (similar.seconds * Math.max(similar.share, LEAST_SHARE)) / hoped;
  const slower = counts === 'bytes' ? Math.max(1, slowdown) : slowdown;
  return kernels.map((kernel) => ({ ...kernel, seconds: kernel.seconds * slower }));
}

/** Configs around a suggestion that are asked whether they serve. */
const MOST_ASKED = 256;

/**
 * What its template suggests first of each layout that it suggests. Where none of these serves, the first config that
 * there is, or of the configs around a suggestion the first that serves.
 */
export function suggestedConfigs(
  { template, workload, target, space }: Task,
  serves: (config: Config) => boolean = () => true,
): readonly Config[] {
  const suggestions = template.suggestions?.(workload, target) ?? [];
  const found = new Map<KnobValue | undefined, Config>();
  for (const values of suggestions) {
    const near = nearestConfigs(space, values).next();
    if (near.done || !serves(near.value)) continue;
    const { layout } = near.value.values;
    if (!found.has(layout)) found.set(layout, near.value);
  }
  if (found.size > 0) return [...found.values()];
  const index = space.nextValid(0);
  if (index === undefined) return [];
  const first = space.get(index);
  if (suggestions.length === 0 && serves(first)) return [first];
  let asked = 0;
  for (const config of nearestConfigs(space, suggestions[0] ?? first.values)) {
    if (serves(config)) return [config];
    if (++asked === MOST_ASKED) return [];
  }
  return [];
}
