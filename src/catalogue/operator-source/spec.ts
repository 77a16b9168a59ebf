/** What a spec of `tune network --operator-source` may say; docs/guide/operator-source.md explains every key. */
import { z } from 'zod';
import { isInBits } from '../../backend/cpu/program/port-texts.js';
import { elementTypes } from '../../elements/registry.js';
import { valueType } from '../../ir/tensor.js';
import { amount, files, functionName } from '../source/spec.js';

/** Those that a function in C may take, each by a type of C's. */
const types = elementTypes().filter(({ c, kind, name }) => (c !== undefined || kind === 'truth') && !isInBits(name));

const argument = z.strictObject({
  name: z.string(),
  type: z.enum(types.map(({ name }) => name)).default(valueType),
  shape: z.union([z.string(), z.array(amount).max(8)]).optional(),
  direction: z.enum(['in', 'out']).optional(),
  range: z.tuple([z.number(), z.number()]).optional(),
  value: amount.optional(),
});

export const operatorSpecSchema = z.strictObject({
  operator: z
    .string()
    .regex(
      /^\w[\w.-]{0,199}$/,
      'must be as `tune network` prints it: its domain, a dot and its name, or its name alone',
    ),
  files,
  function: functionName,
  attributes: z
    .record(z.string(), z.union([z.number(), z.string(), z.array(z.number()).max(64), z.null()]))
    .default({}),
  arguments: z.array(argument).min(1, 'has no argument').max(24),
  returns: z.enum(['nothing', 'status']).default('nothing'),
});

export type OperatorSpec = z.output<typeof operatorSpecSchema>;
export type OperatorArgument = OperatorSpec['arguments'][number];
