import type { Known } from '../../templates/known.js';
import { readAutoTvm } from './autotvm.js';
import { kindOf } from '../formats/kind-of.js';
import { readCache } from './kernel-tuner.js';
import type { Reading } from './table.js';

/**
 * The tables of an AutoTVM log or a Kernel Tuner cache (each may be compressed, with a name that ends in `.gz`),
 * identified by their contents. Throws UsageError when there is no such file, WorkError when it cannot be read;
 * everything else that is wrong is among the problems.
 */
export async function readTables(path: string, known: Known): Promise<Reading> {
  return (await kindOf(path)) === 'log' ? readAutoTvm(path, known) : readCache(path);
}
