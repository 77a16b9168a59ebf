/** Where OpenVINO is, and how it gets there: an environment of Python in the cache, since only comparisons need it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../measure/cache-folder.js';
import { MissingError } from '../../target/errors.js';
import { defined } from '../../target/defined.js';
import { quote } from '../../target/format.js';
import { packageRoot } from '../../target/root.js';

const run = promisify(execFile);
/** Milliseconds that pip has to fetch 300 MB. */
const INSTALL_TIMEOUT = 600_000;

export interface OpenVinoOptions {
  /** Called with what is about to happen, which takes a while and much disk. */
  readonly note: (text: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * The Python program that has it, whose environment bench/networks/install.sh makes unless it is there. Throws
 * MissingError, with the command, where it cannot.
 */
export async function installOpenVino({ note, signal }: OpenVinoOptions): Promise<string> {
  const script = join(packageRoot(), 'bench', 'networks', 'install.sh');
  const folder = cacheFolder('runtimes');
  if (folder === undefined) throw notInstalled('there is no cache folder to install it in', script);
  const python = join(folder, 'bin', 'python');
  if (await hasOpenVino(python, signal)) return python;
  note(`OpenVINO is installed in ${folder} (pip, about 500 MB), once.`);
  try {
    await run('sh', [script], { timeout: INSTALL_TIMEOUT, env: process.env, ...defined({ signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    throw notInstalled(lastLine((error as { readonly stderr?: string }).stderr ?? ''), script);
  }
  return python;
}

async function hasOpenVino(python: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await run(python, ['-c', 'import openvino, numpy'], { ...defined({ signal }) });
    return true;
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}

function lastLine(stderr: string): string {
  return stderr.trim().split('\n').at(-1)! || 'its installation failed';
}

function notInstalled(why: string, script: string): MissingError {
  return new MissingError(`OpenVINO is not installed (${why}); install it with: sh ${quote(script)}`);
}
