/** A library that was written, built here. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { formatCommand, hostCompiler } from '../../measure/c-compiler.js';
import { firstUsefulLine } from '../../measure/first-useful-line.js';
import { MissingError, WorkError } from '../../target/errors.js';
import { defined } from '../../target/defined.js';

/** Milliseconds to build hundreds of kernels. */
const TIMEOUT = 1_800_000;

/**
 * Has make build targets of a library, as far as that was not done. Throws MissingError without make, WorkError with
 * the compiler's first complaint, and the reason of an abort.
 */
export async function make(folder: string, targets: readonly string[], signal?: AbortSignal): Promise<void> {
  const compiler = `CC=${formatCommand(hostCompiler().command)}`;
  const args = ['-s', `-j${availableParallelism()}`, '-C', folder, compiler, ...targets];
  const env = { ...process.env, LC_ALL: 'C' };
  try {
    const options = { env, timeout: TIMEOUT, maxBuffer: 2 ** 26, ...defined({ signal }) };
    await promisify(execFile)('make', args, options);
  } catch (error) {
    signal?.throwIfAborted();
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new MissingError('There is no make to build the library with: apt-get install make.');
    throw new WorkError(`The library in ${folder} cannot be built: ${stderr ? firstUsefulLine(stderr) : message}`);
  }
}
