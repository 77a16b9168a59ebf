import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Cache {
  readonly cache: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Files of one Kernel Tuner cache each, on which searches have nothing to gain or nothing that works. */
export interface OddTables {
  /** All configs that run take equally long. */
  readonly constant: string;
  /** One config. */
  readonly single: string;
  /** No config runs. */
  readonly failing: string;
  readonly folder: string;
  readonly remove: () => void;
}

/** Writes them into a new folder. */
export function writeOddTables(): OddTables {
  const made = JSON.parse(readFileSync('test/fixtures/made-up.kt-cache.json', 'utf8')) as Cache;
  const folder = mkdtempSync(join(tmpdir(), 'tune-odd-'));
  const runs = ({ time }: Readonly<Record<string, unknown>>): boolean => typeof time === 'number';
  const write = (name: string, rows: Cache['cache']): string => {
    const path = join(folder, `${name}.kt-cache.json`);
    writeFileSync(path, JSON.stringify({ ...made, cache: rows }));
    return path;
  };
  const all = Object.entries(made.cache);
  return {
    constant: write(
      'constant',
      Object.fromEntries(all.map(([key, row]) => [key, runs(row) ? { ...row, time: 2, times: [2, 2, 2] } : row])),
    ),
    single: write('single', Object.fromEntries(all.filter(([, row]) => runs(row)).slice(0, 1))),
    failing: write(
      'failing',
      Object.fromEntries(all.map(([key, row]) => [key, { ...row, time: 'RuntimeFailedConfig', times: [] }])),
    ),
    folder,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
