import { logDiff } from '../../api/log-diff.js';
import type { LogFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { renderLogDiff } from '../render/log-diff.js';

/** `tune log diff A B`. */
export async function logDiffCommand(a: string, b: string, flags: LogFlags, output: Output): Promise<void> {
  const diff = await logDiff(a, b, { modules: flags.template ?? [], onNote: noteTo(output) });
  output.stdout(flags.json ? JSON.stringify(diff, null, 2) : renderLogDiff(diff, output));
}
