import { randomBytes } from 'node:crypto';
import type { TuneKey, TuneRecord } from '../record/record.js';
import { toEntities } from '../space/entity.js';
import type { Listener, TrialEvent } from './events.js';
import { formatTarget } from '../backend/registry.js';

/** What is true of every trial of a run. */
export interface Provenance {
  readonly fingerprint: string;
  readonly compiler: string;
  readonly seed: number;
  /** The compiler's options for the kernels. */
  readonly flags: readonly string[];
  /** The workload's arguments as its operator encodes them. */
  readonly args: TuneRecord['args'];
}

/** Where records go. */
export interface RecordSink {
  append(records: readonly TuneRecord[]): Promise<void>;
}

/**
 * Longest time that a measured trial waits for the log, in milliseconds: what a power cut may cost of a run of slow
 * kernels.
 */
const PATIENCE = 2000;

/** Of the name that the trials of a run have in common. */
const RUN_BYTES = 4;

export interface LogListener {
  readonly on: Listener;
  /** Writes what still waits; for a run that ends with an error in the middle of a batch. */
  readonly flush: () => Promise<void>;
}

/** A listener that writes every trial to the log: once a batch, or sooner when the trials of a batch take long. */
export function logListener(sink: RecordSink, provenance: Provenance): LogListener {
  // Drawn apart from the search, whose draws only its seed decides.
  const run = randomBytes(RUN_BYTES).toString('hex');
  let waiting: TuneRecord[] = [];
  let lastWrite = performance.now();
  const flush = async (): Promise<void> => {
    const records = waiting;
    waiting = [];
    lastWrite = performance.now();
    if (records.length > 0) await sink.append(records);
  };
  const on: Listener = async (event) => {
    if (event.event === 'trial') waiting.push(toRecord(event, provenance, run));
    const due = event.event === 'batch' || event.event === 'finish' || performance.now() - lastWrite > PATIENCE;
    if (due) await flush();
  };
  return { on, flush };
}

/** A trial as the log holds it. */
function toRecord({ task, measurement, phase }: TrialEvent, provenance: Provenance, run: string): TuneRecord {
  const { template, workload, target, space } = task;
  const { config, costs, error, spent, message, maxRelError, packSeconds, sourceHash, timestamp, rounds } = measurement;
  const tune: TuneKey = {
    operator: workload.operator,
    workload: workload.name,
    templateVersion: template.version,
    repeats: rounds?.flat() ?? costs,
    spent,
    fingerprint: provenance.fingerprint,
    compiler: provenance.compiler,
    flags: provenance.flags,
    seed: provenance.seed,
    phase,
    run,
    ...(message !== undefined && { message }),
    ...(maxRelError !== undefined && { maxRelError }),
    ...(packSeconds !== undefined && { packSeconds }),
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
