import { findOperator } from '../../operator/registry.js';
import type { Best } from '../../record/best.js';
import type { LoggedRecord } from '../../record/log.js';
import { UsageError } from '../../target/errors.js';
import { findTemplate } from '../../templates/registry.js';
import { formatGflops, formatTime } from '../../target/format.js';
import { bestOfLogs } from '../logs.js';
import type { Output } from '../output.js';
import { renderTable } from '../render/table.js';

/** A row of `best --json`. What a foreign record does not tell is null. */
interface BestRow {
  readonly operator: string | null;
  readonly workload: string | null;
  readonly target: string;
  readonly fingerprint: string | null;
  readonly template: string;
  readonly index: number;
  readonly entity: LoggedRecord['entity'];
  readonly seconds: number;
  readonly gflops: number | null;
  readonly trials: number;
  readonly log: string;
  readonly line: number;
}

/** `tune best LOG...`. */
export async function bestCommand(logs: readonly string[], json: boolean, output: Output): Promise<void> {
  const rows = (await bestOfLogs(logs, output)).map(toRow);
  output.stdout(json ? JSON.stringify(rows, null, 2) : render(rows, output));
}

function toRow({ record, seconds, trials }: Best<LoggedRecord>): BestRow {
  const { flops, operator, workload } = identify(record);
  return {
    operator,
    workload,
    target: record.target,
    fingerprint: record.tune?.fingerprint ?? null,
    template: record.task,
    index: record.index,
    entity: record.entity,
    seconds,
    gflops: flops === undefined ? null : flops / seconds / 1e9,
    trials,
    log: record.log,
    line: record.line,
  };
}

/**
 * What a record is of: by its arguments where they are those of one of our operators, otherwise by what it says itself.
 */
function identify({ task, args, tune }: LoggedRecord): {
  operator: string | null;
  workload: string | null;
  flops?: number;
} {
  try {
    const operator = findOperator(findTemplate(task).operator);
    const workload = operator.decode(args);
    return { operator: operator.name, workload: workload.name, flops: operator.flops(workload) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { operator: tune?.operator ?? null, workload: tune?.workload ?? null };
  }
}

/** Machines are named where there are several, whose times do not compare. */
function render(rows: readonly BestRow[], { paint }: Output): string {
  const severalMachines = new Set(rows.map(({ fingerprint }) => fingerprint)).size > 1;
  const ofMachines = (cell: string): readonly string[] => (severalMachines ? [cell] : []);
  const head = ['operator', 'workload', 'target', ...ofMachines('machine'), 'template', 'time', 'GFLOPS', 'trials'];
  return renderTable(
    [...head, 'record'].map((title) => paint.dim(title)),
    rows.map((row) => [
      row.operator ?? '-',
      row.workload ?? '-',
      row.target,
      ...ofMachines(row.fingerprint ?? '-'),
      row.template,
      formatTime(row.seconds),
      row.gflops === null ? '-' : paint.green(formatGflops(row.gflops * 1e9)),
      String(row.trials),
      `${row.log}:${row.line}`,
    ]),
  );
}
