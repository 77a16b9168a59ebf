import { z } from 'zod';
import { backendNamed, backends, defaultBackend, parseTarget } from '../backend/registry.js';
import { extended, ownCatalogue, type Catalogue } from '../catalogue/catalogue.js';
import type { LoadedModule } from '../catalogue/load-module.js';
import { acquisitions } from '../explorer/acquisition/registry.js';
import { selections } from '../explorer/selection/registry.js';
import { views } from '../features/registry.js';
import { trainers } from '../model/trainer/registry.js';
import { networks } from '../network/named/registry.js';
import { schedulers } from '../network/schedule/schedulers/registry.js';
import type { Operator, Workload } from '../operator/operator.js';
import { findOperator } from '../operator/registry.js';
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import { refusal, typesOf } from '../templates/refusal.js';
import { makeTask } from '../templates/task.js';
import { checked } from '../target/checked.js';
import { allThatApply, chooseTemplates, templatesFor } from '../catalogue/choose-templates.js';
import type { ListRows } from './list-rows.js';
import { shapeSchema, shapeWords } from '../tuner/tune-options.js';

/** What a list is of. */
const listOptionsSchema = z.strictObject({
  operator: z.string().optional(),
  workload: z.string().optional(),
  shape: shapeSchema.optional().describe('shape options of the operator by their key, as `tune` takes them'),
  target: z.string().optional(),
  threads: z.int().min(1).optional(),
  modules: z
    .custom<readonly LoadedModule[]>((value) => Array.isArray(value), 'must be a list of what `loadModule` gives')
    .optional()
    .describe('what there is besides what comes with tune'),
});

export type ListOptions = Readonly<z.input<typeof listOptionsSchema>>;

type Lists = { readonly [Name in keyof ListRows]: (options: ListOptions) => readonly ListRows[Name][] };

const lists: Lists = {
  operators: (options) => catalogueOf(options).operators.map(({ name, summary }) => ({ operator: name, summary })),
  workloads: listWorkloads,
  templates: listTemplates,
  knobs: listKnobs,
  explorers: (options) =>
    catalogueOf(options).explorers.map(({ name, summary = null }) => ({ explorer: name, summary })),
  acquisitions: () => Object.entries(acquisitions).map(([name, { summary }]) => ({ acquisition: name, summary })),
  selections: () => Object.entries(selections).map(([name, { summary }]) => ({ selection: name, summary })),
  features: () => Object.entries(views).map(([name, { summary }]) => ({ features: name, summary })),
  models: (options) => catalogueOf(options).models.map(({ name, summary = null }) => ({ model: name, summary })),
  trainers: () => Object.entries(trainers).map(([name, { summary }]) => ({ trainer: name, summary })),
  networks: () => networks.map(({ name, summary, layers }) => ({ network: name, layers: layers.length, summary })),
  schedulers: () => Object.values(schedulers).map(({ name, summary }) => ({ scheduler: name, summary })),
  targets: listTargets,
};

/** Everything that can be listed. */
export const listNames = Object.keys(lists) as readonly (keyof ListRows)[];

/** What there is of something. Throws UsageError for what there is no list of, or cannot be. */
export function list<Name extends keyof ListRows>(what: Name, options: ListOptions = {}): readonly ListRows[Name][] {
  if (Object.hasOwn(lists, what)) return lists[what](checked(listOptionsSchema, options));
  throw new UsageError(
    `There is no list of "${what}"${didYouMean(what, listNames)} Choose from ${listNames.join(', ')}.`,
  );
}

/** The operator that is named, or else those that have the workload, or else all. */
export function operatorsOf(options: Pick<ListOptions, 'operator' | 'workload' | 'modules'>): readonly Operator[] {
  const { operator, workload } = options;
  const { operators } = catalogueOf(options);
  if (operator !== undefined) return [findOperator(operator, operators)];
  if (workload === undefined) return operators;
  const having = operators.filter(({ workloads }) => Object.hasOwn(workloads, workload));
  if (having.length > 0) return having;
  const names = operators.flatMap(({ workloads }) => Object.keys(workloads));
  throw new UsageError(
    `No operator has a workload "${workload}"${didYouMean(workload, names)} \`tune list workloads\` lists them.`,
  );
}

function listWorkloads(options: ListOptions): readonly ListRows['workloads'][] {
  return operatorsOf(options).flatMap((operator) =>
    Object.entries(operator.workloads).map(([workload, shape]) => ({ operator: operator.name, workload, shape })),
  );
}

/** Every template; for a workload, each with whether it applies. */
function listTemplates(options: ListOptions): readonly ListRows['templates'][] {
  if (namesShape(options)) return listApplicable(options);
  const names = operatorsOf(options).map(({ name }) => name);
  return catalogueOf(options)
    .templates.filter((template) => names.includes(template.operator))
    .map((template) => {
      const { name, operator, target: model, version, summary } = template;
      const target = backends.filter((backend) => backend.model === model).map(({ kind }) => kind);
      return { template: name, operator, target: target.join(' '), types: [...typesOf(template)], version, summary };
    });
}

function listApplicable(options: ListOptions): readonly ListRows['templates'][] {
  const target = targetOf(options);
  return workloadsOf(options).flatMap((workload) =>
    catalogueOf(options)
      .templates.filter(({ operator }) => operator === workload.operator)
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

/** The knobs of every template that applies, for one workload (the operator's default unless named). */
function listKnobs(options: ListOptions): readonly ListRows['knobs'][] {
  const { templates, operators } = catalogueOf(options);
  const backend = backendNamed(options.target ?? defaultBackend.kind);
  for (const { name } of operatorsOf(options)) templatesFor(name, backend, templates);
  const target = targetOf(options);
  return workloadsOf(options).flatMap((workload) =>
    chooseTemplates(allThatApply, workload, target, templates).flatMap((template) => {
      const { space } = makeTask(template, workload, target, findOperator(workload.operator, operators));
      return space.knobs.map(({ name, kind, values }) => ({
        template: template.name,
        workload: workload.name,
        size: space.rawSize,
        valid: space.size,
        exact: space.sizeIsExact,
        knob: name,
        kind,
        count: values.length,
        values: [...values],
      }));
    }),
  );
}

/** What every backend knows. */
function listTargets(): readonly ListRows['targets'][] {
  return backends.flatMap((backend) => backend.listTargets?.() ?? []).map((row) => ({ ...row }));
}

function catalogueOf({ modules = [] }: Pick<ListOptions, 'modules'>): Catalogue {
  return extended(ownCatalogue, modules);
}

function targetOf({ target = defaultBackend.kind, threads }: ListOptions): ReturnType<typeof parseTarget> {
  return parseTarget(target, threads);
}

/** The workload, with the shape options on top, of each chosen operator; the default one unless named. */
function workloadsOf(options: ListOptions): readonly Workload[] {
  const chosen = operatorsOf(options);
  if (chosen.length > 1 && options.workload === undefined && namesShape(options)) {
    throw new UsageError('Name the operator that the shape options are for, for example `tune list templates conv2d`.');
  }
  return chosen.map((operator) => operator.workload(options.workload, shapeWords(options.shape ?? {})));
}

/** Whether a workload or any shape option is given. */
function namesShape({ workload, shape = {} }: ListOptions): boolean {
  return workload !== undefined || Object.keys(shape).length > 0;
}
