/** What a module of the user's may export, and what each of these must have. */
import { z } from 'zod';
import { kernelTypes } from '../elements/registry.js';
import type { ExplorerDeclaration } from '../explorer/declaration.js';
import type { ModelDeclaration } from '../model/declaration.js';
import type { Operator } from '../operator/operator.js';
import type { Template } from '../templates/template.js';

const text = z.string('must be a text').min(1, 'must not be empty');
const method = z.custom((value) => typeof value === 'function', 'must be a function');
const elementName = z.string().refine((name) => kernelTypes().some((type) => type.name === name), {
  error: () =>
    `must be of ${kernelTypes()
      .map(({ name }) => name)
      .join(', ')}`,
});
const options = z.record(z.string(), z.string('must be the text of an option'), 'must be options by name');

/** Names stand in logs and on command lines. */
const dotted = text.regex(/^[a-z][\w-]*(\.[\w-]+)*$/i, 'must be letters, digits, _, - and dots, as "matmul.rows"');
const word = text.regex(/^[a-z][\w-]*$/, 'must be small letters, digits, _ and -, as "row_sums"');

const flags = text.regex(
  /^(-[a-z]|(-[a-z], )?--[a-z][a-z0-9-]*)( <[^<>]+>)?$/i,
  'must be the flags of an option, as "--width <n>", "-m <n>" or "--transposed"',
);

const template = z.object({
  name: dotted,
  operator: text,
  target: z.enum(['simd', 'simt'], 'must be "simd" (CPUs) or "simt" (GPUs)'),
  summary: text,
  version: z.int('must be a whole number').min(1, 'must be 1 or more'),
  tolerance: z.number('must be a number').positive('must be above 0').max(1, 'must be 1 or less').optional(),
  sums: method.optional(),
  dtypes: z.union([z.array(elementName, 'must be a list').min(1, 'must not be empty'), method]).optional(),
  saving: text.optional(),
  autotvm: z.undefined('is for templates that come with tune').optional(),
  refuses: method.optional(),
  define: method,
  schedule: method,
  suggestions: method.optional(),
  shortList: method.optional(),
  work: method.optional(),
});

const operator = z.object({
  name: word,
  summary: text,
  options: z.array(z.object({ key: text, flags, description: z.string('must be a text') }), 'must be a list'),
  workloads: z
    .record(z.string(), options, 'must be named shapes')
    .refine((named) => Object.keys(named).length > 0, 'must name one shape at least'),
  awkward: z
    .array(
      z.union([z.string(), options], 'must be the name of a shape, or options by name'),
      'must be a list of shapes',
    )
    .optional(),
  workload: method,
  encode: method,
  decode: method,
  flops: method,
  computation: method,
});

const explorer = z.object({
  name: word,
  summary: text.optional(),
  usesModel: z.boolean('must be true or false').optional(),
  usesHistory: z.boolean('must be true or false').optional(),
  create: method,
});

const model = z.object({ name: word, summary: text.optional(), create: method });

/** What can be exported, by its name; its plural is a list of these. */
export const kinds = { template, operator, explorer, model } as const;
export type Kind = keyof typeof kinds;

/** The types that the schemas stand for. */
export interface Exported {
  readonly template: Template;
  readonly operator: Operator;
  readonly explorer: ExplorerDeclaration;
  readonly model: ModelDeclaration;
}

/** The first thing that a value lacks to be of a kind: `tolerance` and `must be a number`; undefined if nothing. */
export function lackOf(kind: Kind, value: unknown): { readonly key: string; readonly reason: string } | undefined {
  if (typeof value !== 'object' || value === null)
    return { key: '', reason: `must be an object, as define${capital(kind)} makes it` };
  const issue = kinds[kind].safeParse(value).error?.issues.at(0);
  return issue && { key: issue.path.join('.'), reason: issue.message };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A name, a path of a module, or the thing itself, which has what the contract of its kind asks for. */
export function nameOr<T>(kind: Kind): z.ZodType<string | T, string | T> {
  return z.custom<string | T>().superRefine((value, context) => {
    if (typeof value === 'string') return;
    const lack = lackOf(kind, value);
    if (!lack) return;
    const isAll = lack.key === '';
    const message = isAll ? lack.reason.replace('must be', 'must be a name or') : lack.reason;
    context.addIssue({ code: 'custom', path: isAll ? [] : lack.key.split('.'), message });
  });
}
