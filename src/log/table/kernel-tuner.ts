import { plural } from '../../target/format.js';
import { labelOf, openCache, type CacheFile } from '../formats/kernel-tuner-cache.js';
import { toTable, type Identity, type Reading } from './table.js';

/** The table of a Kernel Tuner cache. Throws as `openCache`. */
export async function readCache(path: string): Promise<Reading> {
  const { cache, problems } = await openCache(path);
  const found = cache ? tableOf(path, cache) : { tables: [], problems: [] };
  return { tables: found.tables, problems: [...problems, ...found.problems].map((problem) => `${path}: ${problem}`) };
}

function tableOf(log: string, cache: CacheFile): Reading {
  const rows = new Map(cache.trials.map(({ index, row }) => [index, row]));
  const repeated = cache.trials.length - rows.size;
  const task = labelOf(cache);
  const incomplete = (): string | undefined =>
    cache.cut ? `its end is missing, after ${plural(rows.size, 'config')}` : undefined;
  const table = toTable({ log, task, identity: identityOf(cache), knobs: cache.space.knobs, rows, incomplete });
  const problems = [
    repeated > 0 && `${plural(repeated, 'config')} measured again; the last time counts`,
    !table && `none of the configs of ${task} ran, and it is left out`,
  ];
  return { tables: table ? [table] : [], problems: problems.filter((problem) => typeof problem === 'string') };
}

function identityOf({ device, kernel, problemSize }: CacheFile): Identity {
  return { format: 'kernel-tuner', device, kernel, problemSize };
}
