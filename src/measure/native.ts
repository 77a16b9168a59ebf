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
/**
 * Symbols of the program, of OpenMP and of libm must be there for the kernels that it loads, used by itself or not.
 */
const flags = ['-O3', '-std=gnu11', '-fopenmp', '-rdynamic'];
const libraries = ['-Wl,--no-as-needed', '-ldl', '-lm'];

/** What the program is built for. */
export interface Platform {
  /** As Node names it, `arm64`. */
  readonly arch: string;
  readonly compiler: CCompiler;
  /** What its programs are started with on this machine: nothing, or an emulator and its options. */
  readonly launcher: readonly string[];
}
const here = (): Platform => ({ arch: process.arch, compiler: hostCompiler(), launcher: [] });

/**
 * The program of `native/runner/` and `native/cuda/`, built when it is not in the cache folder: $XDG_CACHE_HOME or
 * ~/.cache, or the given scratch folder where neither can be written to. Its name holds a hash of sources, flags,
 * compiler and architecture, so that nothing old is ever used. Throws MissingError without a compiler, its OpenMP
 * or the C library's headers.
 */
export async function nativeProgram(scratch: Scratch, platform: Platform = here()): Promise<string> {
  const { arch, compiler } = platform;
  const files = ['runner', 'cuda'].flatMap((room) => {
    const folder = join(packageRoot(), 'native', room);
    return readdirSync(folder)
      .filter((name) => /\.[ch]$/.test(name))
      .sort()
      .map((name) => join(folder, name));
  });
  const sources = files.filter((name) => name.endsWith('.c'));
  const hash = createHash('sha256').update(
    JSON.stringify([compiler.command, compilerVersion(compiler), arch, flags, libraries]),
  );
  for (const path of files) hash.update(readFileSync(path));
  const path = join(cacheFolder() ?? scratch.folder, `tune-native-${hash.digest('hex').slice(0, 16)}`);
  if (!isUsable(commandOf(platform, path, 'ready'))) await build(sources, path, compiler);
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
async function build(sources: readonly string[], path: string, { command, packages }: CCompiler): Promise<void> {
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
      `The runner cannot be built (${reason}); install what it needs with: apt-get install ${packages}`,
    );
  }
}
