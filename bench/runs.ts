import type { Scratch } from '../src/measure/scratch.js';
import { selectBest } from '../src/log/record/best.js';
import { readLog } from '../src/log/record/log.js';
import type { TuneRecord } from '../src/log/record/record.js';
import { WorkError } from '../src/target/errors.js';
import { tuneToEnd, type Finish } from './tune-run.js';

/** What is tuned, and how. */
export interface RunRequest {
  readonly operator: string;
  readonly workload: string;
  /** A template's name, or auto. */
  readonly template: string;
  readonly explorer: string;
  readonly seed: number;
  /** Of this run, if not as many as of all. */
  readonly trials?: number;
  /** Logs that it learns from beforehand. */
  readonly history?: readonly string[];
}

/** A finished run of `tune`. */
export interface TuningRun {
  readonly request: RunRequest;
  /** Every record of its log, in the order of the trials; those of the final re-measurement come last. */
  readonly records: readonly TuneRecord[];
  readonly best: TuneRecord;
  readonly finish: Finish;
}

export interface TuneRunsOptions {
  readonly trials: number;
  readonly threads: number;
  readonly scratch: Scratch;
  /** Gets what begins, in a few words. */
  readonly say: (words: string) => void;
}

/** Tunes as a person would, each request once: several figures share the same runs. */
export class TuneRuns {
  private readonly runs = new Map<string, Promise<TuningRun>>();

  constructor(private readonly options: TuneRunsOptions) {}

  get(request: RunRequest): Promise<TuningRun> {
    const { operator, workload, template, explorer, seed, trials = this.options.trials, history = [] } = request;
    const knowledge = history.length > 0 ? 'informed' : 'cold';
    const name = [operator, workload, template, explorer, seed, trials, knowledge].join('-');
    let run = this.runs.get(name);
    if (run === undefined) {
      run = this.tune(request, this.options.scratch.path(`${name}.jsonl`));
      this.runs.set(name, run);
    }
    return run;
  }

  private async tune(request: RunRequest, log: string): Promise<TuningRun> {
    const { threads, say } = this.options;
    const { operator, workload, template, explorer, seed, trials = this.options.trials, history = [] } = request;
    const knowing = history.length > 0 ? ', with history' : '';
    say(`tune ${operator} ${workload}: ${template}, ${trials} trials, ${explorer}, seed ${seed}${knowing}`);
    const budget = { trials, earlyStop: trials };
    const search = { template, explorer, seed, history };
    const finish = await tuneToEnd({ operator, workload, threads, ...budget, ...search, log });
    const { records } = await readLog(log);
    const found = selectBest(records).at(0);
    if (found === undefined) throw new WorkError(`No trial of ${operator} ${workload} with seed ${seed} succeeded.`);
    return { request, records, best: found.record, finish };
  }
}
