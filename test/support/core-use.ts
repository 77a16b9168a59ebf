/** What the runner says of repeats, beside what the kernel of the system counts (`core-use.c`). */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildOnce } from '../../src/measure/c-program.js';
import { runnerEnvironment } from '../../src/measure/runner.js';

/** A repeat: times in microseconds, context switches. */
export interface WatchedRepeat {
  readonly wall: number;
  readonly lost: number;
  readonly preempted: number;
  readonly slept: number;
  /** The longest that one of its threads waited in a run queue. */
  readonly waited: number;
  readonly marked: boolean;
}

/** Builds `core-use.c` with files of the runner into a folder, or with another main program. */
export function coreUseProgram(
  folder: string,
  main = 'core-use.c',
  files: readonly string[] = ['quiet', 'core_pace', 'lost', 'clock'],
): Promise<string> {
  return buildOnce(
    {
      name: 'core-use',
      sources: [`../test/support/${main}`, ...files.map((file) => `runner/${file}.c`)],
      headers: ['runner'],
      flags: ['-O3', '-std=gnu11', '-fopenmp'],
      libraries: ['-lm'],
      state: [],
    },
    folder,
  );
}

/** Times repeats of a loop on threads that spin while they wait. */
export async function watchedRepeats(
  program: string,
  threads: number,
  repeats: number,
): Promise<readonly WatchedRepeat[]> {
  const environment = runnerEnvironment(process.env, threads);
  const { stdout } = await promisify(execFile)(program, [`${repeats}`, '10', '0'], { env: environment });
  return stdout.trim().split('\n').map(readRepeat);
}

/** Whether a thread waited for more than a twentieth of the repeat. */
export function isHit({ wall, waited }: Pick<WatchedRepeat, 'wall' | 'waited'>): boolean {
  return waited > 0.05 * wall;
}

function readRepeat(line: string): WatchedRepeat {
  const [wall = 0, lost = 0, preempted = 0, slept = 0, waited = 0, marked = 0] = line.split(' ').map(Number);
  return { wall, lost, preempted, slept, waited, marked: marked === 1 };
}
