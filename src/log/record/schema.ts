import { z } from 'zod';
import { gpuStateSchema } from '../../measure/gpu-state.js';
import { ErrorNo } from '../../measure/measurement.js';
import type { WorkloadArg } from '../../operator/operator.js';
import { nameText, reserved, shownText } from './names.js';
import { defined } from '../../target/defined.js';

const DEEPEST = 16;
const argsDepth = 4;

/** What a trial was measured for, see `Phase` of the record. */
export const phases = ['search', 'again', 'heat', 'finals'] as const;

const scalars = [shownText, z.number(), z.boolean(), z.null()] as const;

/** Lists of lists of scalars, no deeper than `depth`: a finite schema, whatever the line holds. */
function nested(depth: number): z.ZodType<WorkloadArg> {
  return z.union(depth === 0 ? scalars : [...scalars, z.array(nested(depth - 1))]);
}

/** More values than any honest log has; one whose lines have nothing in common costs no more memory than these. */
const MOST_REMEMBERED = 2 ** 14;

/**
 * The schema of plain JSON that it gives as it is, which looks at each value once: the lines of a log repeat the same
 * few thousand arguments and knobs.
 */
function once<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const valid = new Set<string>();
  return z.unknown().transform((value, context): T => {
    const text = JSON.stringify(value);
    if (valid.has(text)) return value as T;
    const { data, error } = schema.safeParse(value);
    if (error) {
      for (const issue of error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
      return z.NEVER;
    }
    // What overflows, 1e999, reads as infinite and is written as null.
    if (valid.size < MOST_REMEMBERED && !text.includes('null')) valid.add(text);
    return data;
  });
}

const place = z.int().nonnegative();
/** Longer, and later, than anything that a clock has shown. */
const seconds = z.number().nonnegative().max(1e12);
/** Of a call: no clock shows less, and a speed of more would be no number any more. */
const cost = z.number().min(1e-15).max(1e9);
const value = z.union([z.number(), shownText, z.boolean(), z.array(z.number()), z.array(shownText)]);

/** The kind that most knobs have comes first: what does not match is tried in turn. */
const entity = once(
  z.union([
    z.tuple([nameText, z.literal('ot'), value]),
    z.tuple([nameText, z.literal('sp'), z.array(z.int().min(-1)).min(1)]),
    z.tuple([nameText, z.literal('re'), z.array(place)]),
    z.tuple([nameText, z.literal('an'), z.union([z.array(shownText), z.array(place)])]),
  ]),
);

/** A knob has one value. */
const entities = z.array(entity).superRefine((knobs, context) => {
  const names = new Set<string>();
  for (const [place, [name]] of knobs.entries()) {
    if (names.has(name))
      context.addIssue({ code: 'custom', path: [place], message: `the knob ${name} is there twice` });
    names.add(name);
  }
});

const proposal = z
  .object({ batch: place, seconds, score: z.number().optional().catch(undefined) })
  .transform(({ score, ...others }) => ({ ...others, ...defined({ score }) }));

/**
 * The key `tune`; what later versions may add, keys, phases or other forms of some, is dropped. A `module` that
 * cannot be read is not: without it the record would be of a template that comes with tune.
 */
const tune = z
  .object({
    operator: nameText,
    workload: nameText,
    templateVersion: z.int(),
    repeats: z.array(cost),
    interval: z.tuple([cost, cost]),
    disturbed: z.number().min(0).max(1),
    noisy: z.boolean(),
    cold: cost.optional().catch(undefined),
    copied: z.boolean(),
    spent: z.object({ compile: seconds, check: seconds, run: seconds }),
    message: z.string(),
    warnings: z.array(z.string().max(1024)).max(16).optional().catch(undefined),
    maxRelError: z.number().nonnegative(),
    packSeconds: seconds,
    gpu: gpuStateSchema.optional().catch(undefined),
    fingerprint: z.string(),
    compiler: z.string(),
    flags: once(z.array(z.string())),
    sourceHash: z.string(),
    seed: z.number(),
    phase: z.literal(phases).optional().catch(undefined),
    run: z.string().optional().catch(undefined),
    explorer: nameText.optional().catch(undefined),
    proposal: proposal.optional().catch(undefined),
    module: z.object({ file: nameText, sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  })
  .partial()
  .transform(({ phase, run, explorer, proposal, warnings, gpu, cold, fingerprint, ...others }) => ({
    ...others,
    // A machine without a name is unknown.
    ...defined({ phase, run, explorer, proposal, warnings, gpu, cold, fingerprint: fingerprint || undefined }),
  }));

/** Names of the journals that a merged log was made of. */
const journals = z
  .array(z.string().regex(/^[0-9a-f]{12}$/))
  .min(1)
  .max(1024);

/** A line of AutoTVM's log, version 0.2; costs are of positive finite seconds. */
export const lineSchema = z.object({
  input: z.tuple([nameText, nameText, once(z.array(nested(argsDepth))), z.object({})]),
  config: z.object({ index: place, entity: entities }),
  result: z.tuple([z.array(cost).min(1), z.literal(Object.values(ErrorNo)), seconds, seconds]),
  tune: tune.optional(),
  journals: journals.optional().catch(undefined),
});

/** The first thing that is wrong, in words: `result.0.0: Too small: …`. */
export function reasonOf({ issues, message }: z.ZodError): string {
  const first = issues.at(0);
  if (!first) return message;
  return first.path.length === 0 ? first.message : `${first.path.join('.')}: ${first.message}`;
}

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
