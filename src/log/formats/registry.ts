/** The formats that measurements come from and go to. */
import type { Known } from '../../templates/known.js';
import { autotvm } from './autotvm.js';
import { kernelTuner, readKernelTuner } from './kernel-tuner.js';
import { readLines } from './lines.js';
import type { Format, MeasurementFile } from './measured.js';
import { kindOf } from './kind-of.js';
import { readT4, t4 } from './t4.js';
import { tune } from './tune.js';

export const formats: readonly Format[] = [tune, autotvm, kernelTuner, t4];

/**
 * Reads a file in any of the formats, identified by its contents. Throws UsageError when there is no such file,
 * WorkError when it cannot be read; everything else that is wrong is among the problems.
 */
export async function readAny(path: string, known: Known): Promise<MeasurementFile> {
  switch (await kindOf(path)) {
    case 't4':
      return readT4(path);
    case 'cache':
      return readKernelTuner(path);
    case 'log':
      return readLines(path, known);
  }
}
