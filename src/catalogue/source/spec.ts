/**
 * What a spec of `tune source` may say, so that names, values and flags can say nothing that they should not.
 * docs/guide/source.md explains every key.
 */
import { z } from 'zod';
import { sourceTypes } from '../../elements/registry.js';
import { valueType } from '../../ir/tensor.js';

/**
 * A name of C that is not one of those that begin with an underscore, which belong to compilers.
 *
 * @internal Tests try names that C does not take.
 */
const cName = /^[A-Za-z]\w{0,63}$/;

const keywords = new Set(
  'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while'.split(
    ' ',
  ),
);

/** Why a name cannot be that of a macro, function, argument or size, as a clause; undefined where it can. */
export function nameProblem(name: string): string | undefined {
  if (!cName.test(name)) return 'it must be a name of C: letters, digits and _, a letter first';
  if (keywords.has(name)) return 'it is a word that C has for itself';
  if (name.startsWith('tune_')) return 'names that begin with tune_ are for the code around the kernel';
  return undefined;
}

/** Values of macros: numbers, names, types. Nothing that ends a line, a statement or a text. */
export const macroValue = /^(?=.{1,64}$)[\w.+-]+( [\w.+-]+)*$/;

export function wordsOf(flags: string): readonly string[] {
  return flags.split(' ').filter((word) => word !== '');
}

const size = z
  .int('must be a whole number')
  .min(1, 'must be 1 or more')
  .max(2 ** 31, 'must be 2^31 at most');
/** A number, or an expression over sizes, and knobs where it says so. */
export const amount = z.union([z.number(), z.string()]);
const file = z.string().min(1);
export const files = z.array(file).min(1, 'names no file').max(64);
export const functionName = z.string().regex(cName, 'must be a name of C');
const sizes = z.record(z.string(), size);
const extents = z.array(amount).min(1).max(3);

const argument = z.strictObject({
  name: z.string(),
  type: z.enum(sourceTypes().map(({ name }) => name)).default(valueType),
  shape: z.array(amount).min(1, 'has no extent').max(8).optional(),
  direction: z.enum(['in', 'out', 'inout']).optional(),
  range: z.tuple([amount, amount]).optional(),
  data: file.optional(),
  answer: file.optional(),
  value: amount.optional(),
});

const knobValues = z
  .array(z.union([z.number(), z.string()]))
  .min(1, 'has no value')
  .max(4096);
const knob = z.union([
  knobValues,
  z.strictObject({ flags: z.array(z.string()).min(1, 'has no value').max(256) }),
  z.strictObject({ values: knobValues }),
]);

export const specSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][\w-]{0,39}$/, 'must be small letters, digits, _ and -, 40 at most')
    .optional(),
  summary: z.string().max(200).optional(),
  language: z.enum(['c', 'cuda']).optional(),
  files,
  function: functionName,
  sizes: sizes.default({}),
  workloads: z
    .record(z.string().regex(/^[A-Za-z][\w.-]{0,39}$/, 'must be letters, digits, _, - and dots'), sizes)
    .default({}),
  arguments: z.array(argument).min(1, 'has no argument').max(24),
  macros: z.record(z.string(), amount).default({}),
  knobs: z.record(z.string(), knob),
  restrictions: z.array(z.string()).max(100).default([]),
  start: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  reference: z
    .strictObject({
      function: functionName,
      files: files.optional(),
      arguments: z.array(z.string()).min(1).optional(),
    })
    .optional(),
  flops: amount.optional(),
  bytes: amount.optional(),
  flags: z.array(z.string()).max(64).default([]),
  target: z.string().optional(),
  threads: z.int().min(1).max(1024).optional(),
  tolerance: z.number().min(0).max(1).optional(),
  grid: extents.optional(),
  block: extents.optional(),
  shared: amount.optional(),
});

export type Spec = z.output<typeof specSchema>;
export type ArgumentSpec = Spec['arguments'][number];
