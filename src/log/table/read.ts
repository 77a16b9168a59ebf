import type { Known } from '../../templates/known.js';
import { readAutoTvm } from './autotvm.js';
import { headOf } from './file.js';
import { readCache } from './kernel-tuner.js';
import type { Reading } from './table.js';

/**
 * The tables of an AutoTVM log or a Kernel Tuner cache (each may be compressed, with a name that ends in `.gz`), told
 * apart by what they hold. Throws UsageError when there is no such file, WorkError when it cannot be read; everything
 * else that is wrong is among the problems.
 */
export async function readTables(path: string, known: Known): Promise<Reading> {
  return isCache(path, await headOf(path)) ? readCache(path) : readAutoTvm(path, known);
}

/** Whether a file that begins so is a Kernel Tuner cache, and no log. */
export function isCache(path: string, head: string): boolean {
  if (/"(tune_params|tune_params_keys|kernel_name|cache)"\s*:/.test(head)) return true;
  return /\.json(\.gz)?$/.test(path) && !/"(input|i)"\s*:/.test(head);
}
