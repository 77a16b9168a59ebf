import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { MissingError } from '../target/errors.js';
import { isAtLeast, oldestVersions } from '../target/oldest.js';

/** A C compiler, for this machine or for another one. */
export interface CCompiler {
  /** The program by name or path, and the words between it and all arguments: `gcc`, `ccache gcc`. */
  readonly command: Command;
  /** What to install on Debian where it, or what it needs, is missing. */
  readonly packages: string;
}

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/**
 * Compilers that understand the same options. Of gcc, 12 is the first with clang's shuffles of vectors, of which
 * kernels are full.
 */
export type Family = 'gcc' | 'clang';

/**
 * This machine's own: what the environment variable CC names (words are split at spaces, no shell reads them), by
 * default gcc.
 */
export function hostCompiler(): CCompiler {
  const [program = 'gcc', ...words] = (process.env['CC'] ?? '').split(' ').filter((word) => word !== '');
  return { command: [program, ...words], packages: packagesOf([program, ...words]) };
}

/** Debian's packages: clang comes without a C library and without its OpenMP. */
function packagesOf(command: Command): string {
  const named = command.map((word) => basename(word)).filter((name) => /^(ccache|(gcc|clang)(-\d+)?)$/.test(name));
  const compilers = named.some((name) => name !== 'ccache') ? named : [...named, 'gcc'];
  const openmp = compilers
    .filter((name) => name.startsWith('clang'))
    .map((name) => `${name.replace('clang', 'libomp')}-dev`);
  return [...compilers, ...openmp, 'libc6-dev'].join(' ');
}

/** A command with more arguments. */
export function withArguments([program, ...first]: Command, args: readonly string[]): Command {
  return [program, ...first, ...args];
}

/** A command as people write it. */
export function formatCommand(command: Command): string {
  return command.join(' ');
}

/** What a compiler answered: its exit status and both outputs as text. */
interface Answer {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** The error of a machine without a compiler. */
export function missingCompiler({ command, packages }: CCompiler): UnfitCompilerError {
  return unfit('cannot be run', command, packages);
}

/** Runs a compiler to ask it something (never to build a kernel). Throws MissingError when it is not installed. */
export function askCompiler(args: readonly string[], compiler: CCompiler = hostCompiler()): Answer {
  const [program, ...all] = withArguments(compiler.command, args);
  const env = { ...process.env, LC_ALL: 'C' };
  const options = { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL', env } as const;
  let result = spawnSync(program, all, options);
  // Ctrl-C ends the compiler, too. That is no answer; whoever catches the signal for us decides how we end.
  if (result.signal !== null && !result.error) result = spawnSync(program, all, options);
  if (result.error) throw missingCompiler(compiler);
  return { ok: result.status === 0, stdout: result.stdout, stderr: result.stderr };
}

/** Which compiler a command is. */
export interface Identity {
  readonly family: Family;
  /** Name and version in one line, `gcc (Debian 12.2.0-14) 12.2.0`. */
  readonly name: string;
}

/** Throws MissingError when it is not installed, too old, or neither gcc nor clang. */
export function identify(compiler: CCompiler = hostCompiler()): Identity {
  const { ok, stdout } = askCompiler(['--version'], compiler);
  const [name = ''] = stdout.trim().split('\n');
  if (!ok || name === '') throw missingCompiler(compiler);
  const known = familyOf(stdout);
  const { command, packages } = compiler;
  if (!known) throw unfit(`calls itself "${name}", and neither gcc nor clang`, command, 'gcc libc6-dev');
  if (isAtLeast(known.version, oldestVersions()[known.family])) return { family: known.family, name };
  throw unfit(`is ${known.family} ${known.version}, which is too old`, command, newer(packages, known.family));
}

/** Name and version in one line. Throws MissingError as `identify` does. */
export function compilerVersion(compiler: CCompiler = hostCompiler()): string {
  return identify(compiler).name;
}

/**
 * Family and major version, from what a compiler prints for --version; undefined of any other program.
 *
 * @internal Tests read what compilers of other systems print.
 */
export function familyOf(text: string): { readonly family: Family; readonly version: string } | undefined {
  const clang = /clang version (\d+)/.exec(text);
  if (clang) return { family: 'clang', version: clang.at(1)! };
  if (!/Free Software Foundation|^\S*gcc\b/.test(text)) return undefined;
  // Distributions write versions of their own in parentheses, before gcc's.
  const plain = text.replace(/\([^)\n]*\)/g, ' ');
  const gcc = /^[^\n]*?\s(\d+)(?:[.\s]|$)/.exec(plain);
  return gcc ? { family: 'gcc', version: gcc.at(1)! } : undefined;
}

/** The packages of the oldest version that will do. */
function newer(packages: string, family: Family): string {
  const number = oldestVersions()[family];
  return packages.replace(/\b(gcc|clang|libomp)(-\d+)?/g, (_, name: string) => `${name}-${number}`);
}

/** A compiler that kernels cannot be built with. */
export class UnfitCompilerError extends MissingError {
  /** `reason` is the fact alone, `advice` how to get one that will do. */
  constructor(
    command: Command,
    readonly reason: string,
    readonly advice: string,
  ) {
    const { gcc, clang } = oldestVersions();
    super(
      `The C compiler "${formatCommand(command)}" ${reason}: gcc ${gcc} or newer, or clang ${clang} or newer is needed. Install it with: ${advice}.`,
    );
  }
}

function unfit(reason: string, command: Command, packages: string): UnfitCompilerError {
  const advice = `apt-get install ${packages} (or the like on your system; CC names another than gcc)`;
  return new UnfitCompilerError(command, reason, advice);
}
