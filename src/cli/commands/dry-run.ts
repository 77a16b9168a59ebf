import { median } from 'simple-statistics';
import { ErrorNo } from '../../measure/measurement.js';
import type { Resources } from '../../measure/resources.js';
import { machine } from '../../target/machine.js';
import { WorkError } from '../../target/errors.js';
import { buildOnly, type BuiltCandidate, type DryRunResult, type Outcome } from '../../tuner/dry-run.js';
import { Exit } from '../errors.js';
import { formatTime, plural } from '../../target/format.js';
import { catchInterrupts } from '../interrupt.js';
import type { Output } from '../output.js';
import type { Plan } from '../plan.js';
import { countingBar, type CountingBar } from '../render/progress.js';
import { failureWords, stopWords } from '../render/words.js';
import { formatTarget, backendOf } from '../../backend/registry.js';

/**
 * `tune <operator> --dry-run`: how many candidates, drawn at random, build, and why the others do not; of CUDA kernels
 * also what each needs. Nothing is searched, timed or logged.
 */
export async function dryRun(plan: Plan, json: boolean, output: Output): Promise<void> {
  const { tasks, settings, target } = plan;
  introduce(plan, json, output);
  // What a CUDA kernel needs is a line of its own, which shows how far it is.
  const bar = countingBar(
    output.interactive && !json && !backendOf(target).tellsResources,
    settings.trials,
    'candidates',
  );
  const interrupt = catchInterrupts(output, bar.stop, 'Dropping the builds in flight');
  try {
    const result = await buildOnly(tasks, settings.trials, {
      seed: settings.seed,
      signal: interrupt.signal,
      ...(settings.minutes !== undefined && { minutes: settings.minutes }),
      onDone: reporter(bar, json, output),
    });
    bar.stop();
    output.stdout(json ? finishToJson(plan, result) : render(plan, result));
    conclude(result, interrupt.silent);
  } finally {
    bar.stop();
    interrupt.release();
  }
}

/** What a person has to know before waiting. */
function introduce({ workload, target, tasks, settings }: Plan, json: boolean, output: Output): void {
  const subject = { operator: workload.operator, workload: workload.name, target: formatTarget(target) };
  const names = tasks.map(({ template }) => template.name);
  output.stderr(`${subject.operator} ${subject.workload} on ${subject.target}, template ${names.join(', ')}`);
  output.stderr(
    `a dry run: ${plural(settings.trials, 'config')} at random, seed ${settings.seed}, built and not timed`,
  );
  if (!json) return;
  output.stdout(
    JSON.stringify({
      event: 'start',
      dry_run: true,
      ...subject,
      templates: tasks.map(({ template, space }) => ({ template: template.name, raw_size: space.rawSize })),
      trials: settings.trials,
      minutes: settings.minutes ?? null,
      seed: settings.seed,
    }),
  );
}

function reporter(bar: CountingBar, json: boolean, output: Output): (outcome: Outcome) => void {
  return (outcome) => {
    bar.advance();
    if ('error' in outcome || !outcome.resources) return;
    output.stdout(json ? candidateToJson(outcome) : describe(outcome));
  };
}

/** The exit code of a dry run, once everything is said. */
function conclude({ reason, built, failures, firstFailure }: DryRunResult, silent: boolean): void {
  if (reason === 'interrupted') throw new Exit(silent ? 0 : 130);
  if (built > 0) return;
  if (reason === 'minutes' && failures.length === 0)
    throw new WorkError('The time was over before the first candidate was built: raise --minutes.');
  const first = `the first failure: ${firstFailure ?? 'none was tried'}`;
  const allTooLarge = failures.length > 0 && failures.every(({ error }) => error === ErrorNo.instantiation);
  throw new WorkError(
    allTooLarge
      ? `No candidate fits into what the target allows: take a smaller shape or another --template; ${first}`
      : `No candidate builds; ${first}`,
  );
}

function finishToJson({ workload, target, settings }: Plan, result: DryRunResult): string {
  const { reason, built, failures, resources, compiler, seconds, spent } = result;
  return JSON.stringify({
    event: 'finish',
    dry_run: true,
    reason,
    operator: workload.operator,
    workload: workload.name,
    target: formatTarget(target),
    seed: settings.seed,
    built,
    failed: countOf(result),
    failures: failures.map(({ error, count, message }) => ({ error, class: failureWords[error].key, count, message })),
    ...(resources.length > 0 && { resources: summarise(resources) }),
    compiler,
    seconds,
    builds_per_second: built / seconds,
    spent,
  });
}

function render({ workload, target, settings }: Plan, result: DryRunResult): string {
  const { reason, built, failures, resources, seconds } = result;
  return [
    `${workload.operator} ${workload.name}, ${formatTarget(target)}, seed ${settings.seed}`,
    `${plural(built, 'candidate')} built, ${countOf(result)} failed, in ${formatTime(seconds)}; ${endWords[reason]}; nothing was timed`,
    ...(built > 0 ? [rateLine(result)] : []),
    ...(resources.length > 0 ? [describeAll(resources)] : []),
    ...failures.map(
      ({ error, count, message }) => `${plural(count, 'candidate')} ${failureWords[error].text}, first: ${message}`,
    ),
  ].join('\n');
}

const endWords: Readonly<Record<DryRunResult['reason'], string>> = {
  ...stopWords,
  trials: 'all candidates done',
  exhausted: 'the whole space is tried',
};

/** Sources that were built by an earlier run cost no compiler. */
function rateLine({ built, compiler, seconds, spent }: DryRunResult): string {
  const compiling = `${formatTime(spent.compile)} in ${compiler} on ${plural(machine().cores, 'core')}`;
  const words = spent.compile > 0 ? compiling : `${compiler} had nothing to do, since all was built before`;
  return `${(built / seconds).toFixed(1)} builds a second: ${formatTime(spent.instantiate)} to make sources, ${words}`;
}

function countOf({ failures }: DryRunResult): number {
  return failures.reduce((sum, { count }) => sum + count, 0);
}

function candidateToJson({ task, config, resources }: BuiltCandidate): string {
  const { registers, spillBytes, sharedBytes, localBytes } = resources!;
  const needs = { registers, spill_bytes: spillBytes, shared_bytes: sharedBytes, local_bytes: localBytes };
  return JSON.stringify({ event: 'candidate', template: task.template.name, index: config.index, ...needs });
}

/** `matmul.tiled #1234: 149 registers, no spills, 4.0 KiB of shared memory`. */
function describe({ task, config, resources }: BuiltCandidate): string {
  const { registers, spillBytes, sharedBytes } = resources!;
  const spills = spillBytes === 0 ? 'no spills' : `${spillBytes} bytes of spills`;
  return `${task.template.name} #${config.index}: ${registers} registers, ${spills}, ${kibibytes(sharedBytes)} of shared memory`;
}

function summarise(all: readonly Resources[]): object {
  const range = (values: readonly number[]): object => ({
    min: Math.min(...values),
    median: median([...values]),
    max: Math.max(...values),
  });
  return {
    registers: range(all.map(({ registers }) => registers)),
    shared_bytes: range(all.map(({ sharedBytes }) => sharedBytes)),
    spilling: all.filter(({ spillBytes }) => spillBytes > 0).length,
  };
}

function describeAll(all: readonly Resources[]): string {
  const registers = all.map((needs) => needs.registers);
  const shared = all.map((needs) => needs.sharedBytes);
  const spilling = all.filter(({ spillBytes }) => spillBytes > 0).length;
  return [
    `registers ${Math.min(...registers)} to ${Math.max(...registers)}, median ${median(registers)}`,
    `shared memory ${kibibytes(Math.min(...shared))} to ${kibibytes(Math.max(...shared))}`,
    spilling === 0 ? 'none spills' : `${plural(spilling, 'candidate')} with spills`,
  ].join('; ');
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
