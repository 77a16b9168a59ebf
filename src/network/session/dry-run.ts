import { formatTarget } from '../../backend/registry.js';
import type { Task } from '../../templates/template.js';
import { OutcomeTally } from '../../tuner/dry-run-outcome.js';
import type { DryRunResult } from '../../tuner/dry-run.js';
import { readHistory } from '../../tuner/task-states.js';
import { builds, candidateOf, effortOf, talliedOf } from '../../tuner/builds.js';
import { keysOf } from '../schedule/run-events.js';
import type { NetworkOptions } from './network-options.js';
import type { PlannedLayer } from './network-layer.js';
import { planDryRun, type LayersPlan, layerNotes } from './plan.js';
import type { NetworkDryRunEvent } from '../../tuner/dry-run-events.js';
import { dotsNote } from '../../tuner/dots-note.js';

/**
 * The same as `dryRun` of the layers of a network, which take turns; of a model, of those that are worth a search.
 * Throws as `network`, which would follow with the same options, and UsageError for options of a model's library.
 */
export async function* dryRunLayers(options: NetworkOptions): AsyncGenerator<NetworkDryRunEvent, void, void> {
  const plan = await planDryRun(options);
  await readHistory(plan.history);
  yield startOf(plan);
  for (const text of [...layerNotes(plan), ...dotsNote(plan.layers.flatMap(({ tasks }) => tasks))])
    yield { event: 'note', layer: null, text };
  const layers = new Map(plan.layers.flatMap((layer) => layer.tasks.map((task) => [task, layer.name] as const)));
  const tallies = new Map(plan.layers.map(({ name }) => [name, new OutcomeTally()]));
  yield* builds<NetworkDryRunEvent>(
    inTurns(plan.layers),
    plan,
    (outcome) => {
      const layer = layers.get(outcome.task)!;
      tallies.get(layer)!.add(outcome);
      return { ...candidateOf(outcome), layer };
    },
    (result) => finishOf(plan, tallies, result),
  );
}

/** The first template of each layer, the second of each, and so on: few trials are some of all layers. */
function inTurns(layers: readonly PlannedLayer[]): readonly Task[] {
  const most = Math.max(...layers.map(({ tasks }) => tasks.length));
  return Array.from({ length: most }, (_, turn) => layers.flatMap(({ tasks }) => tasks.slice(turn, turn + 1))).flat();
}

function startOf({ name, target, layers, settings }: LayersPlan): NetworkDryRunEvent {
  return {
    event: 'start',
    dry_run: true,
    network: name,
    target: formatTarget(target),
    layers: layers.map((layer) => ({
      ...keysOf(layer),
      templates: layer.tasks.map(({ template, space }) => ({ template: template.name, raw_size: space.rawSize })),
    })),
    trials: settings.trials,
    minutes: settings.minutes ?? null,
    seed: settings.seed,
  };
}

function finishOf(
  { name, target, layers, settings }: LayersPlan,
  tallies: ReadonlyMap<string, OutcomeTally>,
  result: DryRunResult,
): NetworkDryRunEvent {
  return {
    event: 'finish',
    dry_run: true,
    reason: result.reason,
    network: name,
    target: formatTarget(target),
    seed: settings.seed,
    layers: layers.map((layer) => ({ ...keysOf(layer), ...talliedOf(tallies.get(layer.name)!.result()) })),
    ...talliedOf(result),
    ...effortOf(result),
  };
}
