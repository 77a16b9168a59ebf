import { explorers } from '../../explorer/registry.js';
import { models } from '../../model/registry.js';
import { findOperator, operators } from '../../operator/registry.js';
import type { Operator } from '../../operator/operator.js';
import { UsageError } from '../../target/errors.js';
import { nearest } from '../../target/nearest.js';
import { formatTarget, parseTarget } from '../../target/parse.js';
import { templates } from '../../templates/registry.js';
import type { Output } from '../output.js';
import { chooseTemplates, toTask } from '../plan.js';
import { renderKnobs } from '../render/summary.js';
import { renderTable } from '../render/table.js';

export interface ListRequest {
  readonly what: string;
  readonly operator: string | undefined;
  readonly workload: string | undefined;
  readonly target: string;
  readonly json: boolean;
}

/** What is listed: objects for JSON, whose keys are the columns of the table. */
type Rows = readonly Readonly<Record<string, unknown>>[];

const lists: Readonly<Partial<Record<string, (request: ListRequest) => Rows>>> = {
  operators: () => operators.map(({ name, summary }) => ({ operator: name, summary })),
  workloads: listWorkloads,
  templates: listTemplates,
  knobs: listKnobs,
  explorers: () => Object.keys(explorers).map((name) => ({ explorer: name })),
  models: () => Object.keys(models).map((name) => ({ model: name })),
  targets: listTargets,
};

/** `tune list WHAT [operator] [workload]`. */
export function listCommand(request: ListRequest, output: Output): void {
  const list = lists[request.what];
  if (!list) {
    const names = Object.keys(lists);
    throw new UsageError(
      `There is no list of "${request.what}": did you mean "${nearest(request.what, names)}"? Choose from ${names.join(', ')}.`,
    );
  }
  const rows = list(request);
  output.data(request.json ? JSON.stringify(rows, null, 2) : render(rows, output));
}

function listWorkloads(request: ListRequest): Rows {
  return chosenOperators(request).flatMap((operator) =>
    Object.entries(operator.workloads).map(([workload, shape]) => ({ operator: operator.name, workload, shape })),
  );
}

function listTemplates(request: ListRequest): Rows {
  const names = chosenOperators(request).map(({ name }) => name);
  return templates
    .filter((template) => names.includes(template.operator))
    .map(({ name, operator, target, version, summary }) => ({ template: name, operator, target, version, summary }));
}

/** The knobs of every template that applies, for one workload (the operator's default unless named). */
function listKnobs(request: ListRequest): Rows {
  const target = parseTarget(request.target);
  return chosenOperators(request).flatMap((operator) => {
    const workload = operator.workload(request.workload, {});
    return chooseTemplates('auto', workload, target).flatMap((template) => {
      const { space } = toTask(template, workload, target);
      return space.knobs.map(({ name, kind, values }) => ({
        template: template.name,
        workload: workload.name,
        configs: space.size,
        knob: name,
        kind,
        count: values.length,
        values,
      }));
    });
  });
}

function listTargets(): Rows {
  const kinds = new Set(templates.map(({ target }) => target));
  const host = parseTarget('llvm');
  const { caches, vector, threads } = host;
  return [
    {
      target: formatTarget(host),
      what: 'this machine',
      lanes: vector.lanes,
      registers: vector.registers,
      threads,
      l1: caches.l1,
      l2: caches.l2,
      l3: caches.l3,
    },
  ].filter(() => kinds.has('llvm'));
}

function chosenOperators({ operator }: ListRequest): readonly Operator[] {
  return operator === undefined ? operators : [findOperator(operator)];
}

function render(rows: Rows, output: Output): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => renderCell(row[column])));
  return renderTable(
    columns.map((column) => output.paint.dim(column)),
    cells,
  );
}

/** Lists are cut where they would fill the screen; JSON has all of it. */
function renderCell(value: unknown): string {
  if (Array.isArray(value)) return renderValues(value);
  if (typeof value === 'object' && value !== null) return renderKnobs(value as Record<string, string>);
  return String(value);
}

function renderValues(values: readonly unknown[]): string {
  const shown = 6;
  const words = values.slice(0, shown).map((value) => (Array.isArray(value) ? value.join('x') : String(value)));
  return values.length > shown ? `${words.join(' ')} …` : words.join(' ');
}
