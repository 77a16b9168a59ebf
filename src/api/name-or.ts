import { z } from 'zod';
import { lackOf, type Kind } from '../catalogue/module-schema.js';

/** A name, a path of a module, or the thing itself, which has what the contract of its kind asks for. */
export function nameOr<T>(kind: Kind): z.ZodType<string | T, string | T> {
  return z.custom<string | T>().superRefine((value, context) => {
    const lack = typeof value === 'string' ? undefined : lackOf(kind, value);
    if (lack)
      context.addIssue({ code: 'custom', path: lack.key === '' ? [] : lack.key.split('.'), message: lack.reason });
  });
}
