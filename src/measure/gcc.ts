import { spawnSync } from 'node:child_process';
import { MissingError } from '../target/errors.js';

/** A gcc, for this machine or for another one. */
export interface Gcc {
  /** By name or path. */
  readonly program: string;
  /** What to install on Debian where it, or what it needs, is missing. */
  readonly packages: string;
}

/** This machine's own. */
export const hostGcc: Gcc = { program: 'gcc', packages: 'gcc libc6-dev' };

/** What gcc answered: its exit status and both outputs as text. */
interface Answer {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** The error of a machine without a compiler. */
export function missingCompiler({ program, packages }: Gcc): MissingError {
  const how = `apt-get install ${packages} (or the like on your system)`;
  return new MissingError(`The C compiler "${program}" cannot be run; install it with: ${how}.`);
}

/** Runs gcc to ask it something (never to build a kernel). Throws MissingError when it is not installed. */
export function askGcc(args: readonly string[], gcc: Gcc = hostGcc): Answer {
  const options = { encoding: 'utf8', timeout: 20_000, env: { ...process.env, LC_ALL: 'C' } } as const;
  let result = spawnSync(gcc.program, args, options);
  // Ctrl-C ends gcc, too. That is no answer; whoever catches the signal for us decides how we end.
  if (result.signal === 'SIGINT') result = spawnSync(gcc.program, args, options);
  if (result.error) throw missingCompiler(gcc);
  return { ok: result.status === 0, stdout: result.stdout, stderr: result.stderr };
}

/** Name and version in one line, `gcc (Debian 12.2.0-14) 12.2.0`. Throws MissingError when it is not installed. */
export function compilerVersion(gcc: Gcc = hostGcc): string {
  const answer = askGcc(['--version'], gcc);
  const [line = ''] = answer.stdout.trim().split('\n');
  if (!answer.ok || line === '') throw missingCompiler(gcc);
  return line;
}
