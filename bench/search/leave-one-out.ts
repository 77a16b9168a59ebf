import { mean } from 'simple-statistics';
import type { RowFigures } from './figures.js';
import type { Scoreboard } from './scoreboard.js';

/** How settings that were chosen on all kernels but one do on that one. */
export interface LeftOut {
  /** What the names of its spaces begin with: one kernel on several machines, or several sizes of it. */
  readonly kernel: string;
  /** The row that is best on the other kernels, the default, and the best on this one, with their mean P here. */
  readonly chosen: Judged;
  readonly standard: Judged;
  readonly best: Judged;
}

interface Judged {
  readonly row: RowFigures;
  readonly score: number;
}

/** Of rows that know nothing beforehand. P is a mean over the machines of a kernel, then over kernels. */
export function leaveOneOut({ spaces, rows }: Pick<Scoreboard, 'spaces' | 'rows'>): readonly LeftOut[] {
  const kernels = [...new Set(spaces.map(({ title }) => kernelOf(title)))];
  const candidates = rows.filter(({ byTrials, part }) => byTrials !== undefined && part !== 'history');
  const standard = candidates.find(({ isDefault }) => isDefault);
  if (kernels.length < 2 || !standard) return [];
  const scoreOn = (row: RowFigures, kernel: string): number => {
    const arenas = new Set(spaces.filter(({ title }) => kernelOf(title) === kernel).map(({ arena }) => arena));
    return mean(row.spaces.flatMap(({ arena, byTrials }) => (arenas.has(arena) ? [byTrials!] : [])));
  };
  const bestBy = (score: (row: RowFigures) => number): RowFigures =>
    candidates.reduce((best, row) => (score(row) > score(best) ? row : best));
  return kernels.map((kernel) => {
    const others = kernels.filter((other) => other !== kernel);
    const judged = (row: RowFigures): Judged => ({ row, score: scoreOn(row, kernel) });
    return {
      kernel,
      chosen: judged(bestBy((row) => mean(others.map((other) => scoreOn(row, other))))),
      standard: judged(standard),
      best: judged(bestBy((row) => scoreOn(row, kernel))),
    };
  });
}

function kernelOf(title: string): string {
  return title.split('_')[0]!;
}
