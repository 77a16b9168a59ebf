import { existsSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { cpuOptions } from './cpu-options.js';
import { hostToolchain } from './toolchains.js';
import { askCompiler } from '../../measure/c-compiler.js';
import { buildOnce } from '../../measure/c-program.js';
import { cacheFolder } from '../../measure/cache-folder.js';
import { MissingError } from '../../target/errors.js';
import { machine } from '../../target/machine.js';

/**
 * The executable of `native/bench/<source>`, built unless that was done before with the same libraries for the same CPU
 * (machines may share a home). Throws MissingError without a compiler, WorkError with its first complaint if it
 * refuses.
 */
export function buildDriver(
  source: string,
  flags: readonly string[],
  libraries: readonly string[] = [],
): Promise<string> {
  const program = {
    name: source.replace(/\.c$/, ''),
    sources: [join('bench', source)],
    headers: ['bench', 'runner', '.'],
    flags: ['-w', '-O3', ...cpuOptions(hostToolchain(), 'native'), '-std=gnu11'],
    libraries: [...flags, '-ldl', '-lm'],
    state: [machine().cpu, libraries.map(stateOf)],
  };
  return buildOnce(program, driverFolder());
}

/** Size and time of change, which differ between two installations of a library. */
function stateOf(library: string): readonly number[] {
  const { size, mtimeMs } = statSync(library);
  return [size, mtimeMs];
}

/** Where drivers are kept: `bench` in the cache of tune. Throws MissingError where there can be none. */
function driverFolder(): string {
  const folder = cacheFolder('bench');
  if (folder !== undefined) return folder;
  throw new MissingError('There is no cache folder to keep drivers in: set XDG_CACHE_HOME to a folder of yours.');
}

/** The full path of a file, links resolved, of a name in the compiler's library folders; undefined if there is none. */
export function findLibrary(file: string): string | undefined {
  if (isAbsolute(file)) return existsSync(file) ? realpathSync(file) : undefined;
  const path = askCompiler([`-print-file-name=${file}`]).stdout.trim();
  return path !== file && existsSync(path) ? realpathSync(path) : undefined;
}
