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
import { follow } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { tuneProgress } from '../render/progress.js';
import { renderSummary } from '../render/summary.js';
import { showDryRun, wordsOf } from './dry-run.js';
import { defined } from '../../target/defined.js';

/** What every operator has; its shape options come beside these. */
export type TuneFlags = Omit<TuneOptions, 'operator' | 'workload' | 'shape' | 'signal'> & {
  readonly dryRun?: true;
  readonly json?: true;
};

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
  const { operator, workload, shape, flags } = request;
  const { dryRun: isDry = false, json: isJson = false, ...given } = flags;
  const log = join('logs', `${taskFileName(operator.workload(workload, shape))}.jsonl`);
  const named = { operator: operator.name, ...defined({ workload }), shape };
  const options = { log, ...given, ...named };
  await carryOut({ options, inherited: inheritedBy(request), isDry, isJson }, output);
}

/** Tunes, or builds alone, and shows how that goes. */
export async function carryOut({ options, inherited = '', isDry, isJson }: Run, output: Output): Promise<void> {
  if (isDry) await showDryRun((signal) => dryRun({ ...options, signal }), wordsOf(inherited), isJson, output);
  else await showRun((signal) => tune({ ...options, signal }), isJson, output, inherited);
}

/** ` (kernel 3, pad 1 as in resnet18.C2)`: what options of a shape without a name leave as in the first workload. */
function inheritedBy({ operator, workload, shape }: TuneRequest): string {
  const [name, whole] = Object.entries(operator.workloads).at(0) ?? ['', {}];
  const said = { ...operator.implied?.(shape), ...shape };
  const rest = Object.entries(whole).filter(([key]) => !Object.hasOwn(said, key));
  if (workload !== undefined || Object.keys(shape).length === 0 || rest.length === 0) return '';
  const flagOf = (key: string): string => /^--?(\S+)/.exec(operator.options.find((one) => one.key === key)!.flags)![1]!;
  return ` (${rest.map(([key, text]) => `${flagOf(key)} ${text}`).join(', ')} as in ${name})`;
}

/**
 * Progress and summary of a run, or its events as JSON; `inherited` follows the shape in the first line.
 *
 * @internal Its screens are tested with recorded events.
 */
export async function showRun(
  begin: (signal: AbortSignal) => AsyncIterable<TuneEvent>,
  json: boolean,
  output: Output,
  inherited: string,
): Promise<void> {
  const progress = tuneProgress(!json, output);
  // What fails in every batch, or for every template, is said once.
  const note = onceEach(noteTo(output));
  const on = (event: TuneEvent): void => {
    say(event, note, output, inherited);
    progress.on(event);
    if (json) output.stdout(JSON.stringify(event));
    else if (event.event === 'finish') output.stdout(renderSummary(event, output.paint, output.columns));
    if (event.event === 'finish') conclude(event);
  };
  await follow(output, { begin, on, cleanUp: progress.stop });
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
function conclude(finish: TuneEventNamed<'finish'>): void {
  const { reason, best, first_failure, trials, resumed, shared } = finish;
  if (best || reason === 'interrupted') return;
  const count = trials + resumed + shared;
  if (count === 0 && reason === 'minutes')
    throw new WorkError('The time limit was reached before the first trial: raise --minutes.');
  const all = plural(count, 'trial');
  throw new WorkError(`No valid schedule found in ${all}; first failure: ${first_failure ?? 'no config was tried'}`);
}
