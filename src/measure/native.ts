import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MissingError } from '../target/errors.js';
import { compilerVersion, hostCompiler, withArguments, type CCompiler, type Command } from './c-compiler.js';
import { packageRoot } from '../target/root.js';
import { cacheFolder } from './cache-folder.js';
import { firstUsefulLine } from './first-useful-line.js';
import type { Scratch } from './scratch.js';

const execute = promisify(execFile);

/** A program whose sources come with the package. */
export interface NativeProgram {
  /** Its name in the cache, and in messages. */
  readonly name: string;
  /** Folders of `native/` whose files it is made of. */
  readonly rooms: readonly string[];
  readonly flags: readonly string[];
  readonly libraries: readonly string[];
}

/**
 * Of the runner: symbols of the program, of OpenMP and of libm must be there for the kernels that it loads, used by
 * itself or not.
 */
const runner: NativeProgram = {
  name: 'runner',
  rooms: ['runner', 'cuda'],
  flags: ['-O3', '-std=gnu11', '-fopenmp', '-rdynamic'],
  libraries: ['-Wl,--no-as-needed', '-ldl', '-lm'],
};

/** What the program is built for. */
export interface Platform {
  /** As Node names it, `arm64`. */
  readonly arch: string;
  readonly compiler: CCompiler;
  /** What its programs are started with on this machine: nothing, or an emulator and its options. */
  readonly launcher: readonly string[];
}
const here = (): Platform => ({ arch: process.arch, compiler: hostCompiler(), launcher: [] });

/** The program of `native/runner/` and `native/cuda/`, as `builtProgram` says. */
export function nativeProgram(scratch: Scratch, platform: Platform = here()): Promise<string> {
  return builtProgram(runner, () => scratch.folder, platform);
}

/**
 * The path of a program, which is built when it is not in the cache folder: $XDG_CACHE_HOME or ~/.cache, or the given
 * folder where neither can be written to. Its name holds a hash of sources, flags, compiler and architecture, so that
 * nothing old is ever used. Started with the argument `ready`, it must do nothing and succeed. Throws MissingError
 * without a compiler, its OpenMP or the C library's headers.
 */
export async function builtProgram(
  native: NativeProgram,
  elsewhere: () => string,
  platform: Platform = here(),
): Promise<string> {
  const { arch, compiler } = platform;
  const { name, rooms, flags, libraries } = native;
  const files = rooms.flatMap((room) => {
    const folder = join(packageRoot(), 'native', room);
    return readdirSync(folder)
      .filter((file) => /\.[ch]$/.test(file))
      .sort()
      .map((file) => join(folder, file));
  });
  const hash = createHash('sha256').update(
    JSON.stringify([compiler.command, compilerVersion(compiler), arch, flags, libraries]),
  );
  for (const path of files) hash.update(readFileSync(path));
  const path = join(cacheFolder() ?? elsewhere(), `tune-${name}-${hash.digest('hex').slice(0, 16)}`);
  const sources = files.filter((file) => file.endsWith('.c'));
  if (!isUsable(commandOf(platform, path, 'ready'))) await build(native, sources, path, compiler);
  return path;
}

/** What starts a program of a platform with arguments. */
export function commandOf({ launcher }: Platform, path: string, ...args: readonly string[]): Command {
  const [program = path, ...rest] = [...launcher, path, ...args];
  return [program, ...rest];
}

/** Whether it is there and runs: a folder may be shared by machines, and a disk may have been full. */
function isUsable([program, ...args]: Command): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Builds beside the final name and moves, since others may be building the same. */
async function build(
  { name, flags, libraries }: NativeProgram,
  sources: readonly string[],
  path: string,
  { command, packages }: CCompiler,
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    const [program, ...all] = withArguments(command, [...flags, '-o', unfinished, ...sources, ...libraries]);
    await execute(program, all, { env });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    const { stderr } = error as { stderr?: string };
    const reason = stderr === undefined ? (error as Error).message : firstUsefulLine(stderr);
    throw new MissingError(
      `The ${name} cannot be built (${reason}); install what it needs with: apt-get install ${packages}`,
    );
  }
}
