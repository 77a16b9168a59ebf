import { median } from 'simple-statistics';
import type { Resources } from '../../measure/resources.js';
import { machine } from '../../target/machine.js';
import { formatTarget } from '../../target/parse.js';
import { WorkError } from '../../target/errors.js';
import { buildOnly, type BuiltCandidate } from '../../tuner/dry-run.js';
import { Exit } from '../errors.js';
import { formatTime, plural } from '../format.js';
import { catchInterrupts } from '../interrupt.js';
import type { Output } from '../output.js';
import type { Plan } from '../plan.js';
import { failureWords } from '../render/words.js';

/**
 * `tune <operator> --dry-run`: how many random candidates build, and why the others do not; of CUDA kernels also what each needs. Nothing
 * is timed or logged.
 */
export async function dryRun(
  { workload, target, tasks, settings }: Plan,
  json: boolean,
  output: Output,
): Promise<void> {
  const interrupt = catchInterrupts(output, () => undefined);
  try {
    const { built, failures, firstFailure, resources, compiler, seconds, spent } = await buildOnly(
      tasks,
      settings.trials,
      {
        seed: settings.seed,
        signal: interrupt.signal,
        onBuilt: (candidate) => {
          if (candidate.resources) output.data(json ? candidateToJson(candidate) : describe(candidate));
        },
      },
    );
    const failed = failures.reduce((sum, { count }) => sum + count, 0);
    const subject = { operator: workload.operator, workload: workload.name, target: formatTarget(target) };
    const classes = failures.map(({ error, count, message }) => ({
      error,
      class: failureWords[error].key,
      count,
      message,
    }));
    const line = {
      event: 'finish',
      dry_run: true,
      ...subject,
      seed: settings.seed,
      built,
      failed,
      failures: classes,
      ...(resources.length > 0 && { resources: summarise(resources) }),
      compiler,
      seconds,
      builds_per_second: built / seconds,
      spent,
    };
    output.data(
      json
        ? JSON.stringify(line)
        : [
            `${subject.operator} ${subject.workload}, ${subject.target}, seed ${settings.seed}`,
            `${plural(built, 'candidate')} built, ${failed} failed, in ${formatTime(seconds)}; nothing was timed`,
            `${(built / seconds).toFixed(1)} builds a second: ${formatTime(spent.instantiate)} to make sources, ${formatTime(spent.compile)} in ${compiler} on ${plural(machine().cores, 'core')}`,
            ...(resources.length > 0 ? [describeAll(resources)] : []),
            ...failures.map(
              ({ error, count, message }) =>
                `${plural(count, 'candidate')} ${failureWords[error].text}, first: ${message}`,
            ),
          ].join('\n'),
    );
    if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
    if (built === 0) throw new WorkError(`No candidate builds; the first failure: ${firstFailure ?? 'none was tried'}`);
  } finally {
    interrupt.release();
  }
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
