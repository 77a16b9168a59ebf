/** Programs in C that come with the package, each built once. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { WorkError } from '../target/errors.js';
import { ownerMark, sweep } from '../target/leftovers.js';
import { packageRoot } from '../target/root.js';
import { compilerVersion, hostCompiler, withArguments, type CCompiler } from './c-compiler.js';
import { firstUsefulLine } from './first-useful-line.js';

const execute = promisify(execFile);

/** Milliseconds that a compiler has for the whole program, on a busy machine. */
const BUILD_TIMEOUT = 300_000;
/** Names of programs that are being built begin so. */
const UNFINISHED = 'tune-unfinished';

export interface CProgram {
  /** Begins the name of its file. */
  readonly name: string;
  /** In the folder `native/` of the package. */
  readonly sources: readonly string[];
  /** Folders in it whose headers these include. */
  readonly headers: readonly string[];
  readonly flags: readonly string[];
  /** For the linker, behind the sources. */
  readonly libraries: readonly string[];
  /** What else it depends on. */
  readonly state: readonly unknown[];
}

export interface BuildOptions {
  readonly compiler?: CCompiler;
  /** Whether what is there already will do. */
  readonly isUsable?: (path: string) => boolean;
}

/**
 * The path of a program in a folder, built there unless that was done before: its name holds a hash of sources,
 * headers, flags, compiler and state, so that nothing old is ever used. Throws MissingError without a compiler,
 * WorkError with its first complaint if it refuses.
 */
export async function buildOnce(
  program: CProgram,
  folder: string,
  { compiler = hostCompiler(), isUsable = existsSync }: BuildOptions = {},
): Promise<string> {
  const { name, flags, libraries, state } = program;
  const native = join(packageRoot(), 'native');
  const sources = program.sources.map((source) => join(native, source));
  const headers = program.headers.flatMap((room) => filesIn(room, '.h')).map((header) => join(native, header));
  const identity = [compiler.command, compilerVersion(compiler), flags, libraries, state];
  const hash = createHash('sha256').update(JSON.stringify(identity));
  for (const path of [...sources, ...headers]) hash.update(readFileSync(path));
  const path = join(folder, `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (!isUsable(path)) await compileTo(path, [...flags, ...sources, ...libraries], compiler);
  return path;
}

/** Files of a folder in `native/` with an ending, by their paths there. */
export function filesIn(room: string, ending: string): readonly string[] {
  const names = readdirSync(join(packageRoot(), 'native', room)).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => join(room, name));
}

/**
 * Runs a compiler; whoever looks for the file meanwhile, or builds it too, finds a whole one or none. Throws WorkError
 * with its first complaint.
 */
export async function compileTo(
  file: string,
  args: readonly string[],
  { command }: CCompiler = hostCompiler(),
): Promise<void> {
  const folder = dirname(file);
  sweep(folder, UNFINISHED);
  const unfinished = join(folder, `${UNFINISHED}-${ownerMark()}-${randomBytes(4).toString('hex')}`);
  const [program, ...all] = withArguments(command, [...args, '-o', unfinished]);
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    await execute(program, all, { env, timeout: BUILD_TIMEOUT, killSignal: 'SIGKILL' });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw new WorkError(stderr === undefined ? message : firstUsefulLine(stderr));
  }
}
