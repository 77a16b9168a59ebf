import { serveFarm } from '../../api/worker.js';
import { defined } from '../../target/defined.js';
import { plural } from '../../target/format.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';

/** Of `tune worker`. */
export interface WorkerFlags {
  readonly queue: string;
  readonly device?: string;
  readonly build?: true;
  readonly tag?: Readonly<Record<string, string>>;
  readonly target?: string;
  readonly runner?: string;
  readonly jobs?: number;
  readonly name?: string;
}

/** `tune worker`: serves until it is interrupted, which is how it ends well. */
export async function workerCommand(flags: WorkerFlags, output: Output): Promise<void> {
  const { queue, device, build = false, tag = {}, target, runner, jobs, name } = flags;
  const interrupt = catchInterrupts(output, () => undefined, 'Ending after the job in flight');
  let [done, refused] = [0, 0];
  const note = noteTo(output);
  const options = { queue, build, tags: tag, signal: interrupt.signal };
  await interrupt.during(
    serveFarm(
      { ...options, ...defined({ device, target, runner, jobs, name }) },
      {
        ready: () => {
          output.stderr(device === undefined ? 'Ready to build.' : `Ready to run and time, as ${device}.`);
        },
        done: (counts) => {
          if (counts) done++;
        },
        refused: (reason) => {
          refused++;
          note(`A message was refused: ${reason}.`);
        },
        note,
      },
    ),
  );
  const jobsDone = plural(done, build ? 'build' : 'trial');
  output.stdout(`${jobsDone} done, ${plural(refused, 'message')} refused.`);
}
