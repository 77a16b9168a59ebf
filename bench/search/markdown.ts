import { markdownTable } from '../markdown-table.js';
import { bestRows, type RowFigures, type SpaceFigures } from './figures.js';
import { leaveOneOut } from './leave-one-out.js';
import { FIRST_PART } from './rows.js';
import type { Scoreboard } from './scoreboard.js';
import { MARKS } from './searches.js';

/** The generated part of docs/benchmarks/search.md. */
export function toMarkdown(board: Scoreboard): string {
  const parts = [...new Set(board.rows.map(({ part }) => part))];
  const beside = board.rows.filter(
    ({ part, name, isDefault }) => part === FIRST_PART && (name === 'random' || isDefault),
  );
  return [
    board.about.map((line) => `- ${line}`).join('\n'),
    verdict(board.rows),
    ...parts.map((part) => {
      const own = board.rows.filter((row) => row.part === part);
      const shown = part === FIRST_PART ? own : [...beside, ...own];
      return `### ${capital(part)}\n\n${mainTable(board, shown)}`;
    }),
    ...(board.spaces.length === 0
      ? []
      : [`### Kernel Tuner spaces, over time and at fixed budgets\n\n${spaceTable(board, ofFirstPart(board))}`]),
    ...leftOutPart(board),
  ].join('\n\n');
}

/** What settings are worth on a kernel that they were not chosen on. */
function leftOutPart(board: Scoreboard): string[] {
  const kernels = leaveOneOut(board);
  if (kernels.length === 0) return [];
  const head = ['kernel left out', 'chosen on the others', 'its P here', 'P of the default', 'best here', 'its P'];
  const lines = kernels.map(({ kernel, chosen, standard, best }) => [
    kernel,
    chosen.row.name,
    scoreText(chosen.score),
    scoreText(standard.score),
    best.row.name,
    scoreText(best.score),
  ]);
  return [`### Leave one kernel out\n\n${markdownTable(head, lines)}`];
}

function ofFirstPart({ rows }: Scoreboard): readonly RowFigures[] {
  return rows.filter(({ part, spaces }) => part === FIRST_PART && spaces.length > 0);
}

/** Which rows are best by the rule, and whether the defaults are among them. */
function verdict(rows: readonly RowFigures[]): string {
  const bestOnes = bestRows(rows).map((place) => rows[place]!);
  if (bestOnes.length === 0) return 'No row has both kinds of figures, so that the rule cannot be applied.';
  const names = [
    ...new Set(bestOnes.map((row) => label(row.isDefault ? rows.find(({ isDefault }) => isDefault)! : row))),
  ];
  const [best, ...ties] = names;
  const also = ties.length === 0 ? '' : ` Within noise as good: ${ties.join('; ')}.`;
  const defaults = bestOnes.some(({ isDefault }) => isDefault) ? '' : ' **The defaults are not among them.**';
  return `Best by the rule: ${best}.${also}${defaults}`;
}

function mainTable({ spaces }: Scoreboard, rows: readonly RowFigures[]): string {
  const head = [
    'search',
    ...MARKS.map((mark) => `at ${mark}`),
    ...spaces.map(({ title }) => `P ${title}`),
    'P mean',
    'score',
    'ms a trial',
  ];
  return markdownTable(
    head,
    rows.map((row) => [
      label(row),
      ...MARKS.map((_, mark) => fractions(row, mark)),
      ...spaces.map(({ arena }) => scoreText(spaceOf(row, arena)?.byTrials)),
      scoreText(row.byTrials),
      row.score === undefined ? '–' : `${row.score.toFixed(3)} ± ${row.error!.toFixed(3)}`,
      [row.milliseconds.tasks, row.milliseconds.spaces].map(milliseconds).join(' / '),
    ]),
  );
}

function spaceTable({ spaces }: Scoreboard, rows: readonly RowFigures[]): string {
  const shown = [MARKS.indexOf(32), MARKS.indexOf(64), MARKS.indexOf(128)];
  return markdownTable(
    [
      'search',
      ...spaces.map(({ title }) => `P over time, ${title}`),
      'mean',
      ...spaces.map(({ title }) => `${title} at ${shown.map((mark) => MARKS[mark]).join(' / ')}`),
    ],
    rows.map((row) => [
      label(row),
      ...spaces.map(({ arena }) => scoreText(spaceOf(row, arena)?.overTime)),
      scoreText(row.overTime),
      ...spaces.map(({ arena }) => {
        const found = spaceOf(row, arena);
        return found ? shown.map((mark) => found.fractions[mark]!.toFixed(3)).join(' / ') : '–';
      }),
    ]),
  );
}

function spaceOf({ spaces }: RowFigures, arena: string): SpaceFigures | undefined {
  return spaces.find((space) => space.arena === arena);
}

/** Geometric mean and worst task. */
function fractions({ fractions: found }: RowFigures, mark: number): string {
  return found ? `${found.mean[mark]!.toFixed(3)} / ${found.worst[mark]!.toFixed(3)}` : '–';
}

function label({ name, isDefault }: Pick<RowFigures, 'name' | 'isDefault'>): string {
  return isDefault ? `**${name}** (default)` : name;
}

function scoreText(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(value < 10 ? 1 : 0);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
