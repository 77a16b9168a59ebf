import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementHeader } from '../elements/c-helper.js';
import { addedKernelTypes, kernelTypes } from '../elements/registry.js';
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
  const isUsable = (path: string): boolean => succeeds(commandOf(platform, path, 'ready'));
  try {
    const folder = cacheFolder() ?? elsewhere();
    const allFlags = [...flags, ...flagsOfElements(folder)];
    const program = { name: `tune-${name}`, sources, headers: rooms, flags: allFlags, libraries, state: [arch] };
    return await buildOnce(program, folder, { compiler, isUsable });
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
    throw new MissingError(
      `The ${name} cannot be built (${error.message}); install what it needs with: apt-get install ${compiler.packages}`,
    );
  }
}

/** What has the C helper know types that do not come with `tune`, too: a header of all types, in a folder. */
function flagsOfElements(folder: string): readonly string[] {
  if (addedKernelTypes().length === 0) return [];
  const text = elementHeader(kernelTypes());
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const header = join(folder, `tune-elements-${hash}.h`);
  const flags = [`-DTUNE_ELEMENTS="${header}"`];
  if (existsSync(header)) return flags;
  // Another process may make the same one.
  const partial = `${header}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, header);
  return flags;
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
