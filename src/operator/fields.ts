/**
 * The fields of a shape. A field is declared once, as a zod schema of its values that is registered with its options
 * on the command line: the type of a shape, help, what a log may hold and what names say all come from that.
 */
import { z } from 'zod';
import { kernelTypes } from '../elements/registry.js';
import { isValueType, valueType, type DType } from '../ir/tensor.js';
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';

interface Field {
  /** As commander writes them; two for a switch, none where the operator fixes the value. */
  readonly options: readonly Option[];
  /** The value that a text stands for. Throws UsageError. */
  readonly read: (text: string) => z.$output;
  /** The text where nothing is said; without one, every named workload has to give it. */
  readonly otherwise?: string | undefined;
  /** What a workload's name says of the value, of fields that a named workload leaves open. */
  readonly tags?: ((value: z.$output) => readonly string[]) | undefined;
  /**
   * The text that a tag of a name stands for, `before` being that of the tags before it; undefined for one that is not
   * of this field.
   */
  readonly untag?: ((tag: string, before: string | undefined) => string | undefined) | undefined;
}

interface Option {
  readonly flags: string;
  readonly description: string;
}

export const fields = z.registry<Field>();

export function numberFrom(least: number, most = largest): z.ZodType<number> {
  return z.int().min(least).max(most);
}

/** A number of elements, at least 1. */
export function extentField(flags: string, description: string, otherwise?: string, most = largest): z.ZodType<number> {
  const read = (text: string): number => whole(flagOf(flags), text, 1, most);
  return numberFrom(1, most).register(fields, { options: [{ flags, description }], read, otherwise });
}

/** Elements of several axes, as those of a whole tensor. */
export function productField(flags: string, description: string, otherwise?: string): z.ZodType<number> {
  return extentField(flags, description, otherwise, mostElements);
}

/** Rows and columns, `3` or `3x5`, none below `least` or above `most`. */
export function pairField(
  flags: string,
  description: string,
  otherwise?: string,
  least = 1,
  most = largest,
): z.ZodType<readonly [number, number]> {
  const each = numberFrom(least, most);
  const read = (text: string): [number, number] => pair(flagOf(flags), text, least, most);
  return z.tuple([each, each]).register(fields, { options: [{ flags, description }], read, otherwise });
}

/** How far apart rows and columns are that belong together: a stride, a dilation. */
export function distanceField(flags: string, description: string): z.ZodType<readonly [number, number]> {
  return pairField(flags, description, '1', 1, farthest);
}

/** Elements at the top, left, bottom and right; none unless something is said. */
export function paddingField(
  flags: string,
  description: string,
): z.ZodType<readonly [top: number, left: number, bottom: number, right: number]> {
  const each = numberFrom(0);
  const read = (text: string): [number, number, number, number] => padding(flagOf(flags), text);
  const options = [{ flags, description }];
  return z.tuple([each, each, each, each]).register(fields, { options, read, otherwise: '0' });
}

/** One of several names. The first is meant where nothing is said; the others are part of a workload's name. */
export function choiceField<T extends string>(
  flags: string,
  description: string,
  choices: readonly [T, ...T[]],
): z.ZodType<T> {
  const [first] = choices;
  return z.enum(choices).register(fields, {
    options: [{ flags, description }],
    read: (text) => oneOf(flagOf(flags), text, choices),
    otherwise: first,
    tags: (value) => (value === first ? [] : [value]),
    untag: (tag) => choices.find((choice) => choice === tag),
  });
}

export function decimalField(flags: string, description: string, otherwise: string): z.ZodType<number> {
  const read = (text: string): number => {
    if (/^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(text) && Number.isFinite(Number(text))) return Number(text);
    throw new UsageError(`${flagOf(flags)} "${text}" must be a number, as 0.75 or 1e-4`);
  };
  return z.number().register(fields, { options: [{ flags, description }], read, otherwise });
}

/** A whole number, 0 unless something is said; names of workloads say any other, behind a word. Shapes may lack it. */
export function offsetField(
  flags: string,
  description: string,
  [least, most]: readonly [least: number, most: number],
  word: string,
): z.ZodOptional<z.ZodInt> {
  const read = (text: string): number => {
    const value = /^-?\d+$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(`${flagOf(flags)} "${text}" must be a whole number from ${least} to ${most}`);
  };
  return z
    .int()
    .min(least)
    .max(most)
    .optional()
    .register(fields, {
      ...{ options: [{ flags, description }], read, otherwise: '0' },
      tags: (value) => (value === 0 ? [] : [`${word}${value}`]),
      untag: (tag) => (tag.startsWith(word) ? /^-?\d+$/.exec(tag.slice(word.length))?.[0] : undefined),
    });
}

/** A switch, off unless something is said: `--trans-b` is `true`, `--no-trans-b` is `false`. */
export function switchField(flag: string, description: string, negation: string): z.ZodType<boolean> {
  const options = [
    { flags: `--${flag}`, description },
    { flags: `--no-${flag}`, description: negation },
  ];
  const read = (text: string): boolean => oneOf(`--${flag}`, text, ['true', 'false']) === 'true';
  const untag = (tag: string): string | undefined => (tag === flag ? 'true' : undefined);
  return z.boolean().register(fields, { options, read, otherwise: 'false', untag });
}

export function fixedField(value: boolean): z.ZodType<boolean> {
  return z.literal(value).register(fields, { options: [], read: () => value, otherwise: '' });
}

export function absentField(): z.ZodType<undefined> {
  return z.undefined().register(fields, { options: [], read: () => undefined, otherwise: '' });
}

/**
 * The type of inputs and output: that of values where nothing is said. `types`: those that the operator has, if few.
 */
export function elementTypeField(types?: readonly DType[]): z.ZodType<DType> {
  const known = (): readonly DType[] => kernelTypes().map(({ name }) => name);
  const has = (type: string): boolean => (types ?? known()).includes(type);
  const expected = (): string => `Invalid option: expected one of ${(types ?? known()).join('|')}`;
  return z
    .string()
    .refine(has, { error: expected })
    .register(fields, {
      get options() {
        return [{ flags: '--dtype <type>', description: describeTypes(types ?? known()) }];
      },
      read: (text) => {
        const type = oneOf('--dtype', text, known());
        if (has(type)) return type;
        throw new UsageError(`--dtype ${type}: this operator is not in that type yet, only in ${types!.join(', ')}`);
      },
      otherwise: valueType,
      tags: (type) => (isValueType(type) ? [] : [type]),
      untag: (tag) => (has(tag) ? tag : undefined),
    });
}

/** The name of a type. Throws UsageError with the nearest. */
export function readElementType(text: string): DType {
  return oneOf(
    '--types',
    text.trim(),
    kernelTypes().map(({ name }) => name),
  );
}

/** Only of those that kernels are there for: the others are refused by every template. */
function describeTypes(types: readonly DType[]): string {
  return `type of inputs and output: ${types.join(', ')}${types.every(isValueType) ? '' : `; sums are ${valueType}`}`;
}

/** Whether the input `name` is constant, as a list of names: that one, or none. */
export function constantField<T extends string>(name: T, byDefault: boolean): z.ZodType<readonly T[]> {
  const which = byDefault ? `${name} (the default)` : name;
  const description = `constant inputs, packed off the clock: ${which}, or none`;
  return z.array(z.literal(name)).register(fields, {
    options: [{ flags: '--constant <names>', description }],
    read: (text) =>
      text === '' || text === 'none' ? [] : text.split(',').map((part) => oneOf('--constant', part.trim(), [name])),
    otherwise: byDefault ? name : '',
    tags: (names) => {
      const known = names.length > 0;
      return known === byDefault ? [] : [`${known ? 'constant' : 'variable'}-${name}`];
    },
    untag: (tag) => (tag === `constant-${name}` ? name : tag === `variable-${name}` ? 'none' : undefined),
  });
}

/** `--in-channels` of `--in-channels <n>`. */
function flagOf(flags: string): string {
  return flags.replace(/ .*/, '');
}

/** The largest extent of an axis that is believed. */
const largest = 2 ** 24;
/** The same of several axes together: what 32 bits with a sign count. */
const mostElements = 2 ** 31 - 1;
/**
 * The largest distance between elements that belong together, a stride or a dilation, that is believed: schedules may
 * have a part for each element of it.
 */
const farthest = 2 ** 12;

export function whole(flag: string, text: string, least: number, most = largest): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${flag} "${text}" must be a whole number from ${least} to ${most}`);
  return value;
}

function pair(flag: string, text: string, least: number, most?: number): [number, number] {
  const [first = '', second = first, ...more] = text.split(/[x,]/);
  if (more.length > 0) throw new UsageError(`${flag} "${text}" must be one number or two, as 3 or 3x5`);
  return [whole(flag, first, least, most), whole(flag, second, least, most)];
}

/** `1`, `1x2` (rows, columns) or `1,1,0,0` (top, left, bottom, right). */
function padding(flag: string, text: string): [number, number, number, number] {
  const parts = text.split(/[x,]/).map((part) => whole(flag, part, 0));
  const [top = 0, left = top, bottom = top, right = left] = parts;
  if (![1, 2, 4].includes(parts.length))
    throw new UsageError(`${flag} "${text}" must be 1, 2 or 4 numbers: 1, 1x2, or 1,1,0,0 for top,left,bottom,right`);
  return [top, left, bottom, right];
}

function oneOf<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((c) => c.toLowerCase() === text.toLowerCase());
  if (!found)
    throw new UsageError(
      `${flag} "${text}" is not known${didYouMean(text, choices)} Choose from ${choices.join(', ')}.`,
    );
  return found;
}

export function refuseUnknown(
  operator: string,
  given: Readonly<Record<string, string>>,
  known: readonly string[],
): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw new UsageError(`${operator} has no shape option "${key}"${didYouMean(key, known)}`);
  }
}
