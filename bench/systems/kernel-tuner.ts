import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cacheFolder } from '../../src/measure/cache-folder.js';
import { packageRoot } from '../../src/target/root.js';
import type { Table } from '../../src/log/table/table.js';
import { climb } from '../search/climb.js';
import { isScored, type Arena } from '../search/data.js';
import type { Results } from '../search/figures.js';
import { trialsOn, type Extent } from '../search/searches.js';

/** Strategies of Kernel Tuner that stand beside, by the names that it has for them. */
export const STRATEGIES = [
  'genetic_algorithm',
  'pso',
  'dual_annealing',
  'firefly_algorithm',
  'diff_evo',
  'hybrid_vndx',
  'adaptive_tabu_greywolf',
  'bayes_opt',
];

const PREFIX = 'Kernel Tuner';

/** Trials of `bayes_opt`, whose fits take the third power of them. */
const BAYES_TRIALS = 220;

const lineSchema = z.object({
  seed: z.int(),
  seconds: z.number(),
  configs: z.array(z.array(z.union([z.number(), z.string(), z.boolean()]))),
});
type Line = z.infer<typeof lineSchema>;

const journalSchema = lineSchema.extend({ key: z.string() });

export interface PeerOptions {
  readonly extent: Extent;
  /** Some of `STRATEGIES`. */
  readonly strategies: readonly string[];
  /** Keeps finished searches; undefined: nothing is kept. */
  readonly journal: string | undefined;
  /** Whether nothing is searched: a strategy that the journal lacks is left out. */
  readonly isKept: boolean;
  readonly say: (words: string) => void;
}

/**
 * What Kernel Tuner's strategies find on the tables of its format, by its own simulation mode, by `Kernel Tuner NAME`;
 * undefined where it is not installed.
 */
export async function searchByKernelTuner(
  arenas: readonly Arena[],
  { extent, strategies, journal, isKept, say }: PeerOptions,
): Promise<ReadonlyMap<string, Results> | undefined> {
  const python = join(cacheFolder('kernel-tuner') ?? '', 'bin', 'python');
  if (!existsSync(python)) return undefined;
  const kept = new Kept(journal);
  const found = new Map<string, Results>();
  for (const strategy of strategies) {
    const results = new Map<Arena, { climb: ReturnType<typeof climb>; seconds: number }[]>();
    for (const arena of arenas.filter(isScored)) {
      const trials = strategy === 'bayes_opt' ? BAYES_TRIALS : trialsOn(arena, extent);
      const lines = await kept.of(`${arena.name} ${strategy} ${trials}`, extent.seeds, async (first, seeds) => {
        say(`${PREFIX} ${strategy}, ${arena.name}`);
        if (isKept) return [];
        try {
          return await search(python, arena.table, { strategy, first, seeds, trials });
        } catch (error) {
          // Some of them cannot search some spaces, as tiny ones.
          const { message } = error as Error;
          say(`${PREFIX} ${strategy} is left out: ${message.trim().split('\n').at(-1)!}`);
          return [];
        }
      });
      results.set(
        arena,
        lines.map((line) => finished(arena.table, line)),
      );
    }
    if ([...results.values()].every((lines) => lines.length === extent.seeds))
      found.set(`${PREFIX} ${strategy}`, results);
  }
  return found;
}

async function search(
  python: string,
  { log }: Table,
  { strategy, first, seeds, trials }: { strategy: string; first: number; seeds: number; trials: number },
): Promise<readonly Line[]> {
  const script = join(packageRoot(), 'bench/kernel-tuner/search.py');
  const { stdout } = await promisify(execFile)(python, [script, log, strategy, `${first}`, `${seeds}`, `${trials}`], {
    maxBuffer: 2 ** 28,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

function finished(table: Table, { seconds, configs }: Line): { climb: ReturnType<typeof climb>; seconds: number } {
  const names = parameterNames(table);
  const visited = configs.map((values) =>
    table.space.indexOf(Object.fromEntries(names.map((name, place) => [name, values[place]!]))),
  );
  return { climb: climb(table, visited), seconds };
}

/** In the order of the cache, which is that of the knobs. */
function parameterNames({ space }: Table): readonly string[] {
  return space.knobs.map(({ name }) => name);
}

/** Finished searches, a JSON line each. */
class Kept {
  readonly #known = new Map<string, Line[]>();

  constructor(private readonly path: string | undefined) {
    if (path === undefined || !existsSync(path)) return;
    for (const text of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const { key, ...line } = journalSchema.parse(JSON.parse(text));
      this.#known.set(key, [...(this.#known.get(key) ?? []), line]);
    }
  }

  /** Of the seeds from 1; those that it does not have yet are found. */
  async of(
    key: string,
    seeds: number,
    find: (first: number, count: number) => Promise<readonly Line[]>,
  ): Promise<readonly Line[]> {
    const known = this.#known.get(key) ?? [];
    const lines = known.length >= seeds ? [] : await find(known.length + 1, seeds - known.length);
    if (this.path !== undefined)
      appendFileSync(this.path, lines.map((line) => `${JSON.stringify({ key, ...line })}\n`).join(''));
    return [...known, ...lines].slice(0, seeds);
  }
}
