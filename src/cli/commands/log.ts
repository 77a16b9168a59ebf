/** What the tools for log files print. */
import {
  convertLog,
  logDiff,
  logExplain,
  logStats,
  mergeLogs,
  type ConvertOptions,
  type LogExplainOptions,
  type MergeOptions,
} from '../../api/log-tools.js';
import { plural } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import type { FlagsOf, LogFlags } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { renderLogDiff } from '../render/log-diff.js';
import { renderLogExplain } from '../render/log-explain.js';
import { renderLogStats } from '../render/log-stats.js';

export type ExplainFlags = FlagsOf<LogExplainOptions>;
export type ConvertFlags = FlagsOf<ConvertOptions>;
export type MergeFlags = FlagsOf<MergeOptions>;

/** `tune log stats LOG...`. */
export async function logStatsCommand(logs: readonly string[], flags: LogFlags, output: Output): Promise<void> {
  const stats = await logStats(logs, { modules: flags.template ?? [], onNote: noteTo(output) });
  output.stdout(flags.json ? JSON.stringify(stats, null, 2) : renderLogStats(stats, output));
}

/** `tune log diff A B`. */
export async function logDiffCommand(a: string, b: string, flags: LogFlags, output: Output): Promise<void> {
  const diff = await logDiff(a, b, { modules: flags.template ?? [], onNote: noteTo(output) });
  output.stdout(flags.json ? JSON.stringify(diff, null, 2) : renderLogDiff(diff, output));
}

/** `tune log explain WORKLOAD LOG...`. */
export async function logExplainCommand(
  workload: string,
  logs: readonly string[],
  { template = [], json, ...options }: ExplainFlags,
  output: Output,
): Promise<void> {
  const explained = await logExplain(workload, logs, { ...options, modules: template, onNote: noteTo(output) });
  output.stdout(json ? JSON.stringify(explained, null, 2) : renderLogExplain(explained, output));
}

/** `tune log convert LOG --to FORMAT --out F`. */
export async function logConvertCommand(
  log: string,
  { template = [], json, ...options }: ConvertFlags,
  output: Output,
): Promise<void> {
  const converted = await convertLog(log, { ...options, modules: template, onNote: noteTo(output) });
  const { out, from, to, records, tasks } = converted;
  const text = `${shortened(out)}: ${plural(records, 'record')} of ${plural(tasks.length, 'task')}, from ${from} to ${to}`;
  output.stdout(json ? JSON.stringify(converted, null, 2) : text);
}

/** `tune log merge LOG... --out F`. */
export async function logMergeCommand(logs: readonly string[], flags: MergeFlags, output: Output): Promise<void> {
  const { json, ...options } = flags;
  const interrupt = catchInterrupts(output, () => undefined, 'Stopping, with nothing written');
  try {
    const merged = await mergeLogs(logs, { ...options, signal: interrupt.signal, onNote: noteTo(output) });
    const { out, records, duplicates } = merged;
    const text = `${shortened(out)}: ${plural(records, 'record')} of ${plural(logs.length, 'log')}, ${plural(duplicates, 'duplicate')} left out`;
    output.stdout(json ? JSON.stringify(merged, null, 2) : text);
  } catch (error) {
    if (interrupt.signal.aborted) throw interrupt.exit;
    throw error;
  } finally {
    interrupt.release();
  }
}
