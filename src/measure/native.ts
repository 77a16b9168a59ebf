import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MissingError } from '../target/errors.js';
import { compilerVersion } from './gcc.js';
import { packageRoot } from '../target/root.js';
import { cacheFolder } from './cache-folder.js';
import { firstUsefulLine } from './first-useful-line.js';
import type { Scratch } from './scratch.js';

const execute = promisify(execFile);
/** Symbols of the program and of libgomp and libm must be there for the kernels that it loads, used by itself or not. */
const flags = ['-O3', '-std=gnu11', '-fopenmp', '-rdynamic', '-Wl,--no-as-needed', '-ldl', '-lm'];

/**
 * The program of `native/runner/` and `native/cuda/`, built by gcc when it is not in the cache folder: $XDG_CACHE_HOME or ~/.cache, or the given
 * scratch folder where neither can be written to. Its name holds a hash of sources, flags and compiler, so that nothing old
 * is ever used. Throws MissingError without gcc or the C library's headers.
 */
export async function nativeProgram(scratch: Scratch): Promise<string> {
  const files = ['runner', 'cuda'].flatMap((room) => {
    const folder = join(packageRoot(), 'native', room);
    return readdirSync(folder)
      .filter((name) => /\.[ch]$/.test(name))
      .sort()
      .map((name) => join(folder, name));
  });
  const sources = files.filter((name) => name.endsWith('.c'));
  const hash = createHash('sha256').update(JSON.stringify([compilerVersion(), process.arch, flags]));
  for (const path of files) hash.update(readFileSync(path));
  const path = join(cacheFolder() ?? scratch.folder, `tune-native-${hash.digest('hex').slice(0, 16)}`);
  if (!usable(path)) await build(sources, path);
  return path;
}

/** Whether it is there and runs: a folder may be shared by machines, and a disk may have been full. */
function usable(path: string): boolean {
  return spawnSync(path, ['ready'], { stdio: 'ignore' }).status === 0;
}

/** Builds beside the final name and moves, since others may be building the same. */
async function build(sources: readonly string[], path: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await execute('gcc', [...flags.slice(0, 4), '-o', unfinished, ...sources, ...flags.slice(4)], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    const { stderr } = error as { stderr?: string };
    const reason = stderr === undefined ? (error as Error).message : firstUsefulLine(stderr);
    throw new MissingError(
      `The runner cannot be built (${reason}); install what it needs with: apt-get install gcc libc6-dev`,
    );
  }
}
