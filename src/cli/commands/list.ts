import { list, operatorsOf, type ListOptions } from '../../api/list.js';
import type { ListRows } from '../../api/list-rows.js';
import type { LoadedModule } from '../../catalogue/load-module.js';
import type { Operator } from '../../operator/operator.js';
import type { Output } from '../output.js';
import { renderKnobs } from '../render/summary.js';
import { renderTable } from '../render/table.js';
import { refuseForeign, shapeGiven, type Flags } from '../shape-options.js';

export interface ListRequest {
  readonly what: string;
  readonly operator: string | undefined;
  readonly workload: string | undefined;
  readonly flags: ListFlags;
  /** All that there are. */
  readonly operators: readonly Operator[];
  readonly modules: readonly LoadedModule[];
}

/** The options of `tune list`: its own, and the shape options of every operator. */
export interface ListFlags extends Flags {
  readonly workload?: string;
  readonly target: string;
  readonly threads?: number;
  readonly json?: true;
}

/** What is listed: objects for JSON, whose keys are the columns of the table. */
type Rows = readonly Readonly<Record<string, unknown>>[];

/** `tune list WHAT [operator] [workload]`. */
export function listCommand(request: ListRequest, output: Output): void {
  const rows: Rows = list(request.what as keyof ListRows, optionsOf(request));
  output.stdout(request.flags.json ? JSON.stringify(rows, null, 2) : render(rows, output));
}

/** Throws UsageError for a shape option that the operators which are meant do not have. */
function optionsOf({ operator, workload, flags, operators, modules }: ListRequest): ListOptions {
  const meant = operatorsOf({ operator, workload, modules });
  const shape = Object.assign({}, ...operators.map((one) => shapeGiven(one, flags))) as Record<string, string>;
  const named = workload !== undefined || Object.keys(shape).length > 0;
  if (named && (meant.length === 1 || workload !== undefined))
    for (const one of meant) refuseForeign(one, operators, flags);
  return { operator, workload, shape, target: flags.target, threads: flags.threads, modules };
}

function render(rows: Rows, output: Output): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => renderCell(row[column] ?? '')));
  return renderTable(
    columns.map((column) => output.paint.dim(column)),
    cells,
    output.columns,
  );
}

/** Lists are cut where they would fill the screen; JSON has all of it. */
function renderCell(value: unknown): string {
  if (Array.isArray(value)) return renderValues(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object' && value !== null) return renderKnobs(value as Record<string, string>);
  return String(value);
}

function renderValues(values: readonly unknown[]): string {
  const shown = 6;
  const words = values.slice(0, shown).map((value) => (Array.isArray(value) ? value.join('x') : String(value)));
  return values.length > shown ? `${words.join(' ')} …` : words.join(' ');
}
