import { mergeLogs } from '../../api/log-merge.js';
import { plural } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import { Exit } from '../errors.js';
import type { OutFlags } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';

/** `tune log merge LOG... --out F`. */
export async function logMergeCommand(logs: readonly string[], flags: OutFlags, output: Output): Promise<void> {
  const { out, force = false, json } = flags;
  const interrupt = catchInterrupts(output, () => undefined, 'Stopping, with nothing written');
  try {
    const merged = await mergeLogs(logs, { out, force, signal: interrupt.signal, onNote: noteTo(output) });
    const { records, duplicates } = merged;
    const text = `${shortened(out)}: ${plural(records, 'record')} of ${plural(logs.length, 'log')}, ${plural(duplicates, 'duplicate')} left out`;
    output.stdout(json ? JSON.stringify(merged, null, 2) : text);
  } catch (error) {
    if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
    throw error;
  } finally {
    interrupt.release();
  }
}
