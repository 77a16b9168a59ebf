import { usesModel } from '../../explorer/registry.js';
import { LocalMeasurer } from '../../backend/measurer.js';
import { LogWriter } from '../../record/log.js';
import { WorkError } from '../../target/errors.js';
import type { FinishEvent, Listener, Summary } from '../../tuner/events.js';
import { gatherTaskStates, readHistory, type Gathered, type NamedLog } from '../../tuner/task-states.js';
import { logListener, type Provenance } from '../../tuner/log-listener.js';
import { checkModel } from '../../tuner/preflight.js';
import { tune } from '../../tuner/tuner.js';
import { Exit } from '../errors.js';
import { plural } from '../../target/format.js';
import { catchInterrupts } from '../interrupt.js';
import type { Output } from '../output.js';
import { planRun, type Plan, type TuneRequest } from '../plan.js';
import { eventToJson } from '../render/json.js';
import { historyNote } from '../history-note.js';
import { progressBar, type Progress } from '../render/progress.js';
import { renderSummary } from '../render/summary.js';
import { warnOfThreads } from '../threads-warning.js';
import { dryRun } from './dry-run.js';
import type { CompilerUse } from '../../measure/build.js';
import { formatTarget, backendOf } from '../../backend/registry.js';
import { threadsOf } from '../../target/target.js';

/** `tune <operator> [workload]`. */
export async function tuneCommand(request: TuneRequest, output: Output): Promise<void> {
  const plan = planRun(request);
  const history = await readHistory(request.flags.history ?? []);
  if (request.flags.dryRun) {
    await dryRun(plan, request.flags.json === true, output);
    return;
  }
  await checkModel(plan.settings);
  const measurer = await LocalMeasurer.create({ seed: plan.settings.seed, kind: plan.target.kind });
  try {
    await measurer.check(plan.target);
    await search(request, plan, history, measurer, output);
  } finally {
    await measurer.close();
  }
}

async function search(
  request: TuneRequest,
  plan: Plan,
  history: readonly NamedLog[],
  measurer: LocalMeasurer,
  output: Output,
): Promise<void> {
  // Explorers that ask no model listen to nobody.
  const told = usesModel(plan.settings.explorer) ? history : [];
  const log = await LogWriter.open(plan.log);
  const gathered = await gatherTaskStates(plan.operator, plan.tasks, plan.log, told, plan.settings.features);
  const logging = logListener(log, provenanceOf(plan, await measurer.compilerOf(plan.target)));
  const progress = progressBar(output.interactive && !request.flags.json);
  const interrupt = catchInterrupts(output, () => {
    progress.stop();
  });
  try {
    introduce(plan, gathered, history.length > 0, output);
    const listeners = [logging.on, ...displays(request, plan, progress, output)];
    const run = tune({
      taskStates: gathered.taskStates,
      flops: plan.operator.flops(plan.workload),
      settings: plan.settings,
      measurer,
      peak: () => backendOf(plan.target).measurePeak(plan.target),
      signal: interrupt.signal,
    });
    for await (const event of run) {
      for (const listener of listeners) await listener(event);
      if (event.event === 'finish') conclude(event.summary, interrupt.silent);
    }
  } finally {
    progress.stop();
    interrupt.release();
    await logging.flush();
  }
}

/** What a person has to know before waiting: what is tuned, from which seed, into which log. */
function introduce(
  { operator, workload, target, tasks, settings, log }: Plan,
  gathered: Gathered,
  hasHistory: boolean,
  output: Output,
): void {
  const { paintStderr: paint } = output;
  const names = tasks.map(({ template }) => template.name).join(', ');
  output.stderr(`${paint.bold(`${operator.name} ${workload.name}`)} on ${formatTarget(target)}, template ${names}`);
  const search = usesModel(settings.explorer) ? `${settings.explorer} and ${settings.model}` : settings.explorer;
  warnOfThreads(threadsOf(target), output);
  output.stderr(`${search}, seed ${settings.seed}, log ${log}`);
  const done = gathered.taskStates.reduce((sum, { resumed }) => sum + resumed.length, 0);
  if (done > 0) output.stderr(`${plural(done, 'trial')} of ${settings.trials} found in the log`);
  const priors = gathered.taskStates.map(({ prior }) => prior);
  const isTold = hasHistory || priors.some(({ rows, warmStarts }) => rows.length + warmStarts.length > 0);
  if (isTold) output.stderr(historyNote(priors, settings.explorer));
  for (const note of gathered.notes) output.stderr(paint.yellow(note));
}

function displays({ flags }: TuneRequest, plan: Plan, progress: Progress, output: Output): readonly Listener[] {
  const onFinish = (event: FinishEvent): void => {
    output.stdout(renderSummary(event, { log: plan.log, paint: output.paint }));
  };
  const toJson: Listener = (event) => {
    output.stdout(eventToJson(event, plan.log));
  };
  const toPeople: Listener = (event) => {
    if (event.event === 'finish') onFinish(event);
  };
  const warn: Listener = (event) => {
    if (event.event !== 'model' || event.error === undefined) return;
    progress.stop();
    output.stderr(output.paintStderr.yellow(`The next trials are drawn at random: ${event.error}`));
  };
  return [progress.on, warn, flags.json ? toJson : toPeople];
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

/** The exit code of a run, once everything is said and logged. */
function conclude({ reason, best, firstFailure, trials }: Summary, silent: boolean): void {
  if (reason === 'interrupted') throw new Exit(silent ? 0 : 130);
  if (best) return;
  const count = trials.run + trials.resumed;
  if (count === 0 && reason === 'minutes')
    throw new WorkError('The time was over before the first trial, spent on the reference: raise --minutes.');
  const all = plural(count, 'trial');
  throw new WorkError(`No valid schedule was found in ${all}; the first failure: ${firstFailure ?? 'none was tried'}`);
}
