import { mean, median } from 'simple-statistics';
import { searchDefaults } from '../../src/tuner/settings.js';
import { shareAt } from '../search/climb.js';
import { isScored } from '../search/data.js';
import { fractionsOf, type Counter, type Fractions, type Results } from '../search/figures.js';

/** Numbers of trials at which fractions of the optimum are reported. */
export const MARKS = [8, 16, 32, 64, 128, 256];

/** What a search comes to. */
export interface SearchFigures {
  readonly name: string;
  /** Trials at which it is reported. */
  readonly marks: readonly number[];
  /** At each of them, over the AutoTVM tasks; undefined where there are none. */
  readonly fractions: Fractions | undefined;
  /** P over all Kernel Tuner spaces, and on the worst of them; undefined unless it ran on all. */
  readonly p: { readonly mean: number; readonly worst: number } | undefined;
  /** P by Kernel Tuner space; without those on which random search leaves nothing to gain. */
  readonly spaces: ReadonlyMap<string, number>;
  /** Of the search's own time, a trial: on the AutoTVM tasks, and on the Kernel Tuner spaces. */
  readonly milliseconds: { readonly tasks: number | undefined; readonly spaces: number | undefined };
  /** One number a table, by its name, for comparing: P, or the mean over the marks of the fractions of the optimum. */
  readonly scores: ReadonlyMap<string, number>;
}

/** Counts a search out, to as many trials as each of its tasks was given. */
export function countSearch(name: string, results: Results, counter: Counter, trials = Infinity): SearchFigures {
  const marks = MARKS.filter((mark) => mark <= trials);
  const tasks = [...results].filter(([arena]) => !isScored(arena));
  const row = { part: '', name, settings: searchDefaults, knowledge: { kind: 'none' } } as const;
  const { spaces, byTrials, milliseconds } = counter.count(row, false, results);
  const known = spaces.flatMap(({ arena, byTrials: p }) => (p === undefined ? [] : [[arena, p] as const]));
  const ofTasks = tasks.map(([{ name: arena, table }, found]) => {
    const at = (mark: number): number => median(found.map(({ climb }) => shareAt(table, climb, mark)));
    return [arena, mean(marks.map(at))] as const;
  });
  return {
    name,
    marks,
    fractions: tasks.length === 0 ? undefined : fractionsOf(tasks, marks),
    p: byTrials === undefined ? undefined : { mean: byTrials, worst: Math.min(...known.map(([, p]) => p)) },
    spaces: new Map(known),
    milliseconds,
    scores: new Map([...ofTasks, ...known]),
  };
}
