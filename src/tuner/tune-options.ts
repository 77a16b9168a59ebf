/** What a run is asked to do, by programs and by the command line. */
import { z } from 'zod';
import { defaultBackend } from '../backend/registry.js';
import type { ExplorerDeclaration } from '../explorer/declaration.js';
import type { ModelDeclaration } from '../model/declaration.js';
import type { Operator, Workload } from '../operator/operator.js';
import type { Template } from '../templates/template.js';
import { nameOr } from '../catalogue/module-schema.js';
import { settingsSchema } from './settings.js';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Shape options by their key, `{inChannels: 64, kernel: '3x3', epilogue: ['bias', 'relu']}`, as the command line's. */
export const shapeSchema = z.record(z.string(), z.union([scalar, z.array(scalar).readonly()])).readonly();

const template = nameOr<Template>('template');

/** Templates that share a budget. */
export const templatesSchema = z
  .union([template, z.array(template).min(1, 'must name one at least').readonly()])
  .default('auto');

/** What stands in the place of this machine. */
export const farmSchema = {
  farm: z
    .string()
    .exactOptional()
    .describe('as `--farm`: URL of the Redis of a farm, whose workers compile and time (default: this machine)'),
  device: z.string().exactOptional().describe('as `--device`: which devices of the farm'),
};

/** The options of `tune`. Keys that are left out are as on the command line. */
export const tuneOptionsSchema = z.strictObject({
  operator: nameOr<Operator>('operator').describe('its name, `conv2d`, or an operator'),
  workload: z.string().exactOptional().describe('a named shape, `resnet18.C2`'),
  shape: shapeSchema.default({}).describe('shape options by their key; they override those of the workload'),
  target: z.string().default(defaultBackend.kind).describe('as `--target`'),
  threads: z.int().min(1).exactOptional().describe('of the kernel (default: all cores)'),
  template: templatesSchema.describe(
    "a template's name, a module's path, or a template, or a list of these, which share the budget; `auto`: all that apply",
  ),
  ...farmSchema,
  log: z.string().exactOptional().describe('appended to; trials of this task in it count as done'),
  history: z.array(z.string()).readonly().default([]).describe('logs to learn from first'),
  ...settingsSchema.shape,
  explorer: nameOr<ExplorerDeclaration>('explorer').exactOptional().describe('a name, a path, or an explorer'),
  model: nameOr<ModelDeclaration>('model').exactOptional().describe('a name, a path, or a model'),
  seed: settingsSchema.shape.seed.exactOptional(),
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends the run after the measurement in flight'),
});

/** What `tune` and `dryRun` take. */
export type TuneOptions = Readonly<z.input<typeof tuneOptionsSchema>>;
/** The same with all defaults. */
export type CheckedTuneOptions = Readonly<z.output<typeof tuneOptionsSchema>>;

/** Values of shape options as the operators read them. */
export function shapeWords(shape: z.output<typeof shapeSchema>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)]),
  );
}

/** The shape of a workload as `tune` takes it. */
export function shapeOf({ options }: Operator, { shape }: Workload): NonNullable<TuneOptions['shape']> {
  const keys = [...new Set(options.map(({ key }) => key))];
  return shapeSchema.parse(Object.fromEntries(keys.map((key) => [key, shape[key]])));
}
