import type { Records } from '../bench/records.js';
import { best, type Best } from '../record/best.js';
import { grouped, workloadKey } from '../record/key.js';
import { readLog, type LoggedRecord } from '../record/log.js';
import { WorkError } from '../target/errors.js';
import { configKey, settled } from '../tuner/settled.js';
import type { Output } from './output.js';

/** Everything that some logs hold; says on stderr what could not be read. Throws UsageError for a log that does not exist. */
export async function recordsOfLogs(paths: readonly string[], output: Output): Promise<Records> {
  const all: LoggedRecord[] = [];
  const standing: LoggedRecord[] = [];
  for (const path of new Set(paths)) {
    const log = await readLog(path);
    for (const record of log.records) all.push(record);
    for (const record of settled(log.records)) standing.push(record);
    const first = log.skipped.at(0);
    if (first) {
      const text = `${path}: ${log.skipped.length} lines hold no record (line ${first.line}: ${first.reason})`;
      output.talk(output.paintTalk.yellow(text));
    }
  }
  return { all, standing };
}

/**
 * The best record of every workload and target in some logs, and how many configs were tried for it; says on stderr what could not be
 * read. Throws UsageError for a log that does not exist, WorkError when there is no successful record.
 */
export async function bestOfLogs(paths: readonly string[], output: Output): Promise<readonly Best<LoggedRecord>[]> {
  const { all, standing } = await recordsOfLogs(paths, output);
  const found = best(standing);
  if (found.length === 0) {
    throw new WorkError(`There is no successful record among the ${all.length} of ${paths.join(', ')}.`);
  }
  const groups = grouped(all, workloadKey);
  return found.map((one) => ({ ...one, trials: countConfigs(groups.get(workloadKey(one.record)) ?? []) }));
}

function countConfigs(records: readonly LoggedRecord[]): number {
  return new Set(records.map(configKey)).size;
}
