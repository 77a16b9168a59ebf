import { spawnSync } from 'node:child_process';
import { arch } from 'node:os';
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

/** The option that names the CPU: gcc's -march, but -mcpu on Arm, where -march names only the architecture. */
export function cpuOption(cpu: string): string {
  return arch() === 'arm64' || arch() === 'arm' ? `-mcpu=${cpu}` : `-march=${cpu}`;
}

const macrosOf = new Map<string, ReadonlySet<string> | { readonly choices: readonly string[] }>();

/**
 * Names of the macros that gcc predefines for a CPU (`native`: this one), which tell its instruction sets; for a CPU that it
 * does not know, the names that it does know. Asked once per CPU and process.
 */
export function cpuMacros(cpu: string): ReadonlySet<string> | { readonly choices: readonly string[] } {
  let macros = macrosOf.get(cpu);
  if (macros === undefined) {
    const answer = askGcc([cpuOption(cpu), '-dM', '-E', '-x', 'c', '/dev/null']);
    macros = answer.ok ? readMacros(answer.stdout) : { choices: readChoices(answer.stderr) };
    macrosOf.set(cpu, macros);
  }
  return macros;
}

function readMacros(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/^#define (\w+)/gm), (match) => match[1]));
}

/** gcc lists what it knows in a note: "valid arguments to '-march=' switch are: nocona core2 …". */
function readChoices(message: string): readonly string[] {
  const list = /valid arguments (?:to|are)[^:]*: ([^;\n]*)/.exec(message)?.[1] ?? '';
  return list.split(' ').filter((name) => name !== '' && name !== 'native');
}
