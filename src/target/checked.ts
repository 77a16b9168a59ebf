import { z } from 'zod';
import { UsageError } from './errors.js';
import { didYouMean } from './nearest.js';

/** Reads options that a program gave by their schema. Throws UsageError with the first that is not as it should be. */
export function checked<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new UsageError(sentenceOf(parsed.error.issues[0]!, schema));
}

function sentenceOf(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  if (issue.code === 'invalid_value') return unknownName(issue);
  if (issue.code === 'unrecognized_keys') {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    return `There is no option "${issue.keys[0]!}"${didYouMean(issue.keys[0]!, known)}`;
  }
  if (issue.code === 'invalid_union') {
    // The first choice is one of something, the last a list of them.
    const inner = issue.errors.at(Array.isArray(issue.input) ? -1 : 0)?.at(0);
    if (inner) return sentenceOf({ ...inner, path: [...issue.path, ...inner.path] }, schema);
  }
  const where = issue.path.length === 0 ? 'The options' : `The option ${issue.path.join('.')}`;
  return `${where}: ${issue.message}.`;
}

/** Throws UsageError with the nearest of the known names where there is none of this name; `kind` says of what. */
export function checkName(kind: string, name: string, known: readonly { readonly name: string }[]): void {
  const names = known.map((one) => one.name);
  if (!names.includes(name)) throw new UsageError(unknown(kind, name, names));
}

/** A name that is not among those of its registry. */
function unknownName({ path, input, values }: z.core.$ZodIssueInvalidValue): string {
  return unknown(String(path[0]).replace(/s$/, ''), String(input), values.map(String));
}

function unknown(kind: string, name: string, names: readonly string[]): string {
  return `Unknown ${kind} "${name}"${didYouMean(name, names)} \`tune list ${kind}s\` lists them.`;
}
