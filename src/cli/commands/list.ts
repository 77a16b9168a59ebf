import { acquisitions } from '../../explorer/acquisition/registry.js';
import { explorers } from '../../explorer/registry.js';
import { selections } from '../../explorer/selection/registry.js';
import { views } from '../../features/registry.js';
import { models } from '../../model/registry.js';
import { findOperator, operators } from '../../operator/registry.js';
import type { Operator, Workload } from '../../operator/operator.js';
import { UsageError } from '../../target/errors.js';
import { nearest } from '../../target/nearest.js';
import { refusal, typesOf } from '../../templates/refusal.js';
import { templates } from '../../templates/registry.js';
import { makeTask } from '../../templates/task.js';
import type { Output } from '../output.js';
import { chooseTemplates, templatesFor } from '../plan.js';
import { renderKnobs } from '../render/summary.js';
import { renderTable } from '../render/table.js';
import { refuseForeign, shapeGiven, type Flags } from '../shape-options.js';
import { parseTarget, backendNamed, backends } from '../../backend/registry.js';

export interface ListRequest {
  readonly what: string;
  readonly operator: string | undefined;
  readonly workload: string | undefined;
  readonly flags: ListFlags;
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

const lists: Readonly<Partial<Record<string, (request: ListRequest) => Rows>>> = {
  operators: () => operators.map(({ name, summary }) => ({ operator: name, summary })),
  workloads: listWorkloads,
  templates: listTemplates,
  knobs: listKnobs,
  explorers: () => Object.keys(explorers).map((name) => ({ explorer: name })),
  acquisitions: () => Object.keys(acquisitions).map((name) => ({ acquisition: name })),
  selections: () => Object.keys(selections).map((name) => ({ selection: name })),
  features: () => Object.entries(views).map(([name, { summary }]) => ({ features: name, summary })),
  models: () => Object.keys(models).map((name) => ({ model: name })),
  targets: listTargets,
};

/** `tune list WHAT [operator] [workload]`. */
export function listCommand(request: ListRequest, output: Output): void {
  const list = Object.hasOwn(lists, request.what) ? lists[request.what] : undefined;
  if (!list) {
    const names = Object.keys(lists);
    throw new UsageError(
      `There is no list of "${request.what}": did you mean "${nearest(request.what, names)}"? Choose from ${names.join(', ')}.`,
    );
  }
  const rows = list(request);
  output.stdout(request.flags.json ? JSON.stringify(rows, null, 2) : render(rows, output));
}

function listWorkloads(request: ListRequest): Rows {
  return chosenOperators(request).flatMap((operator) =>
    Object.entries(operator.workloads).map(([workload, shape]) => ({ operator: operator.name, workload, shape })),
  );
}

/** Every template; for a workload, each with whether it applies. */
function listTemplates(request: ListRequest): Rows {
  if (namesShape(request)) return listApplicable(request);
  const names = chosenOperators(request).map(({ name }) => name);
  return templates
    .filter((template) => names.includes(template.operator))
    .map((template) => {
      const { name, operator, target: model, version, summary } = template;
      const target = backends.filter((backend) => backend.model === model).map(({ kind }) => kind);
      return { template: name, operator, target: target.join(' '), types: typesOf(template), version, summary };
    });
}

function listApplicable(request: ListRequest): Rows {
  const target = parseTarget(request.flags.target, request.flags.threads);
  return chosenWorkloads(request).flatMap((workload) =>
    templates
      .filter(({ operator }) => operator === workload.operator)
      .map((template) => {
        const reason = refusal(template, workload, target);
        return {
          template: template.name,
          workload: workload.name,
          applies: reason === undefined,
          reason: reason ?? null,
        };
      }),
  );
}

/**
 * The knobs of every template that applies, for one workload (the operator's default unless named). `size` is the
 * number of all configs of the space, among which an index counts, `valid` of those that no constraint forbids,
 * estimated unless `exact`.
 */
function listKnobs(request: ListRequest): Rows {
  for (const { name } of chosenOperators(request)) templatesFor(name, backendNamed(request.flags.target));
  const target = parseTarget(request.flags.target, request.flags.threads);
  return chosenWorkloads(request).flatMap((workload) =>
    chooseTemplates('auto', workload, target).flatMap((template) => {
      const { space } = makeTask(template, workload, target);
      return space.knobs.map(({ name, kind, values }) => ({
        template: template.name,
        workload: workload.name,
        size: space.rawSize,
        valid: space.size,
        exact: space.sizeIsExact,
        knob: name,
        kind,
        count: values.length,
        values,
      }));
    }),
  );
}

/**
 * What every backend knows; `l1` of a GPU is the shared memory that a block may have, what is null its driver knows.
 */
function listTargets(): Rows {
  return backends.flatMap((backend) => backend.list().map((row) => ({ ...row })));
}

/** The operator that is named, or else those that have the workload, or else all. */
function chosenOperators({ operator, workload }: ListRequest): readonly Operator[] {
  if (operator !== undefined) return [findOperator(operator)];
  if (workload === undefined) return operators;
  const having = operators.filter(({ workloads }) => Object.hasOwn(workloads, workload));
  if (having.length > 0) return having;
  const names = operators.flatMap(({ workloads }) => Object.keys(workloads));
  throw new UsageError(
    `No operator has a workload "${workload}": did you mean "${nearest(workload, names)}"? \`tune list workloads\` lists them.`,
  );
}

/** The workload, with the shape options on top, of each chosen operator; the default one unless named. */
function chosenWorkloads(request: ListRequest): readonly Workload[] {
  const chosen = chosenOperators(request);
  if (chosen.length > 1 && request.workload === undefined && namesShape(request)) {
    throw new UsageError('Name the operator that the shape options are for, for example `tune list templates conv2d`.');
  }
  return chosen.map((operator) => {
    if (namesShape(request)) refuseForeign(operator, operators, request.flags);
    return operator.workload(request.workload, shapeGiven(operator, request.flags));
  });
}

/** Whether a workload or any shape option is given. */
function namesShape({ workload, flags }: ListRequest): boolean {
  return workload !== undefined || operators.some((operator) => Object.keys(shapeGiven(operator, flags)).length > 0);
}

function render(rows: Rows, output: Output): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => renderCell(row[column] ?? '')));
  return renderTable(
    columns.map((column) => output.paint.dim(column)),
    cells,
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
