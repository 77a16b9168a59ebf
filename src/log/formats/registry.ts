/** The formats that measurements come from and go to. */
import { headOf } from '../table/file.js';
import { isCache } from '../table/read.js';
import type { Known } from '../../templates/known.js';
import { autotvm } from './autotvm.js';
import { kernelTuner, readKernelTuner } from './kernel-tuner.js';
import { readLines } from './lines.js';
import type { Format, MeasurementFile } from './measured.js';
import { isT4, readT4, t4 } from './t4.js';
import { tune } from './tune.js';

export const formats: readonly Format[] = [tune, autotvm, kernelTuner, t4];

/**
 * Reads a file in any of the formats, told apart by what it holds. Throws UsageError when there is no such file,
 * WorkError when it cannot be read; everything else that is wrong is among the problems.
 */
export async function readAny(path: string, known: Known): Promise<MeasurementFile> {
  const head = await headOf(path);
  if (isT4(head)) return readT4(path);
  return isCache(path, head) ? readKernelTuner(path) : readLines(path, known);
}
