import { randomBytes } from 'node:crypto';
import { estimate } from '../measure/estimate.js';
import { ErrorNo } from '../measure/measurement.js';
import type { TuneKey, TuneRecord } from '../log/record/record.js';
import { toEntities } from '../space/entity.js';
import { defined } from '../target/defined.js';
import type { RoundsTrial } from '../measure/measurement.js';
import type { TaskTrial } from './run-events.js';
import { formatTarget } from '../backend/registry.js';

/** What is true of every trial of a run. */
export interface Provenance {
  readonly fingerprint: string;
  /** Identifies the run (`newRunName`). */
  readonly run: string;
  readonly compiler: string;
  readonly seed: number;
  /** What chooses the trials, as `--explorer` names it. */
  readonly explorer: string;
  /** The compiler's options for the kernels. */
  readonly flags: readonly string[];
  /** The workload's arguments as its operator encodes them. */
  readonly args: TuneRecord['args'];
}

/** Where records go. */
export interface RecordSink {
  /** When it returns, they are in the log, however this program ends. */
  append(records: readonly TuneRecord[]): Promise<void>;
  /** Puts them on the disk, so that they outlive a power cut; false where that cannot be. */
  sync(): Promise<boolean>;
}

/** Share of a run that may be spent waiting for the disk; batches wait for it in any case. */
const SYNC_SHARE = 0.02;

/** Of the name that the trials of a run have in common. */
const RUN_BYTES = 4;

/** Receives the trials of a run before their events are emitted. */
export interface LogListener {
  /** When it returns, the trial is in the log; the result is whether all trials so far are on the disk, too. */
  onTrial(trial: TaskTrial): Promise<boolean>;
  /** At the end of a batch or of the run: waits until all trials are on the disk, where that can be. */
  onPause(): Promise<void>;
}

/** A name for a run, drawn apart from the search, whose draws only its seed decides. */
export function newRunName(): string {
  return randomBytes(RUN_BYTES).toString('hex');
}

/**
 * A listener that writes every trial to the log at once. Where the disk is slow, only the end of a batch waits until
 * its trials are on it.
 */
export function logListener(sink: RecordSink, provenance: Provenance): LogListener {
  let durable = true;
  let nextSync = 0;
  const sync = async (): Promise<void> => {
    const start = performance.now();
    durable = await sink.sync();
    const end = performance.now();
    nextSync = end + (end - start) / SYNC_SHARE;
  };
  return {
    onTrial: async (trial) => {
      durable = false;
      await sink.append([toRecord(trial, provenance)]);
      if (performance.now() >= nextSync) await sync();
      return durable;
    },
    onPause: sync,
  };
}

/** A trial as the log holds it. */
function toRecord({ task, trial, phase, proposal }: TaskTrial, provenance: Provenance): TuneRecord {
  const { template, workload, target, space } = task;
  const { config, costs, error, spent, timestamp } = trial;
  const repeated = error === ErrorNo.none ? estimate(costs) : undefined;
  const tune: TuneKey = {
    operator: workload.operator,
    workload: workload.name,
    templateVersion: template.version,
    repeats: 'rounds' in trial ? (trial as RoundsTrial).rounds.flat() : costs,
    interval: repeated && [repeated.low, repeated.high],
    disturbed: trial.disturbed,
    noisy: trial.noisy === true || undefined,
    cold: trial.cold,
    copied: trial.copied === true || undefined,
    spent,
    fingerprint: provenance.fingerprint,
    compiler: provenance.compiler,
    flags: provenance.flags,
    seed: provenance.seed,
    phase,
    run: provenance.run,
    explorer: provenance.explorer,
    proposal,
    message: trial.message,
    warnings: trial.warnings,
    maxRelError: trial.maxRelError,
    packSeconds: trial.packSeconds,
    gpu: trial.gpu,
    sourceHash: trial.sourceHash,
    module: template.module,
  };
  return {
    target: formatTarget(target),
    task: template.name,
    args: provenance.args,
    index: config.index,
    entity: toEntities(space, config),
    costs,
    error,
    allCost: spent.compile + spent.check + spent.run,
    timestamp,
    tune: defined(tune),
  };
}
