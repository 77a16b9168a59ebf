/** Trials of some layers on one budget, written to the log as they come. */
import { backendOf } from '../../backend/registry.js';
import type { LocalMeasurer } from '../../backend/measurer.js';
import { listens } from '../../catalogue/catalogue.js';
import type { CompilerUse } from '../../measure/build.js';
import { limitNote, loadNote, measureLoad } from '../../target/load.js';
import { Family } from '../../transfer/family.js';
import { openJournals, type Journals } from '../../tuner/journal.js';
import { newRunName } from '../../tuner/log-listener.js';
import { provenanceOf } from '../../tuner/provenance.js';
import type { TaskState } from '../../tuner/run.js';
import { notesOf } from '../../tuner/run-notes.js';
import { gatherAll, taskAsHistory, type NamedLog } from '../../tuner/task-states.js';
import type { NetworkFinish, NetworkStart } from '../schedule/events.js';
import { kinOf } from '../schedule/kin.js';
import type { LayerTask } from '../schedule/layer.js';
import { tuneNetwork } from '../schedule/tune-network.js';
import type { SessionLayerEvent, SessionNote } from './events.js';
import type { PlannedLayer } from './network-layer.js';
import type { NetworkPlan } from './plan.js';
import { unservedNote } from './unserved-note.js';

export interface SearchContext {
  readonly history: readonly NamedLog[];
  readonly measurer: LocalMeasurer;
}

export type SearchEvent = NetworkStart | SessionLayerEvent | SessionNote;

/** Events of a search, in the log before they are told; returns what each layer came to. */
export async function* searchLayers(
  plan: NetworkPlan,
  { history, measurer }: SearchContext,
): AsyncGenerator<SearchEvent, NetworkFinish> {
  const { catalogue, target, layers, settings, scheduler, log, signal } = plan;
  const told = listens(catalogue, settings.explorer) ? history : [];
  const load = measureLoad();
  const journals = await openLog(plan, await measurer.compilerOf(target));
  const partOf = new Map(layers.map(({ name }, place) => [name, journals?.parts[place]]));
  try {
    const { states, notes } = await gatherAll(layers, log, told, settings.features, catalogue);
    const run = tuneNetwork({
      layers: layers.map((layer, place) => layerTaskOf(layer, states[place]!, journals?.parts[place]?.companions)),
      settings,
      scheduler,
      family: plan.alone ? undefined : familyOf(layers, settings.features),
      catalogue,
      measurer,
      peak: () => backendOf(target).measurePeak(target),
      signal,
    });
    for await (const event of run) {
      const durable = event.event === 'layer' && ((await partOf.get(event.layer.name)?.on(event.told)) ?? false);
      for (const text of journals?.takeNotes() ?? []) yield { event: 'note', text };
      if (event.event === 'finish') {
        for (const text of limitNote(load)) yield { event: 'note', text };
        return event;
      }
      yield event.event === 'layer' ? { ...event, durable } : event;
      if (event.event === 'start')
        for (const text of [
          ...notesOf(plan, states.flat()),
          ...unservedNote(plan),
          ...notes,
          ...(settings.trials > 0 ? loadNote(load) : []),
        ])
          yield { event: 'note', text };
    }
  } finally {
    await journals?.close();
  }
  throw new Error('a search ended without its last event');
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
  companions: LayerTask['companions'],
): LayerTask {
  const flops = operator.flops(workload);
  return { name, weight, taskStates, flops, kin: kinOf(operator.name, flops), ...(companions && { companions }) };
}

/** All tasks of all layers. */
function familyOf(layers: readonly PlannedLayer[], views: NetworkPlan['settings']['features']): Family {
  const histories = layers.flatMap(({ operator, tasks }) => tasks.map((task) => taskAsHistory(operator, task, [])));
  return new Family(histories, views);
}
