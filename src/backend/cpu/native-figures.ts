import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MissingError, WorkError } from '../../target/errors.js';
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
export async function measureFigures(program: FigureProgram): Promise<readonly number[]> {
  const scratch = new Scratch();
  try {
    return await figuresOf(program, cacheFolder() ?? scratch.folder).catch((error: unknown) => {
      // Another machine that shares the cache may have compiled it, and Ctrl-C ends it, too. Whoever catches the signal
      // for us decides how we end.
      if (error instanceof WorkError) return figuresOf(program, scratch.folder);
      throw error;
    });
  } finally {
    scratch.close();
  }
}

async function figuresOf(
  { what, source, flags, args, env }: FigureProgram,
  folder: string,
): Promise<readonly number[]> {
  try {
    const all = { flags: ['-O2', ...flags], headers: ['.'], libraries: [], state: [] };
    const program = await buildOnce({ name: `tune-${source.replace(/\.c$/, '')}`, sources: [source], ...all }, folder);
    let best: readonly number[] = [];
    for (let look = 0; look < LOOKS; look++) {
      const { stdout } = await execute(program, args, { timeout: timeoutMs, env: { ...process.env, ...env } });
      best = stdout
        .trim()
        .split(' ')
        .map((figure, i) => Math.max(best[i] ?? 0, Number(figure)));
    }
    if (best.length > 0 && best.every((figure) => figure > 0)) return best;
    throw new WorkError('the program gave no number');
  } catch (error) {
    if (error instanceof MissingError) throw error;
    const why = (error as Error).message.split('\n')[0]!;
    throw new WorkError(`The ${what} of this machine could not be measured: ${why}`);
  }
}
