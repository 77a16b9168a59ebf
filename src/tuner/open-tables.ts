import { ownKernels } from '../backend/own-kernels.js';
import { tasksNamed } from '../log/table/choose-task.js';
import { readTables } from '../log/table/read.js';
import type { Table } from '../log/table/table.js';
import { WorkError } from '../target/errors.js';
import { checkPaths, type OnNote } from '../log/read-logs.js';

/** What is wrong in as many ways is said; of more, how many. */
const MOST_SAID = 3;

export interface ReadOptions {
  /** Throw WorkError for anything that is wrong. */
  readonly strict?: boolean | undefined;
  /** Otherwise hears of it. */
  readonly onNote?: OnNote | undefined;
}

export interface OpenOptions extends ReadOptions {
  /**
   * Only these, each by its number, which counts from 1 over all logs, or by its name or a part of it; commas part
   * several.
   */
  readonly tasks?: readonly string[] | undefined;
}

/**
 * The tables of some complete logs, for `simulate`, which takes them in place of paths. Throws UsageError for a file or
 * a task that does not exist, and WorkError where there is no table, or, if `strict`, for anything that is wrong or
 * incomplete.
 */
export async function openTables(
  paths: readonly string[],
  { tasks, ...options }: OpenOptions = {},
): Promise<readonly Table[]> {
  const tables = chooseTables(await tablesOf(paths, options), tasks);
  noteProblems(tables.flatMap(incompleteness), options);
  return tables;
}

/** All tables of some files, complete or not; otherwise as `openTables`. */
export async function tablesOf(paths: readonly string[], options: ReadOptions = {}): Promise<readonly Table[]> {
  checkPaths(paths);
  const tables: Table[] = [];
  const problems: string[] = [];
  for (const path of new Set(paths)) {
    const found = await readTables(path, ownKernels);
    for (const table of found.tables) tables.push(table);
    for (const problem of found.problems) problems.push(problem);
  }
  if (tables.length === 0) throw new WorkError(`There is no table of measurements: ${problems.join('; ')}`);
  noteProblems(problems, options);
  return tables;
}

function incompleteness({ log, task, incomplete }: Table): readonly string[] {
  const how = incomplete();
  return how === undefined ? [] : [`${log}: ${task} is incomplete: ${how}`];
}

function noteProblems(problems: readonly string[], { strict = false, onNote }: ReadOptions): void {
  const first = problems.at(0);
  if (first === undefined) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  if (strict) throw new WorkError(`${first}${more}; without --strict, what is good is used.`);
  for (const problem of problems.slice(0, MOST_SAID)) onNote?.(problem);
  const unsaid = problems.length - MOST_SAID;
  if (unsaid > 0) onNote?.(`and ${unsaid} more notes like these`);
}

function chooseTables(tables: readonly Table[], asked: readonly string[] | undefined): readonly Table[] {
  if (!asked) return tables;
  const chosen = new Set(
    asked.flatMap((text) => text.split(',')).flatMap((word) => tasksNamed(tables, ({ task }) => task, word.trim())),
  );
  return tables.filter((table) => chosen.has(table));
}
