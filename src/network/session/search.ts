/** Trials of some layers on one budget, written to the log as they come. */
import { backendOf, formatTarget } from '../../backend/registry.js';
import type { Farm } from '../../backend/farm/farm.js';
import type { LocalMeasurer } from '../../backend/measurer.js';
import { listens } from '../../catalogue/catalogue.js';
import type { ViewName } from '../../features/registry.js';
import type { CompilerUse } from '../../measure/build.js';
import { valueType, type DType } from '../../ir/tensor.js';
import { countsOf } from '../../operator/counts.js';
import { elementTypeOf } from '../../operator/operator.js';
import { defined } from '../../target/defined.js';
import { limitNote, loadNote, measureLoad } from '../../target/load.js';
import { Family } from '../../transfer/family.js';
import { openJournals, type JournalPart, type Journals } from '../../tuner/journal.js';
import { newRunName } from '../../tuner/log-listener.js';
import { provenanceOf } from '../../tuner/provenance.js';
import type { TaskState } from '../../tuner/task-state.js';
import { notesOf } from '../../tuner/run-notes.js';
import { viewsOf } from '../../tuner/settings.js';
import { gatherAll, taskAsHistory, type NamedLog } from '../../tuner/task-states.js';
import type { NetworkEvent, NetworkEventNamed } from '../schedule/events.js';
import { kinOf } from '../schedule/schedulers/scheduler.js';
import { type LayerTask, tuneNetwork } from '../schedule/tune-network.js';
import { findKnownBests } from './known-bests.js';
import type { PlannedLayer } from './network-layer.js';
import { type NetworkPlan, layerNotes } from './plan.js';

export interface SearchContext {
  readonly history: readonly NamedLog[];
  readonly measurer: LocalMeasurer;
  /** What stands in the place of this machine. */
  readonly farm: Farm | undefined;
}

export type SearchEvent = Exclude<NetworkEvent, { event: 'finish' }>;

/** Events of a search, in the log before they are yielded; returns what each layer came to. */
export async function* searchLayers(
  plan: NetworkPlan,
  { history, measurer, farm }: SearchContext,
): AsyncGenerator<SearchEvent, NetworkEventNamed<'finish'>> {
  const { catalogue, target, layers, settings, scheduler, log, signal } = plan;
  const usedHistory = listens(catalogue, settings.explorer) ? history : [];
  const load = farm ? undefined : measureLoad();
  const journals = await openLog(plan, await measurer.compilerOf(target));
  try {
    const { states, notes } = await gatherAll(layers, log, usedHistory, viewsOf(settings), catalogue);
    const run = tuneNetwork({
      name: plan.name,
      target: formatTarget(target),
      layers: layers.map((layer, place) => layerTaskOf(layer, states[place]!, journals?.parts[place])),
      settings,
      scheduler,
      family: plan.alone ? undefined : familyOf(layers, viewsOf(settings)),
      catalogue,
      measurer,
      ...defined({ peak: farm ? undefined : () => backendOf(target).measurePeak(target, commonType(layers)) }),
      log: log === undefined ? undefined : { path: log, modules: plan.modules },
      known: findKnownBests(layers, history, catalogue),
      signal,
    });
    for await (const event of run) {
      for (const text of [...(journals?.takeNotes() ?? []), ...(farm?.takeNotes() ?? [])]) yield noteOf(text);
      if (event.event === 'finish') {
        for (const text of farm ? [farm.summary()] : limitNote(load!)) yield noteOf(text);
        return event;
      }
      yield event;
      if (event.event === 'start')
        for (const text of [
          ...notesOf(plan, states.flat()),
          ...layerNotes(plan),
          ...notes,
          ...(load && settings.trials > 0 ? loadNote(load) : []),
        ])
          yield noteOf(text);
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
  journal: JournalPart | undefined,
): LayerTask {
  const { name: kind } = operator;
  const flops = operator.flops(workload);
  return {
    name,
    weight,
    taskStates,
    flops,
    kin: kinOf(kind, flops),
    counts: countsOf(operator, workload),
    ...defined({ journal }),
  };
}

/** The type of all layers, or float32 of several. */
function commonType(layers: readonly PlannedLayer[]): DType {
  const [type = valueType, ...others] = new Set(layers.map(({ workload }) => elementTypeOf(workload)));
  return others.length === 0 ? type : valueType;
}

function familyOf(layers: readonly PlannedLayer[], views: readonly ViewName[]): Family {
  const histories = layers.flatMap(({ operator, tasks }) => tasks.map((task) => taskAsHistory(operator, task, [])));
  return new Family(histories, views);
}

function noteOf(text: string): SearchEvent {
  return { event: 'note', layer: null, text };
}
