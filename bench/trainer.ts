/**
 * `npm run bench:trainer`: what a fit of the default model takes through the xgboost executable and through libxgboost,
 * in turns, on the first rows of a log that the package ships. Prints a table in Markdown.
 */
import { join } from 'node:path';
import { mode } from 'simple-statistics';
import { spread } from '../src/measure/statistics.js';
import type { Row } from '../src/model/model.js';
import { models } from '../src/model/registry.js';
import { ExecutableTrainer } from '../src/model/trainer/executable.js';
import { LibraryTrainer } from '../src/model/trainer/library.js';
import type { Trainer } from '../src/model/trainer/trainer.js';
import { readLog } from '../src/log/record/log.js';
import { byTask } from '../src/log/record/trials.js';
import { packageRoot } from '../src/target/root.js';
import { rebuild } from '../src/tuner/rebuild.js';
import { markdownTable } from './markdown-table.js';
import { rowsOf } from './scoring.js';

const LOG = join('logs', 'shipped', 'gemm-zen4.jsonl.br');
const TEMPLATE = 'matmul.blocked';
const ROWS = [50, 500, 5000];
const ROUNDS = 15;

/** Rows of all tasks of one template that have as many columns as most, a group each. */
async function allRows(): Promise<readonly Row[]> {
  const { records } = await readLog(join(packageRoot(), LOG));
  const rows = byTask(records).flatMap((ofTask, i) => {
    const { task } = rebuild(ofTask[0]!);
    return task.template.name === TEMPLATE ? rowsOf(task, ofTask).map((row) => ({ ...row, group: String(i) })) : [];
  });
  const usual = mode(rows.map(({ features }) => features.length));
  return rows.filter(({ features }) => features.length === usual);
}

async function seconds(trainer: Trainer, model: string, rows: readonly Row[]): Promise<number> {
  const start = performance.now();
  await models[model]!({ trainer }).fit(rows);
  return (performance.now() - start) / 1000;
}

async function compare(model: string, rows: readonly Row[], executable: Trainer, library: Trainer): Promise<string[]> {
  const times: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++)
    times.push([await seconds(executable, model, rows), await seconds(library, model, rows)]);
  const counted = times.slice(1); // in the first, code is compiled and processes start
  const shown = (of: (pair: [number, number]) => number, digits: number): string => {
    const { median, low, high } = spread(counted.map(of));
    return `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
  };
  const inMs = [0, 1].map((side) => shown((pair) => 1000 * pair[side]!, 1));
  return [model, String(rows.length), ...inMs, shown(([theirs, ours]) => ours / theirs, 2)];
}

const [executable, library] = [new ExecutableTrainer(), new LibraryTrainer()];
try {
  const rows = await allRows();
  const lines: string[][] = [];
  for (const model of ['xgb-rank', 'xgb-reg'])
    for (const count of ROWS) lines.push(await compare(model, rows.slice(0, count), executable, library));
  const [theirs, ours] = [await executable.examine(), await library.examine()];
  const head = [
    'model',
    'rows',
    `executable ${theirs.version}, ms`,
    `library ${ours.version}, ms`,
    'library / executable',
  ];
  console.log(markdownTable(head, lines));
} finally {
  await executable.close();
  await library.close();
}
