import { basename } from 'node:path';
import { formatTarget } from '../../src/backend/registry.js';
import { ownKernels } from '../../src/backend/own-kernels.js';
import { splitsOf } from '../../src/learning/cost-tree.js';
import { recordsOfLogs } from '../../src/log/read-logs.js';
import { readTables } from '../../src/log/table/read.js';
import type { Table } from '../../src/log/table/table.js';
import { elementTypeOf } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import { grouped } from '../../src/target/grouped.js';
import { foreignSchedules } from '../../src/templates/foreign/registry.js';
import type { Classifier } from '../../src/transfer/dispatch/classifier.js';
import { decide } from '../../src/transfer/dispatch/decide.js';
import { foldsOf } from '../../src/transfer/dispatch/folds.js';
import { holdOut, type HeldOut } from '../../src/transfer/dispatch/held-out.js';
import { knownShapesIn, type KnownShape } from '../../src/transfer/dispatch/known-shapes.js';
import { Shares } from '../../src/transfer/dispatch/shares.js';
import { historiesIn, ownHistoryOf } from '../../src/transfer/record-histories.js';

/** Shapes below which there is nothing to learn from the others. */
const LEAST = 4;

/** The shapes of one operator, type and target of a log, each chosen for by what the others say. */
export interface Dispatched {
  readonly title: string;
  /** `9 landmarks, 0 splits`: the classifier of all of them. */
  readonly size: string;
  readonly heldOut: readonly HeldOut[];
}

/** Leaves one shape out at a time. */
export async function dispatchIn(path: string, seed: number): Promise<readonly Dispatched[]> {
  const groups = [...(await groupsIn(path))].filter(([, shapes]) => shapes.length >= LEAST);
  return groups.map(([title, shapes]) => {
    const shares = new Shares();
    const learn = (some: readonly KnownShape[]): Classifier => decide(some, shares, seed).classifier;
    const heldOut = holdOut(shapes, foldsOf(shapes, seed, Infinity), { shares, learn });
    const { landmarks, tree } = learn(shapes);
    return { title, size: `${landmarks.length} landmarks, ${splitsOf(tree).length} splits`, heldOut };
  });
}

/** The shapes of a log by what a classifier is of: operator, type and target. */
async function groupsIn(path: string): Promise<ReadonlyMap<string, readonly KnownShape[]>> {
  const { tables } = await readTables(path, ownKernels);
  const foreign = tables.flatMap((table) => foreignShape(table) ?? []);
  if (foreign.length > 0) return new Map([[`${basename(path)}: ${foreign[0]!.operator.name}`, foreign]]);
  const records = await recordsOfLogs([path]);
  const operators = ownKernels.operators.filter(({ name }) => records.some(({ tune }) => tune?.operator === name));
  const shapes = operators.flatMap((operator) => knownShapesIn(historiesIn(operator, records).histories));
  return grouped(shapes, ({ operator, workload, histories }) =>
    [`${basename(path)}: ${operator.name}`, elementTypeOf(workload), formatTarget(histories[0]!.task.target)].join(' '),
  );
}

/** A table of another program's template whose schedule is known here, as a shape of our operator. */
function foreignShape(table: Table): KnownShape | undefined {
  const { identity, ours } = table;
  if (ours || identity.format !== 'autotvm') return undefined;
  const workload = foreignSchedules.find(({ task }) => task === identity.task)?.workload(identity.args);
  return workload && { operator: findOperator(workload.operator), workload, histories: [ownHistoryOf(table)] };
}
