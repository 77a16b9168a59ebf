import { spawnSync } from 'node:child_process';
import { MissingError, WorkError } from '../target/errors.js';
import { hostCompiler, type CCompiler, type Command } from './c-compiler.js';
import { buildOnce, filesIn } from './c-program.js';
import { cacheFolder } from './cache-folder.js';
import type { Scratch } from './scratch.js';

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
 * folder where neither can be written to. Started with the argument `ready`, it must do nothing and succeed. Throws
 * MissingError without a compiler, its OpenMP or the C library's headers.
 */
export async function builtProgram(
  native: NativeProgram,
  elsewhere: () => string,
  platform: Platform = here(),
): Promise<string> {
  const { arch, compiler } = platform;
  const { name, rooms, flags, libraries } = native;
  const sources = rooms.flatMap((room) => filesIn(room, '.c'));
  const program = { name: `tune-${name}`, sources, headers: rooms, flags, libraries, state: [arch] };
  const isUsable = (path: string): boolean => succeeds(commandOf(platform, path, 'ready'));
  try {
    return await buildOnce(program, cacheFolder() ?? elsewhere(), { compiler, isUsable });
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
    throw new MissingError(
      `The ${name} cannot be built (${error.message}); install what it needs with: apt-get install ${compiler.packages}`,
    );
  }
}

/** What starts a program of a platform with arguments. */
export function commandOf({ launcher }: Platform, path: string, ...args: readonly string[]): Command {
  const [program = path, ...rest] = [...launcher, path, ...args];
  return [program, ...rest];
}

/** Whether it is there and runs: a folder may be shared by machines, and a disk may have been full. */
function succeeds([program, ...args]: Command): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
