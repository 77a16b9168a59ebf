/**
 * `npm run bench:dispatch -- [--seed 1] LOG...`
 *
 * What a schedule for a shape comes to that the rule knows nothing of (leave one shape out), as the share of the best
 * throughput that the log has for it: by the classifier of `tune export --dispatch learned`, by the nearest shape, by
 * the one landmark that is best on the whole, and by the best landmark. Nothing is timed.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTarget } from '../src/backend/registry.js';
import { ownKernels } from '../src/backend/own-kernels.js';
import { splitsOf } from '../src/learning/cost-tree.js';
import { readTables } from '../src/log/table/read.js';
import type { Table } from '../src/log/table/table.js';
import { recordsOfLogs } from '../src/log/read-logs.js';
import { elementTypeOf } from '../src/operator/operator.js';
import { findOperator } from '../src/operator/registry.js';
import { grouped } from '../src/target/grouped.js';
import { TuneError, UsageError } from '../src/target/errors.js';
import { foreignSchedules } from '../src/templates/foreign/registry.js';
import type { Classifier } from '../src/transfer/dispatch/classifier.js';
import { decide } from '../src/transfer/dispatch/decide.js';
import { foldsOf } from '../src/transfer/dispatch/folds.js';
import { holdOut, quality, rules } from '../src/transfer/dispatch/held-out.js';
import { knownShapesIn, type KnownShape } from '../src/transfer/dispatch/known-shapes.js';
import { Shares } from '../src/transfer/dispatch/shares.js';
import { historiesIn, ownHistoryOf } from '../src/transfer/record-histories.js';
import { markdownTable } from './markdown-table.js';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});

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

async function main(): Promise<void> {
  if (positionals.length === 0) throw new UsageError('Name logs: npm run bench:dispatch -- LOG...');
  const seed = Number(values.seed);
  const rows = [];
  for (const path of positionals) {
    for (const [title, shapes] of await groupsIn(path)) {
      if (shapes.length < 4) continue;
      const shares = new Shares();
      const learn = (some: readonly KnownShape[]): Classifier => decide(some, shares, seed).classifier;
      const heldOut = holdOut(shapes, foldsOf(shapes, seed, Infinity), { shares, learn });
      const { landmarks, tree } = learn(shapes);
      const size = `${landmarks.length} landmarks, ${splitsOf(tree).length} splits`;
      rows.push([title, `${shapes.length}`, size, ...rules.map((rule) => quality(heldOut, rule).toFixed(3))]);
      for (const row of heldOut)
        process.stderr.write(`${title} ${row.workload}: ${rules.map((rule) => row[rule].toFixed(3)).join(' ')}\n`);
    }
  }
  process.stdout.write(`${markdownTable(['log', 'shapes', 'classifier', ...rules], rows)}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof TuneError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
