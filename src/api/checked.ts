import { z } from 'zod';
import { UsageError } from '../target/errors.js';
import { nearest } from '../target/nearest.js';

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
    return `There is no option "${issue.keys[0]!}": did you mean "${nearest(issue.keys[0]!, known)}"?`;
  }
  const where = issue.path.length === 0 ? 'The options' : `The option ${issue.path.join('.')}`;
  return `${where}: ${issue.message}.`;
}

/** A name that is not among those of its registry. */
function unknownName({ path, input, values }: z.core.$ZodIssueInvalidValue): string {
  const kind = String(path[0]).replace(/s$/, '');
  const names = values.map(String);
  return `Unknown ${kind} "${String(input)}": did you mean "${nearest(String(input), names)}"? \`tune list ${kind}s\` lists them.`;
}
