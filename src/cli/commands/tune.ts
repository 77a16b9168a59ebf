import { join } from 'node:path';
import { dryRun } from '../../api/dry-run.js';
import { onceEach, type OnNote } from '../../log/read-logs.js';
import { taskFileName } from '../../tuner/task-file-name.js';
import type { TuneEvent, TuneEventNamed } from '../../tuner/events.js';
import { tune } from '../../api/tune.js';
import type { TuneOptions } from '../../tuner/tune-options.js';
import type { Operator } from '../../operator/operator.js';
import { WorkError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { noteOfFailedFit } from '../../tuner/events.js';
import { Exit } from '../errors.js';
import type { SearchFlags, TuneFlags } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { progressBar, progressLines } from '../render/progress.js';
import { renderSummary } from '../render/summary.js';
import { searchOptionsOf } from '../search-flags.js';
import { showDryRun, wordsOf } from './dry-run.js';

/** `tune <operator> [workload]` as it was typed. */
export interface TuneRequest {
  readonly operator: Operator;
  readonly workload: string | undefined;
  /** The shape options that were given, by their key. */
  readonly shape: Readonly<Record<string, string>>;
  readonly flags: TuneFlags;
}

/** A run, and what is said of its shape before it. */
interface Run {
  readonly options: TuneOptions;
  readonly inherited?: string;
  readonly isDry: boolean;
  readonly isJson: boolean;
}

/** `tune <operator> [workload]`. */
export async function tuneCommand(request: TuneRequest, output: Output): Promise<void> {
  const { dryRun: isDry = false, json: isJson = false } = request.flags;
  await carryOut({ options: optionsOf(request), inherited: inheritedBy(request), isDry, isJson }, output);
}

/** Tunes, or builds alone, and shows how that goes. */
export async function carryOut({ options, inherited = '', isDry, isJson }: Run, output: Output): Promise<void> {
  if (isDry) await showDryRun((signal) => dryRun({ ...options, signal }), wordsOf(inherited), isJson, output);
  else await showRun((signal) => tune({ ...options, signal }), isJson, output, inherited);
}

/** What the command line says, as the library takes it. */
function optionsOf({ operator, workload, shape, flags }: TuneRequest): TuneOptions {
  const { target, threads, template } = flags;
  return {
    operator: operator.name,
    ...(workload !== undefined && { workload }),
    shape,
    target,
    ...(threads !== undefined && { threads }),
    template: template.split(','),
    ...budgetOf(flags),
    log: flags.log ?? join('logs', `${taskFileName(operator.workload(workload, shape))}.jsonl`),
  };
}

/** What every run has, whatever it tunes. */
export function budgetOf(
  flags: Pick<TuneFlags, keyof SearchFlags | 'trials' | 'minutes' | 'earlyStop' | 'seed'>,
): Pick<TuneOptions, 'trials' | 'minutes' | 'earlyStop' | 'seed'> {
  const { trials, minutes, earlyStop, seed } = flags;
  return {
    trials,
    ...(minutes !== undefined && { minutes }),
    earlyStop,
    ...searchOptionsOf(flags),
    ...(seed !== undefined && { seed }),
  };
}

/** ` (kernel 3, pad 1 as in resnet18.C2)`: what options of a shape without a name leave as in the first workload. */
function inheritedBy({ operator, workload, shape }: TuneRequest): string {
  const [name, whole] = Object.entries(operator.workloads).at(0) ?? ['', {}];
  const rest = Object.entries(whole).filter(([key]) => !Object.hasOwn(shape, key));
  if (workload !== undefined || Object.keys(shape).length === 0 || rest.length === 0) return '';
  const flagOf = (key: string): string => /^--?(\S+)/.exec(operator.options.find((one) => one.key === key)!.flags)![1]!;
  return ` (${rest.map(([key, text]) => `${flagOf(key)} ${text}`).join(', ')} as in ${name})`;
}

async function showRun(
  begin: (signal: AbortSignal) => AsyncIterable<TuneEvent>,
  json: boolean,
  output: Output,
  inherited: string,
): Promise<void> {
  const progress =
    output.interactive && !json
      ? progressBar(true)
      : progressLines(!json, (line) => {
          output.stderr(line);
        });
  const interrupt = catchInterrupts(output, () => {
    progress.stop();
  });
  // What fails in every batch, or for every template, is said once.
  const note = onceEach(noteTo(output));
  try {
    for await (const event of begin(interrupt.signal)) {
      say(event, note, output, inherited);
      progress.on(event);
      if (json) output.stdout(JSON.stringify(event));
      else if (event.event === 'finish') output.stdout(renderSummary(event, output.paint, output.columns));
      if (event.event === 'finish') conclude(event, interrupt.silent);
    }
  } finally {
    progress.stop();
    interrupt.release();
  }
}

/** What a person has to know before waiting, and whatever is noted on the way. */
function say(event: TuneEvent, note: OnNote, output: Output, inherited: string): void {
  if (event.event === 'note') note(event.text);
  if (event.event === 'model' && event.error !== null) note(noteOfFailedFit(event.error));
  if (event.event !== 'start') return;
  const { operator, workload, target, templates, explorer, asks_model, model, seed, log } = event;
  const names = templates.map(({ template }) => template).join(', ');
  output.stderr(`${output.paintStderr.bold(`${operator} ${workload}`)}${inherited} on ${target}, template ${names}`);
  output.stderr(`${asks_model ? `${explorer} and ${model}` : explorer}, seed ${seed}, log ${log}`);
}

/** The exit code of a run, once everything is said and logged. */
function conclude(finish: TuneEventNamed<'finish'>, silent: boolean): void {
  const { reason, best, first_failure, trials, resumed, shared } = finish;
  if (reason === 'interrupted') throw new Exit(silent ? 0 : 130);
  if (best) return;
  const count = trials + resumed + shared;
  if (count === 0 && reason === 'minutes')
    throw new WorkError('The time was over before the first trial, spent on the reference: raise --minutes.');
  const all = plural(count, 'trial');
  throw new WorkError(`No valid schedule was found in ${all}; the first failure: ${first_failure ?? 'none was tried'}`);
}
