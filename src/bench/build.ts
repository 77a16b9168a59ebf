import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../measure/cache-folder.js';
import { firstUsefulLine } from '../measure/first-useful-line.js';
import { WorkError } from '../target/errors.js';
import { askCompiler, compilerVersion, hostCompiler, withArguments } from '../measure/c-compiler.js';
import { machine } from '../target/machine.js';
import { packageRoot } from '../target/root.js';
import { cpuOption, hostToolchain } from '../backend/cpu/toolchains.js';

const execute = promisify(execFile);

/**
 * The executable of `native/bench/<source>`, built unless that was done before from the same sources, headers, flags
 * and libraries by the same compiler for the same CPU (machines may share a home): its name in the cache folder holds a
 * hash of them. Throws MissingError without a compiler, WorkError with its first complaint if it refuses.
 */
export async function buildDriver(
  source: string,
  flags: readonly string[],
  libraries: readonly string[] = [],
): Promise<string> {
  const folder = join(packageRoot(), 'native', 'bench');
  const headers = [folder, join(folder, '..')].flatMap(headersIn);
  const texts = [join(folder, source), ...headers].map((path) => readFileSync(path, 'utf8'));
  const args = [
    '-O3',
    cpuOption(hostToolchain(), 'native'),
    '-std=gnu11',
    join(folder, source),
    ...flags,
    '-ldl',
    '-lm',
  ];
  const compiler = [hostCompiler().command, compilerVersion()];
  const identity = [texts, args, compiler, machine().cpu, libraries.map(stateOf)];
  const hash = createHash('sha256').update(JSON.stringify(identity));
  const file = join(driverFolder(), `${source.replace(/\.c$/, '')}-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(file)) await compile(args, file);
  return file;
}

function headersIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.h'));
  return names.sort().map((name) => join(folder, name));
}

/**
 * Runs the compiler; whoever looks for the file meanwhile finds a whole one or none. Throws WorkError with its first
 * complaint.
 */
export async function compile(args: readonly string[], file: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  const [program, ...all] = withArguments(hostCompiler().command, ['-w', ...args, '-o', unfinished]);
  try {
    await execute(program, all, { env: { ...process.env, LC_ALL: 'C' } });
  } catch (error) {
    rmSync(unfinished, { force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw new WorkError(firstUsefulLine(stderr ?? message));
  }
  renameSync(unfinished, file);
}

/** Tells one installation of a library from the next. */
function stateOf(library: string): readonly number[] {
  const { size, mtimeMs } = statSync(library);
  return [size, mtimeMs];
}

/** Where drivers are kept: `bench` in the cache of tune. Throws WorkError where there can be none. */
function driverFolder(): string {
  const folder = cacheFolder('bench');
  if (folder !== undefined) return folder;
  throw new WorkError('There is no cache folder to keep drivers in: set XDG_CACHE_HOME to a folder of yours.');
}

/** The full path of a file in the compiler's library folders, links resolved, or undefined if there is none. */
export function findLibrary(file: string): string | undefined {
  const path = askCompiler([`-print-file-name=${file}`]).stdout.trim();
  return path !== file && existsSync(path) ? realpathSync(path) : undefined;
}
