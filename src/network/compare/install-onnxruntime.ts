/** Where onnxruntime-node is, and how it gets there: a package of its own, since only comparisons need it. */
import { execFile } from 'node:child_process';
import { accessSync, constants, copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cacheFolder } from '../../measure/cache-folder.js';
import { MissingError } from '../../target/errors.js';
import { quote } from '../../target/format.js';
import { makeOwnedFolder } from '../../target/leftovers.js';
import { packageRoot } from '../../target/root.js';
import { defined } from '../../target/defined.js';

/** Milliseconds that npm has to fetch 100 MB. */
const INSTALL_TIMEOUT = 600_000;
const PACKAGE = 'onnxruntime-node';
/** What makes `npm ci` install the very versions of the lock file. */
const files = ['package.json', 'package-lock.json', '.npmrc'];

function ownFolder(): string {
  return join(packageRoot(), 'bench', 'onnxruntime');
}

/**
 * The version that is compared with.
 *
 * @internal Tests install a runtime of their own in its place.
 */
export function onnxRuntimeVersion(): string {
  const schema = z.object({ dependencies: z.object({ [PACKAGE]: z.string() }) });
  return schema.parse(JSON.parse(readFileSync(join(ownFolder(), 'package.json'), 'utf8'))).dependencies[PACKAGE];
}

/**
 * The folder whose `node_modules` has it, of this package or in the cache; undefined where it is not installed.
 *
 * @internal Tests install a runtime of their own in its place.
 */
export function installedOnnxRuntime(folders = [ownFolder(), cachedFolder()]): string | undefined {
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'node_modules', PACKAGE)));
}

export interface InstallOptions {
  readonly npm?: string;
  /** A folder besides the cache that may have it: the package's own. */
  readonly own?: string | undefined;
  /** Called with what is about to happen, which takes a while and much disk. */
  readonly note: (text: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Installs it in the cache of tune by npm, without running scripts of packages, unless it is there already. Whoever
 * looks for it meanwhile finds all of it or nothing. Throws MissingError, with the command, where npm cannot.
 */
export async function installOnnxRuntime(options: InstallOptions): Promise<string> {
  const { npm = 'npm', note, signal } = options;
  const folders = ['own' in options ? options.own : ownFolder(), cachedFolder()];
  const found = installedOnnxRuntime(folders);
  if (found !== undefined) return found;
  const folder = cachedFolder();
  const parent = cacheFolder('onnxruntime');
  if (folder === undefined || parent === undefined) throw notInstalled('there is no cache folder to install it in');
  note(`ONNX Runtime ${onnxRuntimeVersion()} is installed in ${folder} (npm, about 300 MB), once.`);
  const unfinished = makeOwnedFolder(dirname(folder), 'unfinished');
  try {
    for (const file of files) copyFileSync(join(ownFolder(), file), join(unfinished, file));
    await promisify(execFile)(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: unfinished,
      timeout: INSTALL_TIMEOUT,
      ...defined({ signal }),
    });
    if (installedOnnxRuntime([unfinished]) === undefined) throw new Error('npm installed something else');
    moveTo(folder, unfinished);
    return folder;
  } catch (error) {
    signal?.throwIfAborted();
    throw notInstalled(reasonOf(error));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Another program may have been faster, and its package is as good. */
function moveTo(folder: string, unfinished: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (installedOnnxRuntime([folder]) === undefined) throw error;
  }
}

/** `onnxruntime/1.30.0` in the cache of tune; undefined where there is none. */
function cachedFolder(): string | undefined {
  const parent = cacheFolder('onnxruntime');
  return parent && join(parent, onnxRuntimeVersion());
}

function reasonOf(error: unknown): string {
  const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string };
  if (code === 'ENOENT') return 'there is no npm';
  const lines = (stderr ?? '').split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  return `npm said: ${lines.findLast((line) => line !== '' && !/log of this run|debug-\d/.test(line)) ?? message.split('\n')[0]!}`;
}

/** With what a person can do about it: by hand in the package, or in the cache where that is not theirs. */
function notInstalled(why: string): MissingError {
  const [own, cached] = [ownFolder(), cachedFolder()];
  const prefix = isWritable(own) || cached === undefined ? own : cached;
  const copy = prefix === own ? '' : `cp -r ${quote(own)} ${quote(prefix)} && `;
  const command = `${copy}npm ci --ignore-scripts --prefix ${quote(prefix)}`;
  return new MissingError(`ONNX Runtime is not installed (${why}); install it with: ${command}`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
