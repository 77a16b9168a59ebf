/** What a search finds for a workload that has no good record of this machine. */
import { defined } from '../../target/defined.js';
import { existsSync } from 'node:fs';
import type { Contender, LocalMeasurer } from '../../backend/measurer.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { fingerprintOf, formatTarget } from '../../backend/registry.js';
import { hardwareDifferences } from '../../log/record/hardware.js';
import { readLog, type LoggedRecord } from '../../log/record/log.js';
import type { Work } from './plan.js';
import type { RetuneStep } from './retune-progress.js';
import { warmUpOf, type WarmUp } from './warm-up.js';
import { countsOf } from '../../operator/counts.js';
import { toEntities } from '../../space/entity.js';
import { plural } from '../../target/format.js';
import { openJournal } from '../../tuner/journal.js';
import type { OnNote } from '../../log/read-logs.js';
import { planRun, type Plan } from '../../tuner/plan.js';
import { provenanceOf } from '../../tuner/provenance.js';
import { trialEvent } from '../../tuner/run-events.js';
import { runPlan } from '../../tuner/run-plan.js';
import { shapeOf, type TuneOptions } from '../../tuner/tune-options.js';

/** What the workloads of a job have in common. */
export interface Context {
  readonly measurer: LocalMeasurer;
  readonly catalogue: Catalogue;
  /** Files with templates. */
  readonly modules: readonly string[];
  readonly signal: AbortSignal;
  readonly onNote: OnNote;
  /** The gate: how much slower than its log a record may be. */
  readonly speed: number | 'off';
  /** All that logs and history hold. */
  readonly known: readonly LoggedRecord[];
  readonly seed?: number;
  /** What stands in the place of this machine, as `tune` takes it. */
  readonly farm?: string;
  readonly device?: string;
  /** Seconds before further tries; those of `compare` where none are named. */
  readonly pauses?: readonly number[];
  /** Receives what is done with the workload; each has its own. */
  readonly onStep?: (step: RetuneStep) => void;
}

export interface Paths {
  /** The log of the workload. */
  readonly log: string;
  /** Trials of a search that is not finished. */
  readonly unfinished: string;
}

/** What a search came to. */
export interface Searched {
  readonly plan: Plan;
  readonly warmUp: WarmUp | undefined;
  readonly trials: number;
  /** All trials, those of an interrupted job included. */
  readonly records: readonly LoggedRecord[];
  readonly firstFailure: string | null;
}

/** Tries the best of the nearest hardware, then searches, within one budget. Undefined when aborted. */
export async function search(
  work: Work,
  records: readonly LoggedRecord[],
  paths: Paths,
  context: Context,
): Promise<Searched | undefined> {
  const options = optionsOf(work, paths, context);
  const plan = await planRun(options);
  const warmUp = warmUpOf(work.operator, plan.tasks, records, context.catalogue);
  if (warmUp) noteWarmUp(warmUp, work, context);
  const start = performance.now();
  const warmed = warmUp ? await tryWarm(warmUp.contenders.slice(0, work.trials), plan, work, context) : 0;
  const minutes = work.minutes === undefined ? undefined : work.minutes - (performance.now() - start) / 60_000;
  let [trials, firstFailure]: [number, string | null] = [warmed, null];
  if (minutes === undefined || minutes > 0) {
    const templates = [...new Set(warmUp?.contenders.map(({ task }) => task.template))];
    context.onStep?.({ phase: 'search', of: null });
    const narrowed = { ...options, ...defined({ minutes, template: templates.length > 0 ? templates : undefined }) };
    for await (const event of runPlan(await planRun(narrowed))) {
      context.onStep?.({ phase: 'search', of: event });
      if (event.event === 'note') context.onNote(`${work.operator.name} ${work.workload.name}: ${event.text}`);
      if (event.event !== 'finish') continue;
      if (event.reason === 'interrupted') return undefined;
      trials += event.trials;
      firstFailure = event.first_failure;
    }
  }
  if (context.signal.aborted) return undefined;
  const found = existsSync(paths.unfinished) ? (await readLog(paths.unfinished)).records : [];
  return { plan, warmUp, trials, records: found, firstFailure };
}

/** Measures what the unfinished log does not hold yet, and returns how many that were. */
async function tryWarm(
  contenders: readonly Contender[],
  plan: Plan,
  { operator, workload }: Work,
  { measurer, signal, onStep }: Context,
): Promise<number> {
  const keyOf = ({ task, config }: Contender): string =>
    JSON.stringify([task.template.name, toEntities(task.space, config)]);
  const done = existsSync(plan.log!) ? (await readLog(plan.log!)).records : [];
  const known = new Set(done.map(({ task, entity }) => JSON.stringify([task, entity])));
  const left = contenders.filter((contender) => !known.has(keyOf(contender)));
  const journal = await openJournal(plan.log!, plan.tasks, provenanceOf(plan, await measurer.compilerOf(plan.target)));
  const step = { phase: 'warm-start', trials: left.length, counts: countsOf(operator, workload) } as const;
  onStep?.({ ...step, of: null });
  let trials = 0;
  try {
    for (const task of new Set(left.map((contender) => contender.task))) {
      const configs = left.filter((contender) => contender.task === task).map(({ config }) => config);
      for await (const trial of measurer.measure(task, configs, { signal })) {
        const entry = { task, trial, phase: 'search' } as const;
        const durable = await journal.onTrial(entry);
        trials++;
        onStep?.({ ...step, of: trialEvent(entry, { number: trials, flops: operator.flops(workload), durable }) });
      }
    }
  } finally {
    await journal.close();
  }
  return trials;
}

function noteWarmUp({ from, contenders }: WarmUp, { operator, workload, target }: Work, { onNote }: Context): void {
  const here = { target: formatTarget(target), fingerprint: fingerprintOf(target) };
  const differences = hardwareDifferences(here, from);
  const which = differences.length === 0 ? 'this machine' : `a machine with ${differences.join(', ')}`;
  onNote(`${operator.name} ${workload.name}: begins with the best ${plural(contenders.length, 'config')} of ${which}.`);
}

/** What `tune` is asked to do for a workload. */
export function optionsOf(
  { operator, workload, target, template, trials, minutes }: Work,
  { unfinished }: Paths,
  context: Context,
): TuneOptions {
  const { known, signal, seed, modules, farm, device } = context;
  const history = new Set(known.filter(({ tune }) => tune?.operator === operator.name).map(({ log }) => log));
  return {
    // By its name: one of a module is there by the module's path.
    operator: operator.name,
    shape: shapeOf(operator, workload),
    target: formatTarget(target),
    template: [template, ...modules],
    trials,
    ...defined({ minutes }),
    earlyStop: trials,
    log: unfinished,
    history: [...history],
    signal,
    ...defined({ seed, farm, device }),
  };
}
