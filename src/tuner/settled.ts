import { taskKey } from '../record/key.js';
import type { TuneRecord } from '../record/record.js';

/**
 * Drops records that a later one replaces: of a config that was measured again on the same machine, only the latest counts, whether it is
 * slower, faster or a failure. Without this, the fastest of several looks at one config would win, which is its luck and not its speed.
 */
export function settled<R extends TuneRecord>(records: readonly R[]): R[] {
  const latest = new Map<string, R>();
  for (const record of records) {
    const key = JSON.stringify([taskKey(record), record.entity, record.tune?.fingerprint]);
    const before = latest.get(key);
    if (!before || record.timestamp >= before.timestamp) latest.set(key, record);
  }
  const kept = new Set(latest.values());
  return records.filter((record) => kept.has(record));
}
