import { z } from 'zod';
import { lackOf, type Kind } from './module-schema.js';

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
