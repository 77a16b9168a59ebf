import { backendOf } from '../backend/registry.js';
import { Farm } from '../backend/farm/farm.js';
import { LocalMeasurer } from '../backend/measurer.js';
import { listens } from '../catalogue/catalogue.js';
import { countsOf } from '../operator/counts.js';
import { elementTypeOf } from '../operator/operator.js';
import type { CompilerUse } from '../measure/build.js';
import { limitNote, loadNote, measureLoad } from '../target/load.js';
import { openJournal, type Journal } from './journal.js';
import { checkModel } from './preflight.js';
import { gatherTaskStates, readHistory, type NamedLog } from './task-states.js';
import { tune as runTuner } from './tuner.js';
import type { Plan } from './plan.js';
import { provenanceOf } from './provenance.js';
import { notesOf } from './run-notes.js';
import { viewsOf } from './settings.js';
import type { TuneEvent } from './events.js';
import { defined } from '../target/defined.js';

/** Carries out a plan on this machine, with its log, and yields its events; throws as `tune` of the library. */
export async function* runPlan(plan: Plan): AsyncGenerator<TuneEvent, void, void> {
  const history = await readHistory(plan.history);
  await checkModel(plan.settings, plan.catalogue, plan.signal);
  const farm = plan.farm && (await Farm.open(plan.farm));
  try {
    const { settings, target } = plan;
    const measurer = await LocalMeasurer.create({ seed: settings.seed, kind: target.kind, open: farm?.openDevice });
    try {
      await measurer.check(target);
      yield* search(plan, history, measurer, farm);
    } finally {
      await measurer.close();
    }
  } finally {
    await farm?.close();
  }
}

async function* search(
  plan: Plan,
  history: readonly NamedLog[],
  measurer: LocalMeasurer,
  farm: Farm | undefined,
): AsyncGenerator<TuneEvent, void, void> {
  const { catalogue, operator, workload, target, tasks, settings, log, modules, signal } = plan;
  const usedHistory = listens(catalogue, settings.explorer) ? history : [];
  const load = farm ? undefined : measureLoad();
  const journal = await openLog(plan, await measurer.compilerOf(target));
  try {
    const gathered = await gatherTaskStates(operator, tasks, log, usedHistory, viewsOf(settings), catalogue);
    const run = runTuner({
      taskStates: gathered.taskStates,
      flops: operator.flops(workload),
      counts: countsOf(operator, workload),
      ...defined({ journal, log: log === undefined ? undefined : { path: log, modules } }),
      settings,
      catalogue,
      measurer,
      ...defined({ peak: farm ? undefined : () => backendOf(target).measurePeak(target, elementTypeOf(workload)) }),
      signal,
    });
    for await (const event of run) {
      for (const text of [...(journal?.takeNotes() ?? []), ...(farm?.takeNotes() ?? [])]) yield { event: 'note', text };
      if (event.event === 'finish')
        for (const text of farm ? [farm.summary()] : limitNote(load!)) yield { event: 'note', text };
      yield event;
      if (event.event === 'start')
        for (const text of [...notesOf(plan, gathered.taskStates), ...gathered.notes, ...(load ? loadNote(load) : [])])
          yield { event: 'note', text };
    }
  } finally {
    await journal?.close();
  }
}

async function openLog(plan: Plan, compiler: CompilerUse): Promise<Journal | undefined> {
  if (plan.log === undefined) return undefined;
  return openJournal(plan.log, plan.tasks, provenanceOf(plan, compiler));
}
