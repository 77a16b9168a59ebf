import { execFile, type ExecFileException } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WorkError } from '../../target/errors.js';
import { hostCompiler, missingCompiler, withArguments, type Command } from '../../measure/c-compiler.js';
import { packageRoot } from '../../target/root.js';
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
 * The largest of each figure that a program printed in several runs, as a neighbour may spoil one; compiled and run
 * now. Throws MissingError without a compiler, WorkError when the program is not for this machine.
 */
export async function measureFigures({ what, source, flags, args, env }: FigureProgram): Promise<readonly number[]> {
  const scratch = new Scratch();
  try {
    const program = scratch.path('figures');
    const path = join(packageRoot(), 'native', source);
    await runProgram(what, withArguments(hostCompiler().command, ['-O2', ...flags, path, '-o', program]));
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

async function runProgram(what: string, command: Command, env = process.env, isFirst = true): Promise<string> {
  const [path, ...args] = command;
  try {
    return (await execute(path, args, { timeout: timeoutMs, env })).stdout;
  } catch (error) {
    const { code, message, signal, killed } = error as ExecFileException;
    if (code === 'ENOENT') throw missingCompiler(hostCompiler());
    // Ctrl-C ends it, too. Whoever catches the signal for us decides how we end.
    if (signal && killed !== true && isFirst) return runProgram(what, command, env, false);
    throw new WorkError(`The ${what} of this machine could not be measured: ${message.split('\n')[0]}`);
  }
}
