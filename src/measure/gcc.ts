import { spawnSync } from 'node:child_process';
import { MissingError } from '../target/errors.js';

/** What gcc answered: its exit status and both outputs as text. */
interface Answer {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** The error of a machine without a compiler. */
export function missingCompiler(compiler = 'gcc'): MissingError {
  return new MissingError(
    `The C compiler "${compiler}" cannot be run; install it with: apt-get install gcc libc6-dev (or the like on your system).`,
  );
}

/** Runs gcc to ask it something (never to build a kernel). Throws MissingError when it is not installed. */
export function askGcc(args: readonly string[], compiler = 'gcc'): Answer {
  const options = { encoding: 'utf8', timeout: 20_000, env: { ...process.env, LC_ALL: 'C' } } as const;
  let result = spawnSync(compiler, args, options);
  // Ctrl-C ends gcc, too. That is no answer; whoever catches the signal for us decides how we end.
  if (result.signal === 'SIGINT') result = spawnSync(compiler, args, options);
  if (result.error) throw missingCompiler(compiler);
  return { ok: result.status === 0, stdout: result.stdout, stderr: result.stderr };
}

/** Name and version in one line, `gcc (Debian 12.2.0-14) 12.2.0`. Throws MissingError when it is not installed. */
export function compilerVersion(compiler = 'gcc'): string {
  const answer = askGcc(['--version'], compiler);
  const line = answer.stdout.split('\n')[0].trim();
  if (!answer.ok || line === '') throw missingCompiler(compiler);
  return line;
}
