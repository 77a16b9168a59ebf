/** What is wrong with a value that a schema refuses, in words for whoever wrote it. */
import { z } from 'zod';
import { closeTo } from './nearest.js';
import { shortened } from './visible.js';

/** Keys, and places in lists, that lead to a value. */
export type Path = readonly PropertyKey[];

export interface Problem {
  readonly path: Path;
  /** A clause: `there is no key "vales": did you mean "values"?` */
  readonly what: string;
}

/** The first thing that is wrong, with the nearest key or value that there is. */
export function problemOf({ issues }: z.core.$ZodError, schema: z.ZodType): Problem {
  const issue = innermost(firstOf(issues)!);
  const { path, code, message } = issue;
  if (code === 'unrecognized_keys') {
    const key = issue.keys[0]!;
    return { path: [...path, key], what: unknown(`there is no such key`, key, keysAt(schema, path)) };
  }
  if (code === 'invalid_value') {
    const values = issue.values.map(String);
    return { path, what: unknown(`${shown(issue.input)} is none of ${values.join(', ')}`, issue.input, values) };
  }
  if (code === 'invalid_type' && issue.input === undefined && path.length > 0)
    return { path: path.slice(0, -1), what: `"${String(path.at(-1))}" is missing` };
  if (!message.startsWith('Invalid input')) return { path, what: lowered(message) };
  const expected = code === 'invalid_type' ? `: it must be ${words[issue.expected] ?? issue.expected}` : '';
  return { path, what: `${shown(issue.input)} cannot be used here${expected}` };
}

/** A misspelled key is reported rather than the right one as missing. */
function firstOf(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  return issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
}

const words: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a map of keys and values',
  record: 'a map of keys and values',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

/**
 * Of the choices of a union, that which was meant: the one that fits deepest, and of those that refuse the value itself
 * the last, which is the most elaborate.
 */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const choices = issue.errors.flatMap((issues) => (issues.length > 0 ? [innermost(firstOf(issues)!)] : []));
  const fit = ({ path, code }: z.core.$ZodIssue): number => 2 * path.length + Number(code !== 'invalid_type');
  const best = choices.reduce((found, one) => (fit(one) >= fit(found) ? one : found));
  return { ...best, path: [...issue.path, ...best.path] };
}

/** The keys that a schema knows of the map at a path, those of all choices where there are several. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  const [key, ...rest] = path;
  const inner = unwrapped(schema);
  if (key === undefined) return [...new Set(inner.flatMap((one) => Object.keys(shapeOf(one) ?? {})))];
  return [...new Set(inner.flatMap((one) => childrenAt(one, key)).flatMap((one) => keysAt(one, rest)))];
}

function childrenAt(schema: z.ZodType, key: PropertyKey): readonly z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  const child = shapeOf(schema)?.[String(key)];
  return child ? [child] : [];
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  return schema instanceof z.ZodObject ? schema.shape : undefined;
}

/** What is behind defaults, transformations and the like; of a union all its choices. */
function unwrapped(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => unwrapped(one as z.ZodType));
  const { def } = schema as unknown as { readonly def: { readonly innerType?: z.ZodType; readonly in?: z.ZodType } };
  const inner = def.innerType ?? def.in;
  return inner ? unwrapped(inner) : [schema];
}

function unknown(what: string, input: unknown, known: readonly string[]): string {
  const meant = typeof input === 'string' ? closeTo(input, known) : undefined;
  if (meant !== undefined) return `${what}: did you mean "${meant}"?`;
  return /none of/.test(what) || known.length === 0 ? what : `${what}; known are ${known.join(', ')}`;
}

function shown(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object' && input !== null) return 'a map';
  if (typeof input === 'number') return String(input); // JSON has no infinity
  return input === undefined ? 'nothing' : shortened(JSON.stringify(input));
}

function lowered(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
