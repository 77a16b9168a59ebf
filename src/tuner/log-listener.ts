import { randomBytes } from 'node:crypto';
import { timingOf } from '../measure/estimate.js';
import type { TuneKey, TuneRecord } from '../log/record/record.js';
import { toEntities } from '../space/entity.js';
import type { TrialEvent, TunerEvent } from './events.js';
import { formatTarget } from '../backend/registry.js';

/** What is true of every trial of a run. */
export interface Provenance {
  readonly fingerprint: string;
  /** Tells the run from all others (`newRunName`). */
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

/** Takes an event, and tells whether all trials so far are on the disk. In the log they are, whatever it tells. */
export type LogListener = (event: TunerEvent) => Promise<boolean>;

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
  return async (event) => {
    if (event.event === 'trial') {
      durable = false;
      await sink.append([toRecord(event, provenance)]);
    }
    const mustSync = event.event === 'batch' || event.event === 'finish';
    if (mustSync || (!durable && performance.now() >= nextSync)) await sync();
    return durable;
  };
}

/** A trial as the log holds it. */
function toRecord({ task, measurement, phase, proposal }: TrialEvent, provenance: Provenance): TuneRecord {
  const { template, workload, target, space } = task;
  const { config, costs, error, spent, message, maxRelError, packSeconds, sourceHash, timestamp, rounds } = measurement;
  const { disturbed, noisy, copied, warnings, gpu } = measurement;
  const timing = timingOf(measurement);
  const tune: TuneKey = {
    operator: workload.operator,
    workload: workload.name,
    templateVersion: template.version,
    repeats: rounds?.flat() ?? costs,
    ...(timing && { interval: [timing.low, timing.high] }),
    ...(disturbed !== undefined && { disturbed }),
    ...(noisy === true && { noisy }),
    ...(copied === true && { copied }),
    spent,
    fingerprint: provenance.fingerprint,
    compiler: provenance.compiler,
    flags: provenance.flags,
    seed: provenance.seed,
    phase,
    run: provenance.run,
    explorer: provenance.explorer,
    ...(proposal && { proposal }),
    ...(message !== undefined && { message }),
    ...(warnings && { warnings }),
    ...(maxRelError !== undefined && { maxRelError }),
    ...(packSeconds !== undefined && { packSeconds }),
    ...(gpu && { gpu }),
    ...(sourceHash !== undefined && { sourceHash }),
    ...(template.module && { module: template.module }),
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
    tune,
  };
}
