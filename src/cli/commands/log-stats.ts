import { logStats } from '../../api/log-stats.js';
import type { LogFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { renderLogStats } from '../render/log-stats.js';

/** `tune log stats LOG...`. */
export async function logStatsCommand(logs: readonly string[], flags: LogFlags, output: Output): Promise<void> {
  const stats = await logStats(logs, { modules: flags.template ?? [], onNote: noteTo(output) });
  output.stdout(flags.json ? JSON.stringify(stats, null, 2) : renderLogStats(stats, output.paint));
}
