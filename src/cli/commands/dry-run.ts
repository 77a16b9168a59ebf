import type { DryRunEvent, DryRunEventNamed, NetworkDryRunEvent } from '../../tuner/dry-run-events.js';
import { ErrorNo } from '../../measure/measurement.js';
import { machine } from '../../target/machine.js';
import { WorkError } from '../../target/errors.js';
import { formatTime, plural } from '../../target/format.js';
import { follow } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { dryRunProgress } from '../render/dry-run-progress.js';
import { failureText, stopWords } from '../render/words.js';

/** Of an operator, or of a network. */
type AnyEvent = DryRunEvent | NetworkDryRunEvent;
type Finish = DryRunEventNamed<'finish'>;
type Outcome = Pick<Finish, 'reason' | 'built' | 'failed' | 'failures' | 'resources'> &
  Pick<Finish, 'compiler' | 'seconds' | 'builds_per_second' | 'spent' | 'first_failure'>;

/** What is said of a dry run. */
export interface DryRunWords<Event extends AnyEvent> {
  /** What is built, which a person has to know before waiting. */
  readonly title: (start: Extract<Event, { readonly event: 'start' }>) => string;
  /** All of the end. */
  readonly render: (finish: Extract<Event, { readonly event: 'finish' }>) => string;
}

/**
 * `--dry-run`: how many candidates, drawn at random, build, and why the others do not; of CUDA kernels also what each
 * needs.
 */
export async function showDryRun<Event extends AnyEvent>(
  begin: (signal: AbortSignal) => AsyncIterable<Event>,
  { title, render }: DryRunWords<Event>,
  json: boolean,
  output: Output,
): Promise<void> {
  const progress = dryRunProgress(!json, output);
  const isOf = <Name extends AnyEvent['event']>(
    event: AnyEvent,
    name: Name,
  ): event is Extract<Event, { readonly event: Name }> => event.event === name;
  const on = (event: Event): void => {
    if (json) output.stdout(JSON.stringify(event));
    if (isOf(event, 'start')) {
      output.stderr(title(event));
      output.stderr(`dry run: ${plural(event.trials, 'random config')}, seed ${event.seed}, built but not timed`);
    }
    if (event.event === 'note') noteTo(output)(event.text);
    // What a CUDA kernel needs is a line of the result.
    if (event.event === 'candidate' && event.registers !== null && !json) output.stdout(describe(event));
    progress.on(event);
    if (!isOf(event, 'finish')) return;
    if (!json) output.stdout(render(event));
    conclude(event);
  };
  await follow(output, { begin, on, cleanUp: progress.stop, doing: 'Dropping the builds in flight' });
}

/** Of an operator; `inherited`: what is said behind its shape. */
export function wordsOf(inherited: string): DryRunWords<DryRunEvent> {
  return {
    title: ({ operator, workload, target, templates }) =>
      `${operator} ${workload}${inherited} on ${target}, template ${templates.map(({ template }) => template).join(', ')}`,
    render: (finish) =>
      [`${finish.operator} ${finish.workload}, ${finish.target}, seed ${finish.seed}`, ...linesOf(finish)].join('\n'),
  };
}

/** The exit code of a dry run, once everything is said. */
function conclude({ reason, built, failures, first_failure }: Outcome): void {
  if (built > 0 || reason === 'interrupted') return;
  if (reason === 'minutes' && failures.length === 0)
    throw new WorkError('The time limit was reached before the first build: raise --minutes.');
  const first = `the first failure: ${first_failure ?? 'no candidate was tried'}`;
  const allTooLarge = failures.length > 0 && failures.every(({ error }) => error === ErrorNo.instantiation);
  throw new WorkError(
    allTooLarge
      ? `No candidate fits into what the target allows: take a smaller shape or another --template; ${first}`
      : `No candidate builds; ${first}`,
  );
}

/** What came of all candidates. */
export function linesOf(finish: Outcome): readonly string[] {
  const { reason, built, failed, failures, resources, seconds } = finish;
  return [
    `${plural(built, 'candidate')} built, ${failed} failed, in ${formatTime(seconds)}; ${endWords[reason]}; nothing timed`,
    ...(built > 0 ? [rateLine(finish)] : []),
    ...(resources ? [describeAll(resources)] : []),
    ...failures.map(
      (failure) => `${plural(failure.count, 'candidate')} ${failureText(failure)}, first: ${failure.message}`,
    ),
  ];
}

const endWords: Readonly<Record<Finish['reason'], string>> = {
  ...stopWords,
  trials: 'all candidates done',
  exhausted: 'whole space tried',
};

/** Sources that were built by an earlier run cost no compiler. */
function rateLine({ builds_per_second: rate, compiler, spent }: Outcome): string {
  const compiling = `${formatTime(spent.compile)} in ${compiler} on ${plural(machine().cores, 'core')}`;
  const words = spent.compile > 0 ? compiling : `all builds cached, ${compiler} not run`;
  return `${rate.toFixed(1)} builds a second: ${formatTime(spent.instantiate)} generating sources, ${words}`;
}

/** `matmul.tiled #1234: 149 registers, no spills, 4.0 KiB of shared memory`. */
function describe({
  template,
  index,
  registers,
  spill_bytes: spilt,
  shared_bytes: shared,
}: DryRunEventNamed<'candidate'>): string {
  const spills = spilt === 0 ? 'no spills' : `${spilt} bytes of spills`;
  return `${template} #${index}: ${registers} registers, ${spills}, ${kibibytes(shared ?? 0)} of shared memory`;
}

function describeAll({ registers, shared_bytes: shared, spilling }: NonNullable<Finish['resources']>): string {
  return [
    `registers ${registers.min} to ${registers.max}, median ${registers.median}`,
    `shared memory ${kibibytes(shared.min)} to ${kibibytes(shared.max)}`,
    spilling === 0 ? 'none spills' : `${plural(spilling, 'candidate')} with spills`,
  ].join('; ');
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
