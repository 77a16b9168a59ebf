import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../src/target/root.js';
import type { Finished, Search } from './searches.js';

/** The code that decides what a search does. */
const ROOMS = [
  'elements',
  'explorer',
  'features',
  'ir',
  'log',
  'model',
  'operator',
  'space',
  'templates',
  'transfer',
  'tuner',
];

const lineSchema = z.object({
  key: z.string(),
  seconds: z.number(),
  climb: z.object({
    trials: z.number(),
    steps: z.array(z.tuple([z.number(), z.number(), z.number()])),
  }),
});

/**
 * Finished searches in a file, one JSON line each, so that a scoreboard that was interrupted goes on. A search counts
 * as finished only if the same code did it with the same settings; lines of other code, and a last one that is torn,
 * are passed over.
 */
export class Journal {
  readonly #code = hashOfCode();
  readonly #finished = new Map<string, Finished>();

  /** `path`: undefined for a journal that is kept in memory alone. */
  constructor(private readonly path: string | undefined) {
    if (path === undefined || !existsSync(path)) return;
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const line = parse(text);
      if (line) this.#finished.set(line.key, toFinished(line));
    }
  }

  get(search: Search): Finished | undefined {
    return this.#finished.get(this.#keyOf(search));
  }

  add(search: Search, finished: Finished): void {
    const key = this.#keyOf(search);
    this.#finished.set(key, finished);
    if (this.path === undefined) return;
    const { trials, steps } = finished.climb;
    const climb = { trials, steps: steps.map(({ trial, elapsed, seconds }) => [trial, elapsed, seconds]) };
    // A newline first ends a line that was torn.
    appendFileSync(this.path, `\n${JSON.stringify({ key, search, seconds: finished.seconds, climb })}`);
  }

  #keyOf(search: Search): string {
    return hash(JSON.stringify([this.#code, search]));
  }
}

function parse(text: string): z.infer<typeof lineSchema> | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function toFinished({ seconds, climb }: z.infer<typeof lineSchema>): Finished {
  const steps = climb.steps.map(([trial, elapsed, cost]) => ({ trial, elapsed, seconds: cost }));
  return { seconds, climb: { trials: climb.trials, steps } };
}

function hashOfCode(): string {
  const folders = [...ROOMS.map((room) => join('src', room)), join('bench', 'search')].map((f) =>
    join(packageRoot(), f),
  );
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  return hash(
    files
      .sort()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\0'),
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
