/** Workload arguments as AutoTVM's log writes them, checked by zod: a log is untrusted input. */
import { z } from 'zod';
import { UsageError } from '../target/errors.js';
import type { WorkloadArg } from './operator.js';
import { largest } from './options.js';

/** An extent, or a count of groups. */
export const size = z.int().min(1).max(largest);

export function tensorArg(rank: number): z.ZodType<readonly ['TENSOR', number[], 'float32']> {
  return z.tuple([z.literal('TENSOR'), z.array(size).length(rank), z.literal('float32')]);
}

export function sizes(count: number): z.ZodType<number[]> {
  return z.array(size).length(count);
}

export function lengths(count: number): z.ZodType<number[]> {
  return z.array(z.int().min(0).max(largest)).length(count);
}

/** Parses the arguments of a record, or throws a UsageError that names the operator. */
export function parseArgs<T>(operator: string, schema: z.ZodType<T>, args: readonly WorkloadArg[]): T {
  const result = schema.safeParse(args);
  if (result.success) return result.data;
  const issue = result.error.issues.at(0);
  const where = issue && issue.path.length > 0 ? ` (argument ${issue.path.join('.')}: ${issue.message})` : '';
  throw new UsageError(`the record's arguments are not those of ${operator}${where}`);
}
