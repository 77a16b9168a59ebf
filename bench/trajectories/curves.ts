import { geometricMean, quantileSorted } from 'simple-statistics';
import { grouped } from '../../src/target/grouped.js';
import { shareAt, type Climb } from '../search/climb.js';
import { titleOf, type Arena } from '../search/data.js';
import type { Results } from '../search/figures.js';
import { MARKS } from '../search/searches.js';
import type { ForeignSearch } from '../search/trajectories.js';

/** Trials that are drawn. */
export const TRIALS = Math.max(...MARKS);

/** The share of the optimum after 1, 2, … trials. */
export type Shares = readonly number[];

export interface Panel {
  readonly title: string;
  /** Quartiles over the seeds of our searches. */
  readonly ours: { readonly lower: Shares; readonly median: Shares; readonly upper: Shares };
  /** By tuner. */
  readonly others: ReadonlyMap<string, Shares>;
}

export interface Group {
  /** Of the log. */
  readonly title: string;
  /** The geometric mean over its tasks. */
  readonly together: Panel;
  readonly tasks: readonly Panel[];
}

/** What became of our searches and of others on the same tasks, by log. */
export function panelsOf(results: Results, foreign: readonly ForeignSearch[]): readonly Group[] {
  const byLog = grouped([...results], ([{ table }]) => table.log);
  return Array.from(byLog, ([log, found]) => {
    const tasks = found.map(([arena, finished]) => ({
      title: shapesOf(arena.table.task),
      ours: finished.map(({ climb }) => sharesOf(arena, climb)),
      others: new Map(
        foreign.filter((one) => one.arena === arena).map(({ tuner, climb }) => [tuner, sharesOf(arena, climb)]),
      ),
    }));
    const tuners = [...tasks[0]!.others.keys()];
    return {
      title: titleOf(log),
      together: {
        title: `geometric mean of ${tasks.length} tasks`,
        ours: quartiles(tasks[0]!.ours.map((_, seed) => meanOf(tasks.map(({ ours }) => ours[seed]!)))),
        others: new Map(tuners.map((tuner) => [tuner, meanOf(tasks.map(({ others }) => others.get(tuner)!))])),
      },
      tasks: tasks.map((task) => ({ ...task, ours: quartiles(task.ours) })),
    };
  });
}

/** `1x3x224x224 64x3x3x3` of a task's name. */
function shapesOf(task: string): string {
  return task.slice(task.indexOf(' ') + 1);
}

function sharesOf({ table }: Arena, climb: Climb): Shares {
  return Array.from({ length: TRIALS }, (_, i) => shareAt(table, climb, i + 1));
}

function meanOf(curves: readonly Shares[]): Shares {
  return curves[0]!.map((_, i) => geometricMean(curves.map((curve) => curve[i]!)));
}

function quartiles(curves: readonly Shares[]): Panel['ours'] {
  const at = (p: number): Shares =>
    curves[0]!.map((_, i) =>
      quantileSorted(
        curves.map((curve) => curve[i]!).sort((a, b) => a - b),
        p,
      ),
    );
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}
