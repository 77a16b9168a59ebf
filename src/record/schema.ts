import { z } from 'zod';
import { ErrorNo } from '../measure/measurement.js';
import type { WorkloadArg } from '../operator/operator.js';

const DEEPEST = 16;
const argsDepth = 4;

/** What a trial was measured for, see `Phase` of the record. */
export const phases = ['search', 'heat', 'finals'] as const;

const scalars = [z.string(), z.number(), z.boolean(), z.null()] as const;

/** Lists of lists of scalars, no deeper than `depth`: a finite schema, whatever the line holds. */
function nested(depth: number): z.ZodType<WorkloadArg> {
  return z.union(depth === 0 ? scalars : [...scalars, z.array(nested(depth - 1))]);
}

const name = z.string().min(1);
const place = z.int().nonnegative();
const seconds = z.number().nonnegative();
const value = z.union([z.number(), z.string(), z.boolean(), z.array(z.number()), z.array(z.string())]);

/** The kind that most knobs have comes first: what does not match is tried in turn. */
const entity = z.union([
  z.tuple([name, z.literal('ot'), value]),
  z.tuple([name, z.literal('sp'), z.array(z.int().min(-1)).min(1)]),
  z.tuple([name, z.literal('re'), z.array(place)]),
  z.tuple([name, z.literal('an'), z.union([z.array(z.string()), z.array(place)])]),
]);

/** The key `tune`; what later versions may add, keys, phases or another form of `run`, is dropped. */
const tune = z
  .object({
    operator: name,
    workload: name,
    templateVersion: z.int(),
    repeats: z.array(z.number().positive()),
    spent: z.object({ compile: seconds, check: seconds, run: seconds }),
    message: z.string(),
    maxRelError: z.number().nonnegative(),
    packSeconds: seconds,
    fingerprint: z.string(),
    compiler: z.string(),
    flags: z.array(z.string()),
    sourceHash: z.string(),
    seed: z.number(),
    phase: z.literal(phases).optional().catch(undefined),
    run: z.string().optional().catch(undefined),
    module: z
      .object({ file: name, sha256: z.string().regex(/^[0-9a-f]{64}$/) })
      .optional()
      .catch(undefined),
  })
  .partial()
  .transform(({ phase, run, module, ...others }) => ({
    ...others,
    ...(phase !== undefined && { phase }),
    ...(run !== undefined && { run }),
    ...(module !== undefined && { module }),
  }));

/** A line of AutoTVM's log, version 0.2; costs are of positive finite seconds. */
export const lineSchema = z.object({
  input: z.tuple([name, name, z.array(nested(argsDepth)), z.object({})]),
  config: z.object({ index: place, entity: z.array(entity) }),
  result: z.tuple([z.array(z.number().positive()).min(1), z.literal(Object.values(ErrorNo)), seconds, seconds]),
  tune: tune.optional(),
});

/** The first thing that is wrong, in words: `result.0.0: Too small: …`. */
export function reasonOf({ issues, message }: z.ZodError): string {
  const first = issues.at(0);
  if (!first) return message;
  return first.path.length === 0 ? first.message : `${first.path.join('.')}: ${first.message}`;
}

const reserved = new Set(['__proto__', 'constructor', 'prototype']);

/** Why no honest log holds this: it is nested too deeply, or has a key that could reach into an object's prototype. */
export function strangeness(json: unknown, depth = 0): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  if (depth === DEEPEST) return `nested deeper than ${DEEPEST} levels`;
  for (const key of Object.keys(json)) {
    if (reserved.has(key)) return `with the key ${key}`;
    const strange = strangeness((json as Record<string, unknown>)[key], depth + 1);
    if (strange !== undefined) return strange;
  }
  return undefined;
}
