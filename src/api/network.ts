import { backendOf, formatTarget } from '../backend/registry.js';
import { LocalMeasurer } from '../backend/measurer.js';
import { listens } from '../catalogue/catalogue.js';
import type { CompilerUse } from '../measure/build.js';
import type { LayerTask } from '../network/schedule/layer.js';
import { tuneNetwork } from '../network/schedule/tune-network.js';
import { kinOf } from '../network/schedule/kin.js';
import { limitNote, loadNote, measureLoad } from '../target/load.js';
import { defined } from '../target/defined.js';
import { Family } from '../transfer/family.js';
import { openJournals, type JournalPart, type Journals } from '../tuner/journal.js';
import { newRunName } from '../tuner/log-listener.js';
import { checkModel } from '../tuner/preflight.js';
import type { TaskState } from '../tuner/task-state.js';
import { gatherAll, readHistory, taskAsHistory, type NamedLog } from '../tuner/task-states.js';
import { modelRun } from './model/run.js';
import { knownOf } from './network-known.js';
import type { NetworkOptions } from './network-options.js';
import { planNetwork, type NetworkPlan, type PlannedLayer } from './network-plan.js';
import { provenanceOf } from '../tuner/provenance.js';
import { notesOf } from '../tuner/run-notes.js';
import type { NetworkEvent } from '../network/schedule/events.js';
import { unservedNote } from './unserved-note.js';

/**
 * Tunes the layers of a network on one target of this machine, on one budget. The events are those that
 * `tune network --json` prints: those of `tune`, each with the name of its layer, between one `start` and one
 * `finish`, which comes also of a run that `signal` ended. As in `tune`, nothing goes on before the next event is asked
 * for, and a trial is in the log before it is told.
 *
 * Throws UsageError for what does not exist or cannot be, MissingError for what this machine lacks, WorkError where a
 * reference or the log fails.
 */
export async function* network(options: NetworkOptions): AsyncGenerator<NetworkEvent, void, void> {
  const plan = await planNetwork(options);
  const history = await readHistory(plan.history);
  if (plan.settings.trials > 0) await checkModel(plan.settings, plan.catalogue, plan.signal);
  const measurer = await LocalMeasurer.create({ seed: plan.settings.seed, kind: plan.target.kind });
  try {
    await measurer.check(plan.target);
    const run = (some: NetworkPlan): AsyncGenerator<NetworkEvent, void, void> => search(some, history, measurer);
    yield* plan.model ? modelRun({ plan, model: plan.model, history, run }) : run(plan);
  } finally {
    await measurer.close();
  }
}

async function* search(
  plan: NetworkPlan,
  history: readonly NamedLog[],
  measurer: LocalMeasurer,
): AsyncGenerator<NetworkEvent, void, void> {
  const { catalogue, target, layers, settings, scheduler, log, signal } = plan;
  const told = listens(catalogue, settings.explorer) ? history : [];
  const load = measureLoad();
  const journals = await openLog(plan, await measurer.compilerOf(target));
  try {
    const { states, notes } = await gatherAll(layers, log, told, settings.features, catalogue);
    const run = tuneNetwork({
      name: plan.name,
      target: formatTarget(target),
      layers: layers.map((layer, place) => layerTaskOf(layer, states[place]!, journals?.parts[place])),
      settings,
      scheduler,
      family: plan.alone ? undefined : familyOf(layers, settings.features),
      catalogue,
      measurer,
      peak: () => backendOf(target).measurePeak(target),
      log: log === undefined ? undefined : { path: log, modules: plan.modules },
      known: knownOf(layers, history, catalogue),
      signal,
    });
    for await (const event of run) {
      for (const text of journals?.takeNotes() ?? []) yield noteOf(text);
      if (event.event === 'finish') for (const text of limitNote(load)) yield noteOf(text);
      yield event;
      if (event.event === 'start')
        for (const text of [
          ...notesOf(plan, states.flat()),
          ...unservedNote(plan),
          ...notes,
          ...(settings.trials > 0 ? loadNote(load) : []),
        ])
          yield noteOf(text);
    }
  } finally {
    await journals?.close();
  }
}

async function openLog(plan: NetworkPlan, compiler: CompilerUse): Promise<Journals | undefined> {
  const { log, layers, target, settings } = plan;
  if (log === undefined) return undefined;
  const run = newRunName();
  const contributors = layers.map(({ operator, workload, tasks }) => ({
    tasks,
    provenance: provenanceOf({ operator, workload, target, settings }, compiler, run),
  }));
  return openJournals(log, contributors);
}

function layerTaskOf(
  { name, weight, operator, workload }: PlannedLayer,
  taskStates: readonly TaskState[],
  journal: JournalPart | undefined,
): LayerTask {
  const { name: kind, counts } = operator;
  const flops = operator.flops(workload);
  return { name, weight, taskStates, flops, kin: kinOf(kind, flops), ...defined({ counts, journal }) };
}

/** All tasks of all layers. */
function familyOf(layers: readonly PlannedLayer[], views: NetworkPlan['settings']['features']): Family {
  const histories = layers.flatMap(({ operator, tasks }) => tasks.map((task) => taskAsHistory(operator, task, [])));
  return new Family(histories, views);
}

function noteOf(text: string): NetworkEvent {
  return { event: 'note', layer: null, text };
}
