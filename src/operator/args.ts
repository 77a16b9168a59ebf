/** Workload arguments as AutoTVM's log writes them, checked by zod: a log is untrusted input. */
import { z } from 'zod';
import { dtypes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import { UsageError } from '../target/errors.js';
import type { WorkloadArg } from './operator.js';
import { largest } from './options.js';

/** An extent, or a count of groups. */
export const size = z.int().min(1).max(largest);

/** The type of a tensor's elements. */
export const elementType = z.enum(dtypes);

export function tensorArg<T extends DType>(
  rank: number,
  type: z.ZodType<T>,
): z.ZodType<readonly ['TENSOR', number[], T]> {
  return z.tuple([z.literal('TENSOR'), z.array(size).length(rank), type]);
}

/** The type that inputs and output of a record have in common. Throws UsageError where they differ. */
export function commonType(operator: string, ...types: readonly DType[]): DType {
  const [first, ...others] = types;
  if (others.every((type) => type === first)) return first;
  const found = [...new Set(types)].join(' and ');
  throw new UsageError(`the record's tensors are ${found}: ${operator} has inputs and output of one type`);
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
