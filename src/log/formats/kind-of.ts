import { headOf } from './file.js';
import { isT4 } from './t4.js';

/** What a file is, by its beginning: T4 results, a Kernel Tuner cache, or a log of ours or of AutoTVM's. */
export async function kindOf(path: string): Promise<'t4' | 'cache' | 'log'> {
  const head = await headOf(path);
  if (isT4(head)) return 't4';
  return isCache(path, head) ? 'cache' : 'log';
}

/** Whether a file that begins so is a Kernel Tuner cache, and no log. */
function isCache(path: string, head: string): boolean {
  if (/"(tune_params|tune_params_keys|kernel_name|cache)"\s*:/.test(head)) return true;
  return /\.json(\.gz)?$/.test(path) && !/"(input|i)"\s*:/.test(head);
}
