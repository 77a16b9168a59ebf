import { existsSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { report, type ReportOptions } from '../../api/report.js';
import { UsageError } from '../../target/errors.js';
import { formatBytes } from '../../target/format.js';
import type { FlagsOf } from '../flags.js';
import { noteTo, type Output } from '../output.js';

/** Of `tune report`. */
export type ReportFlags = FlagsOf<ReportOptions> & { readonly out?: string; readonly force?: true };

/** `tune report LOG... --out F.html`. */
export async function reportCommand(logs: readonly string[], flags: ReportFlags, output: Output): Promise<void> {
  const { out, template = [], force = false, ...options } = flags;
  if (out === undefined) throw new UsageError('`tune report` needs a file for its page: add --out report.html.');
  checkFree(out, [...logs, ...(options.bench === undefined ? [] : [options.bench])], force);
  const page = await report(logs, { ...options, modules: template, onNote: noteTo(output) });
  await writeFile(out, page, { flag: force ? 'w' : 'wx' }).catch((error: unknown) => {
    throw new UsageError(`${out} cannot be written (${(error as Error).message}): name another file.`);
  });
  output.stdout(`${out} (${formatBytes(Buffer.byteLength(page))})`);
}

/** Not even --force replaces a file that the page reads. */
function checkFree(out: string, read: readonly string[], force: boolean): void {
  if (!existsSync(out)) return;
  if (read.some((path) => existsSync(path) && realpathSync(path) === realpathSync(out)))
    throw new UsageError(`${out} is a file that the page reads: name another for --out.`);
  if (!force) throw new UsageError(`${out} exists: --force replaces it.`);
}
