import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Scratch } from '../src/measure/scratch.js';
import { best } from '../src/record/best.js';
import { readLog } from '../src/record/log.js';
import type { TuneRecord } from '../src/record/record.js';
import { WorkError } from '../src/target/errors.js';
import { packageRoot } from '../src/target/root.js';
import { settled } from '../src/tuner/settled.js';

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

/** The part of the last event that figures are made of. */
const finishSchema = z.object({
  event: z.literal('finish'),
  trials: z.number(),
  failed: z.number(),
  seconds: z.object({ search: z.number(), compile: z.number(), check: z.number(), run: z.number(), wall: z.number() }),
});
export type Finish = z.infer<typeof finishSchema>;

export interface TuneRunsOptions {
  readonly trials: number;
  readonly threads: number;
  readonly scratch: Scratch;
  /** Told what begins, in a few words. */
  readonly say: (words: string) => void;
}

/** Runs `bin/tune` as a person would, each request once: several figures are made of the same runs. */
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
    const budget = ['--trials', `${trials}`, '--early-stop', `${trials}`];
    const search = ['--explorer', explorer, '--seed', `${seed}`, ...history.flatMap((path) => ['--history', path])];
    const what = [operator, workload, '--template', template, '--threads', `${threads}`];
    const args = [...what, ...budget, ...search, '--log', log, '--json'];
    const finish = finishOf(await runTune(args));
    const { records } = await readLog(log);
    const found = best(settled(records)).at(0);
    if (found === undefined) throw new WorkError(`No trial of ${operator} ${workload} with seed ${seed} succeeded.`);
    return { request, records, best: found.record, finish };
  }
}

/** The events of a run, one a line. Throws WorkError with the command and its last words when it fails. */
async function runTune(args: readonly string[]): Promise<string> {
  const program = join(packageRoot(), 'bin', 'tune');
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [events, talk, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (status === 0) return events;
  const lastWords = talk.trim().split('\n').at(-1) ?? '';
  throw new WorkError(`\`tune ${args.join(' ')}\` ended with status ${status ?? 'of a signal'}: ${lastWords}`);
}

function finishOf(events: string): Finish {
  const last: unknown = JSON.parse(events.trim().split('\n').at(-1)!);
  const parsed = finishSchema.safeParse(last);
  if (!parsed.success)
    throw new WorkError(`The last event of a run is none that was expected: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
