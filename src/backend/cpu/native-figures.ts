import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';
import { WorkError } from '../../target/errors.js';
import type { Command } from '../../measure/c-compiler.js';
import { buildOnce } from '../../measure/c-program.js';
import { cacheFolder } from '../../measure/cache-folder.js';
import { Scratch } from '../../measure/scratch.js';

const execute = promisify(execFile);
const timeoutMs = 30_000;
const LOOKS = 3;

/** A program of `native/` that prints figures of this machine, the larger the better. */
export interface FigureProgram {
  /** What they are, for errors: `peak`. */
  readonly what: string;
  readonly source: string;
  readonly flags: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The largest of each figure that a program printed in several runs, as a neighbour may spoil one; run now, and
 * compiled where it is not in the cache folder. Throws MissingError without a compiler, WorkError when the program is
 * not for this machine.
 */
export async function measureFigures({ what, source, flags, args, env }: FigureProgram): Promise<readonly number[]> {
  const scratch = new Scratch();
  try {
    const program = await built(what, source, flags, cacheFolder() ?? scratch.folder);
    let best: readonly number[] = [];
    for (let look = 0; look < LOOKS; look++) {
      const printed = (await runProgram(what, [program, ...args], { ...process.env, ...env })).trim().split(' ');
      best = printed.map((figure, i) => Math.max(best[i] ?? 0, Number(figure)));
    }
    if (best.length > 0 && best.every((figure) => figure > 0)) return best;
    throw new WorkError(`The ${what} of this machine could not be measured: the program gave no number.`);
  } finally {
    scratch.close();
  }
}

async function built(what: string, source: string, flags: readonly string[], folder: string): Promise<string> {
  const program = { name: `tune-${source.replace(/\.c$/, '')}`, sources: [source], headers: ['.'], state: [] };
  try {
    return await buildOnce({ ...program, flags: ['-O2', ...flags], libraries: [] }, folder);
  } catch (error) {
    if (error instanceof WorkError) throw unmeasured(what, error.message);
    throw error;
  }
}

async function runProgram(what: string, command: Command, env: NodeJS.ProcessEnv, isFirst = true): Promise<string> {
  const [path, ...args] = command;
  try {
    return (await execute(path, args, { timeout: timeoutMs, env })).stdout;
  } catch (error) {
    const { message, signal, killed } = error as ExecFileException;
    // Ctrl-C ends it, too. Whoever catches the signal for us decides how we end.
    if (signal && killed !== true && isFirst) return runProgram(what, command, env, false);
    throw unmeasured(what, message.split('\n')[0]!);
  }
}

function unmeasured(what: string, why: string): WorkError {
  return new WorkError(`The ${what} of this machine could not be measured: ${why}`);
}
