import { formatTarget } from '../../target/parse.js';
import { WorkError } from '../../target/errors.js';
import { buildOnly } from '../../tuner/dry-run.js';
import { Exit } from '../errors.js';
import { formatTime, plural } from '../format.js';
import { catchInterrupts } from '../interrupt.js';
import type { Output } from '../output.js';
import type { Plan } from '../plan.js';
import { failureWords } from '../render/words.js';

/** `tune <operator> --dry-run`: how many random candidates build, and why the others do not. Nothing is timed or logged. */
export async function dryRun(
  { workload, target, tasks, settings }: Plan,
  json: boolean,
  output: Output,
): Promise<void> {
  const interrupt = catchInterrupts(output, () => undefined);
  try {
    const { built, failures, firstFailure, seconds } = await buildOnly(
      tasks,
      settings.trials,
      settings.seed,
      interrupt.signal,
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
      seconds,
    };
    output.data(
      json
        ? JSON.stringify(line)
        : [
            `${subject.operator} ${subject.workload}, ${subject.target}, seed ${settings.seed}`,
            `${plural(built, 'candidate')} built, ${failed} failed, in ${formatTime(seconds)}; nothing was timed`,
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
