/** Kernels of workloads that nobody measured: by similar ones of a history, or as their templates suggest. */
import { defined } from '../../target/defined.js';
import { backendOf } from '../../backend/registry.js';
import type { Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';
import { choicesByKnob, LEAST_SHARE, type Asked, type Choice } from '../../transfer/first-choice.js';
import type { TaskHistory } from '../../transfer/task-history.js';
import { suggestionShare } from '../../transfer/suggestions.js';
import type { NetworkKernel, PlannedLayer } from './network-layer.js';
import type { Config } from '../../space/config.js';
import { nearestConfigs } from '../../explorer/nearest-config.js';

/** FLOP/s and bytes/s that nothing measured is expected to exceed: looks are worth while. */
const HOPED = { flops: 5e10, bytes: 5e10 };

/**
 * Doublings between shapes and machines beyond which a template that suggests something knows as much of a kernel as
 * similar ones tell, and more where they are of another kind (docs/networks.md#without-a-trial).
 */
const NEAR = 0.5;

/** Of each template one, and of similar kernels one of each value of a knob `layout`, the fastest first. */
export function expectKernels(
  planned: PlannedLayer,
  target: Target,
  histories: readonly TaskHistory[],
  isUsable: (kernel: Pick<NetworkKernel, 'task' | 'config'>) => boolean,
): readonly NetworkKernel[] {
  const { operator, workload, tasks } = planned;
  const asked = { operator, workload, target, fingerprint: backendOf(target).fingerprint() };
  // A place that only failures are known of tells no speed.
  const similar = choicesByKnob(asked, histories, 'layout').filter(({ seconds }) => Number.isFinite(seconds));
  const suggests = tasks.some(({ template }) => template.suggestions !== undefined);
  if (similar.length > 0 && (!suggests || nearest(similar) <= NEAR)) return similar.map(fromSimilar);
  const suggestions = suggested(planned, target, isUsable);
  if (suggestions.length === 0) return similar.map(fromSimilar);
  return atSpeedOf(similar, suggestions, asked).map((kernel) => {
    const share = suggestionShare(kernel.task, histories, asked.fingerprint);
    return { ...kernel, ...defined({ share }) };
  });
}

function nearest(choices: readonly Choice[]): number {
  return Math.min(...choices.flatMap(({ known }) => known.map(({ distance }) => distance)));
}

function fromSimilar({ task, listed: { config }, share, seconds }: Choice): NetworkKernel {
  return { task, config, seconds, best: undefined, from: 'similar', share };
}

/** Of templates that suggest something, where there are any: what others have first is far from their best. */
function suggested(
  { operator, workload, tasks }: PlannedLayer,
  target: Target,
  isUsable: (kernel: Pick<NetworkKernel, 'task' | 'config'>) => boolean,
): readonly NetworkKernel[] {
  const suggesting = tasks.filter(({ template }) => template.suggestions !== undefined);
  const kernelsOf = (some: readonly Task[]): NetworkKernel[] =>
    some.flatMap((task): NetworkKernel[] => {
      const config = suggestedConfig(task, (config) => isUsable({ task, config }));
      const work = task.template.work?.(workload, target) ?? operator.flops(workload);
      const seconds = work / HOPED[operator.counts ?? 'flops'];
      return config ? [{ task, config, seconds, best: undefined, from: 'suggested' }] : [];
    });
  const own = kernelsOf(suggesting);
  return (own.length > 0 ? own : kernelsOf(tasks)).toSorted((a, b) => a.seconds - b.seconds);
}

/** At the speed of similar kernels, where there are any, so that they compare with these. */
function atSpeedOf(
  [similar]: readonly Choice[],
  kernels: readonly NetworkKernel[],
  { operator, workload }: Asked,
): readonly NetworkKernel[] {
  if (!similar) return kernels;
  const hoped = operator.flops(workload) / HOPED[operator.counts ?? 'flops'];
  const slower = (similar.seconds * Math.max(similar.share, LEAST_SHARE)) / hoped;
  return kernels.map((kernel) => ({ ...kernel, seconds: kernel.seconds * slower }));
}

/** Configs around a suggestion that are asked whether they serve. */
const MOST_ASKED = 256;

/**
 * What its template suggests first, or else the first config that there is, or of the configs around that the first
 * which serves; undefined where there is none.
 *
 * @internal Tests ask for one alone.
 */
export function suggestedConfig(
  { template, workload, target, space }: Task,
  serves: (config: Config) => boolean = () => true,
): Config | undefined {
  const suggestions = template.suggestions?.(workload, target) ?? [];
  for (const values of suggestions) {
    const found = nearestConfigs(space, values).next();
    if (!found.done && serves(found.value)) return found.value;
  }
  const index = space.nextValid(0);
  if (index === undefined) return undefined;
  const first = space.get(index);
  if (suggestions.length === 0 && serves(first)) return first;
  let asked = 0;
  for (const config of nearestConfigs(space, suggestions[0] ?? first.values)) {
    if (serves(config)) return config;
    if (++asked === MOST_ASKED) return undefined;
  }
  return undefined;
}
