import { ownKernels } from '../../src/backend/own-kernels.js';
import { viewOf } from '../../src/transfer/known-tasks.js';
import type { Featurizer } from '../../src/features/featurizer.js';
import type { ViewName } from '../../src/features/registry.js';
import { meanCost } from '../../src/log/record/best.js';
import { readTables } from '../../src/log/table/read.js';
import { hasNests, toTask } from '../../src/log/table/task.js';
import { workOf, type Table } from '../../src/log/table/table.js';
import type { Row } from '../../src/model/model.js';
import { Random } from '../../src/space/random.js';
import type { Task } from '../../src/templates/template.js';

/** A table, and where it was measured. */
export interface Measured {
  readonly table: Table;
  readonly task: Task;
  /** A text that tables of the same work share, wherever it was measured. */
  readonly work: string;
  /** The file without what it measured: two machines of one file are two. */
  readonly machine: string;
  readonly hasNests: boolean;
}

export async function readMeasured(paths: readonly string[]): Promise<readonly Measured[]> {
  const found = await Promise.all(paths.map((path) => readTables(path, ownKernels)));
  return found.flatMap(({ tables }, file) =>
    tables.map((table) => ({
      table,
      task: toTask(table),
      work: workOf(table),
      machine: paths[file]!.replace(/.*\//, '').replace(/\..*/, ''),
      hasNests: hasNests(table),
    })),
  );
}

export function viewOfTable({ task }: Measured, views: readonly ViewName[]): Featurizer {
  return viewOf(task, views);
}

/** All configs of a table as rows of one group, in an order that a seed decides. */
export function rowsOf(measured: Measured, view: Featurizer, seed: number, hardware?: string): Row[] {
  const { table, machine, work } = measured;
  const rows = Array.from(table.rows, ([index, row]): Row => {
    const features = new Float32Array(view.width);
    view.write(table.space.get(index), features, 0);
    const seconds = meanCost(row);
    const score = seconds === undefined ? 0 : table.best / seconds;
    return { features, score, group: `${machine} ${work}`, ...(hardware !== undefined && { hardware }) };
  });
  new Random(seed).shuffle(rows);
  return rows;
}
