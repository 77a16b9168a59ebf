import { backendOf } from '../backend/registry.js';
import { LocalMeasurer } from '../backend/measurer.js';
import { usesModel } from '../explorer/registry.js';
import type { CompilerUse } from '../measure/build.js';
import { LogWriter } from '../record/log.js';
import { plural } from '../target/format.js';
import { threadsOf } from '../target/target.js';
import { logListener, type Provenance } from '../tuner/log-listener.js';
import { checkModel } from '../tuner/preflight.js';
import { gatherTaskStates, readHistory, type Gathered, type NamedLog } from '../tuner/task-states.js';
import { tune as runTuner } from '../tuner/tuner.js';
import { historyNote } from './history-note.js';
import { planRun, type Plan } from './plan.js';
import type { TuneEvent } from './schema/tune-events.js';
import { threadsNote } from './threads-note.js';
import { toTuneEvent } from './tune-event.js';
import type { TuneOptions } from './tune-options.js';

/**
 * Tunes one operator on one target of this machine. The events are those that `tune <operator> --json` prints; nothing
 * goes on before the next one is asked for, and a trial is in the log (if there is one) before it is told. The last is
 * `finish`, also of a run that `signal` ended; its `best` is null where no schedule worked. Leaving the loop early ends
 * the run at once, with everything logged that was told.
 *
 * Throws UsageError for what does not exist or cannot be, MissingError for what this machine lacks, WorkError where the
 * reference or the log fails.
 */
export async function* tune(options: TuneOptions): AsyncGenerator<TuneEvent, void, void> {
  const plan = planRun(options);
  const history = await readHistory(plan.history);
  await checkModel(plan.settings);
  const measurer = await LocalMeasurer.create({ seed: plan.settings.seed, kind: plan.target.kind });
  try {
    await measurer.check(plan.target);
    yield* search(plan, history, measurer);
  } finally {
    await measurer.close();
  }
}

async function* search(
  plan: Plan,
  history: readonly NamedLog[],
  measurer: LocalMeasurer,
): AsyncGenerator<TuneEvent, void, void> {
  const { operator, workload, target, tasks, settings, log, signal } = plan;
  // Explorers that ask no model listen to nobody.
  const told = usesModel(settings.explorer) ? history : [];
  const logging = await openLog(plan, await measurer.compilerOf(target));
  const gathered = await gatherTaskStates(operator, tasks, log, told, settings.features);
  try {
    const run = runTuner({
      taskStates: gathered.taskStates,
      flops: operator.flops(workload),
      settings,
      measurer,
      peak: () => backendOf(target).measurePeak(target),
      signal,
    });
    for await (const event of run) {
      await logging?.on(event);
      yield toTuneEvent(event, log);
      if (event.event === 'start') for (const text of notesOf(plan, gathered)) yield { event: 'note', text };
    }
  } finally {
    await logging?.flush();
  }
}

async function openLog(plan: Plan, compiler: CompilerUse): Promise<ReturnType<typeof logListener> | undefined> {
  if (plan.log === undefined) return undefined;
  return logListener(await LogWriter.open(plan.log), provenanceOf(plan, compiler));
}

function provenanceOf({ operator, workload, target, settings }: Plan, compiler: CompilerUse): Provenance {
  return {
    fingerprint: backendOf(target).fingerprint(),
    compiler: compiler.name,
    seed: settings.seed,
    args: operator.encode(workload),
    flags: compiler.flags,
  };
}

/** What a person has to know before waiting. */
function notesOf({ target, settings, history }: Plan, { taskStates, notes }: Gathered): readonly string[] {
  const priors = taskStates.map(({ prior }) => prior);
  const done = taskStates.reduce((sum, { resumed }) => sum + resumed.length, 0);
  const isTold = history.length > 0 || priors.some(({ rows, warmStarts }) => rows.length + warmStarts.length > 0);
  return [
    ...threadsNote(threadsOf(target)),
    ...(done > 0 ? [`${plural(done, 'trial')} of ${settings.trials} found in the log`] : []),
    ...(isTold ? [historyNote(priors, settings.explorer)] : []),
    ...notes,
  ];
}
